import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { fromMinor } from '#shared/numbers/money.ts'
import { maxOrderLines } from '#shared/orders/orderRules.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { isCustomer, useSession } from '#web/session.ts'
import { Totals } from '#web/ui/Totals.tsx'
import { hasLiveCart } from '../../account.ts'
import { changedPricesOf } from '../../pricing/changedPrices.ts'
import { usePricedTotals } from '../../pricing/pricedLines.ts'
import { useBrokenLimits, usePricing } from '../../pricing/pricing.ts'
import { brokenLimitsId } from '../../quantities/BrokenLimitNotice.tsx'
import { discountReasonId, lacksReason } from '../form/discountReason.ts'
import { guestProblems, guestsMayOrder, useGuest } from '../form/guest.ts'
import { loadOrderAgent } from '../form/orderChoices.ts'
import { useDeferredLines } from '../lines/deferredLines.ts'
import { linesOverLimit } from '../lines/lineLimit.ts'
import { problemsId } from '../offers/CartProblems.tsx'
import { changedPricesId } from '../offers/ChangedPrices.tsx'
import { problemKindsOf } from '../offers/offers.ts'
import { useOffers, useProblemFinder } from '../offers/useOffers.ts'
import { type Cart, hasDiscount, totalQty } from '../stored/cart.ts'
import { changeCart, useCart } from '../stored/cartStore.ts'
import { useCartTax } from '../totals/cartTax.ts'
import classes from './PlaceBar.module.css'
import { followPlacing, orderInput, placeOrder, usePlacing } from './placing.ts'
import { tooManyId } from './TooManyLines.tsx'
import { useIsBeingOrdered } from './useIsBeingOrdered.ts'

/** Scrolls to whatever prevents placing. */
export function useOrdering() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const user = useSession((session) => session.user)
  const placing = usePlacing((state) => state.placing)
  const [isChecked, setIsChecked] = useState(false)
  const ownAccount = isCustomer(user) ? (user?.currAccCode ?? '') : undefined

  useEffect(
    () =>
      followPlacing(({ guidKey, orderNumber, isAmended }) => {
        if (isAmended) notifyDone(t('ordering.order.saved', { number: orderNumber }))
        void navigate({ to: isAmended ? '/cart/$guidKey' : '/cart/placed/$guidKey', params: { guidKey } })
      }),
    [navigate],
  )
  const { step } = placing
  useEffect(() => {
    // Prices, stock or choices may have changed.
    if (step !== 'refused') return
    for (const name of ['cart', 'pricing', 'customer', 'agents', 'subAccounts', 'credit']) {
      void queryClient.invalidateQueries({ queryKey: [name] })
    }
  }, [step, queryClient])

  const submit = async () => {
    const accountOf = ({ currAccCode }: Cart) => ownAccount ?? currAccCode
    const account = accountOf(useCart.getState())
    const salesPersonCode = user ? await loadOrderAgent(queryClient, user, account) : ''
    // The user switched customers meanwhile.
    if (accountOf(useCart.getState()) !== account) return
    setIsChecked(true)
    if (user) changeCart({ salesPersonCode })
    await waitForPrices()
    const cart = useCart.getState()
    const isComplete = user
      ? cart.salesPersonCode && account
      : Object.keys(guestProblems(useGuest.getState())).length === 0
    if (!isComplete) return focusMissing()
    if (changedPricesOf(cart).length > 0) return focusNotice(changedPricesId)
    if (linesOverLimit(cart).length > 0) return focusNotice(tooManyId)
    if (!canSend(cart)) return focusNotice(problemsId)
    const hasBrokenLimits = (usePricing.getState().pricing?.brokenLimits(cart).length ?? 0) > 0
    if (hasBrokenLimits && !cart.overrideReason) return focusNotice(brokenLimitsId)
    if (hasDiscount(cart) && lacksReason(cart)) return focusNotice(discountReasonId)
    placeOrder(orderInput(cart, { user, ownAccount }))
  }
  return { placing, isChecked, submit }
}

