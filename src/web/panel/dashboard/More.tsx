import { Button } from '@mantine/core'
import { maxAnalysisRows } from '#shared/analysisRules.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'

/** Rows of a part that are shown at first. */
export const firstRows = 6

type Props = { total: number; isAll: boolean; onChange: (isAll: boolean) => void }

/** Shows all rows of a part, and the first few again. Nothing where those are all. */
export function More({ total, isAll, onChange }: Props) {
  if (total <= firstRows) return null
  const count = Math.min(total, maxAnalysisRows)
  return (
    <Button variant="subtle" mt={4} px="xs" aria-expanded={isAll} onClick={() => onChange(!isAll)}>
      {isAll
        ? t('panel.dashboard.showFewer')
        : t('panel.dashboard.showAll', { count, number: formatCount(count) })}
    </Button>
  )
}
