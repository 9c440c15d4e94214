import { v7 as uuidv7 } from 'uuid'
import { maxOrderLines } from '#shared/orders/orderRules.ts'
import type { OrderDetail } from '#shared/orders/orders.ts'
import { api, CallFailed } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { isCustomer, useSession } from '#web/session.ts'
import { linesOverLimit } from '../lines/lineLimit.ts'
import { type Cart, emptyCart } from '../stored/cart.ts'
import {
  changeCarts,
  getCarts,
  openCart,
  openCustomer,
  syncCarts,
  updateCart,
  useCart,
} from '../stored/cartStore.ts'
import { afterEditing, withoutOrdered } from '../stored/editing.ts'
import { withAsideWaiting } from '../stored/movedLines.ts'
import { cartOfDraft, isUnsaved, postDraft, readDraft } from './draftCart.ts'
import {
  closeIfOrdered,
  notifyMissingLines,
  openDraft,
  resetSaving,
  saveNow,
  saveWaiting,
} from './draftSaving.ts'
import { inTurn, unlessNotFound } from './synchroniser.ts'

/** Also saves an existing draft. Uses a new key if this one became another user's draft; closes an ordered cart. */
export async function keepAsDraft(details: Partial<Pick<Cart, 'name' | 'isShared'>> = {}): Promise<void> {
  const cart = syncCarts()
  if (cart.draftVersion > 0) {
    updateCart(() => details)
    return saveNow()
  }
  try {
    const saved = await createDraft({ ...cart, ...details })
    updateCart(() => ({ ...details, ...saved }), cart.guidKey)
  } catch (error) {
    await closeIfOrdered(cart.guidKey, error)
  }
}

function createDraft(cart: Cart): ReturnType<typeof postDraft> {
  return inTurn(cart.guidKey, () =>
    postDraft(cart).catch((error: unknown) => {
      const isTaken =
        error instanceof CallFailed && (error.code === 'notFound' || error.code === 'record.changed')
      if (!isTaken) throw error
      return postDraft({ ...cart, guidKey: uuidv7() })
    }),
  )
}

/** Makes room for another cart; includes changes made meanwhile. True if it was not a draft before. */
export async function storeAsDraft(): Promise<boolean> {
  const cart = syncCarts()
  if (cart.editing) throw new Error(t('ordering.drafts.editingFirst', { number: cart.editing.orderNumber }))
  if (cart.draftVersion === 0 && cart.lines.length === 0) return false
  await keepAsDraft()
  const now = syncCarts()
  // It was closed because it was ordered, or another tab opened another cart.
  if (now.draftVersion === 0) return storeAsDraft()
  if (isUnsaved(now)) await storeAsDraft()
  return cart.draftVersion === 0
}

/**
 * Leaves an order that can no longer be amended; its new lines become the customer's cart. The aside cart
 * waits (other customer), becomes a draft, or, without new lines, reopens. Changes nothing on failure.
 */
export async function leaveClosedOrder(order: OrderDetail): Promise<{ count: number; isKept: boolean }> {
  const cart = syncCarts()
  const { lines } = withoutOrdered(cart, order)
  const aside = cart.editing?.aside
  if (lines.length === 0) {
    openCart(afterEditing(cart))
    return { count: 0, isKept: false }
  }
  const isOthers = aside && aside.currAccCode !== '' && aside.currAccCode !== cart.currAccCode
  if (isOthers) {
    changeCarts((carts) => withAsideWaiting(carts, withoutOrdered(carts.open, order), aside))
    return { count: lines.length, isKept: false }
  }
  const isKept = Boolean(aside?.lines.length)
  if (aside && isKept) await createDraft(aside)
  updateCart((now) => withoutOrdered(now, order))
  return { count: lines.length, isKept }
}

export async function storeAsideAsDraft(): Promise<void> {
  const aside = syncCarts().editing?.aside
  if (aside && aside.draftVersion === 0 && aside.lines.length > 0) await createDraft(aside)
}

/** Without their customer where that is refused. */
export async function storeOthersAsDrafts(): Promise<void> {
  await saveWaiting()
  for (const cart of getCarts().others) {
    if (cart.draftVersion === 0) await storeOther(cart)
  }
}

async function storeOther(cart: Cart): Promise<void> {
  try {
    const saved = await createDraft(cart).catch((error: unknown) => {
      unlessNotFound(error)
      return createDraft({ ...cart, currAccCode: '', subCurrAccId: '' })
    })
    updateCart(() => saved, cart.guidKey)
  } catch (error) {
    const rest = await closeIfOrdered(cart.guidKey, error)
    if (rest.lines.length > 0) await storeOther(rest)
  }
}

