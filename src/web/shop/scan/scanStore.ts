import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { useSession } from '#web/session.ts'
import { useCart } from '../cart/cartStore.ts'
import { noScans, type Scans, sessionOf } from './scans.ts'

const storageKey = 'scans'

/** This browser's scanning session: it outlives a reload, and what waits for a connection with it. */
export const useScans = create<Scans>()(persist(() => noScans, { name: storageKey, version: 1 }))

window.addEventListener('storage', (event) => {
  if (event.key === storageKey) void useScans.persist.rehydrate()
})

/** Every change starts from what is stored, and from whose cart it is now: see {@link sessionOf}. */
export function changeScans(next: (scans: Scans) => Scans): void {
  void useScans.persist.rehydrate()
  const userId = useSession.getState().user?.id ?? ''
  const { guidKey } = useCart.getState()
  useScans.setState((scans) => next(sessionOf(scans, userId, guidKey)))
}
