import { createHash, createHmac } from 'node:crypto'

/**
 * The headers that prove to the ERP that a request is Toptan's, as docs/erp-http.md tells: the HMAC-SHA256 of time, method,
 * path with its query, and the body's SHA-256.
 * @param {string} secret
 * @param {{ method: string, path: string, body: string, now: Date }} request
 * @returns {Record<string, string>}
 */
export function signatureHeaders(secret, { method, path, body, now }) {
  const time = now.toISOString()
  const text = [time, method, path, createHash('sha256').update(body).digest('hex')].join('\n')
  return { 'toptan-time': time, 'toptan-signature': createHmac('sha256', secret).update(text).digest('hex') }
}
