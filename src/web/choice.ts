import { keepIfRoom } from './keepIfRoom.ts'
import { forgetKeptPage } from './keptPage.ts'
import type { StoredName } from './stored.ts'

/** What the person has chosen under this name in this browser: where its storage is full, as the server was told. */
export function readChoice(name: string): string | undefined {
  const told = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`))
  return localStorage.getItem(name) ?? told?.slice(name.length + 1)
}

/** Keeps a choice, here and for the server. */
export function keepChoice(name: StoredName, value: string): void {
  // Full: what stands there is a choice of before, and would come back.
  if (!keepIfRoom(localStorage, name, value)) localStorage.removeItem(name)
  keepForServer(name, value)
}

/**
 * Tells the server of a choice that is kept in local storage, which it cannot read: then it sends the next page in
 * that language, with those colours, before any script runs.
 */
export function keepForServer(name: string, value: string): void {
  if (document.cookie.split('; ').includes(`${name}=${value}`)) return
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${name}=${value}; Path=/; SameSite=Lax; Max-Age=${365 * 24 * 3600}${secure}`
  forgetKeptPage()
}
