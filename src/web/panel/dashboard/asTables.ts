import { useLocalStorage } from '@mantine/hooks'
import { useSession } from '#web/session.ts'
import type { StoredKey } from '#web/stored.ts'

/** Whether this user wants figures as tables instead of charts, on this device. */
export function useAsTables() {
  const user = useSession((session) => session.user?.id ?? '')
  return useLocalStorage({
    key: `dashboard tables ${user}` satisfies StoredKey,
    defaultValue: false,
    getInitialValueInEffect: false,
  })
}
