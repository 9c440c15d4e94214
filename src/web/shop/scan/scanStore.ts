import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { t } from '#web/i18n.ts'
import { notifyFailure } from '#web/notify.ts'
import { useSession } from '#web/session.ts'
import type { StoredKey } from '#web/stored.ts'
import { useCart } from '../cart/stored/cartStore.ts'
import { noScans, type Scans, sessionOf } from './scans.ts'

const storageKey = 'scans' satisfies StoredKey

/** Survives a reload, with scans waiting for a connection. */
export const useScans = create<Scans>()(persist(() => noScans, { name: storageKey, version: 1 }))

window.addEventListener('storage', (event) => {
  if (event.key === storageKey) void useScans.persist.rehydrate()
})

/** False once storage fails: scans then live in this tab only. */
let isPersistent = true

/** Starts from the stored scans and the current cart: see {@link sessionOf}. */
export function changeScans(next: (scans: Scans) => Scans): void {
  if (isPersistent) void useScans.persist.rehydrate()
  const userId = useSession.getState().user?.id ?? ''
  const { guidKey } = useCart.getState()
  try {
    useScans.setState((scans) => next(sessionOf(scans, userId, guidKey)))
    isPersistent = true
  } catch {
    // Changed in memory anyway.
    if (isPersistent) notifyFailure(t('cart.notKept'))
    isPersistent = false
  }
}
