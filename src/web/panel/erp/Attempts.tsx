import { Skeleton } from '@mantine/core'
import type { TransferAttempt } from '#shared/erp.ts'
import { formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { ErpMessage } from './ErpMessage.tsx'
import classes from './Transfers.module.css'
import { useOrderTransfer } from './useOrderTransfer.ts'

/** Newest first. */
export function Attempts({ orderId }: { orderId: string }) {
  const query = useOrderTransfer(orderId)
  const { data, error } = query
  if (error && !data) return <Failure error={error} onRetry={() => void query.refetch()} />
  if (!data) return <Skeleton height={60} radius="md" />
  if (data.attempts.length === 0) return <p className={classes.soft}>{t('panel.erp.noAttempts')}</p>
  const isSending = data.transfer?.state === 'sending'
  return (
    <ol className={classes.attempts} aria-label={t('panel.erp.attempts')}>
      {data.attempts.map((attempt, index) => (
        <Attempt key={attempt.attempt} attempt={attempt} isUnderWay={isSending && index === 0} />
      ))}
    </ol>
  )
}

function Attempt({ attempt, isUnderWay }: { attempt: TransferAttempt; isUnderWay: boolean }) {
  const { attempt: number, startedAt, outcome, error, raw, erpNumber } = attempt
  const broken = isUnderWay ? 'underWay' : 'broken'
  return (
    <li className={classes.attempt} data-outcome={outcome || broken}>
      <div className={classes.attemptHead}>
        <strong>
          {t(`panel.erp.outcome.${outcome === '' ? broken : outcome}`)}
          {erpNumber && (
            <>
              {' · '}
              <bdi className="number">{erpNumber}</bdi>
            </>
          )}
        </strong>
        <span className={classes.soft}>
          {t('panel.erp.attempt', { number })} {' · '}
          <time dateTime={startedAt}>{formatDateTime(startedAt)}</time>
        </span>
      </div>
      {outcome === 'rejected' && (
        <p className={classes.said} dir="auto">
          {error}
        </p>
      )}
      <ErpMessage text={outcome === 'rejected' ? '' : error} raw={raw} />
    </li>
  )
}
