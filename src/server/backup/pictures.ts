import { createHash } from 'node:crypto'
import { basename, dirname } from 'node:path/posix'

export const hashOfPicture = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** An object's content has the hash that its key names: `…/HASH/original` or `…/HASH.jpg`. */
export function isWhole(object: string, bytes: Buffer): boolean {
  const name = basename(object)
  const named = name === 'original' ? basename(dirname(object)) : name.replace(/\.\w+$/, '')
  return hashOfPicture(bytes) === named
}
