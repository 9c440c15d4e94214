import { useCallback, useEffect, useState } from 'react'
import type { FoundCart } from '#shared/carts.ts'
import { api, CallFailed } from '#web/api.ts'
import { keepIfRoom } from '#web/keepIfRoom.ts'
import { ownKey, readOwn, writeOwn } from '../ownStorage.ts'
import { type Cart, type CartLine, emptyCart, type ItemQty, lineOf } from './cart.ts'
import { addManyToCart, openCart, useCart } from './cartStore.ts'
import { takeDraft } from './draftSaving.ts'
import { putAway, readDraft } from './drafts.ts'
import { productsByIds } from './productsByIds.ts'

const renewal = 60_000
const patience = 10_000

/**
 * The customer's cart on another device, unless equal to the open one or dismissed. `isAsked`: also after a
 * failure.
 */
export function useFoundCart(isOn: boolean) {
  const [found, setFound] = useState<FoundCart>()
  const [isAsked, setIsAsked] = useState(false)
  const isOther = useCart((cart) => found !== undefined && isWorthOffering(found, cart))
  useEffect(() => {
    if (!isOn) return undefined
    let askedAt = 0
    const ask = async () => {
      askedAt = Date.now()
      setFound(await askForCart())
      setIsAsked(true)
    }
    const onVisible = () => {
      if (document.visibilityState === 'visible' && Date.now() - askedAt > renewal) void ask()
    }
    document.addEventListener('visibilitychange', onVisible)
    void ask()
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [isOn])
  const settle = useCallback(() => {
    if (found) remember(found)
    setFound(undefined)
  }, [found])
  return { found: isOther ? found : undefined, isAsked, settle }
}

async function askForCart(): Promise<FoundCart | undefined> {
  const { guidKey } = useCart.getState()
  const signal = AbortSignal.timeout(patience)
  const answer = await api
    .get('/api/Shop/GetLogCart', { guidKey }, { isQuiet: true, signal })
    .catch(() => undefined)
  // Silent on failure; the next check asks again.
  const found = answer?.data ?? (answer && (await offeredBefore()))
  if (!found || isSettled(found)) return undefined
  // Without room it may not survive a reload.
  keepIfRoom(sessionStorage, ownKey(offered), JSON.stringify(found))
  return found
}

/** From before a reload: the server forgets a lost cart at the next sync. */
async function offeredBefore(): Promise<FoundCart | undefined> {
  const stored = sessionStorage.getItem(ownKey(offered))
  if (!stored) return undefined
  const found: FoundCart = JSON.parse(stored)
  const { guidKey } = found
  const placed =
    guidKey && (await api.get('/api/Shop/GetShopHomeCart', { guidKey }, { isQuiet: true }).catch(failed))
  if (!placed || (placed instanceof CallFailed && placed.code === 'notFound')) return found
  sessionStorage.removeItem(ownKey(offered))
  return undefined
}

const offered = 'offeredCart'
const failed = (error: unknown) => error

const settled = 'settledCarts'
const nameOf = ({ guidKey = '', changedAt }: FoundCart) => `${guidKey} ${changedAt}`
const isText = (value: unknown) => typeof value === 'string'
const isSettled = (found: FoundCart) => readOwn(settled, isText).includes(nameOf(found))

/** Not offered again until it changes. */
function remember(found: FoundCart): void {
  sessionStorage.removeItem(ownKey(offered))
  writeOwn(settled, [nameOf(found), ...readOwn(settled, isText)].slice(0, 20))
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
export type TakenOver = { missing: number; isKept: boolean }

/**
 * Keeps its key, so ordering it twice places one order. The open cart becomes a draft first. Changes nothing
 * on failure.
 */
export async function continueWith(found: FoundCart): Promise<TakenOver> {
  const draft = found.guidKey && (await readDraft(found.guidKey).catch(unlessNotFound))
  const { orderType } = found
  const wanted = draft ? [] : await wantedOf(found, orderType)
  const isKept = await putAwayUnless(found)
  if (draft) {
    takeDraft(draft)
    return { missing: 0, isKept }
  }
  const { salesPersonCode } = useCart.getState()
  const empty = { ...emptyCart(), orderType, salesPersonCode, changedAt: Date.now() }
  const cart = { ...empty, guidKey: found.guidKey ?? empty.guidKey }
  openCart({ ...cart, lines: linesOf(cart, wanted) })
  return { missing: found.lines.length - wanted.length, isKept }
}

function unlessNotFound(error: unknown): undefined {
  if (error instanceof CallFailed && error.code === 'notFound') return undefined
  throw error
}

/** An earlier state of the same cart keeps its extra lines under another key. */
async function putAwayUnless(found: FoundCart): Promise<boolean> {
  const before = useCart.getState()
  if (before.guidKey !== found.guidKey) return putAway()
  const there = new Map(found.lines.map(({ productId, qty }) => [productId, qty]))
  if (before.lines.every(({ productId, qty }) => (there.get(productId) ?? 0) >= qty)) return false
  openCart({ ...before, guidKey: emptyCart().guidKey })
  try {
    return await putAway()
  } catch (error) {
    openCart(before)
    throw error
  }
}

/** Adds the found lines to the open cart. */
export async function addToMine(found: FoundCart): Promise<TakenOver> {
  const wanted = await wantedOf(found, useCart.getState().orderType)
  addManyToCart(wanted)
  return { missing: found.lines.length - wanted.length, isKept: false }
}

/** At today's prices and stock, without unavailable ones. */
async function wantedOf({ lines }: FoundCart, orderType: Cart['orderType']): Promise<ItemQty[]> {
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

function linesOf(cart: Cart, wanted: ItemQty[]): CartLine[] {
  return wanted.map(({ product, item, qty }) => ({
    ...lineOf(cart, product, item, item.unitPrice ?? 0, item.currencyCode ?? ''),
    qty,
  }))
}
