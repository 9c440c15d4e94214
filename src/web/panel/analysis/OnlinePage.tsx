import { Group, Skeleton } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import type { OnlineCartLine, OnlineCustomer } from '#shared/analysis/analysis.ts'
import { amountOfLine, byCurrency, fromMinor, toMinor } from '#shared/numbers/money.ts'
import { pages } from '#shared/pages.ts'
import { api } from '#web/api.ts'
import { formatCount, formatDateTime, formatTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { settings } from '#web/settings.ts'
import { sizeLabel } from '#web/sizes.ts'
import { dayAt } from '#web/ui/days/days.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Failure } from '#web/ui/Failure.tsx'
import { Money } from '#web/ui/Money.tsx'
import { ProductPhoto } from '#web/ui/ProductPhoto.tsx'
import { Totals } from '#web/ui/Totals.tsx'
import { useMayOpen } from '../access.ts'
import { Hint } from '../Hint.tsx'
import { Loaded } from '../Loaded.tsx'
import { type Column, DataTable, type Details } from '../list/DataTable.tsx'
import { PageButton } from '../PageButton.tsx'
import { PageHead } from '../PageHead.tsx'
import { useCall } from '../useCall.ts'
import classes from './OnlinePage.module.css'
import { useOnline } from './useOnline.ts'

export function OnlinePage() {
  const online = useOnline()
  const { data, error } = online
  return (
    <>
      <PageHead
        title={t('panel.onlineCustomers')}
        actions={<Hint aria-live="polite">{data && t('panel.online.total', { count: data.length })}</Hint>}
      />
      {settings.onlineExpire === 0 && <TrackingOff />}
      {error && <Failure error={error} onRetry={() => void online.refetch()} />}
      {online.isLoading && <Skeleton height={320} radius="md" />}
      {data?.length === 0 && (
        <Empty title={t('panel.online.nobody')}>
          <p>{t('panel.online.nobodyText')}</p>
        </Empty>
      )}
      {data && data.length > 0 && (
        <>
          <Group className={`box ${classes.sums}`} gap="lg" mb="md">
            <span>{t('panel.online.inCarts')}</span>
            <b>
              {t('panel.online.units', {
                count: sumCarts(data).qty,
                number: formatCount(sumCarts(data).qty),
              })}
            </b>
            <Group component="b" gap="md">
              <Totals totals={sumCarts(data).totals} />
            </Group>
            <span>{t('tax.without')}</span>
          </Group>
          <OnlineTable customers={data} />
        </>
      )}
    </>
  )
}

/** The tenant has turned off cart reports. */
function TrackingOff() {
  const maySet = useMayOpen(pages.settings)
  return (
    <Empty title={t('panel.online.off')}>
      <p>{t('panel.online.offText', { setting: t('panel.settings.onlineExpire') })}</p>
      {maySet ? (
        <PageButton page={pages.settings} isMain>
          {t('panel.online.toSettings')}
        </PageButton>
      ) : (
        <p>{t('panel.online.askOffice')}</p>
      )}
    </Empty>
  )
}

const columns: Column<OnlineCustomer>[] = [
  {
    name: t('order.customer'),
    cell: ({ currAccCode, currAccDescription }) => (
      <div>
        <b>{currAccDescription}</b>
        <br />
        <bdi className="soft">{currAccCode}</bdi>
      </div>
    ),
  },
  {
    name: t('panel.online.person'),
    cell: ({ name, devices }) => (
      <div>
        {name}
        {devices > 1 && (
          <>
            <br />
            <span className="soft">{t('panel.online.devices', { count: devices })}</span>
          </>
        )}
      </div>
    ),
  },
  { name: t('order.salesPerson'), cell: ({ salesPerson }) => salesPerson || '–' },
  { name: t('panel.online.since'), cell: ({ onlineSince }) => <Instant at={onlineSince} /> },
  { name: t('panel.online.changedAt'), cell: ({ changedAt }) => <Instant at={changedAt} /> },
  { name: t('order.type'), cell: ({ orderType }) => t(`orderType.short.${orderType}`) },
  { name: t('order.qty'), isNumber: true, cell: ({ totalQty }) => totalQty },
  {
    name: t('order.netAmount'),
    isNumber: true,
    cell: ({ totals }) =>
      totals.length === 0 ? (
        t('panel.online.emptyCart')
      ) : (
        <div>
          <Totals totals={totals} />
        </div>
      ),
  },
]

const details: Details<OnlineCustomer> = {
  label: ({ lines }) => (lines === 0 ? undefined : t('panel.online.lines', { count: lines })),
  content: ({ userId, changedAt, currAccDescription }) => (
    <OnlineCart userId={userId} changedAt={changedAt} label={currAccDescription} />
  ),
}

function OnlineTable({ customers }: { customers: OnlineCustomer[] }) {
  return (
    <DataTable
      label={t('panel.onlineCustomers')}
      columns={columns}
      rows={customers}
      rowKey={({ userId }) => userId}
      details={details}
    />
  )
}

type OnlineCartProps = { userId: string; changedAt: string; label: string }

/** Refetched when the cart changes. */
function OnlineCart({ userId, changedAt, label }: OnlineCartProps) {
  const cart = useCall(
    ['onlineCart', userId, changedAt],
    (options) => api.get('/api/Shop/GetOnlineCart', { userId }, { ...options, isQuiet: true }),
    {
      placeholderData: keepPreviousData,
    },
  )
  const name = t('panel.online.cartOf', { name: label })
  return (
    <Loaded query={cart} height={120}>
      {({ lines }) => (
        // Focusable, to scroll long carts by keyboard.
        <div className={classes.frame} tabIndex={0} role="group" aria-label={name}>
          <ul className={classes.lines} aria-label={name}>
            {lines.map((line) => (
              <CartLine key={line.productId} line={line} />
            ))}
          </ul>
        </div>
      )}
    </Loaded>
  )
}

function CartLine({ line }: { line: OnlineCartLine }) {
  const { qty, piecesPerLot, unitPrice, currency } = line
  return (
    <li className={classes.line}>
      <span className="thumb">
        <ProductPhoto of={line} />
      </span>
      <span>
        <b>{line.itemDescription}</b> <bdi className="soft">{line.itemCode}</bdi>
        <br />
        <span className="soft">
          {line.colorDescription || line.colorCode} ·{' '}
          <bdi>{sizeLabel(line.itemDim1Code) || `${line.lotCode} (${line.lotDescription})`}</bdi>
        </span>
      </span>
      <span className={classes.qty}>
        {t('panel.online.units', { count: qty, number: formatCount(qty) })}
        {piecesPerLot > 1 && (
          <span className="soft"> · {t('product.pieces', { count: qty * piecesPerLot })}</span>
        )}
        <span className="soft">
          {' × '}
          <Money amount={unitPrice} currency={currency} />
        </span>
      </span>
      <b className={classes.amount}>
        <Money amount={amountOfLine({ qty, unitPrice })} currency={currency} />
      </b>
    </li>
  )
}

/** Today's instants show only the time. */
function Instant({ at }: { at: string }) {
  return <time dateTime={at}>{instantText(at)}</time>
}

function instantText(at: string): string {
  const isToday = dayAt(new Date(at)) === dayAt(new Date())
  return isToday ? formatTime(at) : formatDateTime(at)
}

/** Units, and amounts per currency. */
function sumCarts(customers: Pick<OnlineCustomer, 'totalQty' | 'totals'>[]): {
  qty: number
  totals: OnlineCustomer['totals']
} {
  const carts = customers.flatMap(({ totals }) => totals)
  const sums = byCurrency(carts.map(({ currency, amount }) => [currency, toMinor(amount)]))
  return {
    qty: customers.reduce((sum, { totalQty }) => sum + totalQty, 0),
    totals: [...sums]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([currency, amount]) => ({ currency, amount: fromMinor(amount) })),
  }
}
