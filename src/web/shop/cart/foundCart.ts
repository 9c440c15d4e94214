import { useCallback, useEffect, useState } from 'react'
import type { FoundCart } from '#shared/carts.ts'
import { api, CallFailed } from '#web/api.ts'
import { keepIfRoom } from '#web/keepIfRoom.ts'
import { ownKey, readOwn, writeOwn } from '../ownStorage.ts'
import { type Cart, type CartLine, emptyCart, lineOf, type Wanted } from './cart.ts'
import { addManyToCart, openCart, useCart } from './cartStore.ts'
import { takeDraft } from './draftSaving.ts'
import { putAway, readDraft } from './drafts.ts'
import { productsByIds } from './productsByIds.ts'

/** A tab that comes into view again asks anew after so long, in milliseconds. */
const renewal = 60_000
/** What does not answer in this time is not waited for. */
const patience = 10_000

/**
 * The cart that this customer has on another device, for as long as it is another one than that which is open here
 * and the person has not said what shall become of it. `isAsked`: the server has answered, or will not.
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
  // Nothing is said of a failure: the next time asks again.
  const found = answer?.data ?? (answer && (await offeredBefore()))
  if (!found || isSettled(found)) return undefined
  // Where there is no room it is offered after a reload only if the server still knows it.
  keepIfRoom(sessionStorage, ownKey(offered), JSON.stringify(found))
  return found
}

/**
 * What this tab has offered before it was loaded anew. A cart that this browser has lost is known to the server only
 * until the next one is told to it.
 */
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

/** The cart is not offered again until it has changed. */
function remember(found: FoundCart): void {
  sessionStorage.removeItem(ownKey(offered))
  writeOwn(settled, [nameOf(found), ...readOwn(settled, isText)].slice(0, 20))
}

/**
 * One with the same lines is no other one, nor is the same cart that has been changed here since; a draft that is open
 * is held against the server's anyway.
 */
export function isWorthOffering(found: FoundCart, cart: Cart): boolean {
  if (cart.editing) return false
  const isSameCart = found.guidKey === cart.guidKey
  if (isSameCart && (cart.draftVersion > 0 || Date.parse(found.changedAt) <= cart.changedAt)) return false
  const here = new Map(cart.lines.map(({ productId, qty }) => [productId, qty]))
  return (
    here.size !== found.lines.length || found.lines.some(({ productId, qty }) => here.get(productId) !== qty)
  )
}

/** What came of taking over a cart: lines that are no longer offered, and whether the one before became a draft. */
export type TakenOver = { missing: number; isKept: boolean }

/**
 * Makes the found cart that of this browser, under its own key: ordered there and here it is one order. The cart that
 * was open is kept as a draft first. Nothing changes where one of these fails.
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

/** Of an earlier state of the very cart that is found, what it has and the other lacks is kept under another key. */
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

/** Adds the lines of the found cart to the one that is open. */
export async function addToMine(found: FoundCart): Promise<TakenOver> {
  const wanted = await wantedOf(found, useCart.getState().orderType)
  addManyToCart(wanted)
  return { missing: found.lines.length - wanted.length, isKept: false }
}

/** The found lines with the prices and the stock of today; those no longer offered are left out. */
async function wantedOf({ lines }: FoundCart, orderType: Cart['orderType']): Promise<Wanted[]> {
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

function linesOf(cart: Cart, wanted: Wanted[]): CartLine[] {
  return wanted.map(({ product, item, qty }) => ({
    ...lineOf(cart, product, item, item.unitPrice ?? 0, item.currencyCode ?? ''),
    qty,
  }))
}
