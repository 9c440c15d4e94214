import { Badge, Group, Loader, Skeleton, Title } from '@mantine/core'
import { IconScale } from '@tabler/icons-react'
import type { ReconciliationShown } from '#shared/erp/erp.ts'
import { fromMinor, minor } from '#shared/numbers/money.ts'
import { api } from '#web/api.ts'
import { formatCount, formatDateTime } from '#web/format.ts'
import { locale, t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { amountText } from '#web/numberText.ts'
import { queryClient } from '#web/queryClient.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Failure } from '#web/ui/Failure.tsx'
import { Money } from '#web/ui/Money.tsx'
import { IconButton } from '../IconButton.tsx'
import { type Column, DataTable } from '../list/DataTable.tsx'
import { PageHead } from '../PageHead.tsx'
import { refetch } from '../refetch.ts'
import { usePageSearch } from '../shell/pageAddress.ts'
import { useBusy } from '../useBusy.ts'
import { useCall } from '../useCall.ts'
import classes from './Comparison.module.css'
import { ErpMessage } from './ErpMessage.tsx'
import { readErpSearch } from './erpSearch.ts'
import { NoLink } from './NoLink.tsx'
import { OutcomeLine } from './StatePart.tsx'
import { useErpLink } from './useErpLink.ts'

export function ComparisonPart() {
  const link = useErpLink({ isWatched: true })
  const query = useComparisons()
  const { run: chosenId } = readErpSearch(usePageSearch())
  const { data, error, dataUpdatedAt: now } = query
  const isLoading = query.isPending || link.isPending
  const hasLink = link.data?.link !== undefined
  const shownRun = data?.runs.find(({ id }) => id === chosenId) ?? data?.runs.find(({ endedAt }) => endedAt)
  return (
    <>
      <PageHead title={t('panel.erp.comparison')} text={t('panel.erp.comparisonText')} />
      {error && !data && <Failure error={error} onRetry={() => void query.refetch()} />}
      {isLoading && <Skeleton height={260} radius="md" />}
      {!isLoading && data && !hasLink && <NoLink />}
      {!isLoading && data && hasLink && (
        <>
          <ComparisonActions comparisons={data} condition={link.data?.state.condition ?? 'idle'} now={now} />
          {shownRun ? <ComparisonResult run={shownRun} now={now} /> : <NoComparison nextAt={data.nextAt} />}
          <ComparisonTable runs={data.runs} shownId={shownRun?.id} now={now} />
        </>
      )}
    </>
  )
}

function NoComparison({ nextAt }: { nextAt: string | undefined }) {
  return (
    <Empty title={t('panel.erp.compareNone')}>
      <p>
        {nextAt
          ? t('panel.erp.compareNoneNext', { when: formatDateTime(nextAt) })
          : t('panel.erp.compareNoneText')}
      </p>
    </Empty>
  )
}

type Comparisons = NonNullable<ReturnType<typeof useComparisons>['data']>
type Condition = NonNullable<ReturnType<typeof useErpLink>['data']>['state']['condition']
type ComparisonActionsProps = { comparisons: Comparisons; condition: Condition; now: number }

function ComparisonActions({ comparisons: { runs, isDue, nextAt }, condition, now }: ComparisonActionsProps) {
  const { button } = useBusy()
  const newest = runs[0]
  const isUnderWay = newest !== undefined && outcomeOf(newest, now) === 'underWay'
  // Nothing was transferred yet.
  if (condition === 'idle' && !newest) return null
  const isWaiting = isDue && condition !== 'up'
  const isBusy = isUnderWay || (isDue && !isWaiting)
  const start = async () => {
    await api.post('/api/Erp/StartReconciliation', {})
    notifyDone(t(condition === 'up' ? 'panel.erp.compareAsked' : 'panel.erp.compareWhenUp'))
    // Polls until the run appears, so that progress is shown at once.
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await refetch('erpComparisons')
      const latest = queryClient.getQueryData<Comparisons>(['erpComparisons'])
      if (condition !== 'up' || latest?.runs[0]?.id !== newest?.id) return
      await new Promise((resolve) => setTimeout(resolve, 1000))
    }
  }
  return (
    <Group gap="sm" mb="md">
      <IconButton
        Icon={IconScale}
        aria-disabled={isBusy || undefined}
        {...button('compare', start)}
        {...(isBusy ? { onClick: undefined } : {})}
      >
        {t('panel.erp.compareNow')}
      </IconButton>
      <Group gap={8} c="var(--ink-soft)" fz="sm" role="status">
        {isBusy && <Loader size={16} aria-hidden />}
        {isUnderWay && t('panel.erp.comparingSince', { when: formatDateTime(newest.startedAt) })}
        {!isUnderWay && isBusy && t('panel.erp.comparing')}
        {!isBusy && isWaiting && t('panel.erp.compareWhenUp')}
        {!isBusy && !isWaiting && nextAt && t('panel.erp.compareNext', { when: formatDateTime(nextAt) })}
      </Group>
    </Group>
  )
}

