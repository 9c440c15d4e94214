import { Badge } from '@mantine/core'
import type { ImportState } from '#shared/imports.ts'
import { t } from '#web/i18n.ts'

const neutral = 'gray'
const busy = 'blue'
const good = 'green'
const colors: Record<ImportState, string> = {
  uploaded: neutral,
  checking: busy,
  checked: 'yellow',
  applying: busy,
  applied: good,
  undoing: busy,
  undone: neutral,
  failed: 'red',
  discarded: neutral,
}

export function RunState({ state }: { state: ImportState }) {
  return (
    <Badge variant="light" color={colors[state]}>
      {t(`panel.import.state.${state}`)}
    </Badge>
  )
}
