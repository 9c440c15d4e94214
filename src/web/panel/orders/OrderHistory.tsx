import { Button, Title } from '@mantine/core'
import { useState } from 'react'
import { fieldsOf } from '#shared/changeWords.ts'
import type { OrderChange } from '#shared/officeOrders.ts'
import { api } from '#web/api.ts'
import { formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { fieldName, readable } from '../changes/changeWords.ts'
import { Loaded } from '../Loaded.tsx'
import { useCall } from '../useCall.ts'
import classes from './OrderPage.module.css'

const maxCollapsedLines = 8

export function OrderHistory({ orderId }: { orderId: string }) {
  const history = useCall(['orderHistory', orderId], (options) =>
    api.get('/api/Shop/GetOrderHistory', { id: orderId }, options),
  )
  return (
    <section className="box" aria-labelledby="order-history">
      <Title order={2} size="h5" id="order-history" mb="xs">
        {t('panel.order.history')}
      </Title>
      <Loaded query={history} height={60}>
        {(changes) => (
          <ol className="plain">
            {changes.map((change) => (
              <Entry key={`${change.id} ${change.action}`} change={change} />
            ))}
          </ol>
        )}
      </Loaded>
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
        <time className="soft" dateTime={at}>
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
