import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { t } from '#web/i18n.ts'
import { Money } from '#web/ui/Money.tsx'
import { GridActions } from './GridActions.tsx'
import classes from './GridSummary.module.css'
import type { Grid } from './gridModel.ts'
import { emptyGrid, useGrid } from './gridStore.ts'
import { useSums } from './useSums.ts'

/** What of this item is in the cart, always in sight, and the way there. */
export function GridSummary({ grid, isWide }: { grid: Grid; isWide: boolean }) {
  const itemCode = grid.rows[0]?.product.itemCode
  const { pieces, totals } = useSums((line) => line.itemCode === itemCode)
  return (
    <div className={classes.bar}>
      <Said />
      {isWide && <GridActions grid={grid} />}
      <p className={classes.sums}>
        <strong>{t('product.pieces', { count: pieces })}</strong>
        {totals.map(({ currency, amount }) => (
          <Money key={currency} amount={amount} currency={currency} />
        ))}
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

/** What a paste or another filling could not do, until the next: in sight wherever in a long grid it was done. */
function Said() {
  const said = useGrid((state) => state.said)
  return (
    <p className={classes.said} role="status">
      {said}
    </p>
  )
}
