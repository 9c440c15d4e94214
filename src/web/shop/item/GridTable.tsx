import { VisuallyHidden } from '@mantine/core'
import { useId } from 'react'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { Totals } from '#web/ui/Totals.tsx'
import { OfferPrice } from '../pricing/Price.tsx'
import { ColorPhoto, GridCell } from './GridCell.tsx'
import classes from './GridTable.module.css'
import type { Column, Grid, Row } from './gridModel.ts'
import { useSums } from './gridStore.ts'
import { LotContent } from './LotContent.tsx'

/** The desktop layout: colours by sizes and lots. */
export function GridTable({ grid: { rows, columns, priceGroups } }: { grid: Grid }) {
  // A single price stands at the top of the page.
  const hasPrices = priceGroups.length > 1
  const headRows = hasPrices ? 2 : 1
  return (
    <div className={classes.frame}>
      <table className={classes.table}>
        <caption>
          <VisuallyHidden>{t('ordering.grid.title')}</VisuallyHidden>
        </caption>
        <thead>
          {hasPrices && (
            <tr>
              <th scope="col" rowSpan={headRows}>
                {t('product.color')}
              </th>
              {priceGroups.map(({ key, usual, span }) => (
                <td key={key} colSpan={span} className={classes.price}>
                  {usual && <OfferPrice {...usual} />}
                </td>
              ))}
              <th scope="col" rowSpan={headRows} className={classes.sum}>
                {t('cart.total')}
              </th>
            </tr>
          )}
          <tr>
            {!hasPrices && <th scope="col">{t('product.color')}</th>}
            {columns.map((column) => (
              <ColumnHead key={column.key} column={column} />
            ))}
            {!hasPrices && (
              <th scope="col" className={classes.sum}>
                {t('cart.total')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <ColorRow key={row.product.colorCode} row={row} index={index} columns={columns} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('cart.total')}</th>
            {columns.map((column, index) => (
              <ColumnSum key={column.key} rows={rows} index={index} />
            ))}
            <Sum itemCode={rows[0]?.product.itemCode ?? ''} />
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

function ColumnHead({ column: { name, lot } }: { column: Column }) {
  const id = useId()
  const piecesId = `${id}-pieces`
  return (
    <th scope="col" data-lot={lot ? true : undefined} aria-labelledby={lot ? `${id} ${piecesId}` : id}>
      <bdi id={id}>{name}</bdi>
      {lot && (
        <>
          <span id={piecesId} className={classes.small}>
            {t('product.pieces', { count: lot.piecesPerLot })}
          </span>
          <span className={classes.small}>
            <LotContent lot={lot} />
          </span>
        </>
      )}
    </th>
  )
}

type RowProps = { row: Row; index: number; columns: Column[] }

function ColorRow({ row: { product, items }, index, columns }: RowProps) {
  return (
    <tr>
      <th scope="row">
        <div className={classes.color}>
          <ColorPhoto product={product} className={classes.thumbnail} />
          <span>
            {product.colorDescription}
            <bdi className={classes.small}>{product.colorCode}</bdi>
          </span>
        </div>
      </th>
      {items.map((item, column) => (
        <td key={columns[column]?.key}>
          {item ? (
            <GridCell
              product={product}
              item={item}
              row={index}
              column={column}
              name={`${product.colorDescription} ${columns[column]?.name}`}
              usual={columns[column]?.usual}
            />
          ) : (
            <VisuallyHidden>{t('ordering.grid.notMade')}</VisuallyHidden>
          )}
        </td>
      ))}
      <Sum itemCode={product.itemCode} colorCode={product.colorCode} />
    </tr>
  )
}

/** Pieces and amounts of one colour, or of all. */
function Sum({ itemCode, colorCode }: { itemCode: string; colorCode?: string }) {
  const { pieces, totals } = useSums(
    (line) => line.itemCode === itemCode && (colorCode === undefined || line.colorCode === colorCode),
  )
  return (
    <td className={classes.sum}>
      <strong>{t('product.pieces', { count: pieces })}</strong>
      <Totals totals={totals} />
    </td>
  )
}

/** The pieces of one column. */
function ColumnSum({ rows, index }: { rows: Row[]; index: number }) {
  const ids = new Set(rows.map(({ items }) => items[index]?.productId))
  const { pieces } = useSums((line) => ids.has(line.productId))
  return <td>{formatCount(pieces)}</td>
}
