import { v7 as uuidv7 } from 'uuid'
import { create } from 'zustand'
import { buyersHeader, pickHeader } from '#shared/orders/headerFields.ts'
import type { UserInfo } from '#shared/users/account.ts'
import { api, CallFailed } from '#web/api.ts'
import { cartOwnerKey, cartOwnerOf } from '#web/cartStorage.ts'
import { t } from '#web/i18n.ts'
import { notifyDone, notifyFailureAs } from '#web/notify.ts'
import { queryClient } from '#web/queryClient.ts'
import { isCustomer, isSignedIn, useSession } from '#web/session.ts'
import type { StoredName } from '#web/stored.ts'
import { pricedLines } from '../../pricing/pricedLines.ts'
import { nameOfCustomer } from '../../recentCustomers.ts'
import { useGuest } from '../form/guest.ts'
import { applyRefusal } from '../offers/useOffers.ts'
import { deliver } from '../saving/synchroniser.ts'
import type { Cart, Order } from '../stored/cart.ts'
import { changeStored, getCarts, syncCarts, useCart, useOtherCarts } from '../stored/cartStore.ts'
import { type Carts, isBeingOrdered, withChanged } from '../stored/carts.ts'
import { afterAmending, withoutPlaced } from '../stored/editing.ts'

type Placed = { guidKey: string; orderNumber: string; isAmended: boolean }
/** The order this tab sends, or sent last. `waiting`: server unreachable, or `isSlow`; retries on its own. */
export type Placing =
  | { step: 'idle' }
  | { step: 'sending' | 'waiting'; order: Order; isSlow?: boolean }
  | { step: 'refused'; order: Order; error: Error }
  | { step: 'placed'; placed: Placed }

export const usePlacing = create<{ placing: Placing }>(() => ({ placing: { step: 'idle' } }))
const setPlacing = (placing: Placing) => usePlacing.setState({ placing })

let onPlaced: ((placed: Placed) => void) | undefined

const withoutOrder = (carts: Carts, { guidKey }: Pick<Order, 'guidKey'>): Carts => ({
  ...carts,
  orders: carts.orders.filter((order) => order.guidKey !== guidKey),
})

/** Keeps it with the carts and sends it until answered or stopped. The guidKey makes repeats one order. */
export function placeOrder(order: Order): void {
  if (isBeingOrdered(getCarts(), order.guidKey)) return
  changeStored(
    (carts) => ({ ...carts, orders: [...withoutOrder(carts, order).orders, order] }),
    order.guidKey,
  )
  void sendOrders({ takesTurn: true })
}

/** If a request arrived unnoticed, the next try reports it. */
export function stopPlacing(guidKey: string): void {
  if (isBeingOrdered(getCarts(), guidKey)) changeStored((carts) => withoutOrder(carts, { guidKey }), guidKey)
  const { placing } = usePlacing.getState()
  if ('order' in placing && placing.order.guidKey === guidKey) setPlacing({ step: 'idle' })
}

let isSending = false
/** Waits for its turn. */
let queued = new AbortController()

/**
 * Sends the orders that are kept with the carts, in one tab at a time. `takesTurn`, for the visible tab:
 * takes the turn from another tab, which the browser may have suspended. Otherwise waits until no other tab
 * sends, for example because that tab was closed.
 */
async function sendOrders({ takesTurn }: { takesTurn: boolean }): Promise<void> {
  const order = nextOrder()
  if (isSending || !order) return
  if (takesTurn) setPlacing({ step: 'sending', order })
  queued.abort()
  queued = new AbortController()
  const { signal } = queued
  const turn = new AbortController()
  const sendAll = async () => {
    isSending = true
    await sendInTurn(turn.signal)
    isSending = false
  }
  // Only where the page is served securely. Without turns, two tabs get the same answer.
  const { locks } = navigator as { locks?: LockManager }
  if (!locks) return sendAll()
  try {
    await locks.request('orders', takesTurn ? { steal: true } : { signal }, sendAll)
  } catch {
    turn.abort()
    if (signal.aborted) return
    // Another tab has taken the turn.
    isSending = false
    await sendOrders({ takesTurn: false })
  }
}

/** A tab that the user has left may be suspended and keep its turn. */
const takeTurnAfterMs = 15_000

/** On every page of the shop: sends orders of an earlier visit, and of a tab that was closed. */
export function startSending(): () => void {
  let timer = 0
  const sendIfVisible = () => {
    clearTimeout(timer)
    if (document.visibilityState !== 'visible') return
    void sendOrders({ takesTurn: false })
    timer = window.setTimeout(() => void sendOrders({ takesTurn: true }), takeTurnAfterMs)
  }
  const isFromBefore = useOtherCarts.getInitialState().orders.length > 0
  if (isFromBefore) sendIfVisible()
  // Ordered in another tab, which sends it.
  else void sendOrders({ takesTurn: false })
  document.addEventListener('visibilitychange', sendIfVisible)
  const stopFollowing = useOtherCarts.subscribe(({ orders }, before) => {
    if (orders !== before.orders) void sendOrders({ takesTurn: false })
  })
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', sendIfVisible)
    stopFollowing()
  }
}

