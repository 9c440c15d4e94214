import { useLocalStorage } from '@mantine/hooks'
import { useSession } from '#web/session.ts'
import type { StoredKey } from '#web/stored.ts'
import { type ColumnChoice, noChoice, readChoice } from './columns.ts'

export type KeptColumns = {
  choice: ColumnChoice
  choose: (choice: ColumnChoice) => void
  reset: () => void
}

/** The columns of a list as this user has put them on this device. */
export function useColumns(list: string | undefined): KeptColumns {
  const user = useSession((session) => session.user?.id ?? '')
  const [choice, choose, reset] = useLocalStorage({
    key: `columns ${list} ${user}` satisfies StoredKey,
    defaultValue: noChoice,
    getInitialValueInEffect: false,
    deserialize: readChoice,
  })
  return { choice, choose, reset }
}
