import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { t } from '#web/i18n.ts'
import { Totals } from '#web/ui/Totals.tsx'
import { useCustomer } from '../account.ts'
import { chooseCustomer } from '../cart/form/chooseCustomer.ts'
import { type Cart, totalQty } from '../cart/stored/cart.ts'
import { useOtherCarts } from '../cart/stored/cartStore.ts'
import { totalsOf } from '../cart/totals/totals.ts'
import { usePricing } from '../pricing/pricing.ts'
import { nameOfCustomer } from '../recentCustomers.ts'
import classes from './DraftCard.module.css'
import pageClasses from './DraftsPage.module.css'

/** Other customers' carts in this browser, except drafts. */
export function WaitingCarts() {
  const others = useOtherCarts((state) => state.others)
  const waiting = others.filter(({ draftVersion }) => draftVersion === 0)
  if (waiting.length === 0) return null
  return (
    <section className={pageClasses.waiting} aria-labelledby="waiting-carts">
      <h2 id="waiting-carts" className={classes.name}>
        {t('ordering.drafts.waiting')}
      </h2>
      <ul className={pageClasses.list}>
        {waiting.map((cart) => (
          <WaitingCart key={cart.guidKey} cart={cart} />
        ))}
      </ul>
    </section>
  )
}

function WaitingCart({ cart }: { cart: Cart }) {
  const navigate = useNavigate()
  const hasRules = usePricing((state) => state.hasRules)
  const { currAccCode, salesPersonCode, orderType, lines } = cart
  const name = useCustomer(currAccCode).data?.currAccDescription ?? nameOfCustomer(currAccCode)
  const open = () => {
    chooseCustomer(currAccCode, salesPersonCode)
    void navigate({ to: '/cart' })
  }
  return (
    <li className={classes.card}>
      <div className={classes.what}>
        <h3 className={classes.name}>
          {name} <bdi className={classes.soft}>{currAccCode}</bdi>
        </h3>
        <p className={classes.soft}>
          {t('ordering.drafts.size', { lines: lines.length, units: totalQty(lines) })} ·{' '}
          {t(`orderType.${orderType}`)}
        </p>
      </div>
      <div className={classes.totals}>
        {/* Rules of other customers are not known here. */}
        {!hasRules && <Totals totals={totalsOf(lines)} />}
      </div>
      <div className={classes.actions}>
        <Button size="sm" aria-label={t('ordering.drafts.openCartOf', { customer: name })} onClick={open}>
          {t('ordering.drafts.open')}
        </Button>
      </div>
    </li>
  )
}
