import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** Maximum clock difference; limits replays. */
export const replayWindowMs = 5 * 60_000

/** One line per part, so that no part can move into another. */
function signedText(time: string, method: string, path: string, body: string): string {
  return [time, method, path, createHash('sha256').update(body).digest('hex')].join('\n')
}

/** `toptan-time` (ISO 8601) and `toptan-signature` (HMAC-SHA256, hex). */
export function signatureHeaders(
  secret: string,
  { method, path, body, now }: { method: string; path: string; body: string; now: Date },
): Record<string, string> {
  const time = now.toISOString()
  const signature = createHmac('sha256', secret)
    .update(signedText(time, method, path, body))
    .digest('hex')
  return { 'toptan-time': time, 'toptan-signature': signature }
}

type Signed = { method: string; path: string; body: string; time: string; signature: string; now: Date }

/** What the ERP checks: the signature, and its age. */
export function isSigned(secret: string, { method, path, body, time, signature, now }: Signed): boolean {
  const age = Math.abs(now.getTime() - Date.parse(time))
  if (!(age <= replayWindowMs)) return false
  const expected = createHmac('sha256', secret)
    .update(signedText(time, method, path, body))
    .digest()
  const received = Buffer.from(signature, 'hex')
  return received.length === expected.length && timingSafeEqual(received, expected)
}
