import { IconX } from '@tabler/icons-react'
import { t } from '#web/i18n.ts'
import { useCustomer } from '../../account.ts'
import { nameOfCustomer } from '../../recentCustomers.ts'
import { useOtherCarts } from '../stored/cartStore.ts'
import { isBeingOrdered } from '../stored/carts.ts'
import { moveLinesHere } from './chooseCustomer.ts'
import classes from './LeftCart.module.css'
import { useLeft, useLeftCart } from './leftCart.ts'

/** What stayed in the previous customer's cart, with a button to move it here. */
export function LeftCart() {
  const left = useLeftCart()
  const code = left?.currAccCode ?? ''
  const name = useCustomer(code).data?.currAccDescription ?? nameOfCustomer(code)
  // Lines already being ordered must not move.
  const isOrdered = useOtherCarts((carts) => isBeingOrdered(carts, left?.guidKey))
  if (!left || isOrdered) return null
  return (
    <div className={classes.left}>
      <p className={classes.text} role="status">
        {t('ordering.bar.left', { count: left.lines.length, customer: name })}
      </p>
      <button type="button" className={classes.action} onClick={() => moveLinesHere(left.guidKey)}>
        {t('ordering.bar.takeAlong')}
      </button>
      <button
        type="button"
        className={classes.close}
        aria-label={t('action.close')}
        onClick={() => useLeft.setState({ guidKey: '' })}
      >
        <IconX size={18} aria-hidden />
      </button>
    </div>
  )
}
