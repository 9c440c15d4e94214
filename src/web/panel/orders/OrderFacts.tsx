import { SimpleGrid } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { OrderDetail } from '#shared/orders.ts'
import { pages } from '#shared/pages.ts'
import { formatCount, formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { settings } from '#web/settings.ts'
import { Totals } from '#web/ui/Totals.tsx'
import { useMayOpen } from '../access.ts'
import { CopyIcon } from '../profile/CopyButton.tsx'
import classes from './OrderPage.module.css'
import { sumLines } from './orderGrid.ts'

export function OrderFacts({ order }: { order: OrderDetail }) {
  const { guest, contact, splitFrom, splitInto } = order
  const { pieces } = sumLines(order.lines)
  return (
    <SimpleGrid
      component="dl"
      cols={{ base: 2, sm: 3, lg: 5 }}
      spacing="sm"
      verticalSpacing="sm"
      className={classes.facts}
    >
      <Fact name={t('order.customer')}>
        <CustomerName order={order} /> <bdi className={classes.soft}>{order.currAccCode}</bdi>
      </Fact>
      {contact?.phone && <Phone phone={contact.phone} />}
      {contact?.address && <Address name={t('panel.changes.field.address')} address={contact.address} />}
      {guest && (
        <Fact name={t('order.guest')}>
          {guest.name} · <PhoneLink phone={guest.phone} />
          {guest.email && (
            <>
              {' · '}
              <bdi>{guest.email}</bdi>
            </>
          )}
        </Fact>
      )}
      {order.subCurrAccName && <Fact name={t('cart.subAccount')}>{order.subCurrAccName}</Fact>}
      {contact?.branchAddress && (
        <Address name={t('panel.order.branchAddress')} address={contact.branchAddress} />
      )}
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
          <OrderLink order={splitFrom} />
        </Fact>
      )}
      {splitInto.length > 0 && (
        <Fact name={t('panel.changes.field.splitInto')}>
          {splitInto.map((part, index) => (
            <span key={part.orderId}>
              {index > 0 && ', '}
              <OrderLink order={part} />
            </span>
          ))}
        </Fact>
      )}
      {order.description && (
        <Fact name={t('cart.description')} className={classes.wide}>
          {order.description}
        </Fact>
      )}
    </SimpleGrid>
  )
}

type FactProps = { name: string; className?: string | undefined; children: ReactNode }

function Fact({ name, className = '', children }: FactProps) {
  return (
    <div className={`${classes.fact} ${className}`}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function CustomerName({ order: { currAccDescription, contact } }: { order: OrderDetail }) {
  const mayOpen = useMayOpen(pages.customerEdit)
  if (!contact || !mayOpen) return currAccDescription
  return (
    <Link to="/customer/edit/$id" params={{ id: contact.accountId }}>
      {currAccDescription}
    </Link>
  )
}

function Phone({ phone }: { phone: string }) {
  const name = t('panel.person.phone')
  return (
    <Fact name={name} className={classes.contact}>
      <PhoneLink phone={phone} />
      <CopyIcon text={phone} name={name} />
    </Fact>
  )
}

function PhoneLink({ phone }: { phone: string }) {
  return (
    <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} dir="ltr">
      {phone}
    </a>
  )
}

function Address({ name, address }: { name: string; address: string }) {
  return (
    <Fact name={name} className={classes.contact}>
      <bdi>{address}</bdi>
      <CopyIcon text={address} name={name} />
    </Fact>
  )
}

function OrderLink({ order: { orderId, orderNumber } }: { order: { orderId: string; orderNumber: string } }) {
  return (
    <Link to="/siparisler/$orderId" params={{ orderId }}>
      <bdi className="number">{orderNumber}</bdi>
    </Link>
  )
}
