import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { orderStates } from '#shared/orders/orderStates.ts'
import type { OrderDetail } from '#shared/orders/orders.ts'
import { pages } from '#shared/pages.ts'
import { formatCount, formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { settings } from '#web/settings.ts'
import { TaxedTotals } from '#web/ui/TaxedTotals.tsx'
import { taxesOfOrder } from '#web/ui/taxesOfOrder.ts'
import { useMayOpen } from '../access.ts'
import { OrderTransfer } from '../erp/OrderTransfer.tsx'
import { useOrderTransfer } from '../erp/useTransferActions.ts'
import { RecordPage } from '../Loaded.tsx'
import { type BackLink, PageHead } from '../PageHead.tsx'
import { PageLink } from '../PageLink.tsx'
import { CopyIcon } from '../profile/CopyButton.tsx'
import { usePageParams, usePageTitle } from '../shell/pageAddress.ts'
import { HeldPart } from './held/HeldPart.tsx'
import { OrderActions } from './OrderActions.tsx'
import { OrderStateBadge, OrderTransferBadge } from './OrderBadges.tsx'
import { OrderCredit } from './OrderCredit.tsx'
import { OrderGrid } from './OrderGrid.tsx'
import { OrderHistory, OrderMails, OrderNotes } from './OrderOffice.tsx'
import classes from './OrderPage.module.css'
import { sumLines } from './orderGrid.ts'
import { orderQuery } from './orderQuery.ts'

export function OrderPage() {
  const { orderId = '' } = usePageParams()
  const order = useQuery({ ...orderQuery(orderId), refetchInterval: 30_000 })
  usePageTitle(order.data && `${t('order.title')} ${order.data.orderNumber}`)
  return (
    <RecordPage title={t('panel.order')} back={ordersLink} query={order} height={420} isPolled>
      {(data) => <Order order={data} />}
    </RecordPage>
  )
}

const ordersLink: BackLink = { to: '/siparisler/index', label: t('panel.orders') }

const qtyOf = ({ qty }: { qty: number }) => <bdi className="number">{formatCount(qty)}</bdi>

function Order({ order }: { order: OrderDetail }) {
  const isStaff = useMayOpen(pages.orderEdit)
  const mayEditProducts = useMayOpen(pages.productEdit)
  const transfer = useOrderTransfer(order.orderId, isStaff && settings.transferEnabled).data?.transfer
  const transferFields =
    transfer && transfer.state !== 'sent'
      ? { transferState: transfer.state, waitsFor: transfer.waitsFor, mayExist: transfer.mayExist }
      : {}
  return (
    <>
      <PageHead
        back={ordersLink}
        title={
          <>
            {t('order.title')} <bdi className="number">{order.orderNumber}</bdi>
          </>
        }
        marks={
          <>
            <OrderStateBadge state={order.state} />
            {settings.transferEnabled && orderStates[order.state].maySend && (
              <OrderTransferBadge order={{ ...order, ...transferFields }} />
            )}
          </>
        }
        actions={<OrderActions order={order} isStaff={isStaff} />}
      />
      <HeldPart order={order} />
      <OrderFacts order={order} />
      <section aria-labelledby="order-lines" className={classes.section}>
        <Title order={2} size="h5" id="order-lines" mb="xs">
          {t('panel.order.lines')} <span className="soft">{formatCount(order.lines.length)}</span>
        </Title>
        <OrderGrid items={order.lines} cell={qtyOf} isLinked={mayEditProducts} />
      </section>
      {isStaff && (
        <div className={classes.office}>
          {!order.hold && <OrderCredit currAccCode={order.currAccCode} />}
          {settings.transferEnabled && (
            <OrderTransfer orderId={order.orderId} orderNumber={order.orderNumber} />
          )}
          <OrderMails orderId={order.orderId} />
          <OrderNotes orderId={order.orderId} />
          <OrderHistory orderId={order.orderId} />
        </div>
      )}
    </>
  )
}

function OrderFacts({ order }: { order: OrderDetail }) {
  const { guest, contact, splitFrom, splitInto } = order
  const { pieces } = sumLines(order.lines)
  return (
    <div className={`box ${classes.facts}`}>
      <dl className={classes.buyer}>
        <Fact name={t('order.customer')}>
          <CustomerName order={order} /> <bdi className="soft">{order.currAccCode}</bdi>
        </Fact>
        {contact?.phone && <Phone phone={contact.phone} />}
        {contact?.address && <Address name={t('panel.settings.address')} address={contact.address} />}
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
        {order.customerOrderNumber && (
          <Fact name={t('order.customerOrderNumber')}>{order.customerOrderNumber}</Fact>
        )}
        {order.description && (
          <Fact name={t('cart.description')} className={classes.wide}>
            {order.description}
          </Fact>
        )}
      </dl>
      <dl className={classes.money}>
        <Fact name={t('order.qty')}>{formatCount(order.qty)}</Fact>
        {pieces !== order.qty && <Fact name={t('cart.pieces')}>{formatCount(pieces)}</Fact>}
        <Fact name={t('order.amount')} className={classes.amount}>
          <TaxedTotals totals={order.totals} taxes={taxesOfOrder(order)} treatment={order.taxTreatment} />
        </Fact>
      </dl>
    </div>
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
  if (!contact) return currAccDescription
  return (
    <PageLink page={pages.customerEdit} link={{ params: { id: contact.accountId } as never }}>
      {currAccDescription}
    </PageLink>
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
    <Fact name={name} className={`${classes.contact} ${classes.address}`}>
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
