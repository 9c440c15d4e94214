import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { isCustomer, useSession } from '#web/session.ts'
import { hasLiveCart } from '../account.ts'
import { agentOf } from './agentOf.ts'
import { problemsId } from './CartProblems.tsx'
import type { Cart } from './cart.ts'
import { changeCart, useCart, useOtherCarts } from './cartStore.ts'
import { guestProblems, guestsMayOrder, useGuest } from './guest.ts'
import { linesOverLimit } from './lineLimit.ts'
import { kindsOf, problemFinder } from './offers.ts'
import { agentsQuery } from './orderChoices.ts'
import { followPlacing, orderInput, placeOrder, resumePlacing, usePlacing } from './placing.ts'
import { tooManyId } from './TooManyLines.tsx'
import { useOffers } from './useOffers.ts'

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
    // Prices, stock or choices may have changed.
    if (step !== 'refused') return
    for (const name of ['cart', 'customer', 'agents', 'subAccounts']) {
      void queryClient.invalidateQueries({ queryKey: [name] })
    }
  }, [step, queryClient])
  useEffect(() => {
    if (!user && !guestsMayOrder) return
    // The user may have switched customers while sending.
    for (const cart of [useCart.getState(), ...useOtherCarts.getState().others]) {
      if (cart.lines.length > 0) resumePlacing(orderInput(cart, { user, ownAccount }))
    }
  }, [user, ownAccount])

  const submit = async () => {
    const accountOf = ({ currAccCode }: Cart) => ownAccount ?? currAccCode
    const account = accountOf(useCart.getState())
    const agents = user && (await loadAgents(queryClient, agentsQuery(user, account)))
    // The user switched customers meanwhile.
    if (accountOf(useCart.getState()) !== account) return
    setIsChecked(true)
    const salesPersonCode = agentOf(useCart.getState(), { user, account, agents })
    if (user) changeCart({ salesPersonCode })
    const cart = useCart.getState()
    const isComplete = user
      ? cart.salesPersonCode && account
      : Object.keys(guestProblems(useGuest.getState())).length === 0
    if (!isComplete) return focusMissing()
    if (linesOverLimit(cart).length > 0) return focusNotice(tooManyId)
    if (!canSend(cart)) return focusNotice(problemsId)
    placeOrder(orderInput(cart, { user, ownAccount }))
  }
  return { placing, isChecked, submit }
}

/**
 * The server would refuse a cart with known problems, unless only stock is short and the cart may have been
 * ordered on another device: then it returns that order.
 */
function canSend({ lines, editing }: Cart): boolean {
  const findProblem = problemFinder(useOffers.getState().offers, editing?.placed)
  const kinds = new Set(lines.flatMap((line) => kindsOf(findProblem(line))))
  const isLive = hasLiveCart(useSession.getState().user) && !editing
  return kinds.size === 0 || (isLive && kinds.size === 1 && kinds.has('stock'))
}

/** Undefined while they cannot be loaded. */
function loadAgents(queryClient: QueryClient, query: ReturnType<typeof agentsQuery>) {
  // Offline, the query would wait for the connection.
  if (queryClient.getQueryState(query.queryKey)?.fetchStatus === 'paused') return undefined
  return queryClient.ensureQueryData(query).catch(() => undefined)
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
