import { Button, Skeleton, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldsOf } from '#shared/changeWords.ts'
import type { OrderChange } from '#shared/officeOrders.ts'
import { api } from '#web/api.ts'
import { formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { fieldName, readable } from '../changes/changeWords.ts'
import classes from './OrderPage.module.css'

const maxCollapsedLines = 8

export function OrderHistory({ orderId }: { orderId: string }) {
  const history = useQuery({
    queryKey: ['orderHistory', orderId],
    queryFn: async ({ signal }) =>
      (await api.get('/api/Shop/GetOrderHistory', { id: orderId }, { signal })).data,
  })
  return (
    <section className={classes.panel} aria-labelledby="order-history">
      <Title order={2} size="h5" id="order-history" mb="xs">
        {t('panel.order.history')}
      </Title>
      {history.error && <Failure error={history.error} onRetry={() => void history.refetch()} />}
      {history.isPending && <Skeleton height={60} radius="md" />}
      {history.data && (
        <ol className={classes.list}>
          {history.data.map((change) => (
            <Entry key={`${change.id} ${change.action}`} change={change} />
          ))}
        </ol>
      )}
    </section>
  )
}

function Entry({ change }: { change: OrderChange }) {
  const { action, userName, at } = change
  return (
    <li className={classes.entry}>
      <div className={classes.entryHead}>
        <span>
          <strong>{t(`panel.changes.action.${action}`)}</strong>
          {userName && (
            <>
              {' · '}
              <bdi>{userName}</bdi>
            </>
          )}
        </span>
        <time className={classes.soft} dateTime={at}>
          {formatDateTime(at)}
        </time>
      </div>
      <Differences change={change} />
    </li>
  )
}

function Differences({ change }: { change: OrderChange }) {
  const [isExpanded, setIsExpanded] = useState(false)
  const { before, after } = change
  const lines = readable('lines', after?.lines)
  const fields = fieldsOf(change).filter((name) => name !== 'lines')
  const shown = isExpanded ? lines : lines.slice(0, maxCollapsedLines)
  if (lines.length + fields.length === 0) return null
  return (
    <ul className={classes.changes}>
      {shown.map((line) => (
        <li key={line}>
          <bdi>{line}</bdi>
        </li>
      ))}
      {lines.length > shown.length && (
        <li>
          <Button variant="subtle" size="compact-sm" onClick={() => setIsExpanded(true)}>
            {t('panel.order.moreLines', { count: lines.length - shown.length })}
          </Button>
        </li>
      )}
      {fields.map((name) => {
        const was = readable(name, before?.[name]).join(', ')
        const is = readable(name, after?.[name]).join(', ')
        return (
          <li key={name}>
            <span className={classes.name}>{fieldName(name)}:</span>{' '}
            {was && (
              <>
                <del>
                  <bdi>{was}</bdi>
                </del>{' '}
              </>
            )}
            {is &&
              (before ? (
                <ins>
                  <bdi>{is}</bdi>
                </ins>
              ) : (
                <bdi>{is}</bdi>
              ))}
          </li>
        )
      })}
    </ul>
  )
}
