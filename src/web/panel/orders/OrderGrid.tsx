import { Table, type TableTdProps, type TableThProps, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { PriceStep } from '#shared/pricing/pricing.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { sizeLabel } from '#web/sizes.ts'
import { Money } from '#web/ui/Money.tsx'
import { ProductPhoto } from '#web/ui/ProductPhoto.tsx'
import { Totals } from '#web/ui/Totals.tsx'
import { WhyText } from '#web/ui/WhyText.tsx'
import classes from './OrderGrid.module.css'
import { type GridItem, type GridRow, gridOf, itemsOf, sumLines } from './orderGrid.ts'

export type OrderedItem = GridItem & {
  qty: number
  unitPrice: number
  priceCurrencyCode: string
  listPrice?: number | undefined
  priceSteps?: PriceStep[] | undefined
}

type Props<Item> = {
  items: Item[]
  /** A size's or lot's quantity, or a field for it. */
  cell: (item: Item) => ReactNode
  rowEnd?: (row: GridRow<Item>) => ReactNode
  /** Below a row's prices. */
  underPrices?: (row: GridRow<Item>) => ReactNode
  isLinked?: boolean
}

/**
 * One row per item and colour, one column per size. A single table, so that amounts align; products with
 * other sizes get their own headings.
 */
export function OrderGrid<Item extends OrderedItem>({
  items,
  cell,
  rowEnd,
  underPrices,
  isLinked = false,
}: Props<Item>) {
  const blocks = gridOf(items)
  const [first] = blocks
  const columns: Columns = {
    sizes: Math.max(0, ...blocks.map(({ sizes }) => sizes.length)),
    hasLots: blocks.some(({ rows }) => rows.some(({ lots }) => lots.length > 0)),
    hasPieces: items.some(({ qty, piecesPerLot }) => qty > 0 && piecesPerLot > 1),
    hasEnd: rowEnd !== undefined,
  }
  return (
    <div className={classes.frame} tabIndex={0} role="group" aria-label={t('panel.order.lines')}>
      <Table className={classes.table} role="table" verticalSpacing={6} horizontalSpacing={6}>
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            <Heading>{t('order.product')}</Heading>
            {blocks.length === 1 && first ? (
              <SizeHeadings sizes={first.sizes} />
            ) : (
              columns.sizes > 0 && (
                <Heading scope="colgroup" colSpan={columns.sizes} data-cell>
                  {t('product.sizes')}
                </Heading>
              )
            )}
            {columns.hasLots && <Heading>{t('document.lot')}</Heading>}
            <Heading data-number>{t('order.unitPrice')}</Heading>
            <Heading data-number>{t('order.qty')}</Heading>
            {columns.hasPieces && <Heading data-number>{t('cart.pieces')}</Heading>}
            <Heading data-number>{t('order.netAmount')}</Heading>
            {columns.hasEnd && (
              <Heading>
                <VisuallyHidden>{t('panel.list.actions')}</VisuallyHidden>
              </Heading>
            )}
          </Table.Tr>
        </Table.Thead>
        {blocks.map(({ sizes, rows }) => (
          <Table.Tbody key={rows[0]?.key} role="rowgroup">
            {blocks.length > 1 && sizes.length > 0 && <BlockHeadings sizes={sizes} columns={columns} />}
            {rows.map((row) => (
              <Row
                key={row.key}
                row={row}
                sizes={sizes}
                columns={columns}
                cell={cell}
                rowEnd={rowEnd}
                underPrices={underPrices}
                isLinked={isLinked}
              />
            ))}
          </Table.Tbody>
        ))}
      </Table>
    </div>
  )
}

/** With roles, because phones lay the table out as blocks. */
const Heading = (props: TableThProps) => <Table.Th role="columnheader" scope="col" {...props} />
const Cell = (props: TableTdProps) => <Table.Td role="cell" {...props} />

/** Shared by all blocks; `sizes` is a count. Pieces are shown if a lot is ordered: else they are the units. */
type Columns = { sizes: number; hasLots: boolean; hasPieces: boolean; hasEnd: boolean }

function SizeHeadings({ sizes }: { sizes: string[] }) {
  return sizes.map((size) => (
    <Heading key={size} data-cell>
      <bdi>{sizeLabel(size)}</bdi>
    </Heading>
  ))
}

function BlockHeadings({ sizes, columns }: { sizes: string[]; columns: Columns }) {
  const rest =
    columns.sizes -
    sizes.length +
    Number(columns.hasLots) +
    3 +
    Number(columns.hasPieces) +
    Number(columns.hasEnd)
  return (
    <Table.Tr role="row" className={classes.headings}>
      <Cell className={classes.product} />
      <SizeHeadings sizes={sizes} />
      <Cell colSpan={rest} />
    </Table.Tr>
  )
}

type RowProps<Item> = {
  cell: Props<Item>['cell']
  rowEnd: Props<Item>['rowEnd']
  underPrices: Props<Item>['underPrices']
  row: GridRow<Item>
  sizes: string[]
  columns: Columns
  isLinked: boolean
}

function Row<Item extends OrderedItem>(props: RowProps<Item>) {
  const { row, sizes, columns, cell, rowEnd, underPrices, isLinked } = props
  const { first, lots } = row
  const ordered = itemsOf(row).filter(({ qty }) => qty > 0)
  const { qty, pieces, totals } = sumLines(ordered)
  const filler = columns.sizes - sizes.length
  return (
    <Table.Tr role="row" data-row={row.key}>
      <Table.Th role="rowheader" scope="row" className={classes.product}>
        <div>
          <span className={classes.photo}>
            <ProductPhoto of={first} />
          </span>
          <span>
            <Code item={first} isLinked={isLinked} />
            <span className={classes.name}>{first.itemDescription}</span>
            <span className={classes.soft}>
              {[first.colorDescription, first.brandName].filter(Boolean).join(' · ')}
            </span>
          </span>
        </div>
      </Table.Th>
      {sizes.map((size) => {
        const item = row.sizes.get(size)
        return (
          <Cell
            key={size}
            data-cell
            data-label={sizeLabel(size)}
            data-empty={item === undefined || undefined}
          >
            {item && cell(item)}
          </Cell>
        )
      })}
      {filler > 0 && <Cell colSpan={filler} data-empty />}
      {columns.hasLots && (
        <Cell
          data-label={t('document.lot')}
          data-empty={lots.length === 0 || undefined}
          className={classes.lots}
        >
          {lots.map((item) => (
            <div key={item.productId} className={classes.lot}>
              <span>
                <bdi>{item.lotCode}</bdi>
                <bdi className={classes.soft}>{item.lotDescription}</bdi>
              </span>
              {cell(item)}
            </div>
          ))}
        </Cell>
      )}
      <Cell data-number data-label={t('order.unitPrice')}>
        <div>
          <Prices items={ordered.length > 0 ? ordered : itemsOf(row)} />
          {underPrices?.(row)}
        </div>
      </Cell>
      <Cell data-number data-label={t('order.qty')}>
        <bdi className="number">{formatCount(qty)}</bdi>
      </Cell>
      {columns.hasPieces && (
        <Cell data-number data-label={t('cart.pieces')}>
          <bdi className="number">{formatCount(pieces)}</bdi>
        </Cell>
      )}
      <Cell data-number data-label={t('order.netAmount')}>
        <div>
          <Totals totals={totals} />
        </div>
      </Cell>
      {rowEnd && <Cell className={classes.end}>{rowEnd(row)}</Cell>}
    </Table.Tr>
  )
}

function Code({ item: { itemCode, colorCode }, isLinked }: { item: GridItem; isLinked: boolean }) {
  const code = <bdi className={classes.code}>{`${itemCode} ${colorCode}`}</bdi>
  if (!isLinked) return code
  return (
    <Link
      to="/panel-urunler/edit/$itemCode"
      params={{ itemCode }}
      {...(colorCode ? { search: { color: colorCode } } : {})}
    >
      {code}
    </Link>
  )
}

/** Each distinct price once. */
function Prices({ items }: { items: OrderedItem[] }) {
  const prices = new Map(items.map((item) => [`${item.unitPrice} ${item.priceCurrencyCode}`, item]))
  return (
    <div>
      {[...prices].map(([key, item]) => (
        <div key={key}>
          <Money amount={item.unitPrice} currency={item.priceCurrencyCode} />
          <div className={classes.soft}>
            <WhyText line={item} />
          </div>
        </div>
      ))}
    </div>
  )
}
