import { v7 as uuidv7 } from 'uuid'
import { create } from 'zustand'
import type { UserInfo } from '#shared/account.ts'
import { api, CallFailed } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'
import { isCustomer } from '#web/session.ts'
import { trySetItem } from '#web/trySetItem.ts'
import { pricedLines } from '../pricing/pricedLines.ts'
import { nameOfCustomer } from '../recentCustomers.ts'
import type { Cart, OrderHeader } from './cart.ts'
import { updateCart, useCart } from './cartStore.ts'
import { afterEditing, type SentLines, withoutPlaced } from './editing.ts'
import { fingerprintOf } from './fingerprint.ts'
import { useGuest } from './guest.ts'
import { deliver } from './synchroniser.ts'
import { applyRefusal } from './useOffers.ts'

export type Order = ReturnType<typeof orderInput>
type Placed = { guidKey: string; orderNumber: string; isAmended: boolean }
/** `waiting`: server unreachable, or `isSlow`; retries on its own. */
export type Placing =
  | { step: 'idle' }
  | { step: 'sending' | 'waiting'; order: Order; isSlow?: boolean }
  | { step: 'refused'; order: Order; error: Error }
  | { step: 'placed'; placed: Placed }

export const usePlacing = create<{ placing: Placing }>(() => ({ placing: { step: 'idle' } }))
const setPlacing = (placing: Placing) => usePlacing.setState({ placing })

/** Fingerprint of the order being sent, to resume after a reload. */
const resumeKey = 'placing'

const orderUnderWay = () => {
  const { placing } = usePlacing.getState()
  return placing.step === 'sending' || placing.step === 'waiting' ? placing.order : undefined
}
let sending = new AbortController()
let onPlaced: ((placed: Placed) => void) | undefined

/** One order at a time, repeated until answered or stopped. The guidKey makes repeats one order. */
export function placeOrder(order: Order): void {
  if (orderUnderWay()) return
  // Without storage, send but do not resume.
  trySetItem(sessionStorage, resumeKey, contentKey(order))
  void send(order)
}

async function send(order: Order): Promise<void> {
  sending = new AbortController()
  const { signal } = sending
  setPlacing({ step: 'sending', order })
  const call = (callSignal: AbortSignal) => api.post('/api/Shop/PostShopCart', order, { signal: callSignal })
  const onWait = (isSlow: boolean) => setPlacing({ step: 'waiting', order, isSlow })
  try {
    const answer = await deliver(order.guidKey, { call, signal, onWait })
    sessionStorage.removeItem(resumeKey)
    finish(order, answer)
  } catch (error) {
    if (signal.aborted) return
    sessionStorage.removeItem(resumeKey)
    refuse(order, error instanceof Error ? error : new Error(String(error)))
  }
}

function refuse(order: Order, error: Error): void {
  if (error instanceof CallFailed && error.code === 'order.otherDraft') return placeUnderNewKey(order)
  const isHere = isCartOpen(order)
  if (isHere && error instanceof CallFailed) applyRefusal(error)
  setPlacing({ step: 'refused', order, error })
  // On the cart page, PlacingNotice reports it.
  if (!isHere) notifyFailure(`${nameOfCustomer(order.currAccCode)}: ${error.message}`)
  else if (!onPlaced) notifyFailure(error)
}

const isCartOpen = ({ guidKey }: Order) => useCart.getState().guidKey === guidKey

/** The key is another user's draft. Nothing was placed. */
function placeUnderNewKey(order: Order): void {
  const own = { guidKey: uuidv7(), draftVersion: 0, isShared: false }
  updateCart(() => own, order.guidKey)
  setPlacing({ step: 'idle' })
  placeOrder({ ...order, guidKey: own.guidKey })
}

type Answer = { guidKey: string; orderNumber: string; lowered?: unknown[] | undefined }

