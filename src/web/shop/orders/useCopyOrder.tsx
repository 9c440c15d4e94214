import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { OrderDetail } from '#shared/orders.ts'
import { t } from '#web/i18n.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'
import { useOrdersForOthers } from '../account.ts'
import { type Cart, emptyCart, mergeLines, subtractLines } from '../cart/cart.ts'
import { changeLines, getCarts, openCart, openCustomer, syncCarts } from '../cart/cartStore.ts'
import { withCustomer } from '../cart/carts.ts'
import { openEmptyCartFor } from '../cart/drafts.ts'
import { undoInCart } from '../cart/undoInCart.ts'
import { CopyDialog } from './CopyDialog.tsx'
import { cartLike, linesOfToday } from './copyOrder.ts'
import { orderQuery } from './orderQuery.ts'

export type HowToCopy = 'add' | 'replace'
/** An order to be copied into a cart that has so many lines already. */
export type Asked = { order: OrderDetail; count: number }

/**
 * Puts an order's lines into the cart once more, at today's prices. A cart that is not empty is asked about; the
 * dialog of that is to be drawn by the page.
 */
export function useCopyOrder(): {
  copy: (guidKey: string) => void
  busy: string | undefined
  dialog: ReactNode
} {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const ordersForOthers = useOrdersForOthers()
  const [busy, setBusy] = useState<string>()
  const [asked, setAsked] = useState<Asked>()

  /** The cart that an order's lines are for: its customer's, unless one is open that is an order under amendment. */
  const targetOf = ({ currAccCode }: OrderDetail): Cart => {
    const open = syncCarts()
    return ordersForOthers ? withCustomer(getCarts(), { ...emptyCart(), currAccCode }).open : open
  }
  const take = async (order: OrderDetail, how: HowToCopy) => {
    const target = how === 'replace' ? cartLike(order) : targetOf(order)
    const account = ordersForOthers ? target.currAccCode : undefined
    const lines = await linesOfToday(order, target, account)
    const { currAccCode: former } = syncCarts()
    // The cart that was here is found among the drafts.
    const isKept = how === 'replace' && (await openEmptyCartFor(target.currAccCode))
    // As it was put away: brought back, it is the draft that it has become.
    const before = syncCarts()
    if (how === 'replace') openCart({ ...target, changedAt: Date.now(), lines })
    else {
      if (ordersForOthers) openCustomer(target.currAccCode, target.salesPersonCode)
      if (!changeLines((cart) => ({ lines: mergeLines(cart.lines, lines) }))) return
    }
    notifyDone(
      t('ordering.order.copied', { count: lines.length }),
      undoInCart(() => {
        if (how === 'replace') openCart(before)
        else changeLines((cart) => ({ lines: subtractLines(cart.lines, lines) }))
        // To the customer whose cart was open.
        if (ordersForOthers && former !== '') openCustomer(former)
      }),
    )
    if (isKept) notifyDone(t('ordering.order.cartDraft'))
    await navigate({ to: '/cart' })
  }
  const run = (guidKey: string, work: () => Promise<void>) => {
    if (busy) return
    setBusy(guidKey)
    void work()
      .catch(notifyFailure)
      .finally(() => setBusy(undefined))
  }
  const copy = (guidKey: string) =>
    run(guidKey, async () => {
      const order = await queryClient.fetchQuery(orderQuery(guidKey))
      const { lines, editing } = targetOf(order)
      if (lines.length === 0 && !editing) await take(order, 'replace')
      else setAsked({ order, count: lines.length })
    })
  const answer = (how: HowToCopy | undefined) => {
    setAsked(undefined)
    if (asked && how) run(asked.order.guidKey, () => take(asked.order, how))
  }
  return { copy, busy, dialog: <CopyDialog asked={asked} onAnswer={answer} /> }
}
