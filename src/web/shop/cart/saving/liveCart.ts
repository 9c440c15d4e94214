import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { StoredCart } from '#shared/orders/carts.ts'
import { maxOrderLines } from '#shared/orders/orderRules.ts'
import { api } from '#web/api.ts'
import { queryClient } from '#web/queryClient.ts'
import { isSignedIn, useSession } from '#web/session.ts'
import { settings } from '#web/settings.ts'
import { trySetItem } from '#web/trySetItem.ts'
import { hasLiveCart } from '../../account.ts'
import { ownKey, readOwn, writeOwn } from '../../ownStorage.ts'
import { pricedLines } from '../../pricing/pricedLines.ts'
import { addManyToCart } from '../lines/changeManyLines.ts'
import { withManyAdded } from '../lines/manyLines.ts'
import { productsByIds } from '../lines/productsByIds.ts'
import { type Cart, emptyCart, type ItemQty } from '../stored/cart.ts'
import { openCart, useCart } from '../stored/cartStore.ts'
import { readDraft } from './draftCart.ts'
import { openDraft } from './draftSaving.ts'
import { storeAsDraft } from './drafts.ts'
import { unlessNotFound } from './synchroniser.ts'

const reaskAfterMs = 60_000
const askTimeoutMs = 10_000

/**
 * Reports the customer's cart, and returns the one of another device or one this browser lost, unless equal to the
 * open one or settled.
 */
export function useLiveCart(): { found: StoredCart | undefined; settle: () => void } {
  const user = useSession((session) => session.user)
  const isLive = hasLiveCart(user)
  const queryKey = ['storedCart', user?.id]
  const { data, isFetched } = useQuery({
    queryKey,
    queryFn: fetchStoredCart,
    enabled: isLive,
    staleTime: reaskAfterMs,
    refetchOnWindowFocus: true,
  })
  // A report would make the server forget a lost cart: ask for it first.
  const isReporting = isLive && isFetched
  useEffect(() => (isReporting ? startReporting() : undefined), [isReporting])
  const isOther = useCart((cart) => data != null && isWorthOffering(data, cart))
  const settle = () => {
    if (data) rememberSettled(data)
    queryClient.setQueryData(queryKey, null)
  }
  return { found: data && isOther ? data : undefined, settle }
}

/** Every `onlineExpire` seconds while visible, and at once when emptied. */
function startReporting(): () => void {
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible') void report(useCart.getState())
  }, settings.onlineExpire * 1000)
  const unsubscribe = useCart.subscribe((cart, before) => {
    if (cart.lines.length === 0 && before.lines.length > 0) void reportNow(cart)
  })
  return () => {
    clearInterval(timer)
    unsubscribe()
  }
}

const reportTimeoutMs = 30_000
let isReporting = false
let isDue = false

/** If a report of an older cart is under way, right after it. */
async function reportNow(cart: Cart): Promise<void> {
  isDue = isReporting
  await report(cart)
}

/** Silent on failure; the next one sends everything. */
async function report(cart: Cart): Promise<void> {
  const { guidKey, orderType, lines } = cart
  // The server refuses carts beyond one order. A sign-out in any tab stops sending.
  if (!isSignedIn() || isReporting || lines.length > maxOrderLines) return
  isReporting = true
  const content = pricedLines(cart).map(({ productId, qty, priceCurrencyCode: currency, unitPrice }) => {
    return { productId, qty, currency, unitPrice }
  })
  const signal = AbortSignal.timeout(reportTimeoutMs)
  const headers = { cartKey: guidKey, orderType }
  await api.post('/api/Shop/PostLogCart', content, { isQuiet: true, signal, headers }).catch(() => {})
  isReporting = false
  if (isDue) await reportNow(useCart.getState())
}

/** Null if there is none, or no answer: the next time asks again. */
async function fetchStoredCart(): Promise<StoredCart | null> {
  const { guidKey } = useCart.getState()
  const signal = AbortSignal.timeout(askTimeoutMs)
  const answer = await api
    .get('/api/Shop/GetLogCart', { guidKey }, { isQuiet: true, signal })
    .catch(() => undefined)
  const found = answer?.data ?? (answer && (await previouslyOffered()))
  if (!found || readOwn(settledKey, isText).includes(idOf(found))) return null
  // Without room it may not survive a reload.
  trySetItem(sessionStorage, ownKey(offeredKey), JSON.stringify(found))
  return found
}

