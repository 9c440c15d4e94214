import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { OrderDetail } from '#shared/orders.ts'
import { t } from '#web/i18n.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'
import { useOrdersForOthers } from '../account.ts'
import { withTakenOut } from '../cart/cart.ts'
import { catchUp, changeLines, openCart } from '../cart/cartStore.ts'
import { putAway } from '../cart/drafts.ts'
import { undoHere } from '../cart/undoHere.ts'
import { CopyDialog } from './CopyDialog.tsx'
import { cartLike, linesOfToday, withLines } from './copyOrder.ts'
import { orderQuery } from './orderQuery.ts'

export type HowToCopy = 'add' | 'replace'

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
  const [asked, setAsked] = useState<OrderDetail>()

  const take = async (order: OrderDetail, how: HowToCopy) => {
    const target = how === 'replace' ? cartLike(order) : catchUp()
    const account = ordersForOthers ? target.currAccCode || order.currAccCode : undefined
    const lines = await linesOfToday(order, target, account)
    // The cart that was here is found among the drafts.
    const isKept = how === 'replace' && (await putAway())
    // As it was put away: brought back, it is the draft that it has become.
    const before = catchUp()
    if (how === 'replace') openCart({ ...target, changedAt: Date.now(), lines })
    else if (!changeLines((cart) => ({ lines: withLines(cart, lines) }))) return
    notifyDone(
      t('ordering.order.copied', { count: lines.length }),
      undoHere(() => {
        if (how === 'replace') openCart(before)
        else changeLines((cart) => ({ lines: withTakenOut(cart.lines, lines) }))
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
      const { lines, editing } = catchUp()
      if (lines.length === 0 && !editing) await take(order, 'replace')
      else setAsked(order)
    })
  const answer = (how: HowToCopy | undefined) => {
    setAsked(undefined)
    if (asked && how) run(asked.guidKey, () => take(asked, how))
  }
  return { copy, busy, dialog: <CopyDialog order={asked} onAnswer={answer} /> }
}
