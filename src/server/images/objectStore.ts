import type { Readable } from 'node:stream'

/** `stream` must be read to its end or destroyed. */
export type Stored = { bytes: number; stream: Readable }

/** What a store holds. */
export type Kept = 'photo' | 'backup'

/** Files by key, such as `tenant/ab/hash/640.jpg`. Stored completely or not at all; never changed, only removed. */
export type ObjectStore = {
  put(key: string, content: Buffer | { file: string }, contentType: string): Promise<void>
  get(key: string): Promise<Stored | undefined>
  has(key: string): Promise<boolean>
  /** Those that start so, in no order. */
  keys(start: string): AsyncIterable<string>
  /** Ignores missing keys. */
  remove(...keys: string[]): Promise<void>
  /** Rejects with a message for the operator if nothing can be stored. */
  check(): Promise<void>
}

export async function readStored(store: Pick<ObjectStore, 'get'>, key: string): Promise<Buffer | undefined> {
  const stored = await store.get(key)
  if (!stored) return undefined
  const parts: Buffer[] = []
  for await (const part of stored.stream) parts.push(part as Buffer)
  return Buffer.concat(parts)
}
