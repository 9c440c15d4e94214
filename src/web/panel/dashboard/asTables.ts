import { useLocalStorage } from '@mantine/hooks'
import { useSession } from '#web/session.ts'

/** Whether this user wants figures as tables instead of charts, on this device. */
export function useAsTables() {
  const user = useSession((session) => session.user?.id ?? '')
  return useLocalStorage({
    key: `dashboard tables ${user}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  })
}
