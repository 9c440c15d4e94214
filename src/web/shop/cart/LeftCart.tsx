import { IconX } from '@tabler/icons-react'
import { t } from '#web/i18n.ts'
import { useCustomer } from '../account.ts'
import { nameOfCustomer } from '../recentCustomers.ts'
import { takeAlong } from './chooseCustomer.ts'
import classes from './LeftCart.module.css'
import { useLeft, useLeftCart } from './leftCart.ts'
import { usePlacing } from './placing.ts'

/** Once another customer is chosen: what stays in the cart that was left, and the way to take it along. */
export function LeftCart() {
  const left = useLeftCart()
  const code = left?.currAccCode ?? ''
  const name = useCustomer(code).data?.currAccDescription ?? nameOfCustomer(code)
  // What is being ordered for the one is not for the other.
  const isOnItsWay = usePlacing(
    ({ placing }) =>
      'order' in placing && placing.step !== 'refused' && placing.order.guidKey === left?.guidKey,
  )
  if (!left || isOnItsWay) return null
  return (
    <div className={classes.left}>
      <p className={classes.text} role="status">
        {t('ordering.bar.left', { count: left.lines.length, customer: name })}
      </p>
      <button type="button" className={classes.action} onClick={() => takeAlong(left.guidKey)}>
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
