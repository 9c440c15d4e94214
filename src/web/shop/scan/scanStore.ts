import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { t } from '#web/i18n.ts'
import { notifyFailure } from '#web/notify.ts'
import { useSession } from '#web/session.ts'
import type { StoredKey } from '#web/stored.ts'
import { useCart } from '../cart/cartStore.ts'
import { noScans, type Scans, sessionOf } from './scans.ts'

const storageKey = 'scans' satisfies StoredKey

/** This browser's scanning session: it outlives a reload, and what waits for a connection with it. */
export const useScans = create<Scans>()(persist(() => noScans, { name: storageKey, version: 1 }))

window.addEventListener('storage', (event) => {
  if (event.key === storageKey) void useScans.persist.rehydrate()
})

/** False once the browser has refused to store scans (full): they then live in this tab alone. */
let isKept = true

/** Every change starts from what is stored, and from whose cart it is now: see {@link sessionOf}. */
export function changeScans(next: (scans: Scans) => Scans): void {
  if (isKept) void useScans.persist.rehydrate()
  const userId = useSession.getState().user?.id ?? ''
  const { guidKey } = useCart.getState()
  try {
    useScans.setState((scans) => next(sessionOf(scans, userId, guidKey)))
    isKept = true
  } catch {
    // It has changed in memory all the same.
    if (isKept) notifyFailure(t('cart.notKept'))
    isKept = false
  }
}
