import { Button } from '@mantine/core'
import { maxAnalysisRows } from '#shared/analysisRules.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'

/** Rows shown at first. */
export const collapsedRows = 6

type Props = { total: number; isExpanded: boolean; onChange: (isExpanded: boolean) => void }

/** Hidden if all rows are shown anyway. */
export function ShowAllButton({ total, isExpanded, onChange }: Props) {
  if (total <= collapsedRows) return null
  const count = Math.min(total, maxAnalysisRows)
  return (
    <Button variant="subtle" mt={4} px="xs" aria-expanded={isExpanded} onClick={() => onChange(!isExpanded)}>
      {isExpanded
        ? t('panel.dashboard.showFewer')
        : t('panel.dashboard.showAll', { count, number: formatCount(count) })}
    </Button>
  )
}
