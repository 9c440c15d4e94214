import type { ReactNode } from 'react'
import type { OrderRow } from '#shared/orders.ts'
import { formatDateTime, formatMoney } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { settings } from '#web/settings.ts'
import { State, Transfer } from './OrderBadges.tsx'
import classes from './OrderCard.module.css'

/** An order on a phone, in three lines: whose, when and how much, and where it stands. */
export function orderCard(row: OrderRow, linked: (name: ReactNode) => ReactNode): ReactNode {
  const { orderNumber, customer, orderDate, orderType, qty, totals, salesPerson, state } = row
  return (
    <>
      <div className={classes.line}>
        <span className={classes.long}>
          {linked(<bdi className="number">{orderNumber}</bdi>)} <bdi>{customer}</bdi>
        </span>
        <span>{t('ordering.cart.unitCount', { count: qty })}</span>
      </div>
      <div className={classes.line}>
        <time className={classes.soft} dateTime={orderDate}>
          {formatDateTime(orderDate)}
        </time>
        <span className={classes.amount}>
          {totals.map(({ amount, currency }) => (
            <bdi key={currency} className="number">
              {formatMoney(amount, currency)}
            </bdi>
          ))}
        </span>
      </div>
      <div className={classes.line}>
        <span className={classes.badges}>
          {(state === 'cancelled' || !settings.transferEnabled) && <State state={state} />}
          {settings.transferEnabled && state !== 'cancelled' && <Transfer order={row} />}
          <span className={classes.soft}>{t(`orderType.short.${orderType}`)}</span>
        </span>
        <bdi className={classes.soft}>{salesPerson}</bdi>
      </div>
    </>
  )
}
