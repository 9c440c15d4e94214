import { v7 as uuidv7 } from 'uuid'
import { create } from 'zustand'
import type { Draft } from '#shared/orders/carts.ts'
import { api, CallFailed } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'
import { isSignedIn } from '#web/session.ts'
import { type Cart, emptyCart } from '../stored/cart.ts'
import { openCart, syncCarts, updateCart, useCart, useOtherCarts } from '../stored/cartStore.ts'
import { withoutOrdered } from '../stored/editing.ts'
import { cartOfDraft, isUnsaved, postDraft, readDraft } from './draftCart.ts'
import { inTurn, unlessNotFound } from './synchroniser.ts'

const saveDelayMs = 2000
const retryDelayMs = 10_000

/** Saving of the open cart. `theirs`: a version in conflict with it. `failure`: why the server refused. */
type Saving = {
  step: 'saved' | 'saving' | 'unsaved' | 'gone'
  theirs: Draft | undefined
  failure: Error | undefined
}
const initialState: Saving = { step: 'saved', theirs: undefined, failure: undefined }
export const useSaving = create<Saving>(() => initialState)

let timer = 0

/** Resets the state for another cart. */
export function resetSaving(): void {
  clearTimeout(timer)
  useSaving.setState(initialState)
}

/**
 * Saves the open draft 2 s after its last change in this tab; other tabs save their own. Returns a stop
 * function.
 */
export function startAutosave(): () => void {
  const unsubscribe = useCart.subscribe((cart, before) => {
    if (cart.guidKey !== before.guidKey) {
      resetSaving()
      trySaveWaiting()
      // A waiting draft may have changed elsewhere.
      checkServer()
    }
    if (document.visibilityState === 'visible' && isDraft(cart)) schedule(saveDelayMs)
  })
  const onVisible = () => {
    if (document.visibilityState === 'visible') checkServer()
    // At once: the page may be closing.
    else trySave()
  }
  const onOnline = () => {
    schedule(0)
    trySaveWaiting()
  }
  document.addEventListener('visibilitychange', onVisible)
  window.addEventListener('online', onOnline)
  checkServer()
  return () => {
    unsubscribe()
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', onVisible)
    window.removeEventListener('online', onOnline)
  }
}

const isDraft = (cart: Cart) => cart.draftVersion > 0 && !cart.editing

function schedule(delayMs: number): void {
  clearTimeout(timer)
  timer = window.setTimeout(trySave, delayMs)
}

const trySave = () => void saveNow().catch(() => {})

/** Saves the open draft until the server has it all. Throws on failure and on conflict. */
export function saveNow(): Promise<void> {
  clearTimeout(timer)
  const { guidKey } = syncCarts()
  return inTurn(guidKey, () => save(guidKey))
}

async function save(guidKey: string): Promise<void> {
  for (let cart = syncCarts(); cart.guidKey === guidKey && isDraft(cart); cart = syncCarts()) {
    if (useSaving.getState().theirs) throw new Error(t('ordering.drafts.conflictFirst'))
    if (!isUnsaved(cart)) return useSaving.setState(initialState)
    useSaving.setState({ step: 'saving', failure: undefined })
    try {
      await send(cart)
    } catch (error) {
      // If another cart is open by now, the failure is handled when this one is reopened.
      if (syncCarts().guidKey === guidKey) await handleFailure(cart, error)
      throw error
    }
  }
}

/** Throws on failure; conflicts are handled when a cart is reopened. */
export async function saveWaiting(): Promise<void> {
  const unsaved = useOtherCarts.getState().others.filter((cart) => isDraft(cart) && isUnsaved(cart))
  await Promise.all(unsaved.map((cart) => inTurn(cart.guidKey, () => send(cart))))
}

const trySaveWaiting = () => void saveWaiting().catch(() => {})

async function send(cart: Cart): Promise<void> {
  try {
    const saved = await postDraft(cart, { isQuiet: true })
    updateCart(() => saved, cart.guidKey)
  } catch (error) {
    await closeIfOrdered(cart.guidKey, error)
  }
}

/** Closes a cart that is refused because it was ordered elsewhere, as {@link closeOrdered}. Throws other errors. */
export async function closeIfOrdered(guidKey: string, error: unknown): Promise<Cart> {
  const isOrdered = error instanceof CallFailed && error.code === 'order.alreadyPlaced'
  const rest = isOrdered && (await closeOrdered(guidKey))
  if (!rest) throw error
  return rest
}