/** The customer's current cart becomes a draft; the open one waits. Changes nothing on failure. */
export async function openDraftById(id: string): Promise<boolean> {
  const waiting = getCarts().others.find(({ guidKey }) => guidKey === id)
  if (waiting) {
    // Includes its unsaved changes.
    openCustomer(waiting.currAccCode, waiting.salesPersonCode)
    return false
  }
  const draft = await readDraft(id)
  const isKept = await openEmptyCartFor(cartOfDraft(draft).currAccCode)
  openDraft(draft)
  return isKept
}

/**
 * The customer's current cart becomes a draft, and so does an open cart without a customer, which would be
 * merged. True if a draft was made; changes nothing on failure.
 */
export async function openEmptyCartFor(currAccCode: string): Promise<boolean> {
  const before = syncCarts()
  if (before.currAccCode === currAccCode || before.editing || isCustomer(useSession.getState().user)) {
    return storeAsDraft()
  }
  const hadNoCustomer = before.currAccCode === ''
  const isKept = hadNoCustomer && (await storeAsDraft())
  const cartWithoutCustomer = syncCarts()
  if (hadNoCustomer) openCart({ ...emptyCart(), orderType: before.orderType })
  openCustomer(currAccCode)
  try {
    return (await storeAsDraft()) || isKept
  } catch (error) {
    openCustomer(before.currAccCode)
    if (hadNoCustomer) openCart(cartWithoutCustomer)
    throw error
  }
}

/** The open cart becomes a draft. */
export async function startEmptyCart(): Promise<boolean> {
  const isKept = await storeAsDraft()
  const { orderType } = useCart.getState()
  resetSaving()
  openCart({ ...emptyCart(), orderType })
  return isKept
}

/** Copies a draft under a new key, unshared. */
export async function duplicateDraft(id: string): Promise<void> {
  const draft = await readDraft(id)
  const name = t('ordering.drafts.copyName', { name: draft.name || t('ordering.drafts.unnamed') })
  await postCopy(cartOfDraft(draft), name)
  notifyMissingLines(draft)
}

function postCopy(cart: Cart, name: string) {
  const shortName = Array.from(name).slice(0, 60).join('')
  return postDraft({ ...cart, guidKey: uuidv7(), draftVersion: 0, isShared: false, name: shortName })
}

/** Saves the lines beyond one order as drafts, and only then removes them. Returns their number. */
export async function moveExcessToDrafts(): Promise<number> {
  const cart = syncCarts()
  const rest = linesOverLimit(cart)
  const name = t('ordering.cart.restName', { name: cart.name || t('cart.title') })
  for (let start = 0; start < rest.length; start += maxOrderLines) {
    await postCopy({ ...cart, lines: rest.slice(start, start + maxOrderLines) }, name)
  }
  const moved = new Map(rest.map(({ productId, qty }) => [productId, qty]))
  // Lines changed meanwhile stay, so nothing is lost.
  updateCart(({ lines }) => ({ lines: lines.filter(({ productId, qty }) => moved.get(productId) !== qty) }))
  return rest.length
}

export async function updateDraftDetails(
  id: string,
  details: Partial<Pick<Cart, 'name' | 'isShared'>>,
): Promise<void> {
  if (isDraftOpen(id)) return keepAsDraft(details)
  const draft = await readDraft(id)
  await postDraft({ ...cartOfDraft(draft), ...details })
  notifyMissingLines(draft)
}

/** Also closes its cart. Returns an undo function. */
export async function deleteDraft(id: string): Promise<() => Promise<void>> {
  const wasOpen = isDraftOpen(id)
  await inTurn(id, () => api.post('/api/Shop/DeleteDraft', { id }))
  const cart = syncCarts()
  // Another cart may be open by now.
  const open = wasOpen && cart.guidKey === id ? cart : undefined
  if (open) {
    resetSaving()
    openCart({ ...emptyCart(), orderType: open.orderType })
  } else if (cart.guidKey !== id) {
    // An empty cart does not wait.
    updateCart(() => ({ lines: [], description: '', draftVersion: 0 }), id)
  }
  return async () => {
    await api.post('/api/Shop/RestoreDraft', { id })
    // Another cart was started: only restore the draft.
    const { lines, editing } = syncCarts()
    if (open && !editing && lines.length === 0) openCart(open)
  }
}

function isDraftOpen(id: string): boolean {
  const { guidKey, draftVersion } = useCart.getState()
  return draftVersion > 0 && guidKey === id
}
