import { createHash, createHmac } from 'node:crypto'

/**
 * Signs a request to the ERP as docs/erp-http.md describes.
 * @param {string} secret
 * @param {{ method: string, path: string, body: string, now: Date }} request
 * @returns {Record<string, string>}
 */
export function signatureHeaders(secret, { method, path, body, now }) {
  const time = now.toISOString()
  const signedText = [time, method, path, createHash('sha256').update(body).digest('hex')].join('\n')
  return {
    'toptan-time': time,
    'toptan-signature': createHmac('sha256', secret).update(signedText).digest('hex'),
  }
}
