import { Badge, Title } from '@mantine/core'
import type { ReconciliationShown } from '#shared/erp.ts'
import { formatCount, formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { type Column, DataTable } from '../list/DataTable.tsx'
import { outcomeOf } from './useComparisons.ts'

type Props = { runs: ReconciliationShown[]; shownId: string | undefined; now: number }

/** Each row links to its findings. */
export function ComparisonTable({ runs, shownId, now }: Props) {
  if (runs.length === 0) return null
  return (
    <>
      <Title order={2} size="h4" mb="sm">
        {t('panel.erp.comparisons')}
      </Title>
      <DataTable
        label={t('panel.erp.comparisons')}
        columns={columnsAt(now)}
        rows={runs}
        rowKey={({ id }) => id}
        rowLink={({ id }) =>
          id === shownId ? undefined : { to: '/erp/index', search: { tab: 'comparison', run: id } as never }
        }
      />
    </>
  )
}

const countKinds = ['missing', 'different', 'unexpected'] as const

const columnsAt = (now: number): Column<ReconciliationShown>[] => [
  { key: 'when', name: t('panel.erp.when'), cell: ({ startedAt }) => formatDateTime(startedAt) },
  {
    key: 'checked',
    name: t('panel.erp.compared'),
    isNumber: true,
    cell: (run) => countOf(run, run.checked, now),
  },
  ...countKinds.map((count) => ({
    key: count,
    name: t(`panel.erp.finding.${count}`),
    isNumber: true,
    cell: (run: ReconciliationShown) => countOf(run, run[count], now),
  })),
  { key: 'state', name: t('order.state'), cell: (run) => <State run={run} now={now} /> },
]

/** Unfinished runs have no counts. */
function countOf(run: ReconciliationShown, count: number, now: number) {
  return outcomeOf(run, now) === 'done' ? <bdi className="number">{formatCount(count)}</bdi> : '–'
}

const colors = { good: 'green', warning: 'yellow', bad: 'red', calm: 'blue' } as const

function State({ run, now }: { run: ReconciliationShown; now: number }) {
  const [severity, text] = stateOf(run, now)
  return (
    <Badge variant="light" color={colors[severity]}>
      {text}
    </Badge>
  )
}

function stateOf(run: ReconciliationShown, now: number): [keyof typeof colors, string] {
  const outcome = outcomeOf(run, now)
  if (outcome === 'underWay') return ['calm', t('panel.erp.comparing')]
  if (outcome !== 'done') return ['bad', t('panel.erp.runFailed')]
  const count = run.missing + run.different + run.unexpected
  return count > 0 ? ['warning', t('panel.erp.compareBad', { count })] : ['good', t('panel.erp.compareSame')]
}
