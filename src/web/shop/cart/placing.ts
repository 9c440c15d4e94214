import { v7 as uuidv7 } from 'uuid'
import { create } from 'zustand'
import type { UserInfo } from '#shared/account.ts'
import { api, CallFailed } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { keepOrThrow } from '#web/keepIfRoom.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'
import { nameOfCustomer } from '../recentCustomers.ts'
import { settleAmended, settlePlaced } from './afterPlacing.ts'
import type { Cart } from './cart.ts'
import { updateCartByKey, useCart } from './cartStore.ts'
import { fingerprintOf } from './fingerprint.ts'
import { useGuest } from './guest.ts'
import { learnFromRefusal } from './useOffers.ts'

export type Order = ReturnType<typeof orderOf>
type Placed = { guidKey: string; orderNumber: string; isAmended: boolean }
/** `waiting`: server unreachable, or `isSlow`; retries on its own. */
export type Placing =
  | { step: 'idle' }
  | { step: 'sending' | 'waiting'; order: Order; isSlow?: boolean }
  | { step: 'refused'; order: Order; error: Error }
  | { step: 'placed'; placed: Placed }

export const usePlacing = create<{ placing: Placing }>(() => ({ placing: { step: 'idle' } }))
const go = (placing: Placing) => usePlacing.setState({ placing })

/** Fingerprint of the order being sent, to resume after a reload. */
const resumeKey = 'placing'

const isUnderWay = ({ step }: Placing) => step === 'sending' || step === 'waiting'
let attempt = 0
let timer = 0
/** Oldest first; one on a lost connection may never be answered. */
const out = new Set<AbortController>()
/** More would only compete. */
const mostOut = 2
/** Report slowness after the first; resend in parallel after the second. */
const slow = 12_000
const dead = 60_000
let follow: ((placed: Placed) => void) | undefined

/** One order at a time, retried until answered or stopped. The guidKey makes repeats one order. */
export function place(order: Order): void {
  if (isUnderWay(usePlacing.getState().placing)) return
  rememberSending(order)
  attempt = 0
  void send(order)
}

function rememberSending(order: Order): void {
  try {
    keepOrThrow(sessionStorage, resumeKey, fingerprintOf(order))
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
  go({ step: attempt === 0 ? 'sending' : 'waiting', order })
  clearTimeout(timer)
  timer = window.setTimeout(() => growImpatient(order), slow)
  for (const oldest of [...out].slice(0, Math.max(0, out.size + 1 - mostOut))) giveUp(oldest)
  const own = new AbortController()
  out.add(own)
  try {
    const answer = await api.post('/api/Shop/PostShopCart', order, { signal: own.signal })
    // A parallel request may have been answered first.
    if (isStill(order)) finish(order, answer)
  } catch (error) {
    if (own.signal.aborted || !isStill(order)) return
    out.delete(own)
    if (error instanceof CallFailed && isUnreachable(error)) return waitAndSend(order)
    refuse(order, error instanceof Error ? error : new Error(String(error)))
  }
}

function giveUp(one: AbortController): void {
  out.delete(one)
  one.abort()
}

function endSending(): void {
  clearTimeout(timer)
  for (const one of out) giveUp(one)
  forgetSending()
}

function isStill(order: Order): boolean {
  const { placing } = usePlacing.getState()
  return (placing.step === 'sending' || placing.step === 'waiting') && placing.order === order
}

/** Time for a slow connection; a parallel request in case it is dead. */
function growImpatient(order: Order): void {
  if (!isStill(order)) return
  go({ step: 'waiting', order, isSlow: true })
  attempt += 1
  timer = window.setTimeout(() => void send(order), dead)
}

/** No answer, or one from a proxy. */
const isUnreachable = ({ status }: CallFailed) => [0, 502, 503, 504].includes(status)

function waitAndSend(order: Order): void {
  go({ step: 'waiting', order })
  attempt += 1
  timer = window.setTimeout(() => void send(order), Math.min(1000 * 2 ** (attempt - 1), 30_000))
}

window.addEventListener('online', () => {
  const { placing } = usePlacing.getState()
  // The request may be lost with the old connection.
  if (placing.step === 'sending' || placing.step === 'waiting') void send(placing.order)
})

function refuse(order: Order, error: Error): void {
  endSending()
  if (error instanceof CallFailed && error.code === 'order.otherDraft') return placeAsOwn(order)
  const isHere = isOpen(order)
  if (isHere && error instanceof CallFailed) learnFromRefusal(error)
  go({ step: 'refused', order, error })
  // On the cart page, PlacingNotice reports it.
  if (!isHere) notifyFailure(`${nameOfCustomer(order.currAccCode)}: ${error.message}`)
  else if (!follow) notifyFailure(error)
}

const isOpen = ({ guidKey }: Order) => useCart.getState().guidKey === guidKey

/** The key is another user's draft. Nothing was placed. */
function placeAsOwn(order: Order): void {
  const own = { guidKey: uuidv7(), draftVersion: 0, isShared: false }
  updateCartByKey(order.guidKey, () => own)
  go({ step: 'idle' })
  place({ ...order, guidKey: own.guidKey })
}

function finish(order: Order, { guidKey, orderNumber }: { guidKey: string; orderNumber: string }): void {
  endSending()
  const isAmended = order.version !== undefined
  const isHere = isOpen(order)
  if (isAmended) settleAmended(order)
  else settlePlaced(order)
  const placed = { guidKey, orderNumber, isAmended }
  go({ step: 'placed', placed })
  if (follow && isHere) return follow(placed)
  // The user is on another page or customer.
  notifyDone(t('ordering.cart.placedMeanwhile', { number: orderNumber }))
  go({ step: 'idle' })
}

/** If a request arrived unnoticed, the next try reports it. */
export function stopPlacing(): void {
  endSending()
  go({ step: 'idle' })
}

/** While the cart page is open. */
export function followPlacing(listener: (placed: Placed) => void): () => void {
  follow = listener
  return () => {
    follow = undefined
    const { step } = usePlacing.getState().placing
    if (step === 'placed' || step === 'refused') go({ step: 'idle' })
  }
}

/** Unless the order has changed. */
export function resumePlacing(order: Order): void {
  const { step } = usePlacing.getState().placing
  if (step === 'idle' && lastSent() === fingerprintOf(order)) place(order)
}

function lastSent(): string | null {
  try {
    return sessionStorage.getItem(resumeKey)
  } catch {
    return null
  }
}

export function isOnItsWay(guidKey: string): boolean {
  const { placing } = usePlacing.getState()
  return (placing.step === 'sending' || placing.step === 'waiting') && placing.order.guidKey === guidKey
}

type Buyer = { user: UserInfo | undefined; ownAccount: string | undefined }

/** `ownAccount` is a customer's own; guests send contact data. */
export function orderOf(cart: Cart, { user, ownAccount }: Buyer) {
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
