import { createECDH } from 'node:crypto'
import type { Secrets } from '#server/process/secrets.ts'

/** Both base64url: the private number and the uncompressed point of P-256. */
export type PushKeys = { publicKey: string; privateKey: string }

/**
 * The deployment's keys for push messages (VAPID, RFC 8292), made from its secret key. With another secret key, browsers
 * subscribe again at their next visit.
 */
export function pushKeyOf(secrets: Pick<Secrets, 'mac'>): PushKeys {
  const curve = createECDH('prime256v1')
  for (let turn = 0; ; turn += 1) {
    const privateKey = secrets.mac('push', String(turn))
    try {
      curve.setPrivateKey(privateKey)
      return { publicKey: curve.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
    } catch {
      // Out of the curve's range, of which there is next to nothing.
    }
  }
}