type Finding = ReconciliationShown['findings'][number]

const kinds = ['missing', 'different', 'unexpected', 'unknown'] as const

function ComparisonResult({ run, now }: { run: ReconciliationShown; now: number }) {
  const { findings } = run
  const unlisted = countFound(run) - findings.length
  return (
    <>
      <ResultLine run={run} now={now} />
      {kinds.map((kind) => {
        const found = findings.filter(({ what }) => what === kind)
        if (found.length === 0) return null
        return (
          <section key={kind} className={classes.kind} aria-labelledby={`finding-${kind}`}>
            <Title order={2} size="h4" id={`finding-${kind}`}>
              {t(`panel.erp.finding.${kind}`)}{' '}
              <bdi className={`number ${classes.count}`}>{formatCount(run[kind])}</bdi>
            </Title>
            <p className={classes.what}>{t(`panel.erp.finding.${kind}.text`)}</p>
            <DataTable
              label={t(`panel.erp.finding.${kind}`)}
              columns={columnsOf(kind)}
              rows={found}
              rowKey={({ orderId, erpNumber, currencyCode }) => `${orderId} ${erpNumber} ${currencyCode}`}
              rowLink={({ orderId }) =>
                orderId === '' ? undefined : { to: '/siparisler/$orderId' as const, params: { orderId } }
              }
            />
          </section>
        )
      })}
      {unlisted > 0 && <p className={classes.what}>{t('panel.erp.findingsMore', { count: unlisted })}</p>}
    </>
  )
}

const countFound = (run: ReconciliationShown) => kinds.reduce((sum, kind) => sum + run[kind], 0)

function ResultLine({ run, now }: { run: ReconciliationShown; now: number }) {
  const { startedAt, since, checked, error } = run
  const outcome = outcomeOf(run, now)
  const found = countFound(run)
  const severity = outcome !== 'done' ? 'bad' : found > 0 ? 'warning' : 'good'
  return (
    <OutcomeLine look={severity} heading={headingOf(outcome, found, checked)}>
      {outcome === 'failed' && <p>{t('panel.erp.compareFailedText')}</p>}
      {outcome === 'broken' && <p>{t('panel.erp.compareBrokenText')}</p>}
      <p>{t('panel.erp.comparedAt', { when: formatDateTime(startedAt), since: formatDateTime(since) })}</p>
      {outcome === 'failed' && <ErpMessage text={error} />}
    </OutcomeLine>
  )
}

function headingOf(outcome: ReturnType<typeof outcomeOf>, found: number, checked: number): string {
  if (outcome === 'failed') return t('panel.erp.compareFailed')
  if (outcome === 'broken') return t('panel.erp.compareBroken')
  if (outcome === 'underWay') return t('panel.erp.comparing')
  return found > 0
    ? t('panel.erp.compareBad', { count: found })
    : t('panel.erp.compareGood', { count: checked })
}

const lacksOurs = (kind: Finding['what']) => kind === 'unexpected' || kind === 'unknown'

