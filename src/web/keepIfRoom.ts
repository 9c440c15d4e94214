import type { StoredKey } from './stored.ts'

/** Stores a text. Throws when the storage is full. */
export function keepOrThrow(storage: Storage, key: StoredKey, value: string): void {
  storage.setItem(key, value)
}

/** Returns false when the storage is full. For data that is only a convenience. */
export function keepIfRoom(storage: Storage, key: StoredKey, value: string): boolean {
  try {
    keepOrThrow(storage, key, value)
    return true
  } catch {
    return false
  }
}
