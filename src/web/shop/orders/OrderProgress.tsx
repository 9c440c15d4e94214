import type { OrderDetail } from '#shared/orders/orders.ts'
import { formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { settings } from '#web/settings.ts'
import classes from './OrderProgress.module.css'

type Step = { text: string; at?: string | undefined; state: 'done' | 'now' | 'next' }

/** How far an order has come, and what follows. */
export function OrderProgress({ order }: { order: OrderDetail }) {
  return (
    <ol className={classes.steps} aria-label={t('ordering.progress')}>
      {stepsOf(order).map(({ text, at, state }) => (
        <li key={text} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
          <span>{text}</span>
          {at && <time dateTime={at}>{formatDateTime(at)}</time>}
        </li>
      ))}
    </ol>
  )
}

function stepsOf({ state, orderDate, transfer, transferedDate }: OrderDetail): Step[] {
  const steps: Step[] = [{ text: t('ordering.progress.placed'), at: orderDate, state: 'done' }]
  if (state === 'cancelled') return [...steps, { text: t('order.state.cancelled'), state: 'now' }]
  if (state === 'returned') steps.push({ text: t('ordering.progress.answer'), state: 'now' })
  if (state !== 'placed')
    steps.push({ text: t('ordering.progress.approval'), state: state === 'review' ? 'now' : 'next' })
  const isNow = state === 'placed' ? 'now' : 'next'
  if (settings.transferEnabled)
    steps.push({
      text: t('ordering.progress.processed'),
      at: transferedDate,
      state: transfer ? 'done' : isNow,
    })
  return steps
}
