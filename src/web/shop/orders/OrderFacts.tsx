import type { ReactNode } from 'react'
import type { OrderDetail } from '#shared/orders/orders.ts'
import { formatCount, formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { settings } from '#web/settings.ts'
import { TaxedTotals } from '#web/ui/TaxedTotals.tsx'
import { taxesOfOrder } from '#web/ui/taxesOfOrder.ts'
import classes from './OrderFacts.module.css'

export function OrderFacts({ order }: { order: OrderDetail }) {
  const pieces = order.lines.reduce((sum, line) => sum + line.qty * line.piecesPerLot, 0)
  return (
    <dl className={classes.facts}>
      {order.guest ? (
        <Fact name={t('order.guest')}>
          {order.guest.name} · <bdi>{order.guest.phone}</bdi>
        </Fact>
      ) : (
        <Fact name={t('order.customer')}>
          {order.currAccDescription} <bdi className={classes.code}>{order.currAccCode}</bdi>
        </Fact>
      )}
      {order.subCurrAccName && <Fact name={t('cart.subAccount')}>{order.subCurrAccName}</Fact>}
      {order.customerOrderNumber && (
        <Fact name={t('order.customerOrderNumber')}>
          <bdi>{order.customerOrderNumber}</bdi>
        </Fact>
      )}
      <Fact name={t('order.date')}>{formatDateTime(order.orderDate)}</Fact>
      <Fact name={t('order.salesPerson')}>{order.salesPerson}</Fact>
      <Fact name={t('order.type')}>{t(`orderType.short.${order.orderType}`)}</Fact>
      {settings.transferEnabled && order.transferedDate && (
        <Fact name={t('order.transferedDate')}>{formatDateTime(order.transferedDate)}</Fact>
      )}
      <Fact name={t('cart.lines')}>{formatCount(order.lines.length)}</Fact>
      <Fact name={t('cart.units')}>{formatCount(order.qty)}</Fact>
      {pieces !== order.qty && <Fact name={t('cart.pieces')}>{formatCount(pieces)}</Fact>}
      <Fact name={t('cart.total')} className={classes.total}>
        <TaxedTotals totals={order.totals} taxes={taxesOfOrder(order)} treatment={order.taxTreatment} />
      </Fact>
      {order.description && <Fact name={t('cart.description')}>{order.description}</Fact>}
    </dl>
  )
}

type FactProps = { name: string; className?: string | undefined; children: ReactNode }

function Fact({ name, className, children }: FactProps) {
  return (
    <div className={className}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
