import { dropCachedPage } from './pageCache.ts'
import type { StoredName } from './stored.ts'
import { trySetItem } from './trySetItem.ts'

/** From its cookie where the storage was full. */
export function readChoice(name: string): string | undefined {
  const cookie = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`))
  return localStorage.getItem(name) ?? cookie?.slice(name.length + 1)
}

/** Stores a choice here and in a cookie for the server. */
export function saveChoice(name: StoredName, value: string): void {
  // Storage is full: an old choice would win over the cookie.
  if (!trySetItem(localStorage, name, value)) localStorage.removeItem(name)
  saveChoiceCookie(name, value)
}

/** Copies a choice to a cookie, so the server renders it before any script runs. */
export function saveChoiceCookie(name: string, value: string): void {
  if (document.cookie.split('; ').includes(`${name}=${value}`)) return
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${name}=${value}; Path=/; SameSite=Lax; Max-Age=${365 * 24 * 3600}${secure}`
  dropCachedPage()
}
