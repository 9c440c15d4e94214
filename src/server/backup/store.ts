import type { ObjectStore } from '#server/images/objectStore.ts'
import { Damaged } from './damage.ts'

export type BackupTarget = Pick<ObjectStore, 'put' | 'has'> & {
  /** Nothing of a file is there before. */
  finish(): Promise<void>
  /** Removes what is incomplete. */
  abandon(): Promise<void>
}
export type BackupSource = Pick<ObjectStore, 'get' | 'has' | 'keys'> & AsyncDisposable

/**
 * Undefined if there is no such file. A source may hold anything, so nothing is read whole without a limit.
 * @throws Damaged if it is larger
 */
export async function readWhole(
  source: Pick<BackupSource, 'get'>,
  key: string,
  maxBytes: number,
): Promise<Buffer | undefined> {
  const stored = await source.get(key)
  if (!stored) return undefined
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of stored.stream as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > maxBytes) throw new Damaged(`it is larger than ${maxBytes / mebibyte} MiB`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

export const mebibyte = 1024 * 1024
