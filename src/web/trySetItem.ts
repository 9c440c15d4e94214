import type { StoredKey } from './stored.ts'

/** Stores a text. Throws when the storage is full. */
export function setItemOrThrow(storage: Storage, key: StoredKey, value: string): void {
  storage.setItem(key, value)
}

/** Returns false when the storage is full. For data that is only a convenience. */
export function trySetItem(storage: Storage, key: StoredKey, value: string): boolean {
  try {
    setItemOrThrow(storage, key, value)
    return true
  } catch {
    return false
  }
}
