import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto'
import { StartupProblem } from '#server/process/startup.ts'

/* The key that secrets in the database are sealed with, itself sealed by a passphrase: salt, nonce, tag, text. */

const bytes = { salt: 16, nonce: 12, tag: 16 }
/** 128 MB and about half a second for each guess. */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 }
export const minPassphraseLength = 12

const keyOf = (passphrase: string, salt: Buffer) => scryptSync(passphrase.normalize('NFC'), salt, 32, cost)

export function sealKey(key: string, passphrase: string): string {
  const salt = randomBytes(bytes.salt)
  const nonce = randomBytes(bytes.nonce)
  const cipher = createCipheriv('aes-256-gcm', keyOf(passphrase, salt), nonce)
  const sealed = Buffer.concat([cipher.update(key, 'utf8'), cipher.final()])
  return Buffer.concat([salt, nonce, cipher.getAuthTag(), sealed]).toString('base64')
}

/** @throws StartupProblem for another passphrase, or a damaged text */
export function openKey(text: string, passphrase: string): string {
  const sealed = Buffer.from(text, 'base64')
  let at = 0
  const take = (length: number) => sealed.subarray(at, (at += length))
  const [salt, nonce, tag] = [take(bytes.salt), take(bytes.nonce), take(bytes.tag)]
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(passphrase, salt), nonce, {
      authTagLength: bytes.tag,
    }).setAuthTag(tag)
    return Buffer.concat([decipher.update(sealed.subarray(at)), decipher.final()]).toString('utf8')
  } catch {
    throw new StartupProblem('The passphrase is not the one that this backup was made with.')
  }
}
