import { keepOrThrow } from '#web/keepIfRoom.ts'
import { useSession } from '#web/session.ts'
import { settings } from '#web/settings.ts'
import type { StoredKey, StoredName } from '#web/stored.ts'

/** Where something that concerns one user of one tenant at this browser is kept. Visitors share one place. */
export function ownKey(name: StoredName): StoredKey {
  return `${name}:${settings.customerKey}:${useSession.getState().user?.id ?? ''}`
}

/** A list kept in this browser; [] where nothing, or nothing of use, is there. */
export function readOwn<One>(name: StoredName, isOne: (value: unknown) => value is One): One[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(ownKey(name)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isOne) : []
  } catch {
    return []
  }
}

/** Keeps a list in this browser; [] takes it away. Full or forbidden storage is no reason to fail: it is a comfort. */
export function writeOwn(name: StoredName, list: unknown[]): void {
  try {
    if (list.length === 0) localStorage.removeItem(ownKey(name))
    else keepOrThrow(localStorage, ownKey(name), JSON.stringify(list))
  } catch {
    // Nothing to be done, and nothing is lost that was not here by luck.
  }
}
