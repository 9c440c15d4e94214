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
import { forgetSaving, saveNow, saveWaiting, takeDraft, tellMissing } from './draftSaving.ts'
import { afterEditing, onlyNew } from './editing.ts'

const mine = { isMine: true, ownerName: '' }

export async function readDraft(id: string): Promise<Draft> {
  return (await api.get('/api/Shop/GetDraftById', { id })).data
}

/** Also saves an existing draft. Uses a new key if this one became another user's draft. */
export async function keepAsDraft(words: Partial<Pick<Cart, 'name' | 'isShared'>> = {}): Promise<void> {
  const cart = syncCarts()
  if (cart.draftVersion > 0) {
    updateCart(() => words)
    return saveNow()
  }
  const kept = { ...cart, ...words }
  const { version, key } = await add(kept)
  updateCart((now) => (now.guidKey === cart.guidKey ? { ...words, guidKey: key, draftVersion: version } : {}))
  if (useCart.getState().guidKey === key) noteSaved({ ...kept, guidKey: key }, mine)
}

async function add(cart: Cart): Promise<{ version: number; key: string }> {
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
export async function putAway(): Promise<boolean> {
  const cart = syncCarts()
  if (cart.editing) throw new Error(t('ordering.drafts.editingFirst', { number: cart.editing.orderNumber }))
  if (cart.draftVersion === 0 && cart.lines.length === 0) return false
  await keepAsDraft()
  const now = syncCarts()
  if (now.draftVersion === 0 || isUnsaved(now)) await putAway()
  return cart.draftVersion === 0
}

/**
 * Leaves an order that can no longer be amended; its new lines become the customer's cart. The aside cart
 * waits (other customer), becomes a draft, or, without new lines, reopens. Changes nothing on failure.
 */
export async function leaveClosed(order: OrderDetail): Promise<{ count: number; isKept: boolean }> {
  const cart = syncCarts()
  const { lines } = onlyNew(cart, order)
  const aside = cart.editing?.aside
  if (lines.length === 0) {
    openCart(afterEditing(cart))
    return { count: 0, isKept: false }
  }
  const isOthers = aside && aside.currAccCode !== '' && aside.currAccCode !== cart.currAccCode
  if (isOthers) {
    changeCarts((carts) => withAsideWaiting(carts, onlyNew(carts.open, order), aside))
    return { count: lines.length, isKept: false }
  }
  const isKept = Boolean(aside?.lines.length)
  if (aside && isKept) await add(aside)
  updateCart((now) => onlyNew(now, order))
  return { count: lines.length, isKept }
}

export async function keepAside(): Promise<void> {
  const aside = syncCarts().editing?.aside
  if (aside && aside.draftVersion === 0 && aside.lines.length > 0) await add(aside)
}

export async function keepOthers(): Promise<void> {
  await saveWaiting()
  for (const cart of getCarts().others) {
    if (cart.draftVersion > 0) continue
    const { version, key } = await addForAnybody(cart)
    updateCartByKey(cart.guidKey, () => ({ guidKey: key, draftVersion: version }))
    noteSaved({ ...cart, guidKey: key }, mine)
  }
}

/** Without its customer if they are refused. */
function addForAnybody(cart: Cart): ReturnType<typeof add> {
  return add(cart).catch((error: unknown) => {
    if (!(error instanceof CallFailed) || error.code !== 'notFound') throw error
    return add({ ...cart, currAccCode: '', subCurrAccId: '' })
  })
}

/** The customer's current cart becomes a draft; the open one waits. Changes nothing on failure. */
export async function switchTo(id: string): Promise<boolean> {
  const waiting = getCarts().others.find(({ guidKey }) => guidKey === id)
  if (waiting) {
    // Includes its unsaved changes.
    openCustomer(waiting.currAccCode, waiting.salesPersonCode)
    return false
  }
  const draft = await readDraft(id)
  const isKept = await makeRoomFor(cartOfDraft(draft).currAccCode)
  takeDraft(draft)
  return isKept
}

/**
 * The customer's current cart becomes a draft, and so does an open cart without a customer, which would be
 * merged. True if a draft was made; changes nothing on failure.
 */
export async function makeRoomFor(currAccCode: string): Promise<boolean> {
  const before = syncCarts()
  if (before.currAccCode === currAccCode || before.editing || isCustomer(useSession.getState().user)) {
    return putAway()
  }
  const wasNobodys = before.currAccCode === ''
  const isKept = wasNobodys && (await putAway())
  const nobodys = syncCarts()
  if (wasNobodys) openCart({ ...emptyCart(), orderType: before.orderType })
  openCustomer(currAccCode)
  try {
    return (await putAway()) || isKept
  } catch (error) {
    openCustomer(before.currAccCode)
    if (wasNobodys) openCart(nobodys)
    throw error
  }
}

/** The open cart becomes a draft. */
export async function startAnew(): Promise<boolean> {
  const isKept = await putAway()
  const { orderType } = useCart.getState()
  forgetSaving()
  openCart({ ...emptyCart(), orderType })
  return isKept
}

/** Copies a draft under a new key, unshared. */
export async function duplicate(id: string): Promise<void> {
  const draft = await readDraft(id)
  const name = t('ordering.drafts.copyName', { name: draft.name || t('ordering.drafts.unnamed') })
  const copy = {
    ...draftInputOf(draft),
    id: uuidv7(),
    isShared: false,
    name: Array.from(name).slice(0, 60).join(''),
  }
  await api.post('/api/Shop/SaveDraft', copy)
  tellMissing(draft)
}

export async function rewrite(id: string, words: Partial<Pick<Cart, 'name' | 'isShared'>>): Promise<void> {
  if (isOpen(id)) return keepAsDraft(words)
  const draft = await readDraft(id)
  await api.post('/api/Shop/SaveDraft', { ...draftInputOf(draft), ...words, version: draft.version })
  tellMissing(draft)
}

/** Also closes its cart. Returns an undo function. */
export async function discard(id: string): Promise<() => Promise<void>> {
  const wasOpen = isOpen(id)
  const note = noteOf(id)
  await api.post('/api/Shop/DeleteDraft', { id })
  const cart = syncCarts()
  // Another cart may be open by now.
  const open = wasOpen && cart.guidKey === id ? cart : undefined
  if (open) {
    forgetSaving()
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

export function isOpen(id: string): boolean {
  const { guidKey, draftVersion } = useCart.getState()
  return draftVersion > 0 && guidKey === id
}
