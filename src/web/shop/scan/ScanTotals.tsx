import { Link } from '@tanstack/react-router'
import { t } from '#web/i18n.ts'
import { Totals } from '#web/ui/Totals.tsx'
import { lineOf, totalQty, totalsOf } from '../cart/cart.ts'
import { useCart } from '../cart/cartStore.ts'
import classes from './ScanPanel.module.css'
import { useScans } from './scanStore.ts'

export function ScanTotals() {
  const cart = useCart()
  const added = useScans((scans) => scans.added)
  const session = added.flatMap(({ product, item, added: qty }) =>
    item.unitPrice === undefined || item.currencyCode === undefined
      ? []
      : [{ ...lineOf(cart, product, item, item.unitPrice, item.currencyCode), qty }],
  )
  return (
    <dl className={classes.totals}>
      <div>
        <dt>{t('ordering.scan.session')}</dt>
        <dd>
          {t('ordering.scan.units', { count: totalQty(session) })}
          <div className={classes.amounts}>
            <Totals totals={totalsOf(session)} />
          </div>
        </dd>
      </div>
      <div>
        <dt>
          <Link to="/cart">{t('cart.title')}</Link>
        </dt>
        <dd>
          {t('ordering.scan.units', { count: totalQty(cart.lines) })}
          <div className={classes.amounts}>
            <Totals totals={totalsOf(cart.lines)} />
          </div>
        </dd>
      </div>
    </dl>
  )
}