/** Hides the sum of the side that lacks the order. */
function columnsOf(kind: Finding['what']): Column<Finding>[] {
  return [
    {
      key: 'orderNumber',
      name: t('order.number'),
      isHidden: kind === 'unknown',
      cell: ({ orderNumber, isTax }) => (
        <>
          <bdi className="number">{orderNumber}</bdi>
          {isTax && ` · ${t('tax.vat')}`}
        </>
      ),
    },
    {
      key: 'erpNumber',
      name: t('panel.erp.erpNumber'),
      cell: ({ erpNumber }) => (erpNumber ? <bdi className="number">{erpNumber}</bdi> : '–'),
    },
    sumColumn('ours', t('panel.erp.totalHere'), lacksOurs(kind), ({ oursMinor }) => oursMinor),
    sumColumn('theirs', t('panel.erp.totalThere'), kind === 'missing', ({ erpMinor }) => erpMinor),
    sumColumn('gap', t('panel.erp.gap'), kind !== 'different', ({ oursMinor, erpMinor }) =>
      oursMinor === undefined || erpMinor === undefined ? undefined : erpMinor - oursMinor,
    ),
  ]
}

function sumColumn(
  key: string,
  name: string,
  isHidden: boolean,
  minorOf: (finding: Finding) => number | undefined,
): Column<Finding> {
  const cell = (finding: Finding) => {
    const found = minorOf(finding)
    if (found === undefined) return '–'
    const [amount, currency] = [fromMinor(minor(found)), finding.currencyCode]
    return currency === '' ? (
      <bdi className="number">{amountText(amount, locale)}</bdi>
    ) : (
      <Money amount={amount} currency={currency} />
    )
  }
  return { key, name, isHidden, isNumber: true, cell }
}

type TableProps = { runs: ReconciliationShown[]; shownId: string | undefined; now: number }

/** Each row links to its findings. */
function ComparisonTable({ runs, shownId, now }: TableProps) {
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

const columnsAt = (now: number): Column<ReconciliationShown>[] => [
  { key: 'when', name: t('panel.erp.when'), cell: ({ startedAt }) => formatDateTime(startedAt) },
  {
    key: 'checked',
    name: t('panel.erp.compared'),
    isNumber: true,
    cell: (run) => countOf(run, run.checked, now),
  },
  ...kinds.map((count) => ({
    key: count,
    name: t(`panel.erp.finding.${count}`),
    isNumber: true,
    cell: (run: ReconciliationShown) => countOf(run, run[count], now),
  })),
  { key: 'state', name: t('order.state'), cell: (run) => <State run={run} now={now} /> },
]

/** Unfinished runs have no counts. */
function countOf(run: ReconciliationShown, count: number, now: number) {
  return outcomeOf(run, now) === 'done' ? count : '–'
}

const colors = { good: 'green', warning: 'yellow', bad: 'red', calm: 'blue' } as const

function State({ run, now }: { run: ReconciliationShown; now: number }) {
  const [severity, text] = stateOf(run, now)
  return <Badge color={colors[severity]}>{text}</Badge>
}

function stateOf(run: ReconciliationShown, now: number): [keyof typeof colors, string] {
  const outcome = outcomeOf(run, now)
  if (outcome === 'underWay') return ['calm', t('panel.erp.comparing')]
  if (outcome !== 'done') return ['bad', t('panel.erp.runFailed')]
  const count = countFound(run)
  return count > 0 ? ['warning', t('panel.erp.compareBad', { count })] : ['good', t('panel.erp.compareSame')]
}

/** After this long the process must have died. */
const maxRunMs = 30 * 60_000

/** 'broken' means that the process ended before the run did. */
function outcomeOf({ startedAt, endedAt, error }: ReconciliationShown, now: number) {
  if (!endedAt) return now - Date.parse(startedAt) < maxRunMs ? 'underWay' : 'broken'
  return error === '' ? 'done' : 'failed'
}

/** Polls faster while a comparison runs or is due. */
function useComparisons() {
  return useCall(
    ['erpComparisons'],
    (options) => api.get('/api/Erp/GetReconciliations', {}, { ...options, isQuiet: true }),
    {
      staleTime: 0,
      refetchOnWindowFocus: true,
      refetchInterval: ({ state: { data, dataUpdatedAt } }) => {
        const newest = data?.runs[0]
        const isUnderWay = newest && outcomeOf(newest, dataUpdatedAt) === 'underWay'
        return data?.isDue || isUnderWay ? 2000 : 30_000
      },
    },
  )
}
