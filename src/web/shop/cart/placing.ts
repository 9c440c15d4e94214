import { v7 as uuidv7 } from 'uuid'
import { create } from 'zustand'
import type { UserInfo } from '#shared/account.ts'
import { api, CallFailed } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { keepOrThrow } from '#web/keepIfRoom.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'
import { nameOfCustomer } from '../recentCustomers.ts'
import type { Cart } from './cart.ts'
import { renewCartOf, useCart } from './cartStore.ts'
import { fingerprintOf } from './fingerprint.ts'
import { useGuest } from './guest.ts'
import { settleAmended, settlePlaced } from './settle.ts'
import { learnFromRefusal } from './useOffers.ts'

export type Order = ReturnType<typeof orderOf>
type Placed = { guidKey: string; orderNumber: string; isAmended: boolean }
/**
 * How far an order is on its way. `waiting`: the server could not be reached, or where it `isSlow` has not answered yet;
 * it is sent again by itself.
 */
export type Placing =
  | { step: 'idle' }
  | { step: 'sending' | 'waiting'; order: Order; isSlow?: boolean }
  | { step: 'refused'; order: Order; error: Error }
  | { step: 'placed'; placed: Placed }

export const usePlacing = create<{ placing: Placing }>(() => ({ placing: { step: 'idle' } }))
const go = (placing: Placing) => usePlacing.setState({ placing })

/** Under this name stands which order this tab is sending, to the letter: after a reload it goes on. */
const resumeKey = 'placing'

const isUnderWay = ({ step }: Placing) => step === 'sending' || step === 'waiting'
let attempt = 0
let timer = 0
/** Sendings of the order that have no answer yet, the oldest first. One whose line has gone may never get any. */
const out = new Set<AbortController>()
/** More of them would only be in each other's way. */
const mostOut = 2
/** After so many milliseconds without an answer it is said, and after so many more the order is sent beside the first. */
const slow = 12_000
const dead = 60_000
let follow: ((placed: Placed) => void) | undefined

/**
 * Sends an order, once at a time. Where no answer comes it is sent again under the same guidKey for as long as it
 * takes, or until it is stopped: however often it arrives it is one order.
 */
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
    // Full or forbidden: it is sent all the same, and after a reload the person sends it again.
  }
}

function forgetSending(): void {
  try {
    sessionStorage.removeItem(resumeKey)
  } catch {
    // Forbidden: nothing is kept there.
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
    // Another sending of it may have been answered first.
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

/** The order is neither on its way nor to be sent again. */
function endSending(): void {
  clearTimeout(timer)
  for (const one of out) giveUp(one)
  forgetSending()
}

/** Whether it is this order that is on its way now. */
function isStill(order: Order): boolean {
  const { placing } = usePlacing.getState()
  return (placing.step === 'sending' || placing.step === 'waiting') && placing.order === order
}

/** A long order on a slow line is left its time; another sending goes beside it where the line may be dead. */
function growImpatient(order: Order): void {
  if (!isStill(order)) return
  go({ step: 'waiting', order, isSlow: true })
  attempt += 1
  timer = window.setTimeout(() => void send(order), dead)
}

/** No answer, or one of something that stands in front of the server. */
const isUnreachable = ({ status }: CallFailed) => [0, 502, 503, 504].includes(status)

function waitAndSend(order: Order): void {
  go({ step: 'waiting', order })
  attempt += 1
  timer = window.setTimeout(() => void send(order), Math.min(1000 * 2 ** (attempt - 1), 30_000))
}

window.addEventListener('online', () => {
  const { placing } = usePlacing.getState()
  // What was on its way before has perhaps gone with the line.
  if (placing.step === 'sending' || placing.step === 'waiting') void send(placing.order)
})

function refuse(order: Order, error: Error): void {
  endSending()
  if (error instanceof CallFailed && error.code === 'order.otherDraft') return placeAsOwn(order)
  const isHere = isOpen(order)
  if (isHere && error instanceof CallFailed) learnFromRefusal(error)
  go({ step: 'refused', order, error })
  // The person has gone on to another page or customer meanwhile; on the cart's own it is told beside the button.
  if (!isHere) notifyFailure(`${nameOfCustomer(order.currAccCode)}: ${error.message}`)
  else if (!follow) notifyFailure(error)
}

const isOpen = ({ guidKey }: Order) => useCart.getState().guidKey === guidKey

/** The cart came of somebody else's draft, which stays theirs: nothing is placed yet, and another key is as good. */
function placeAsOwn(order: Order): void {
  const own = { guidKey: uuidv7(), draftVersion: 0, isShared: false }
  renewCartOf(order.guidKey, () => own)
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
  // The person has gone on to another page or customer meanwhile.
  notifyDone(t('ordering.cart.placedMeanwhile', { number: orderNumber }))
  go({ step: 'idle' })
}

/** No more sendings. One that has arrived without our knowing is told at the next try. */
export function stopPlacing(): void {
  endSending()
  go({ step: 'idle' })
}

/** What to do when the order is placed, for as long as the page that shows it stands. */
export function followPlacing(listener: (placed: Placed) => void): () => void {
  follow = listener
  return () => {
    follow = undefined
    const { step } = usePlacing.getState().placing
    if (step === 'placed' || step === 'refused') go({ step: 'idle' })
  }
}

/** Goes on with the order that this tab was sending when it was loaded anew. What is another by now nobody has asked for. */
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

/** Whether this tab is sending the order of this guidKey. */
export function isOnItsWay(guidKey: string): boolean {
  const { placing } = usePlacing.getState()
  return (placing.step === 'sending' || placing.step === 'waiting') && placing.order.guidKey === guidKey
}

type Buyer = { user: UserInfo | undefined; ownAccount: string | undefined }

/**
 * What the call wants of a cart. `ownAccount` is that of a customer, who orders for nobody else; whoever has not signed
 * in says who they are instead.
 */
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