/** The first order of the user, or visitor, whose carts these are. */
function nextOrder(): Order | undefined {
  syncCarts()
  const { user } = useSession.getState()
  if (!user) return getCarts().orders.find(({ guest }) => guest)
  const owner = localStorage.getItem(cartOwnerKey)
  if (owner && owner !== cartOwnerOf(user)) return undefined
  // A visitor who signed in orders as themselves: it is an ordinary cart again.
  for (const { guest, guidKey } of getCarts().orders) if (guest) stopPlacing(guidKey)
  return getCarts().orders[0]
}

async function sendInTurn(turn: AbortSignal): Promise<void> {
  for (let order = nextOrder(); order && !turn.aborted; order = nextOrder()) {
    if (!(await send(order, turn))) return
  }
}

/** False if it stays with the carts. */
async function send(order: Order, turn: AbortSignal): Promise<boolean> {
  const { guidKey } = order
  const stopped = new AbortController()
  const signal = AbortSignal.any([turn, stopped.signal])
  // Stopped or answered, perhaps in another tab.
  const stopFollowing = useOtherCarts.subscribe((carts) => {
    if (!isBeingOrdered(carts, guidKey)) stopped.abort()
  })
  const userId = storedUserId()
  const call = (callSignal: AbortSignal) => {
    const isSignedOut = order.guest === undefined && !isSignedIn()
    if (isSignedOut || storedUserId() !== userId) throw new OtherUser()
    return api.post('/api/Shop/PostShopCart', order, { signal: callSignal })
  }
  setPlacing({ step: 'sending', order })
  try {
    const onWait = (isSlow: boolean) => setPlacing({ step: 'waiting', order, isSlow })
    finish(order, await deliver(guidKey, { call, signal, onWait }))
    return true
  } catch (error) {
    if (signal.aborted) {
      setPlacing({ step: 'idle' })
      return !turn.aborted
    }
    const isKept = error instanceof OtherUser || (isUnauthorized(error) && order.guest === undefined)
    if (isKept) setPlacing({ step: 'idle' })
    else refuse(order, error instanceof Error ? error : new Error(String(error)))
    return !isKept
  } finally {
    stopFollowing()
  }
}

/** The person who ordered is no longer signed in: the call would be made as somebody else. */
class OtherUser extends Error {}

/** As each tab stores it at sign-in; undefined as well if there is no room to store it. */
function storedUserId(): string | undefined {
  const user: UserInfo | null = JSON.parse(localStorage.getItem('user' satisfies StoredName) ?? 'null')
  return user?.id
}

/** The session has ended: it is sent after the next sign-in. */
const isUnauthorized = (error: unknown) => error instanceof CallFailed && error.status === 401

function refuse(order: Order, error: Error): void {
  if (error instanceof CallFailed && error.code === 'order.otherDraft') return placeUnderNewKey(order)
  changeStored((carts) => withoutOrder(carts, order), order.guidKey)
  const isHere = isCartOpen(order)
  if (isHere && error instanceof CallFailed) applyRefusal(error)
  setPlacing({ step: 'refused', order, error })
  // On the cart page, PlacingNotice reports it.
  if (isHere && onPlaced) return
  const reason = error.message
  notifyFailureAs(
    isHere || !order.currAccCode
      ? t('ordering.cart.refusedMeanwhile', { reason })
      : `${nameOfCustomer(order.currAccCode)}: ${reason}`,
    error,
  )
}

const isCartOpen = ({ guidKey }: Order) => useCart.getState().guidKey === guidKey

/** The key is another user's draft. Nothing was placed. */
function placeUnderNewKey(order: Order): void {
  const own = { guidKey: uuidv7(), draftVersion: 0, isShared: false }
  changeStored((carts) => withChanged(withoutOrder(carts, order), order.guidKey, () => own), order.guidKey)
  placeOrder({ ...order, guidKey: own.guidKey })
}

type Answer = { guidKey: string; orderNumber: string; lowered?: unknown[] | undefined }

function finish(order: Order, { guidKey, orderNumber, lowered }: Answer): void {
  if (lowered) notifyDone(t('cart.pricesLowered', { count: lowered.length }))
  const isAmended = order.version !== undefined
  const isHere = isCartOpen(order)
  // Another customer's cart may be open by now.
  changeStored(
    (carts) =>
      withChanged(withoutOrder(carts, order), order.guidKey, (cart) =>
        isAmended ? afterAmending(cart, order) : withoutPlaced(cart, order),
      ),
    order.guidKey,
  )
  for (const queryKey of [['products'], ['item'], ['order', guidKey], ['orders'], ['credit']]) {
    void queryClient.invalidateQueries({ queryKey })
  }
  const placed = { guidKey, orderNumber, isAmended }
  setPlacing({ step: 'placed', placed })
  if (onPlaced && isHere) return onPlaced(placed)
  // The user is on another page or customer.
  notifyDone(t('ordering.cart.placedMeanwhile', { number: orderNumber }))
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

type Buyer = { user: UserInfo | undefined; ownAccount: string | undefined }

/** `ownAccount` is a customer's own; guests send contact data. */
export function orderInput(cart: Cart, { user, ownAccount }: Buyer): Order {
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
    ...(isSeller ? pickHeader(cart) : buyersHeader(cart)),
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
