import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import type { OrderDetail } from '#shared/orders/orders.ts'
import { t } from '#web/i18n.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'
import { useOrdersForOthers } from '../account.ts'
import { openEmptyCartFor } from '../cart/saving/drafts.ts'
import { type Cart, emptyCart, mergeLines } from '../cart/stored/cart.ts'
import { changeLines, getCarts, openCart, openCustomer, syncCarts } from '../cart/stored/cartStore.ts'
import { withCustomer } from '../cart/stored/carts.ts'
import { subtractLines } from '../cart/stored/movedLines.ts'
import { undoInCart } from '../cart/stored/undoInCart.ts'
import { lazyPart } from '../lazy.ts'
import type { CopyMode, CopyQuestion } from './CopyDialog.tsx'
import { currentLines, emptyCartFor } from './copyOrder.ts'
import { orderQuery } from './orderQuery.ts'

const CopyDialog = lazyPart(async () => (await import('./CopyDialog.tsx')).CopyDialog)

/**
 * Copies an order's lines at today's prices. Asks if the cart is not empty; the page must render `dialog`.
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
  const [question, setQuestion] = useState<CopyQuestion>()
  // It stays while it closes.
  const [wasAsked, setWasAsked] = useState(false)

  /** The order's customer's cart, or the open amended order. */
  const targetCart = ({ currAccCode }: OrderDetail): Cart => {
    const open = syncCarts()
    return ordersForOthers ? withCustomer(getCarts(), { ...emptyCart(), currAccCode }).open : open
  }
  const applyCopy = async (order: OrderDetail, mode: CopyMode) => {
    const target = mode === 'replace' ? emptyCartFor(order) : targetCart(order)
    const account = ordersForOthers ? target.currAccCode : undefined
    const lines = await currentLines(order, target, account)
    const { currAccCode: previousAccount } = syncCarts()
    // The replaced cart becomes a draft.
    const isKept = mode === 'replace' && (await openEmptyCartFor(target.currAccCode))
    // Read after it became one, so undo restores the draft.
    const before = syncCarts()
    if (mode === 'replace') openCart({ ...target, changedAt: Date.now(), lines })
    else {
      if (ordersForOthers) openCustomer(target.currAccCode, target.salesPersonCode)
      if (!changeLines((cart) => ({ lines: mergeLines(cart.lines, lines) }))) return
    }
    notifyDone(
      t('ordering.order.copied', { count: lines.length }),
      undoInCart(() => {
        if (mode === 'replace') openCart(before)
        else changeLines((cart) => ({ lines: subtractLines(cart.lines, lines) }))
        // Back to the previously open cart.
        if (ordersForOthers && previousAccount !== '') openCustomer(previousAccount)
      }),
    )
    if (isKept) notifyDone(t('ordering.order.cartDraft'))
    await navigate({ to: '/cart' })
  }
  const run = (guidKey: string, action: () => Promise<void>) => {
    if (busy) return
    setBusy(guidKey)
    void action()
      .catch(notifyFailure)
      .finally(() => setBusy(undefined))
  }
  const copy = (guidKey: string) =>
    run(guidKey, async () => {
      const order = await queryClient.fetchQuery(orderQuery(guidKey))
      const { lines, editing } = targetCart(order)
      if (lines.length === 0 && !editing) await applyCopy(order, 'replace')
      else {
        setWasAsked(true)
        setQuestion({ order, count: lines.length })
      }
    })
  const answer = (mode: CopyMode | undefined) => {
    setQuestion(undefined)
    if (question && mode) run(question.order.guidKey, () => applyCopy(question.order, mode))
  }
  const dialog = <Suspense>{wasAsked && <CopyDialog question={question} onAnswer={answer} />}</Suspense>
  return { copy, busy, dialog }
}
