/**
 * Keeps a text in a storage of the browser. Answers false where that refuses, being full: what is a comfort and no more
 * is no reason to stop what the person is doing.
 */
export function keepIfRoom(storage: Storage, key: string, value: string): boolean {
  try {
    storage.setItem(key, value)
    return true
  } catch {
    return false
  }
}
