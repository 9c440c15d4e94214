import { v7 as uuidv7 } from 'uuid'
import { create } from 'zustand'
import type { UserInfo } from '#shared/account.ts'
import { api, CallFailed } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'
import { setItemOrThrow } from '#web/trySetItem.ts'
import { nameOfCustomer } from '../recentCustomers.ts'
import { finishAmending, removePlaced } from './afterPlacing.ts'
import type { Cart } from './cart.ts'
import { updateCartByKey, useCart } from './cartStore.ts'
import { fingerprintOf } from './fingerprint.ts'
import { useGuest } from './guest.ts'
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

const isActive = ({ step }: Placing) => step === 'sending' || step === 'waiting'
let attempt = 0
let timer = 0
/** Oldest first; one on a lost connection may never be answered. */
const pendingRequests = new Set<AbortController>()
/** More would only compete. */
const maxPendingRequests = 2
/** Report slowness after the first; resend in parallel after the second. */
const slowAfterMs = 12_000
const resendAfterMs = 60_000
let onPlaced: ((placed: Placed) => void) | undefined

/** One order at a time, retried until answered or stopped. The guidKey makes repeats one order. */
export function placeOrder(order: Order): void {
  if (isActive(usePlacing.getState().placing)) return
  rememberSending(order)
  attempt = 0
  void send(order)
}

function rememberSending(order: Order): void {
  try {
    setItemOrThrow(sessionStorage, resumeKey, fingerprintOf(order))
  } catch {
    // Without storage, send but do not resume.
  }
}

function forgetSending(): void {
  try {
    sessionStorage.removeItem(resumeKey)
  } catch {
    // Storage is blocked.
  }
}

async function send(order: Order): Promise<void> {
  setPlacing({ step: attempt === 0 ? 'sending' : 'waiting', order })
  clearTimeout(timer)
  timer = window.setTimeout(() => handleSlow(order), slowAfterMs)
  for (const oldest of [...pendingRequests].slice(
    0,
    Math.max(0, pendingRequests.size + 1 - maxPendingRequests),
  ))
    abort(oldest)
  const controller = new AbortController()
  pendingRequests.add(controller)
  try {
    const answer = await api.post('/api/Shop/PostShopCart', order, { signal: controller.signal })
    // A parallel request may have been answered first.
    if (isCurrent(order)) finish(order, answer)
  } catch (error) {
    if (controller.signal.aborted || !isCurrent(order)) return
    pendingRequests.delete(controller)
    if (error instanceof CallFailed && isUnreachable(error)) return retryLater(order)
    refuse(order, error instanceof Error ? error : new Error(String(error)))
  }
}

function abort(pending: AbortController): void {
  pendingRequests.delete(pending)
  pending.abort()
}

function stopSending(): void {
  clearTimeout(timer)
  for (const one of pendingRequests) abort(one)
  forgetSending()
}

function isCurrent(order: Order): boolean {
  const { placing } = usePlacing.getState()
  return (placing.step === 'sending' || placing.step === 'waiting') && placing.order === order
}

/** Time for a slow connection; a parallel request in case it is dead. */
function handleSlow(order: Order): void {
  if (!isCurrent(order)) return
  setPlacing({ step: 'waiting', order, isSlow: true })
  attempt += 1
  timer = window.setTimeout(() => void send(order), resendAfterMs)
}

/** No answer, or one from a proxy. */
const isUnreachable = ({ status }: CallFailed) => [0, 502, 503, 504].includes(status)

function retryLater(order: Order): void {
  setPlacing({ step: 'waiting', order })
  attempt += 1
  timer = window.setTimeout(() => void send(order), Math.min(1000 * 2 ** (attempt - 1), 30_000))
}

window.addEventListener('online', () => {
  const { placing } = usePlacing.getState()
  // The request may be lost with the old connection.
  if (placing.step === 'sending' || placing.step === 'waiting') void send(placing.order)
})

function refuse(order: Order, error: Error): void {
  stopSending()
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
  updateCartByKey(order.guidKey, () => own)
  setPlacing({ step: 'idle' })
  placeOrder({ ...order, guidKey: own.guidKey })
}

function finish(order: Order, { guidKey, orderNumber }: { guidKey: string; orderNumber: string }): void {
  stopSending()
  const isAmended = order.version !== undefined
  const isHere = isCartOpen(order)
  if (isAmended) finishAmending(order)
  else removePlaced(order)
  const placed = { guidKey, orderNumber, isAmended }
  setPlacing({ step: 'placed', placed })
  if (onPlaced && isHere) return onPlaced(placed)
  // The user is on another page or customer.
  notifyDone(t('ordering.cart.placedMeanwhile', { number: orderNumber }))
  setPlacing({ step: 'idle' })
}

/** If a request arrived unnoticed, the next try reports it. */
export function stopPlacing(): void {
  stopSending()
  setPlacing({ step: 'idle' })
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

/** Unless the order has changed. */
export function resumePlacing(order: Order): void {
  const { step } = usePlacing.getState().placing
  if (step === 'idle' && readResumeKey() === fingerprintOf(order)) placeOrder(order)
}

function readResumeKey(): string | null {
  try {
    return sessionStorage.getItem(resumeKey)
  } catch {
    return null
  }
}

export function isSendingOrder(guidKey: string): boolean {
  const { placing } = usePlacing.getState()
  return (placing.step === 'sending' || placing.step === 'waiting') && placing.order.guidKey === guidKey
}

type Buyer = { user: UserInfo | undefined; ownAccount: string | undefined }

/** `ownAccount` is a customer's own; guests send contact data. */
export function orderInput(cart: Cart, { user, ownAccount }: Buyer) {
  return {
    ...(user ? {} : { guest: useGuest.getState() }),
    guidKey: cart.guidKey,
    ...(cart.editing ? { version: cart.editing.version } : {}),
    orderType: cart.orderType,
    currAccCode: user ? (ownAccount ?? cart.currAccCode) : '',
    ...(user && cart.subCurrAccId ? { subCurrAccId: cart.subCurrAccId } : {}),
    salesPersonCode: user ? cart.salesPersonCode : '',
    description: cart.description,
    lines: cart.lines.map(({ productId, qty, unitPrice, priceCurrencyCode, lotCode, piecesPerLot }) => ({
      productId,
      qty,
      unitPrice,
      priceCurrencyCode,
      ...(lotCode ? { piecesPerLot } : {}),
    })),
  }
}
