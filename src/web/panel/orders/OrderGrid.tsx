import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { Money } from '#web/ui/Money.tsx'
import { ProductPhoto } from '#web/ui/ProductPhoto.tsx'
import { Totals } from '#web/ui/Totals.tsx'
import classes from './OrderGrid.module.css'
import { type GridBlock, type GridItem, type GridRow, gridOf, itemsOf, sumsOf } from './orderGrid.ts'

/** A size or lot as it is ordered. */
export type OrderedItem = GridItem & { qty: number; unitPrice: number; priceCurrencyCode: string }

type Props<Item> = {
  items: Item[]
  /** What stands in the cell of a size, or beside the name of a lot: its quantity, or a field for it. */
  cell: (item: Item) => ReactNode
  /** At the end of a row. */
  rowEnd?: (row: GridRow<Item>) => ReactNode
}

/** Sizes and lots as office people read them: a row for each item in each colour, a column for each size. */
export function OrderGrid<Item extends OrderedItem>({ items, cell, rowEnd }: Props<Item>) {
  return gridOf(items).map((block) => (
    <Block key={block.rows[0]?.key} block={block} cell={cell} rowEnd={rowEnd} />
  ))
}

type BlockProps<Item> = {
  block: GridBlock<Item>
  cell: Props<Item>['cell']
  rowEnd: Props<Item>['rowEnd']
}

function Block<Item extends OrderedItem>({ block, cell, rowEnd }: BlockProps<Item>) {
  const { sizes, rows } = block
  const hasLots = rows.some(({ lots }) => lots.length > 0)
  const label = `${t('panel.order.lines')} ${sizes.join(' ')}`.trim()
  return (
    <div className={classes.frame} tabIndex={0} role="region" aria-label={label}>
      <Table className={classes.table} role="table" verticalSpacing={6} horizontalSpacing={6}>
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            <Table.Th role="columnheader">{t('order.product')}</Table.Th>
            {sizes.map((size) => (
              <Table.Th key={size} role="columnheader" data-cell>
                <bdi>{size}</bdi>
              </Table.Th>
            ))}
            {hasLots && <Table.Th role="columnheader">{t('document.lot')}</Table.Th>}
            <Table.Th role="columnheader" data-number>
              {t('order.unitPrice')}
            </Table.Th>
            <Table.Th role="columnheader" data-number>
              {t('order.qty')}
            </Table.Th>
            <Table.Th role="columnheader" data-number>
              {t('cart.pieces')}
            </Table.Th>
            <Table.Th role="columnheader" data-number>
              {t('order.amount')}
            </Table.Th>
            {rowEnd && (
              <Table.Th role="columnheader">
                <span className={classes.unseen}>{t('panel.list.actions')}</span>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">
          {rows.map((row) => (
            <Row key={row.key} row={row} sizes={sizes} hasLots={hasLots} cell={cell} rowEnd={rowEnd} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

type RowProps<Item> = Omit<BlockProps<Item>, 'block'> & {
  row: GridRow<Item>
  sizes: string[]
  hasLots: boolean
}

function Row<Item extends OrderedItem>({ row, sizes, hasLots, cell, rowEnd }: RowProps<Item>) {
  const { first, lots } = row
  const ordered = itemsOf(row).filter(({ qty }) => qty > 0)
  const { qty, pieces, totals } = sumsOf(ordered)
  return (
    <Table.Tr role="row" data-row={row.key}>
      <Table.Th role="rowheader" scope="row" className={classes.product}>
        <div>
          <span className={classes.photo}>
            <ProductPhoto of={first} />
          </span>
          <span>
            <bdi className={classes.code}>
              {first.itemCode} {first.colorCode}
            </bdi>
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
          <Table.Td
            key={size}
            role="cell"
            data-cell
            data-label={size}
            data-empty={item === undefined || undefined}
          >
            {item && cell(item)}
          </Table.Td>
        )
      })}
      {hasLots && (
        <Table.Td
          role="cell"
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
        </Table.Td>
      )}
      <Table.Td role="cell" data-number data-label={t('order.unitPrice')}>
        <Prices items={ordered.length > 0 ? ordered : itemsOf(row)} />
      </Table.Td>
      <Table.Td role="cell" data-number data-label={t('order.qty')}>
        <bdi className="number">{formatCount(qty)}</bdi>
      </Table.Td>
      <Table.Td role="cell" data-number data-label={t('cart.pieces')}>
        <bdi className="number">{formatCount(pieces)}</bdi>
      </Table.Td>
      <Table.Td role="cell" data-number data-label={t('order.amount')}>
        <div>
          <Totals totals={totals} />
        </div>
      </Table.Td>
      {rowEnd && (
        <Table.Td role="cell" className={classes.end}>
          {rowEnd(row)}
        </Table.Td>
      )}
    </Table.Tr>
  )
}

/** The price of a row; where its sizes and lots cost differently, each price once. */
function Prices({ items }: { items: OrderedItem[] }) {
  const prices = new Map(items.map((item) => [`${item.unitPrice} ${item.priceCurrencyCode}`, item]))
  return (
    <div>
      {[...prices].map(([key, { unitPrice, priceCurrencyCode }]) => (
        <div key={key}>
          <Money amount={unitPrice} currency={priceCurrencyCode} />
        </div>
      ))}
    </div>
  )
}
