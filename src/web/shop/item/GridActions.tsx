import { Button } from '@mantine/core'
import { t } from '#web/i18n.ts'
import { useCart } from '../cart/cartStore.ts'
import classes from './GridSummary.module.css'
import { type Grid, qtyIn } from './gridModel.ts'
import { fillColors, fillRow, useGrid } from './gridStore.ts'

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
    </div>
  )
}