/**
 * The server would refuse a cart with known problems, unless only stock is short and the cart may have been
 * ordered on another device: then it returns that order.
 */
function canSend(cart: Cart): boolean {
  const kinds = problemKindsOf(cart, useOffers.getState().offers)
  if (cart.overrideReason) kinds.delete('minimum')
  const isLive = hasLiveCart(useSession.getState().user) && !cart.editing
  return kinds.size === 0 || (isLive && kinds.size === 1 && kinds.has('stock'))
}

/** Longer without prices, the server refuses the order and tells them. */
const maxPriceWaitMs = 5000

/** Waits for the prices of a discount just given: the order would be sent at list prices. */
function waitForPrices(): Promise<void> {
  const isKnown = () => usePricing.getState().pricing !== undefined || !hasDiscount(useCart.getState())
  if (isKnown()) return Promise.resolve()
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(end, maxPriceWaitMs)
    const stop = usePricing.subscribe(() => isKnown() && end())
  })
}

/** Waits a frame: the field is marked invalid on the next render. */
function focusMissing(): void {
  requestAnimationFrame(() => {
    const field = document.querySelector<HTMLElement>('#order-form [aria-invalid="true"]')
    field?.scrollIntoView({ block: 'center' })
    field?.focus({ preventScroll: true })
  })
}

function focusNotice(id: string): void {
  const notice = document.getElementById(id)
  notice?.scrollIntoView({ block: 'start' })
  notice?.focus({ preventScroll: true })
}

/** The bar with the button; `ordering` is the page's. */
export function PlaceBar({ ordering }: { ordering: ReturnType<typeof useOrdering> }) {
  const user = useSession((session) => session.user)
  const isEditing = useCart((cart) => cart.editing !== null)
  const isLocked = useCart((cart) => !cart.editable)
  const isBeingOrdered = useIsBeingOrdered()
  const { submit } = ordering
  return (
    <div className={classes.bar}>
      <WhyNot />
      <BarTotal />
      {user || guestsMayOrder ? (
        <Button
          size="lg"
          className={classes.button}
          disabled={isLocked}
          loading={isBeingOrdered}
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

/** What has to be settled before ordering, with the way to it. */
function WhyNot() {
  const lines = useDeferredLines()
  const findProblem = useProblemFinder()
  const isOverridden = useCart((cart) => cart.overrideReason !== '')
  const hasChanged = useCart((cart) => changedPricesOf(cart).length > 0)
  const isTooLong = useCart((cart) => linesOverLimit(cart).length > 0)
  const hasBrokenLimits = useBrokenLimits().length > 0 && !isOverridden
  const hasProblems = lines.some((line) => findProblem(line) !== undefined)
  const reasons: [isTrue: boolean, id: string, text: string][] = [
    [hasChanged, changedPricesId, t('ordering.cart.pricesChanged')],
    [isTooLong, tooManyId, t('ordering.cart.tooMany', { most: maxOrderLines })],
    [hasProblems, problemsId, t('ordering.cart.problems')],
    [hasBrokenLimits, brokenLimitsId, t('ordering.unmet.title')],
  ]
  const [first] = reasons.filter(([isTrue]) => isTrue)
  if (!first) return null
  const [, id, text] = first
  return (
    <button type="button" className={classes.why} onClick={() => focusNotice(id)}>
      {text}
    </button>
  )
}

/** Phones only; OrderSummary has the details. */
function BarTotal() {
  const lines = useDeferredLines()
  const totals = usePricedTotals(lines)
  const { taxes } = useCartTax(lines)
  const isWhole = taxes.length === totals.length
  const gross = taxes.map(({ currency, grossMinor }) => ({ currency, amount: fromMinor(grossMinor) }))
  return (
    <div className={classes.total} aria-hidden>
      <strong>
        <Totals totals={isWhole ? gross : totals} />
      </strong>
      <span>
        {t('ordering.cart.unitCount', { count: totalQty(lines) })} · {t(isWhole ? 'tax.with' : 'tax.without')}
      </span>
    </div>
  )
}
