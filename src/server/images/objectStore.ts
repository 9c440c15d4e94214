import type { Readable } from 'node:stream'

/** What is stored under a key; `stream` is to be read to its end or destroyed. */
export type Stored = { bytes: number; stream: Readable }

/**
 * Files under keys such as `tenant/ab/hash/640.jpg`. What is put is there whole or not at all, and what stands under a
 * key is never changed, only removed.
 */
export type ObjectStore = {
  /** Keeps bytes, or a file's, under a key. */
  put(key: string, content: Buffer | { file: string }, contentType: string): Promise<void>
  /** Undefined where nothing stands under the key. */
  get(key: string): Promise<Stored | undefined>
  has(key: string): Promise<boolean>
  /** Removes what stands under the keys, and is content where nothing does. */
  remove(...keys: string[]): Promise<void>
  /** Rejects, in words for the operator, where nothing could be stored. */
  check(): Promise<void>
}

/** All of a stored file; undefined where there is none. */
export async function readStored(store: ObjectStore, key: string): Promise<Buffer | undefined> {
  const stored = await store.get(key)
  if (!stored) return undefined
  const parts: Buffer[] = []
  for await (const part of stored.stream) parts.push(part as Buffer)
  return Buffer.concat(parts)
}
