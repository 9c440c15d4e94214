import { v7 as uuidv7 } from 'uuid'
import { create } from 'zustand'
import type { Draft } from '#shared/carts.ts'
import { api, CallFailed } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'
import { isSignedIn } from '#web/session.ts'
import type { Cart } from './cart.ts'
import { openCart, syncCarts, updateCart, updateCartByKey, useCart, useOtherCarts } from './cartStore.ts'
import { cartDraftInput, cartOfDraft } from './draftCart.ts'
import { isUnsaved, noteOf, noteSaved } from './draftNote.ts'
import { isSendingOrder } from './placing.ts'

const saveDelayMs = 2000
const retryDelayMs = 10_000

/** `theirs`: another version in conflict with local changes. `failure`: why the server refused. */
type Saving = {
  step: 'saved' | 'saving' | 'unsaved' | 'gone'
  theirs: Draft | undefined
  failure: Error | undefined
}
const initialState: Saving = { step: 'saved', theirs: undefined, failure: undefined }
export const useSaving = create<Saving>(() => initialState)

let timer = 0
let currentSave: Promise<void> | undefined

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
      void checkServer()
    }
    const isHere = document.visibilityState === 'visible'
    if (isHere && isOpenDraft(cart) && hasChanged(cart, before)) schedule(saveDelayMs)
  })
  const onVisible = () => {
    if (document.visibilityState === 'visible') void checkServer()
    // At once: the page may be closing.
    else if (isOpenDraft(useCart.getState())) void saveNow().catch(() => {})
  }
  const onOnline = () => {
    schedule(0)
    trySaveWaiting()
  }
  document.addEventListener('visibilitychange', onVisible)
  window.addEventListener('online', onOnline)
  void checkServer()
  return () => {
    unsubscribe()
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', onVisible)
    window.removeEventListener('online', onOnline)
  }
}

const hasChanged = (cart: Cart, before: Cart) => draftFields.some((field) => cart[field] !== before[field])
const draftFields = [
  'draftVersion',
  'name',
  'isShared',
  'orderType',
  'currAccCode',
  'subCurrAccId',
  'salesPersonCode',
  'description',
  'lines',
] as const

const isOpenDraft = (cart: Cart) => cart.draftVersion > 0 && !cart.editing

function schedule(delay: number): void {
  clearTimeout(timer)
  timer = window.setTimeout(() => void saveNow().catch(() => {}), delay)
}

/** Throws on failure and on conflict. */
export function saveNow(): Promise<void> {
  clearTimeout(timer)
  currentSave ??= save().finally(() => {
    currentSave = undefined
  })
  return currentSave
}

async function save(): Promise<void> {
  const cart = syncCarts()
  if (!isOpenDraft(cart)) return
  if (useSaving.getState().theirs) throw new Error(t('ordering.drafts.conflictFirst'))
  if (!isUnsaved(cart)) return useSaving.setState(initialState)
  useSaving.setState({ step: 'saving', failure: undefined })
  try {
    await send(cart)
  } catch (error) {
    // Handled when that cart is reopened.
    if (syncCarts().guidKey !== cart.guidKey) return save()
    await handleFailure(cart, error)
    throw error
  }
  // Saves later changes, or the cart opened meanwhile.
  const now = syncCarts()
  if (isOpenDraft(now) && isUnsaved(now)) return save()
  useSaving.setState(initialState)
}

/** Throws on failure; conflicts are handled when a cart is reopened. */
export async function saveWaiting(): Promise<void> {
  const { others } = useOtherCarts.getState()
  await Promise.all(others.filter((cart) => isOpenDraft(cart) && isUnsaved(cart)).map(send))
}

const trySaveWaiting = () => void saveWaiting().catch(() => {})

async function send(cart: Cart): Promise<void> {
  const { data } = await api.post(
    '/api/Shop/SaveDraft',
    { ...cartDraftInput(cart), version: cart.draftVersion },
    { isQuiet: true },
  )
  const { isMine = true, ownerName = '' } = noteOf(cart.guidKey) ?? {}
  noteSaved(cart, { isMine, ownerName })
  updateCartByKey(cart.guidKey, () => ({ draftVersion: data.version }))
}

