import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** How far apart the clocks of both sides may be, in milliseconds. */
export const replayWindow = 5 * 60_000

/**
 * What a request is signed over: time, method, path with its query, and the body's SHA-256, each on a line of its own, so that
 * no part can be moved into another one.
 */
function signedText(time: string, method: string, path: string, body: string): string {
  return [time, method, path, createHash('sha256').update(body).digest('hex')].join('\n')
}

/** The headers that prove that a request is ours: `toptan-time` (ISO 8601) and `toptan-signature` (HMAC-SHA256, hex). */
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

/** Whether a request was signed with the secret within the {@link replayWindow}: what the other side checks. */
export function isSigned(secret: string, { method, path, body, time, signature, now }: Signed): boolean {
  const age = Math.abs(now.getTime() - Date.parse(time))
  if (!(age <= replayWindow)) return false
  const expected = createHmac('sha256', secret)
    .update(signedText(time, method, path, body))
    .digest()
  const given = Buffer.from(signature, 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
