import type { ReactNode } from 'react'
import type { OrderRow } from '#shared/orders.ts'
import { formatDateTime, formatMoney } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { settings } from '#web/settings.ts'
import { OrderStateBadge, OrderTransferBadge } from './OrderBadges.tsx'
import classes from './OrderCard.module.css'

/** For phones. */
export function orderCard(row: OrderRow, renderLink: (name: ReactNode) => ReactNode): ReactNode {
  const { orderNumber, customer, orderDate, orderType, qty, totals, salesPerson, state } = row
  return (
    <>
      <div className={classes.line}>
        <span className={classes.long}>
          {renderLink(<bdi className="number">{orderNumber}</bdi>)} <bdi>{customer}</bdi>
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
          {(state === 'cancelled' || !settings.transferEnabled) && <OrderStateBadge state={state} />}
          {settings.transferEnabled && state !== 'cancelled' && <OrderTransferBadge order={row} />}
          <span className={classes.soft}>{t(`orderType.short.${orderType}`)}</span>
        </span>
        <bdi className={classes.soft}>{salesPerson}</bdi>
      </div>
    </>
  )
}