async function handleFailure(cart: Cart, error: unknown): Promise<void> {
  if (!(error instanceof CallFailed) || error.status === 0 || error.status >= 500) {
    useSaving.setState({ step: 'unsaved' })
    return schedule(retryDelayMs)
  }
  if (error.code === 'record.changed') return handleConflict(cart)
  if (error.code === 'notFound') return detach(cart)
  useSaving.setState({ step: 'unsaved', failure: error })
}

/** Another tab, which has our changes, or another user or device was first. */
async function handleConflict(cart: Cart): Promise<void> {
  useSaving.setState({ step: 'unsaved' })
  if (syncCarts().draftVersion > cart.draftVersion) return schedule(0)
  const theirs = await tryReadDraft(cart.guidKey)
  return theirs ? compareWithServer(theirs) : schedule(retryDelayMs)
}

/**
 * The draft is ordered, deleted, unshared, or its customer refused. Drop another user's key, or the cart
 * would become their draft's order. Keep the key of an own or ordered draft, or its lines would be ordered
 * twice. Retry if the server cannot be asked.
 */
async function detach({ guidKey }: Cart): Promise<void> {
  const isOwn = noteOf(guidKey)?.isMine === true || isSendingOrder(guidKey)
  const isKeyKept = isOwn || (await isOrdered(guidKey))
  if (isKeyKept === undefined) {
    useSaving.setState({ step: 'unsaved' })
    return schedule(retryDelayMs)
  }
  if (syncCarts().guidKey !== guidKey) return
  updateCart(() => ({ draftVersion: 0, isShared: false, ...(isKeyKept ? {} : { guidKey: uuidv7() }) }))
  useSaving.setState({ ...initialState, step: 'gone' })
}

/** Undefined if the server cannot be asked. */
async function isOrdered(guidKey: string): Promise<boolean | undefined> {
  try {
    await api.get('/api/Shop/GetShopHomeCart', { guidKey }, { isQuiet: true })
    return true
  } catch (error) {
    return error instanceof CallFailed && error.code === 'notFound' ? false : undefined
  }
}

async function checkServer(): Promise<void> {
  const { guidKey, draftVersion } = syncCarts()
  if (draftVersion === 0 || currentSave || !isSignedIn()) return
  const theirs = await tryReadDraft(guidKey)
  // A save that started meanwhile detects changes itself.
  if (theirs && !currentSave) await compareWithServer(theirs)
}

/** Applies one-sided changes; otherwise reports a conflict. */
async function compareWithServer(theirs: Draft | { gone: string }): Promise<void> {
  const cart = syncCarts()
  if (!isOpenDraft(cart)) return
  if ('gone' in theirs) return theirs.gone === cart.guidKey ? detach(cart) : undefined
  if (theirs.id !== cart.guidKey) return
  if (theirs.version <= cart.draftVersion) {
    if (isUnsaved(cart)) schedule(saveDelayMs)
    return
  }
  if (isUnsaved(cart)) {
    useSaving.setState({ step: 'unsaved', theirs })
    // The cart page asks which version to keep.
    if (location.pathname !== '/cart') notifyFailure(t('ordering.drafts.conflictFirst'))
    return
  }
  openDraft(theirs)
  notifyDone(t('ordering.drafts.taken', { name: theirs.updatedBy }))
}

/** `gone` if deleted, undefined if the server cannot be asked. */
async function tryReadDraft(id: string): Promise<Draft | { gone: string } | undefined> {
  try {
    return (await api.get('/api/Shop/GetDraftById', { id }, { isQuiet: true })).data
  } catch (error) {
    return error instanceof CallFailed && error.code === 'notFound' ? { gone: id } : undefined
  }
}

/** Opens a loaded draft as the cart. */
export function openDraft(draft: Draft): void {
  const cart = cartOfDraft(draft)
  noteSaved(cart, draft)
  resetSaving()
  openCart(cart)
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
