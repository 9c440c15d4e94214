import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { isCustomer, useSession } from '#web/session.ts'
import { settings } from '#web/settings.ts'
import { problemsId } from './CartProblems.tsx'
import type { Cart } from './cart.ts'
import { useCart, useOtherCarts } from './cartStore.ts'
import { guestProblems, guestsMayOrder, useGuest } from './guest.ts'
import { judgeOf, kindsOf } from './offers.ts'
import { beyondOneOrder } from './oneOrder.ts'
import { followPlacing, orderOf, place, resumePlacing, usePlacing } from './placing.ts'
import { tooManyId } from './TooManyLines.tsx'
import { useOffers } from './useOffers.ts'

/** Placing the cart, or saving the order it amends: what stops it is shown where it can be mended. */
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
        for (const queryKey of [['products'], ['order', guidKey], ['orders']]) {
          void queryClient.invalidateQueries({ queryKey })
        }
        if (isAmended) notifyDone(t('ordering.order.saved', { number: orderNumber }))
        void navigate({ to: isAmended ? '/cart/$guidKey' : '/cart/placed/$guidKey', params: { guidKey } })
      }),
    [navigate, queryClient],
  )
  const { step } = placing
  useEffect(() => {
    // A refusal may be about what has changed since: the cart is held against prices, stock and people once more.
    if (step !== 'refused') return
    for (const name of ['cart', 'customer', 'agents', 'subAccounts']) {
      void queryClient.invalidateQueries({ queryKey: [name] })
    }
  }, [step, queryClient])
  useEffect(() => {
    if (!user && !guestsMayOrder) return
    // The person may have gone on to another customer while it was on its way.
    for (const cart of [useCart.getState(), ...useOtherCarts.getState().others]) {
      if (cart.lines.length > 0) resumePlacing(orderOf(cart, { user, ownAccount }))
    }
  }, [user, ownAccount])

  const submit = async () => {
    // The account's own agent stands in by itself, once it is known who there is.
    if (user && !useCart.getState().salesPersonCode) await settledAgents(queryClient)
    setIsChecked(true)
    const cart = useCart.getState()
    const isComplete = user
      ? cart.salesPersonCode && (ownAccount ?? cart.currAccCode)
      : Object.keys(guestProblems(useGuest.getState())).length === 0
    if (!isComplete) return focusMissing()
    if (beyondOneOrder(cart).length > 0) return focusNotice(tooManyId)
    if (!mayBeSent(cart)) return focusNotice(problemsId)
    place(orderOf(cart, { user, ownAccount }))
  }
  return { placing, isChecked, submit }
}

/**
 * Whether the server shall judge the cart. With problems that are seen here it would only refuse, unless stock is all
 * that is missing and the cart is known on other devices: it may have taken the stock itself, ordered there, and is
 * then answered with that order.
 */
function mayBeSent({ lines, editing }: Cart): boolean {
  const judge = judgeOf(useOffers.getState().offers, editing?.placed)
  const kinds = new Set(lines.flatMap((line) => kindsOf(judge(line))))
  const isElsewhere = isCustomer(useSession.getState().user) && settings.onlineExpire > 0 && !editing
  return kinds.size === 0 || (isElsewhere && kinds.size === 1 && kinds.has('stock'))
}

/** Waits for the agents to choose from, where they are still on their way. */
function settledAgents(queryClient: QueryClient): Promise<void> {
  const isOnItsWay = () => queryClient.isFetching({ queryKey: ['agents'] }) > 0
  if (!isOnItsWay()) return Promise.resolve()
  return new Promise((resolve) => {
    const stop = queryClient.getQueryCache().subscribe(() => {
      if (isOnItsWay()) return
      stop()
      // The form takes the first of them when it is drawn.
      setTimeout(resolve, 50)
    })
  })
}

/** The first field of the form that wants an answer; it is marked as wrong in the next drawing. */
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