/** From before a reload: the server forgets a lost cart at the next report. */
async function previouslyOffered(): Promise<StoredCart | undefined> {
  const stored = sessionStorage.getItem(ownKey(offeredKey))
  if (!stored) return undefined
  const found: StoredCart = JSON.parse(stored)
  if (!found.guidKey || !(await mayBeOrdered(found.guidKey))) return found
  sessionStorage.removeItem(ownKey(offeredKey))
  return undefined
}

/** Also if the server could not be asked. */
function mayBeOrdered(guidKey: string): Promise<boolean> {
  const order = api.get('/api/Shop/GetShopHomeCart', { guidKey }, { isQuiet: true })
  return order.catch(unlessNotFound).then(
    (found) => found !== undefined,
    () => true,
  )
}

const offeredKey = 'offeredCart'
const settledKey = 'settledCarts'
const idOf = ({ guidKey = '', changedAt }: StoredCart) => `${guidKey} ${changedAt}`
const isText = (value: unknown) => typeof value === 'string'

/** Not offered again until it changes. */
function rememberSettled(found: StoredCart): void {
  sessionStorage.removeItem(ownKey(offeredKey))
  writeOwn(settledKey, [idOf(found), ...readOwn(settledKey, isText)].slice(0, 20))
}

/** Not if equal, or the same cart changed here later. Open drafts are compared elsewhere. */
export function isWorthOffering(found: StoredCart, cart: Cart): boolean {
  if (cart.editing) return false
  const isSameCart = found.guidKey === cart.guidKey
  if (isSameCart && (cart.draftVersion > 0 || Date.parse(found.changedAt) <= cart.changedAt)) return false
  const here = new Map(cart.lines.map(({ productId, qty }) => [productId, qty]))
  return (
    here.size !== found.lines.length || found.lines.some(({ productId, qty }) => here.get(productId) !== qty)
  )
}

/** `missing`: lines no longer offered. `isKept`: the previous cart became a draft. */
export type TakeOverResult = { missing: number; isKept: boolean }

/**
 * Keeps its key, so ordering it twice places one order. The open cart becomes a draft first. Changes nothing
 * on failure.
 */
export async function openStoredCart(found: StoredCart): Promise<TakeOverResult> {
  const draft = found.guidKey && (await readDraft(found.guidKey).catch(unlessNotFound))
  const { orderType } = found
  const items = draft ? [] : await currentItemsOf(found, orderType)
  const isKept = await storeOwnCart(found)
  if (draft) {
    openDraft(draft)
    return { missing: 0, isKept }
  }
  const { salesPersonCode } = useCart.getState()
  const empty = { ...emptyCart(), orderType, salesPersonCode, changedAt: Date.now() }
  openCart(withManyAdded({ ...empty, guidKey: found.guidKey ?? empty.guidKey }, items))
  return { missing: found.lines.length - items.length, isKept }
}

/** An earlier state of the same cart keeps its extra lines under another key. */
async function storeOwnCart(found: StoredCart): Promise<boolean> {
  const before = useCart.getState()
  if (before.guidKey !== found.guidKey) return storeAsDraft()
  const there = new Map(found.lines.map(({ productId, qty }) => [productId, qty]))
  if (before.lines.every(({ productId, qty }) => (there.get(productId) ?? 0) >= qty)) return false
  openCart({ ...before, guidKey: emptyCart().guidKey })
  try {
    return await storeAsDraft()
  } catch (error) {
    openCart(before)
    throw error
  }
}

/** Adds the lines of the stored cart to the open cart. */
export async function addStoredLines(found: StoredCart): Promise<TakeOverResult> {
  const items = await currentItemsOf(found, useCart.getState().orderType)
  addManyToCart(items)
  return { missing: found.lines.length - items.length, isKept: false }
}

/** At today's prices and stock, without unavailable ones. */
async function currentItemsOf({ lines }: StoredCart, orderType: Cart['orderType']): Promise<ItemQty[]> {
  const products = await productsByIds(
    lines.map(({ productId }) => productId),
    { currAccCode: undefined, orderType },
  )
  const offers = new Map(
    products.flatMap((product) => product.items.map((item) => [item.productId, { product, item }])),
  )
  return lines.flatMap(({ productId, qty }) => {
    const offer = offers.get(productId)
    return offer?.item.unitPrice === undefined ? [] : [{ ...offer, qty }]
  })
}