function finish(order: Order, { guidKey, orderNumber, lowered }: Answer): void {
  if (lowered) notifyDone(t('cart.pricesLowered', { count: lowered.length }))
  const isAmended = order.version !== undefined
  const isHere = isCartOpen(order)
  if (isAmended) finishAmending(order)
  // Another customer's cart may be open by now.
  else updateCart((cart) => withoutPlaced(cart, order), order.guidKey)
  const placed = { guidKey, orderNumber, isAmended }
  setPlacing({ step: 'placed', placed })
  if (onPlaced && isHere) return onPlaced(placed)
  // The user is on another page or customer.
  notifyDone(t('ordering.cart.placedMeanwhile', { number: orderNumber }))
  setPlacing({ step: 'idle' })
}

/** Ends editing, unless the cart changed while sending. */
export const finishAmending = (sent: SentLines & SentHeader) =>
  updateCart((cart) => {
    const isUnchanged =
      cart.guidKey === sent.guidKey &&
      quantityKey(cart.lines) === quantityKey(sent.lines) &&
      headerText(cart) === headerText(sent)
    return isUnchanged ? afterEditing(cart) : cart
  })

type SentHeader = Pick<OrderHeader, 'salesPersonCode' | 'description'> & Partial<OrderHeader>
const headerText = (header: SentHeader) => {
  const { subCurrAccId = '', salesPersonCode, description, campaignCode = '' } = header
  const { discount = 0, discountReason = '', overrideReason = '' } = header
  return [
    subCurrAccId,
    salesPersonCode,
    description,
    campaignCode,
    discount,
    discountReason,
    overrideReason,
  ].join('\n')
}

/** Identifies variants and quantities. */
export function quantityKey(lines: SentLines['lines']): string {
  return lines.map(({ productId, qty }) => `${productId} ${qty}`).join()
}

/** If a request arrived unnoticed, the next try reports it. */
export function stopPlacing(): void {
  sending.abort()
  sessionStorage.removeItem(resumeKey)
  setPlacing({ step: 'idle' })
}

/** An order that was under way before a reload is not resumed. */
export function forgetPlacing(): void {
  if (usePlacing.getState().placing.step === 'idle') sessionStorage.removeItem(resumeKey)
}

/** While the cart page is open. */
export function followPlacing(listener: (placed: Placed) => void): () => void {
  onPlaced = listener
  return () => {
    onPlaced = undefined
    const { step } = usePlacing.getState().placing
    if (step === 'placed' || step === 'refused') setPlacing({ step: 'idle' })
  }
}

/** Without prices, which the server checks: those of another customer's cart are not known. */
function contentKey({ lines, ...rest }: Order): string {
  return fingerprintOf([rest, quantityKey(lines)])
}

/** Unless the order has changed. */
export function resumePlacing(order: Order): void {
  const { step } = usePlacing.getState().placing
  if (step === 'idle' && sessionStorage.getItem(resumeKey) === contentKey(order)) placeOrder(order)
}

type Buyer = { user: UserInfo | undefined; ownAccount: string | undefined }

/** `ownAccount` is a customer's own; guests send contact data. */
export function orderInput(cart: Cart, { user, ownAccount }: Buyer) {
  // A customer's amendment leaves an agent's discounts as they are.
  const isSeller = user !== undefined && !isCustomer(user)
  const given = (discount = 0) => (discount > 0 || cart.editing ? { discount } : {})
  return {
    ...(user ? {} : { guest: useGuest.getState() }),
    guidKey: cart.guidKey,
    ...(cart.editing ? { version: cart.editing.version } : {}),
    orderType: cart.orderType,
    currAccCode: user ? (ownAccount ?? cart.currAccCode) : '',
    ...(user && cart.subCurrAccId ? { subCurrAccId: cart.subCurrAccId } : {}),
    salesPersonCode: user ? cart.salesPersonCode : '',
    description: cart.description,
    ...(cart.campaignCode ? { campaignCode: cart.campaignCode } : {}),
    ...(isSeller ? { ...given(cart.discount), discountReason: cart.discountReason } : {}),
    ...(cart.overrideReason ? { overrideReason: cart.overrideReason } : {}),
    lines: pricedLines(cart).map(
      ({ productId, qty, unitPrice, priceCurrencyCode, lotCode, piecesPerLot, discount }) => ({
        productId,
        qty,
        unitPrice,
        priceCurrencyCode,
        ...(lotCode ? { piecesPerLot } : {}),
        ...(isSeller ? given(discount) : {}),
      }),
    ),
  }
}
