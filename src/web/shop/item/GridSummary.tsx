import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { t } from '#web/i18n.ts'
import { Money } from '#web/ui/Money.tsx'
import { useCart } from '../cart/stored/cartStore.ts'
import { lazyPart } from '../lazy.ts'
import { useBrokenLimits } from '../pricing/pricing.ts'
import { SpreadField } from '../quantities/SpreadField.tsx'
import classes from './GridSummary.module.css'
import { type Grid, qtyIn } from './gridModel.ts'
import { emptyGrid, fillColors, fillRow, useGrid, useSums } from './gridStore.ts'

const BrokenLimitList = lazyPart(
  async () => (await import('../quantities/BrokenLimitList.tsx')).BrokenLimitList,
)

/** This item's sums in the cart, always in view. */
export function GridSummary({ grid, isWide }: { grid: Grid; isWide: boolean }) {
  const itemCode = grid.rows[0]?.product.itemCode
  const { pieces, totals } = useSums((line) => line.itemCode === itemCode)
  return (
    <div className={classes.bar}>
      <GridMessage />
      <ItemLimits grid={grid} />
      {isWide && <GridActions grid={grid} />}
      <p className={classes.sums}>
        <strong>{t('product.pieces', { count: pieces })}</strong>
        {totals.map(({ currency, amount }) => (
          <Money key={currency} amount={amount} currency={currency} />
        ))}
        <span className={classes.note}>{t('tax.without')}</span>
      </p>
      {pieces > 0 && (
        <Button
          variant="default"
          size="sm"
          px={12}
          aria-label={t('ordering.grid.empty')}
          title={t('ordering.grid.empty')}
          onClick={() => emptyGrid(grid)}
        >
          <IconTrash size={18} aria-hidden />
        </Button>
      )}
      <Button size="sm" renderRoot={(props) => <Link to="/cart" {...props} />}>
        {t('ordering.grid.toCart')}
      </Button>
    </div>
  )
}

/** What the cart lacks of this item and its brand. */
function ItemLimits({ grid: { rows } }: { grid: Grid }) {
  const { itemCode, brandId } = rows[0]?.product ?? {}
  const ids = new Set(rows.flatMap(({ items }) => items.map((item) => item?.productId)))
  const brokenLimits = useBrokenLimits().filter(
    (one) =>
      (one.target === 'item' && one.itemCode === itemCode) ||
      (one.target === 'brand' && one.brandId === brandId) ||
      (one.target === 'variant' && ids.has(one.productId)),
  )
  if (brokenLimits.length === 0) return null
  return (
    <div className={classes.brokenLimits} role="status">
      <Suspense>
        <BrokenLimitList brokenLimits={brokenLimits} />
      </Suspense>
    </div>
  )
}

/** What a paste or fill could not do. */
function GridMessage() {
  const message = useGrid((state) => state.message)
  return (
    <p className={classes.said} role="status">
      {message}
    </p>
  )
}

/** Copies a cell across its row, or a row to all colours. */
export function GridActions({ grid }: { grid: Grid }) {
  const active = useGrid((state) => state.active)
  const row = active && grid.rows[active.row]
  const hasNumber = useCart(
    ({ lines }) => qtyIn(lines, (active && row?.items[active.column]?.productId) ?? '') > 0,
  )
  const hasNumbers = useCart(({ lines }) =>
    row?.items.some((item) => item && qtyIn(lines, item.productId) > 0),
  )
  if (!active || !row) return null
  const color = row.product.colorDescription
  const column = grid.columns[active.column]?.name ?? ''
  const alikeColumns = grid.columns.filter(
    ({ lot }) => (lot !== undefined) === (grid.columns[active.column]?.lot !== undefined),
  )
  return (
    <div className={classes.actions}>
      {alikeColumns.length > 1 && (
        <Button
          size="sm"
          variant="default"
          disabled={!hasNumber}
          aria-label={t('ordering.grid.fillRowLabel', { cell: `${color} ${column}` })}
          onClick={() => fillRow(grid, active)}
        >
          {t('ordering.grid.fillRow')}
        </Button>
      )}
      {grid.rows.length > 1 && (
        <Button
          size="sm"
          variant="default"
          disabled={!hasNumbers}
          aria-label={t('ordering.grid.fillColorsLabel', { color })}
          onClick={() => fillColors(grid, active.row)}
        >
          {t('ordering.grid.fillColors')}
        </Button>
      )}
      <SpreadField grid={grid} row={active.row} color={color} />
    </div>
  )
}
