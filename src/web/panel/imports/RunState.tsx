import { Badge } from '@mantine/core'
import type { ImportState } from '#shared/imports.ts'
import { t } from '#web/i18n.ts'

const calm = 'gray'
const busy = 'blue'
const good = 'green'
const colors: Record<ImportState, string> = {
  uploaded: calm,
  checking: busy,
  checked: 'yellow',
  applying: busy,
  applied: good,
  undoing: busy,
  undone: calm,
  failed: 'red',
  discarded: calm,
}

/** How far an import is. */
export function RunState({ state }: { state: ImportState }) {
  return (
    <Badge variant="light" color={colors[state]}>
      {t(`panel.import.state.${state}`)}
    </Badge>
  )
}
