import { Title } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import type { ReconciliationShown } from '#shared/erp.ts'
import { fromMinor } from '#shared/money.ts'
import { formatCount, formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { Money } from '#web/ui/Money.tsx'
import { type Column, DataTable } from '../list/DataTable.tsx'
import classes from './Comparison.module.css'
import { ErpMessage } from './ErpMessage.tsx'
import lines from './ErpPage.module.css'
import { outcomeOf } from './useComparisons.ts'

type Finding = ReconciliationShown['findings'][number]

const kinds = ['missing', 'different', 'unexpected'] as const

export function ComparisonResult({ run, now }: { run: ReconciliationShown; now: number }) {
  const { findings } = run
  const unlisted = run.missing + run.different + run.unexpected - findings.length
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
              rowKey={({ orderId, currencyCode }) => `${orderId} ${currencyCode}`}
              rowLink={({ orderId }) => ({ to: '/siparisler/$orderId' as const, params: { orderId } })}
            />
          </section>
        )
      })}
      {unlisted > 0 && <p className={classes.what}>{t('panel.erp.findingsMore', { count: unlisted })}</p>}
    </>
  )
}

const icons = {
  good: IconCircleCheck,
  warning: IconAlertTriangle,
  bad: IconCircleX,
} as const

function ResultLine({ run, now }: { run: ReconciliationShown; now: number }) {
  const { startedAt, since, checked, missing, different, unexpected, error } = run
  const outcome = outcomeOf(run, now)
  const found = missing + different + unexpected
  const severity = outcome !== 'done' ? 'bad' : found > 0 ? 'warning' : 'good'
  const Icon = icons[severity]
  return (
    <div className={lines.line} data-look={severity} role="status">
      <Icon size={24} aria-hidden />
      <div>
        <p className={lines.heading}>{headingOf(outcome, found, checked)}</p>
        {outcome === 'failed' && <p>{t('panel.erp.compareFailedText')}</p>}
        {outcome === 'broken' && <p>{t('panel.erp.compareBrokenText')}</p>}
        <p>{t('panel.erp.comparedAt', { when: formatDateTime(startedAt), since: formatDateTime(since) })}</p>
        {outcome === 'failed' && <ErpMessage text={error} />}
      </div>
    </div>
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

/** Hides the sum of the side that lacks the order. */
function columnsOf(kind: Finding['what']): Column<Finding>[] {
  return [
    {
      key: 'orderNumber',
      name: t('order.number'),
      cell: ({ orderNumber }) => <bdi className="number">{orderNumber}</bdi>,
    },
    {
      key: 'erpNumber',
      name: t('panel.erp.erpNumber'),
      cell: ({ erpNumber }) => (erpNumber ? <bdi className="number">{erpNumber}</bdi> : '–'),
    },
    sumColumn('ours', t('panel.erp.totalHere'), kind === 'unexpected', ({ oursMinor }) => oursMinor),
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
    const minor = minorOf(finding)
    return minor === undefined ? '–' : <Money amount={fromMinor(minor)} currency={finding.currencyCode} />
  }
  return { key, name, isHidden, isNumber: true, cell }
}