/** Puts a new cart with only the new lines in place of an ordered one. Undefined if there is no such order. */
async function closeOrdered(guidKey: string): Promise<Cart | undefined> {
  const answer = await api
    .get('/api/Shop/GetShopHomeCart', { guidKey }, { isQuiet: true })
    .catch(unlessNotFound)
  if (!answer) return undefined
  const order = answer.data
  let rest = emptyCart()
  updateCart((cart) => {
    rest = withoutOrdered(cart, order)
    return rest
  }, guidKey)
  const message = t('ordering.cart.orderedElsewhere', {
    number: order.orderNumber,
    customer: order.currAccDescription,
    count: rest.lines.length,
  })
  notifyDone(message, { link: { href: `/cart/${guidKey}`, text: t('ordering.order.see') } })
  return rest
}

async function handleFailure(cart: Cart, error: unknown): Promise<void> {
  useSaving.setState({ step: 'unsaved' })
  try {
    if (!isRefusal(error)) throw error
    if (error.code === 'notFound') return await detach(cart)
    if (error.code !== 'record.changed') return useSaving.setState({ failure: error })
    // Another tab, which has our changes, or another user or device was first.
    if (syncCarts().draftVersion > cart.draftVersion) return schedule(0)
    await compareWithServer(cart.guidKey)
  } catch {
    schedule(retryDelayMs)
  }
}

const isRefusal = (error: unknown): error is CallFailed =>
  error instanceof CallFailed && error.status >= 400 && error.status < 500

/**
 * The draft is ordered, deleted, unshared, or its customer refused. Drop another user's key, or the cart
 * would become their draft's order. Keep the key of an own draft, or its lines could be ordered twice.
 */
async function detach({ guidKey, saved }: Cart): Promise<void> {
  if (await closeOrdered(guidKey)) return
  if (syncCarts().guidKey !== guidKey) return
  const key = saved?.isMine ? {} : { guidKey: uuidv7() }
  updateCart(() => ({ draftVersion: 0, saved: null, isShared: false, ...key }))
  useSaving.setState({ ...initialState, step: 'gone' })
}

function checkServer(): void {
  const { guidKey, draftVersion } = syncCarts()
  if (draftVersion > 0 && isSignedIn()) inTurn(guidKey, () => compareWithServer(guidKey)).catch(() => {})
}

/** Applies one-sided changes; otherwise reports a conflict. */
async function compareWithServer(guidKey: string): Promise<void> {
  const theirs = await readDraft(guidKey, { isQuiet: true }).catch(unlessNotFound)
  const cart = syncCarts()
  if (cart.guidKey !== guidKey || !isDraft(cart)) return
  if (!theirs) return detach(cart)
  const isNewer = theirs.version > cart.draftVersion
  if (!isUnsaved(cart)) {
    if (!isNewer) return
    openDraft(theirs)
    return notifyDone(t('ordering.drafts.taken', { name: theirs.updatedBy }))
  }
  if (!isNewer) return schedule(saveDelayMs)
  useSaving.setState({ step: 'unsaved', theirs })
  // The cart page asks which version to keep.
  if (location.pathname !== '/cart') notifyFailure(t('ordering.drafts.conflictFirst'))
}

/** Opens a loaded draft as the cart. */
export function openDraft(draft: Draft): void {
  resetSaving()
  openCart(cartOfDraft(draft))
  notifyMissingLines(draft)
}

/** Warns about lines that no longer exist. */
export function notifyMissingLines({ lineCount, lines }: Draft): void {
  const missing = lineCount - lines.length
  if (missing > 0) notifyFailure(t('ordering.found.missing', { count: missing }))
}

/** Resolves a conflict with the server's version. */
export function takeTheirs(): void {
  const { theirs } = useSaving.getState()
  if (theirs) openDraft(theirs)
}

/** Except fields only the owner may change. */
export function keepMine(): void {
  const { theirs } = useSaving.getState()
  if (!theirs) return
  const { name, isShared, currAccCode } = cartOfDraft(theirs)
  const owners = theirs.isMine ? {} : { name, isShared, currAccCode }
  useSaving.setState({ theirs: undefined })
  updateCart((cart) => (cart.guidKey === theirs.id ? { draftVersion: theirs.version, ...owners } : {}))
  schedule(0)
}
