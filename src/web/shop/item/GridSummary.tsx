import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { t } from '#web/i18n.ts'
import { Money } from '#web/ui/Money.tsx'
import { GridActions } from './GridActions.tsx'
import classes from './GridSummary.module.css'
import type { Grid } from './gridModel.ts'
import { emptyGrid, useGrid, useSums } from './gridStore.ts'

/** This item's sums in the cart, always in view. */
export function GridSummary({ grid, isWide }: { grid: Grid; isWide: boolean }) {
  const itemCode = grid.rows[0]?.product.itemCode
  const { pieces, totals } = useSums((line) => line.itemCode === itemCode)
  return (
    <div className={classes.bar}>
      <GridMessage />
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

/** What a paste or fill could not do. */
function GridMessage() {
  const message = useGrid((state) => state.message)
  return (
    <p className={classes.said} role="status">
      {message}
    </p>
  )
}
