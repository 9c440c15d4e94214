import { useSession } from '#web/session.ts'
import { settings } from '#web/settings.ts'
import type { StoredKey, StoredName } from '#web/stored.ts'
import { setItemOrThrow } from '#web/trySetItem.ts'

/** A storage key per tenant and user; guests share one. */
export function ownKey(name: StoredName): StoredKey {
  return `${name}:${settings.customerKey}:${useSession.getState().user?.id ?? ''}`
}

/** [] if missing or invalid. */
export function readOwn<One>(name: StoredName, isOne: (value: unknown) => value is One): One[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(ownKey(name)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isOne) : []
  } catch {
    return []
  }
}

/** [] removes it. Ignores full or blocked storage: the lists are conveniences. */
export function writeOwn(name: StoredName, list: unknown[]): void {
  try {
    if (list.length === 0) localStorage.removeItem(ownKey(name))
    else setItemOrThrow(localStorage, ownKey(name), JSON.stringify(list))
  } catch {
    // Only a convenience is lost.
  }
}
