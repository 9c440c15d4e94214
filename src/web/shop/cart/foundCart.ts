import { useCallback, useEffect, useState } from 'react'
import type { FoundCart } from '#shared/carts.ts'
import { api, CallFailed } from '#web/api.ts'
import { trySetItem } from '#web/trySetItem.ts'
import { ownKey, readOwn, writeOwn } from '../ownStorage.ts'
import { type Cart, type CartLine, emptyCart, type ItemQty, lineOf } from './cart.ts'
import { addManyToCart, openCart, useCart } from './cartStore.ts'
import { openDraft } from './draftSaving.ts'
import { readDraft, storeAsDraft } from './drafts.ts'
import { productsByIds } from './productsByIds.ts'

const recheckAfterMs = 60_000
const callTimeoutMs = 10_000

/**
 * The customer's cart on another device, unless equal to the open one or dismissed. `hasAnswered`: also after
 * a failure.
 */
export function useFoundCart(isOn: boolean) {
  const [found, setFound] = useState<FoundCart>()
  const [hasAnswered, setHasAnswered] = useState(false)
  const isOther = useCart((cart) => found !== undefined && isWorthOffering(found, cart))
  useEffect(() => {
    if (!isOn) return undefined
    let askedAt = 0
    const ask = async () => {
      askedAt = Date.now()
      setFound(await fetchFoundCart())
      setHasAnswered(true)
    }
    const onVisible = () => {
      if (document.visibilityState === 'visible' && Date.now() - askedAt > recheckAfterMs) void ask()
    }
    document.addEventListener('visibilitychange', onVisible)
    void ask()
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [isOn])
  const settle = useCallback(() => {
    if (found) rememberSettled(found)
    setFound(undefined)
  }, [found])
  return { found: isOther ? found : undefined, hasAnswered, settle }
}

async function fetchFoundCart(): Promise<FoundCart | undefined> {
  const { guidKey } = useCart.getState()
  const signal = AbortSignal.timeout(callTimeoutMs)
  const answer = await api
    .get('/api/Shop/GetLogCart', { guidKey }, { isQuiet: true, signal })
    .catch(() => undefined)
  // Silent on failure; the next check asks again.
  const found = answer?.data ?? (answer && (await previouslyOffered()))
  if (!found || isSettled(found)) return undefined
  // Without room it may not survive a reload.
  trySetItem(sessionStorage, ownKey(offeredKey), JSON.stringify(found))
  return found
}

/** From before a reload: the server forgets a lost cart at the next sync. */
async function previouslyOffered(): Promise<FoundCart | undefined> {
  const stored = sessionStorage.getItem(ownKey(offeredKey))
  if (!stored) return undefined
  const found: FoundCart = JSON.parse(stored)
  const { guidKey } = found
  const placed =
    guidKey && (await api.get('/api/Shop/GetShopHomeCart', { guidKey }, { isQuiet: true }).catch(returnError))
  if (!placed || (placed instanceof CallFailed && placed.code === 'notFound')) return found
  sessionStorage.removeItem(ownKey(offeredKey))
  return undefined
}

const offeredKey = 'offeredCart'
const returnError = (error: unknown) => error

const settledKey = 'settledCarts'
const idOf = ({ guidKey = '', changedAt }: FoundCart) => `${guidKey} ${changedAt}`
const isText = (value: unknown) => typeof value === 'string'
const isSettled = (found: FoundCart) => readOwn(settledKey, isText).includes(idOf(found))

/** Not offered again until it changes. */
function rememberSettled(found: FoundCart): void {
  sessionStorage.removeItem(ownKey(offeredKey))
  writeOwn(settledKey, [idOf(found), ...readOwn(settledKey, isText)].slice(0, 20))
}

/** Not if equal, or the same cart changed here later. Open drafts are compared elsewhere. */
export function isWorthOffering(found: FoundCart, cart: Cart): boolean {
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
export async function openFoundCart(found: FoundCart): Promise<TakeOverResult> {
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
  const cart = { ...empty, guidKey: found.guidKey ?? empty.guidKey }
  openCart({ ...cart, lines: linesOf(cart, items) })
  return { missing: found.lines.length - items.length, isKept }
}

function unlessNotFound(error: unknown): undefined {
  if (error instanceof CallFailed && error.code === 'notFound') return undefined
  throw error
}

/** An earlier state of the same cart keeps its extra lines under another key. */
async function storeOwnCart(found: FoundCart): Promise<boolean> {
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

/** Adds the found lines to the open cart. */
export async function addFoundLines(found: FoundCart): Promise<TakeOverResult> {
  const items = await currentItemsOf(found, useCart.getState().orderType)
  addManyToCart(items)
  return { missing: found.lines.length - items.length, isKept: false }
}

/** At today's prices and stock, without unavailable ones. */
async function currentItemsOf({ lines }: FoundCart, orderType: Cart['orderType']): Promise<ItemQty[]> {
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

function linesOf(cart: Cart, items: ItemQty[]): CartLine[] {
  return items.map(({ product, item, qty }) => ({
    ...lineOf(cart, product, item, item.unitPrice ?? 0, item.currencyCode ?? ''),
    qty,
  }))
}
