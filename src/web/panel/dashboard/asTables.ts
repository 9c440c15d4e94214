import { useLocalStorage } from '@mantine/hooks'
import { useSession } from '#web/session.ts'
import type { StoredKey } from '#web/stored.ts'

/** Stored per user and device. */
export function useAsTables() {
  const user = useSession((session) => session.user?.id ?? '')
  return useLocalStorage({
    key: `dashboard tables ${user}` satisfies StoredKey,
    defaultValue: false,
    getInitialValueInEffect: false,
  })
}
