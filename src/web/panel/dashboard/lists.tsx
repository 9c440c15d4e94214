import { Button, Select } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { BestSeller, LowStock, QuietCustomer, SalesRow, SalesSide } from '#shared/analysis/analysis.ts'
import { maxAnalysisRows, stockDays } from '#shared/analysis/analysisRules.ts'
import type { OrderRow } from '#shared/orders/orders.ts'
import { pages } from '#shared/pages.ts'
import { api } from '#web/api.ts'
import { formatCount, formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { variantLabel } from '#web/sizes.ts'
import { ProductPhoto } from '#web/ui/ProductPhoto.tsx'
import { Totals } from '#web/ui/Totals.tsx'
import { useMayOpen } from '../access.ts'
import type { Range } from '../periods.ts'
import { ConvertedTotal } from './ConvertedTotal.tsx'
import { formatDay } from './days.ts'
import { ordersLink } from './orderLinks.ts'
import { EmptyPart, Part, type SmallColumn, SmallTable } from './Part.tsx'
import classes from './Rows.module.css'
import { useConverter, useDashboardQuery } from './rates.ts'

/** Rows shown at first. */
export const collapsedRows = 6

type Ranked<Row> = { items: Row[]; total: number }

type Props<Row, Data extends Ranked<Row>> = {
  title: string
  /** What the figures cover. */
  note?: string
  actions?: ReactNode
  height: number
  /** What the rows depend on. */
  queryKey: readonly unknown[]
  load: (limit: number, options: { signal: AbortSignal }) => Promise<{ data: Data }>
  emptyText?: string
  columns: (data: Data) => SmallColumn<Row>[]
  rowKey: (row: Row) => string
  /** Bar length of a row, 0 to 1, if there are bars. */
  shareOf?: ((data: Data) => (row: Row) => number) | undefined
}

/** The first rows of a ranking; a button shows the rest. */
export function RankedPart<Row, Data extends Ranked<Row>>(props: Props<Row, Data>) {
  const { title, note, actions, height, queryKey, load, emptyText, columns, rowKey, shareOf } = props
  const [isExpanded, setIsExpanded] = useState(false)
  const limit = isExpanded ? maxAnalysisRows : collapsedRows
  const part = useDashboardQuery([...queryKey, limit], (options) => load(limit, options))
  return (
    <Part title={title} note={note} actions={actions} part={part} height={height}>
      {(data) =>
        data.items.length === 0 ? (
          <EmptyPart text={emptyText} />
        ) : (
          <>
            <SmallTable
              label={title}
              columns={columns(data)}
              rows={data.items}
              rowKey={rowKey}
              share={shareOf?.(data)}
            />
            <ShowAllButton total={data.total} isExpanded={isExpanded} onChange={setIsExpanded} />
          </>
        )
      }
    </Part>
  )
}

type ButtonProps = { total: number; isExpanded: boolean; onChange: (isExpanded: boolean) => void }

/** Hidden if all rows are shown anyway. */
function ShowAllButton({ total, isExpanded, onChange }: ButtonProps) {
  if (total <= collapsedRows) return null
  const count = Math.min(total, maxAnalysisRows)
  return (
    <Button variant="subtle" mt={4} px="xs" aria-expanded={isExpanded} onClick={() => onChange(!isExpanded)}>
      {isExpanded
        ? t('panel.dashboard.showFewer')
        : t('panel.dashboard.showAll', { count, number: formatCount(count) })}
    </Button>
  )
}

const bestSellerColumns: SmallColumn<BestSeller>[] = [
  { name: t('order.product'), cell: (row) => <ProductCell product={row} /> },
  { name: t('panel.dashboard.measure.orders'), isNumber: true, cell: ({ orders }) => formatCount(orders) },
  { name: t('cart.pieces'), isNumber: true, cell: ({ pieces }) => formatCount(pieces) },
]
const amount: SmallColumn<BestSeller> = {
  name: t('panel.dashboard.measure.amount'),
  isNumber: true,
  cell: ({ totals }) => <ConvertedTotal totals={totals} />,
}

export function BestSellersPart({ range, asTable }: { range: Range; asTable: boolean }) {
  return (
    <RankedPart
      title={t('panel.dashboard.bestSellers')}
      height={440}
      queryKey={['best', range]}
      load={(limit, options) => api.get('/api/Shop/GetBestSellers', { ...range, limit }, options)}
      columns={() => (asTable ? [...bestSellerColumns, amount] : bestSellerColumns)}
      rowKey={({ itemCode, colorCode }: BestSeller) => `${itemCode} ${colorCode}`}
      shareOf={
        asTable
          ? undefined
          : ({ items: [first] }) =>
              ({ pieces }) =>
                pieces / (first?.pieces ?? 1)
      }
    />
  )
}

const lowStockColumns: SmallColumn<LowStock>[] = [
  {
    name: t('order.product'),
    cell: (row) => <ProductCell product={row} detail={variantLabel(row)} />,
  },
  {
    name: t('panel.dashboard.left'),
    isNumber: true,
    cell: ({ inventory }) => (
      <span className={inventory === 0 ? classes.out : undefined}>{formatCount(inventory)}</span>
    ),
  },
  { name: t('panel.dashboard.ordered'), isNumber: true, cell: ({ sold }) => formatCount(sold) },
]

/** Sizes and lots with less stock than was recently ordered. */
export function LowStockPart() {
  return (
    <RankedPart
      title={t('panel.dashboard.lowStock')}
      note={t('panel.dashboard.lowStockNote', { count: stockDays })}
      height={160}
      queryKey={['low']}
      load={(limit, options) => api.get('/api/Shop/GetLowStock', { limit }, options)}
      emptyText={t('panel.dashboard.noLowStock')}
      columns={() => lowStockColumns}
      rowKey={({ productId }: LowStock) => productId}
    />
  )
}

const dayChoices = [7, 14, 30, 60, 90]

/** Customers who ordered regularly and stopped. */
export function QuietPart() {
  const [days, setDays] = useState(14)
  return (
    <RankedPart
      title={t('panel.dashboard.quiet')}
      note={t('panel.dashboard.quietNote')}
      actions={
        <Select
          w={170}
          aria-label={t('panel.dashboard.quietFor')}
          allowDeselect={false}
          data={dayChoices.map((count) => ({
            value: String(count),
            label: t('panel.dashboard.daysOrMore', { count }),
          }))}
          value={String(days)}
          onChange={(value) => setDays(Number(value))}
        />
      }
      height={160}
      queryKey={['quiet', days]}
      load={(limit, options) => api.get('/api/Shop/GetQuietCustomers', { days, limit }, options)}
      emptyText={t('panel.dashboard.nobodyQuiet')}
      columns={({ since }) => quietColumns(since)}
      rowKey={({ currAccCode }: QuietCustomer) => currAccCode}
    />
  )
}

const quietColumns = (since: string): SmallColumn<QuietCustomer>[] => [
  {
    name: t('order.customer'),
    cell: ({ currAccCode, currAccDescription, salesPerson }) => (
      <>
        <Link {...ordersLink({ customer: currAccCode, from: since })} className={classes.link}>
          {currAccDescription}
        </Link>
        <br />
        <span className="soft">
          <bdi>{currAccCode}</bdi>
          {salesPerson && ` · ${salesPerson}`}
        </span>
      </>
    ),
  },
  {
    name: t('panel.dashboard.lastOrder'),
    cell: ({ lastDay, days }) => (
      <>
        {formatDay(lastDay)}
        <br />
        <span className="soft">{t('panel.dashboard.daysAgo', { count: days })}</span>
      </>
    ),
  },
  {
    name: t('panel.dashboard.usual'),
    isNumber: true,
    cell: ({ usualDays }) => t('panel.dashboard.days', { count: usualDays }),
  },
  { name: t('panel.dashboard.measure.orders'), isNumber: true, cell: ({ orders }) => formatCount(orders) },
]

type SalesByPartProps = { by: SalesSide; range: Range; asTable: boolean }

/** Sorted by amount in the company's currency. */
export function SalesByPart({ by, range, asTable }: SalesByPartProps) {
  const convertTotals = useConverter()
  const amountOf = ({ totals }: SalesRow) => convertTotals(totals).amount
  const shareOf = ({ items }: { items: SalesRow[] }) => {
    const largest = Math.max(...items.map(amountOf))
    return (row: SalesRow) => (largest > 0 ? amountOf(row) / largest : 0)
  }
  return (
    <RankedPart
      title={t(`panel.dashboard.by.${by}`)}
      height={330}
      queryKey={['by', by, range]}
      load={(limit, options) => api.get('/api/Shop/GetSalesBy', { ...range, by, limit }, options)}
      columns={() => salesColumns(by, range, asTable)}
      rowKey={({ code }: SalesRow) => code}
      shareOf={asTable ? undefined : shareOf}
    />
  )
}

const units: SmallColumn<SalesRow> = {
  name: t('panel.dashboard.measure.qty'),
  isNumber: true,
  cell: ({ qty }) => formatCount(qty),
}

const salesColumns = (by: SalesSide, range: Range, asTable: boolean): SmallColumn<SalesRow>[] => [
  {
    name: t(`panel.dashboard.side.${by}`),
    cell: ({ code, name }) => (
      <Link {...ordersLink({ ...range, [by]: code })} className={classes.link}>
        {name}
      </Link>
    ),
  },
  { name: t('panel.dashboard.measure.orders'), isNumber: true, cell: ({ orders }) => formatCount(orders) },
  ...(asTable ? [units] : []),
  {
    name: t('panel.dashboard.measure.amount'),
    isNumber: true,
    cell: ({ totals }) => <ConvertedTotal totals={totals} />,
  },
]

type Product = {
  itemCode: string
  itemDescription: string
  colorCode: string
  colorDescription: string
  images: string[]
  updatedDate: string
}

/** `detail` is e.g. the size. */
function ProductCell({ product, detail }: { product: Product; detail?: string }) {
  const mayEdit = useMayOpen(pages.productEdit)
  const maySee = useMayOpen(pages.products)
  const { itemCode, itemDescription, colorCode, colorDescription } = product
  return (
    <span className={classes.product}>
      <span className="thumb">
        <ProductPhoto of={product} />
      </span>
      <span>
        {mayEdit && (
          <Link
            to="/panel-urunler/edit/$itemCode"
            params={{ itemCode }}
            search={{ color: colorCode }}
            className={classes.link}
          >
            {itemDescription}
          </Link>
        )}
        {!mayEdit && maySee && (
          <Link to="/panel-urunler/index" search={{ text: itemCode }} className={classes.link}>
            {itemDescription}
          </Link>
        )}
        {!mayEdit && !maySee && itemDescription}
        <br />
        <span className="soft">
          <bdi>{itemCode}</bdi> · {colorDescription || colorCode}
          {detail && (
            <>
              {' · '}
              <bdi>{detail}</bdi>
            </>
          )}
        </span>
      </span>
    </span>
  )
}

const columns: SmallColumn<OrderRow>[] = [
  {
    name: t('panel.order'),
    cell: ({ id, orderNumber, customer, orderDate, state }) => (
      <>
        <Link to="/siparisler/$orderId" params={{ orderId: id }} className={classes.link}>
          <bdi className="number">{orderNumber}</bdi>
          <span className={classes.of}>{customer}</span>
        </Link>
        <br />
        <span className="soft">
          <time dateTime={orderDate}>{formatDateTime(orderDate)}</time>
          {state === 'cancelled' && ` · ${t('order.state.cancelled')}`}
        </span>
      </>
    ),
  },
  { name: t('order.netAmount'), isNumber: true, cell: ({ totals }) => <Totals totals={totals} /> },
]

/** Includes cancelled orders. */
export function LatestPart() {
  const input = { limit: collapsedRows }
  const part = useDashboardQuery(['latest'], (options) => api.post('/api/Shop/GetOrders', input, options))
  const title = t('panel.dashboard.latest')
  return (
    <Part
      title={title}
      part={part}
      height={330}
      actions={<Link to="/siparisler/index">{t('panel.dashboard.allOrders')}</Link>}
    >
      {({ items }) =>
        items.length === 0 ? (
          <EmptyPart />
        ) : (
          <SmallTable label={title} columns={columns} rows={items} rowKey={({ id }) => id} />
        )
      }
    </Part>
  )
}
