import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { TaxedTotals } from '#web/ui/TaxedTotals.tsx'
import { usePricedTotals } from '../../pricing/pricedLines.ts'
import { useDeferredLines } from '../lines/deferredLines.ts'
import { totalQty } from '../stored/cart.ts'
import { useCartTax } from './cartTax.ts'
import classes from './OrderSummary.module.css'
import { totalPieces } from './totals.ts'

export function OrderSummary() {
  const lines = useDeferredLines()
  const totals = usePricedTotals(lines)
  const tax = useCartTax(lines)
  const units = totalQty(lines)
  const pieces = totalPieces(lines)
  return (
    <dl className={classes.summary}>
      <div>
        <dt>{t('cart.lines')}</dt>
        <dd className="number">{formatCount(lines.length)}</dd>
      </div>
      <div>
        <dt>{t('cart.units')}</dt>
        <dd className="number">{formatCount(units)}</dd>
      </div>
      {pieces !== units && (
        <div>
          <dt>{t('cart.pieces')}</dt>
          <dd className="number">{formatCount(pieces)}</dd>
        </div>
      )}
      <div className={classes.total}>
        <dt>{t('cart.total')}</dt>
        <dd>
          <TaxedTotals totals={totals} {...tax} />
        </dd>
      </div>
    </dl>
  )
}
