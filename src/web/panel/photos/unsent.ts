import { trySetItem } from '#web/trySetItem.ts'

const key = 'photosUnsent'

/** The names of photos that were not with the server when this page was last left, or reloaded. */
export const leftBehind: string[] = read()

function read(): string[] {
  try {
    const names: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]')
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
  } catch {
    return []
  }
}

let timer: number | undefined

/** Writes down what has not been sent; files themselves do not outlive a page, their names do. */
export function rememberUnsent(names: string[]): void {
  window.clearTimeout(timer)
  timer = window.setTimeout(() => trySetItem(sessionStorage, key, JSON.stringify(names)), 200)
}
