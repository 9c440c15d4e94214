import { useLocalStorage } from '@mantine/hooks'
import { useSession } from '#web/session.ts'
import type { StoredKey } from '#web/stored.ts'
import { type ColumnChoice, defaultChoice, parseChoice } from './columns.ts'

export type ColumnSettings = {
  choice: ColumnChoice
  setChoice: (choice: ColumnChoice) => void
  reset: () => void
}

/** Stored per user and device. */
export function useColumns(list: string | undefined): ColumnSettings {
  const user = useSession((session) => session.user?.id ?? '')
  const [choice, setChoice, reset] = useLocalStorage({
    key: `columns ${list} ${user}` satisfies StoredKey,
    defaultValue: defaultChoice,
    getInitialValueInEffect: false,
    deserialize: parseChoice,
  })
  return { choice, setChoice, reset }
}
