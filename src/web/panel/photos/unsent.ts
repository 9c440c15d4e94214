import { trySetItem } from '#web/trySetItem.ts'

const storageKey = 'photosUnsent'

/** Names of photos that were unsent when the page was left. */
export const unsentNames: string[] = readStored()

function readStored(): string[] {
  try {
    const names: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
  } catch {
    return []
  }
}

let timer: number | undefined

/** Files do not survive a reload, but their names do. */
export function storeUnsent(names: string[]): void {
  window.clearTimeout(timer)
  timer = window.setTimeout(() => trySetItem(sessionStorage, storageKey, JSON.stringify(names)), 200)
}
