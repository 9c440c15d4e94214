import { Badge } from '@mantine/core'
import type { ImportRun, ImportState } from '#shared/imports/imports.ts'
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
  return <Badge color={colors[state]}>{t(`panel.import.state.${state}`)}</Badge>
}

const fetched = { customers: true, products: true, prices: true, stock: true } as const
const isFetched = (name: string): name is keyof typeof fetched => name in fetched

/** The file's name; of a run of fetching from the ERP what was fetched. */
export function runName({ source, fileName }: Pick<ImportRun, 'source' | 'fileName'>): string {
  return source === 'erp' && isFetched(fileName) ? `ERP: ${t(`panel.erp.what.${fileName}`)}` : fileName
}
