import type { StoredKey } from './stored.ts'

/** Keeps a text in a storage of the browser. Throws where that refuses, being full. */
export function keepOrThrow(storage: Storage, key: StoredKey, value: string): void {
  storage.setItem(key, value)
}

/**
 * Keeps a text in a storage of the browser. Answers false where that refuses, being full: what is a comfort and no more
 * is no reason to stop what the person is doing.
 */
export function keepIfRoom(storage: Storage, key: StoredKey, value: string): boolean {
  try {
    keepOrThrow(storage, key, value)
    return true
  } catch {
    return false
  }
}
