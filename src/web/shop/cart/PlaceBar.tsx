import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { t } from '#web/i18n.ts'
import { useSession } from '#web/session.ts'
import { Totals } from '#web/ui/Totals.tsx'
import { totalQty, totalsOf } from './cart.ts'
import { useCart } from './cartStore.ts'
import { useDeferredLines } from './deferredLines.ts'
import { guestsMayOrder } from './guest.ts'
import classes from './PlaceBar.module.css'
import type { useOrdering } from './useOrdering.ts'

export function PlaceBar({ ordering }: { ordering: ReturnType<typeof useOrdering> }) {
  const user = useSession((session) => session.user)
  const isEditing = useCart((cart) => cart.editing !== null)
  const isLocked = useCart((cart) => !cart.editable)
  const { placing, submit } = ordering
  return (
    <div className={classes.bar}>
      <BarTotal />
      {user || guestsMayOrder ? (
        <Button
          size="lg"
          className={classes.button}
          disabled={isLocked}
          loading={placing.step === 'sending' || placing.step === 'waiting'}
          onClick={() => void submit()}
        >
          {isEditing ? t('ordering.order.save') : t('cart.placeOrder')}
        </Button>
      ) : (
        <Button
          size="lg"
          className={classes.button}
          renderRoot={(props) => <Link to="/login" search={{ redirect: '/cart' }} {...props} />}
        >
          {t('cart.loginToProcess')}
        </Button>
      )}
    </div>
  )
}

/** Phones only; OrderSummary has the details. */
function BarTotal() {
  const lines = useDeferredLines()
  return (
    <div className={classes.total} aria-hidden>
      <strong>
        <Totals totals={totalsOf(lines)} />
      </strong>
      <span>{t('ordering.cart.unitCount', { count: totalQty(lines) })}</span>
    </div>
  )
}
