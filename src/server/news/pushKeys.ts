import { createECDH } from 'node:crypto'
import type { Secrets } from '#server/process/secrets.ts'

/** Both base64url: the private number and the uncompressed point of P-256. */
export type PushKeys = { publicKey: string; privateKey: string }

/**
 * The deployment's keys for push messages (VAPID, RFC 8292), made from its secret key. With another secret key, browsers
 * subscribe again at their next visit.
 */
export function pushKeysOf(secrets: Pick<Secrets, 'mac'>): PushKeys {
  const curve = createECDH('prime256v1')
  // Nearly every number of 32 bytes is a private key; the others, one in four billion, throw.
  const privateKey = secrets.mac('push', 'private key')
  curve.setPrivateKey(privateKey)
  return { publicKey: curve.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
}
