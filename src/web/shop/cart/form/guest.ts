import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { settings } from '#web/settings.ts'
import type { StoredKey } from '#web/stored.ts'
import { trySetItem } from '#web/trySetItem.ts'

type GuestFields = { name: string; phone: string; email: string }

/** Kept while the tab is open. */
export const useGuest = create<GuestFields>()(
  persist(() => ({ name: '', phone: '', email: '' }), {
    name: 'guest' satisfies StoredKey,
    storage: createJSONStorage(() => ({
      getItem: (key) => sessionStorage.getItem(key),
      setItem: (_, value) => void trySetItem(sessionStorage, 'guest', value),
      removeItem: (key) => sessionStorage.removeItem(key),
    })),
  }),
)

export const guestsMayOrder = !settings.orderAuthRequired

/** The mail address is optional. */
export function guestProblems({ name, phone, email }: GuestFields): Partial<Record<keyof GuestFields, true>> {
  return {
    ...(name.trim() ? {} : { name: true }),
    ...(phone.trim() ? {} : { phone: true }),
    ...(!email.trim() || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) ? {} : { email: true }),
  }
}
