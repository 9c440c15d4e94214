import { IconBuildingStore, IconPencil } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { useCustomer, useViewedAccount } from './account.ts'
import { CustomerSelect } from './CustomerSelect.tsx'
import { LeftCart } from './cart/form/LeftCart.tsx'
import { useLeft } from './cart/form/leftCart.ts'
import { useCart } from './cart/stored/cartStore.ts'
import classes from './OrderBar.module.css'
import { OrderKind } from './OrderKind.tsx'
import { nameOfCustomer } from './recentCustomers.ts'

/** Below the header: the amended order or the chosen customer. */
export function OrderBar() {
  const isAmending = useCart((cart) => cart.editing !== null)
  useEffect(() => announceCustomers(), [])
  // EditingBar shows more.
  const isCart = useLocation({ select: ({ pathname }) => pathname === '/cart' })
  if (isAmending) return isCart ? null : <AmendingBar />
  return (
    <>
      <CustomerBar />
      <LeftCart />
    </>
  )
}

/** Announces a customer whose cart was not opened by a choice in this tab. */
function announceCustomers(): () => void {
  return useCart.subscribe(({ currAccCode, editing }, before) => {
    if (currAccCode === before.currAccCode || currAccCode === '' || editing) return
    if (currAccCode === useLeft.getState().chosen) return
    useLeft.setState({ chosen: '' })
    notifyDone(t('ordering.bar.opened', { customer: nameOfCustomer(currAccCode) }))
  })
}

function AmendingBar() {
  const orderNumber = useCart((cart) => cart.editing?.orderNumber ?? '')
  const code = useViewedAccount() ?? ''
  const name = useCustomer(code).data?.currAccDescription ?? nameOfCustomer(code)
  return (
    <div className={classes.ground} data-amending>
      <div className={classes.bar}>
        <IconPencil size={18} aria-hidden className={classes.icon} />
        <p className={classes.text}>
          {t('ordering.bar.amending')} <bdi className={classes.strong}>{orderNumber}</bdi>
          {name && ` · ${name}`}
        </p>
        <OrderKind className={classes.kind} />
        <Link to="/cart" className={classes.action}>
          {t('ordering.bar.toOrder')}
        </Link>
      </div>
    </div>
  )
}

/** Prices and brands depend on both. Opens the customer field in place. */
function CustomerBar() {
  const code = useCart((cart) => cart.currAccCode)
  // Shown at once for recent customers.
  const name = useCustomer(code).data?.currAccDescription ?? nameOfCustomer(code)
  const [isChanging, setIsChanging] = useState(false)
  const bar = useRef<HTMLDivElement>(null)
  const wasChanging = useRef(false)
  useEffect(() => {
    // To the field when it opens, back to the button when it closes.
    if (wasChanging.current !== isChanging) bar.current?.querySelector<HTMLElement>('input, button')?.focus()
    wasChanging.current = isChanging
  }, [isChanging])
  if (isChanging) {
    return (
      <div ref={bar} className={classes.bar}>
        <div className={classes.field}>
          <CustomerSelect onChosen={() => setIsChanging(false)} />
        </div>
        <button type="button" className={classes.action} onClick={() => setIsChanging(false)}>
          {t('action.close')}
        </button>
      </div>
    )
  }
  return (
    <div ref={bar} className={classes.bar}>
      <IconBuildingStore size={18} aria-hidden className={classes.icon} />
      <p className={classes.text}>
        {code === '' && t('ordering.bar.nobody')}
        {code !== '' && (
          <>
            <span className={classes.lead}>{t('ordering.bar.for')} </span>
            <span className={classes.strong}>{name}</span> <bdi className={classes.code}>{code}</bdi>
          </>
        )}
      </p>
      <OrderKind className={classes.kind} />
      <button type="button" className={classes.action} onClick={() => setIsChanging(true)}>
        {code ? t('ordering.bar.change') : t('ordering.bar.choose')}
      </button>
    </div>
  )
}
