import { v7 as uuidv7 } from 'uuid'
import type { Draft } from '#shared/carts.ts'
import type { OrderDetail } from '#shared/orders.ts'
import { api, CallFailed } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { isCustomer, useSession } from '#web/session.ts'
import { type Cart, emptyCart } from './cart.ts'
import {
  changeCarts,
  getCarts,
  openCart,
  openCustomer,
  syncCarts,
  updateCart,
  updateCartByKey,
  useCart,
} from './cartStore.ts'
import { withAsideWaiting } from './carts.ts'
import { cartDraftInput, cartOfDraft, draftInputOf } from './draftCart.ts'
import { isUnsaved, noteOf, noteSaved, putNote } from './draftNote.ts'
import { notifyMissingLines, openDraft, resetSaving, saveNow, saveWaiting } from './draftSaving.ts'
import { afterEditing, withoutOrdered } from './editing.ts'

const ownDraft = { isMine: true, ownerName: '' }

export async function readDraft(id: string): Promise<Draft> {
  return (await api.get('/api/Shop/GetDraftById', { id })).data
}

/** Also saves an existing draft. Uses a new key if this one became another user's draft. */
export async function keepAsDraft(details: Partial<Pick<Cart, 'name' | 'isShared'>> = {}): Promise<void> {
  const cart = syncCarts()
  if (cart.draftVersion > 0) {
    updateCart(() => details)
    return saveNow()
  }
  const draft = { ...cart, ...details }
  const { version, key } = await createDraft(draft)
  updateCart((now) =>
    now.guidKey === cart.guidKey ? { ...details, guidKey: key, draftVersion: version } : {},
  )
  if (useCart.getState().guidKey === key) noteSaved({ ...draft, guidKey: key }, ownDraft)
}

async function createDraft(cart: Cart): Promise<{ version: number; key: string }> {
  const save = async (key: string) => {
    const { data } = await api.post('/api/Shop/SaveDraft', { ...cartDraftInput(cart), id: key })
    return { version: data.version, key }
  }
  return save(cart.guidKey).catch((error: unknown) => {
    const isTaken =
      error instanceof CallFailed && (error.code === 'notFound' || error.code === 'record.changed')
    if (!isTaken) throw error
    return save(uuidv7())
  })
}

/** Makes room for another cart; includes changes made meanwhile. True if it was not a draft before. */
export async function storeAsDraft(): Promise<boolean> {
  const cart = syncCarts()
  if (cart.editing) throw new Error(t('ordering.drafts.editingFirst', { number: cart.editing.orderNumber }))
  if (cart.draftVersion === 0 && cart.lines.length === 0) return false
  await keepAsDraft()
  const now = syncCarts()
  if (now.draftVersion === 0 || isUnsaved(now)) await storeAsDraft()
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

export async function storeOthersAsDrafts(): Promise<void> {
  await saveWaiting()
  for (const cart of getCarts().others) {
    if (cart.draftVersion > 0) continue
    const { version, key } = await createDraftWithFallback(cart)
    updateCartByKey(cart.guidKey, () => ({ guidKey: key, draftVersion: version }))
    noteSaved({ ...cart, guidKey: key }, ownDraft)
  }
}

/** Without its customer if they are refused. */
function createDraftWithFallback(cart: Cart): ReturnType<typeof createDraft> {
  return createDraft(cart).catch((error: unknown) => {
    if (!(error instanceof CallFailed) || error.code !== 'notFound') throw error
    return createDraft({ ...cart, currAccCode: '', subCurrAccId: '' })
  })
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
  const copy = {
    ...draftInputOf(draft),
    id: uuidv7(),
    isShared: false,
    name: Array.from(name).slice(0, 60).join(''),
  }
  await api.post('/api/Shop/SaveDraft', copy)
  notifyMissingLines(draft)
}

export async function updateDraftDetails(
  id: string,
  details: Partial<Pick<Cart, 'name' | 'isShared'>>,
): Promise<void> {
  if (isDraftOpen(id)) return keepAsDraft(details)
  const draft = await readDraft(id)
  await api.post('/api/Shop/SaveDraft', { ...draftInputOf(draft), ...details, version: draft.version })
  notifyMissingLines(draft)
}

/** Also closes its cart. Returns an undo function. */
export async function deleteDraft(id: string): Promise<() => Promise<void>> {
  const wasOpen = isDraftOpen(id)
  const note = noteOf(id)
  await api.post('/api/Shop/DeleteDraft', { id })
  const cart = syncCarts()
  // Another cart may be open by now.
  const open = wasOpen && cart.guidKey === id ? cart : undefined
  if (open) {
    resetSaving()
    openCart({ ...emptyCart(), orderType: open.orderType })
  } else if (cart.guidKey !== id) {
    // An empty cart does not wait.
    updateCartByKey(id, () => ({ lines: [], description: '', draftVersion: 0 }))
  }
  return async () => {
    await api.post('/api/Shop/RestoreDraft', { id })
    // Another cart was started: only restore the draft.
    const { lines, editing } = syncCarts()
    if (!open || editing || lines.length > 0) return
    openCart(open)
    if (note) putNote(note)
  }
}

export function isDraftOpen(id: string): boolean {
  const { guidKey, draftVersion } = useCart.getState()
  return draftVersion > 0 && guidKey === id
}
