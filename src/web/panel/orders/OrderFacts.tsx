import { SimpleGrid } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { OrderDetail } from '#shared/orders.ts'
import { formatCount, formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { settings } from '#web/settings.ts'
import { Totals } from '#web/ui/Totals.tsx'
import classes from './OrderPage.module.css'
import { sumsOf } from './orderGrid.ts'

/** For whom an order is, through whom, when, what it comes to, and which other orders belong to it. */
export function OrderFacts({ order }: { order: OrderDetail }) {
  const { guest, splitFrom, splitInto } = order
  const { pieces } = sumsOf(order.lines)
  return (
    <SimpleGrid
      component="dl"
      cols={{ base: 2, sm: 3, lg: 5 }}
      spacing="sm"
      verticalSpacing="sm"
      className={classes.facts}
    >
      <Fact name={t('order.customer')}>
        {order.currAccDescription} <bdi className={classes.soft}>{order.currAccCode}</bdi>
      </Fact>
      {guest && (
        <Fact name={t('order.guest')}>
          {guest.name} · <bdi>{guest.phone}</bdi>
          {guest.email && (
            <>
              {' · '}
              <bdi>{guest.email}</bdi>
            </>
          )}
        </Fact>
      )}
      {order.subCurrAccName && <Fact name={t('cart.subAccount')}>{order.subCurrAccName}</Fact>}
      <Fact name={t('order.date')}>{formatDateTime(order.orderDate)}</Fact>
      <Fact name={t('order.salesPerson')}>{order.salesPerson}</Fact>
      <Fact name={t('order.type')}>{t(`orderType.short.${order.orderType}`)}</Fact>
      {settings.transferEnabled && order.transferedDate && (
        <Fact name={t('order.transferedDate')}>{formatDateTime(order.transferedDate)}</Fact>
      )}
      <Fact name={t('order.qty')}>{formatCount(order.qty)}</Fact>
      <Fact name={t('cart.pieces')}>{formatCount(pieces)}</Fact>
      <Fact name={t('order.amount')}>
        <Totals totals={order.totals} />
      </Fact>
      <Fact name={t('order.currency')}>{order.totals.map(({ currency }) => currency).join(' ')}</Fact>
      {splitFrom && (
        <Fact name={t('panel.changes.field.splitFrom')}>
          <OrderLink of={splitFrom} />
        </Fact>
      )}
      {splitInto.length > 0 && (
        <Fact name={t('panel.changes.field.splitInto')}>
          {splitInto.map((one, index) => (
            <span key={one.orderId}>
              {index > 0 && ', '}
              <OrderLink of={one} />
            </span>
          ))}
        </Fact>
      )}
      {order.description && (
        <Fact name={t('cart.description')} isWide>
          {order.description}
        </Fact>
      )}
    </SimpleGrid>
  )
}

function Fact({ name, isWide = false, children }: { name: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={isWide ? `${classes.fact} ${classes.wide}` : classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function OrderLink({ of: { orderId, orderNumber } }: { of: { orderId: string; orderNumber: string } }) {
  return (
    <Link to="/siparisler/$orderId" params={{ orderId }}>
      <bdi className="number">{orderNumber}</bdi>
    </Link>
  )
}
