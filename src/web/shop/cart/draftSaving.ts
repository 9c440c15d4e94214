import { v7 as uuidv7 } from 'uuid'
import { create } from 'zustand'
import type { Draft } from '#shared/carts.ts'
import { api, CallFailed } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'
import { isSignedIn } from '#web/session.ts'
import type { Cart } from './cart.ts'
import { catchUp, openCart, renewCart, renewCartOf, useCart, useOtherCarts } from './cartStore.ts'
import { cartOfDraft, draftOf } from './draftCart.ts'
import { isUnsaved, noteOf, noteSaved } from './draftNote.ts'
import { isOnItsWay } from './placing.ts'

/** Changes are saved so long after the last one, in milliseconds. */
const calm = 2000
/** And tried again so long after the server could not be reached. */
const patience = 10_000

/**
 * How the draft that is open stands with the server. `theirs` is it as somebody else has changed it, while something
 * is changed here as well; `failure` is what the server has refused it for.
 */
type Saving = {
  step: 'saved' | 'saving' | 'unsaved' | 'gone'
  theirs: Draft | undefined
  failure: Error | undefined
}
const fresh: Saving = { step: 'saved', theirs: undefined, failure: undefined }
export const useSaving = create<Saving>(() => fresh)

let timer = 0
let running: Promise<void> | undefined

/** As if nothing had been saved yet: another cart is open. */
export function forgetSaving(): void {
  clearTimeout(timer)
  useSaving.setState(fresh)
}

/**
 * Saves the open draft wherever it is changed in this tab, 2 s after the last change. What another tab changes is that
 * one's affair: both look at what is in the store before they send.
 */
export function keepSaving(): () => void {
  const unsubscribe = useCart.subscribe((cart, before) => {
    if (cart.guidKey !== before.guidKey) {
      forgetSaving()
      saveWaitingQuietly()
      // One that has waited may have been changed by somebody else.
      void lookForChanges()
    }
    const isHere = document.visibilityState === 'visible'
    if (isHere && isOpenDraft(cart) && isOther(cart, before)) schedule(calm)
  })
  const onVisible = () => {
    if (document.visibilityState === 'visible') void lookForChanges()
    // At once: the page may be gone the next moment.
    else if (isOpenDraft(useCart.getState())) void saveNow().catch(() => {})
  }
  const onOnline = () => {
    schedule(0)
    saveWaitingQuietly()
  }
  document.addEventListener('visibilitychange', onVisible)
  window.addEventListener('online', onOnline)
  void lookForChanges()
  return () => {
    unsubscribe()
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', onVisible)
    window.removeEventListener('online', onOnline)
  }
}

/** Whether something may have changed of what a draft keeps. */
const isOther = (cart: Cart, before: Cart) => kept.some((field) => cart[field] !== before[field])
const kept = [
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

/** Saves what is unsaved of the open draft. Throws where that fails, or where somebody else has changed it meanwhile. */
export function saveNow(): Promise<void> {
  clearTimeout(timer)
  running ??= save().finally(() => {
    running = undefined
  })
  return running
}

async function save(): Promise<void> {
  const cart = catchUp()
  if (!isOpenDraft(cart)) return
  if (useSaving.getState().theirs) throw new Error(t('ordering.drafts.conflictFirst'))
  if (!isUnsaved(cart)) return useSaving.setState(fresh)
  useSaving.setState({ step: 'saving', failure: undefined })
  try {
    await send(cart)
  } catch (error) {
    // Once another cart is open, this one is asked about when it is opened again.
    if (catchUp().guidKey !== cart.guidKey) return save()
    await settle(cart, error)
    throw error
  }
  // What was changed or opened meanwhile goes after it.
  const now = catchUp()
  if (isOpenDraft(now) && isUnsaved(now)) return save()
  useSaving.setState(fresh)
}

/**
 * Saves what is unsaved of the drafts that wait for their customers. Throws where that fails; whoever opens one again is
 * asked what its own page would have asked.
 */
export async function saveWaiting(): Promise<void> {
  const { others } = useOtherCarts.getState()
  await Promise.all(others.filter((cart) => isOpenDraft(cart) && isUnsaved(cart)).map(send))
}

const saveWaitingQuietly = () => void saveWaiting().catch(() => {})

async function send(cart: Cart): Promise<void> {
  const { data } = await api.post(
    '/api/Shop/SaveDraft',
    { ...draftOf(cart), version: cart.draftVersion },
    { isQuiet: true },
  )
  const { isMine = true, ownerName = '' } = noteOf(cart.guidKey) ?? {}
  noteSaved(cart, { isMine, ownerName })
  renewCartOf(cart.guidKey, () => ({ draftVersion: data.version }))
}

/** What comes of a saving that failed. */
async function settle(cart: Cart, error: unknown): Promise<void> {
  if (!(error instanceof CallFailed) || error.status === 0 || error.status >= 500) {
    useSaving.setState({ step: 'unsaved' })
    return schedule(patience)
  }
  if (error.code === 'record.changed') return meet(cart)
  if (error.code === 'notFound') return letGo(cart)
  useSaving.setState({ step: 'unsaved', failure: error })
}

/** Somebody else was quicker: another tab, which has taken along what is here, or another person or device. */
async function meet(cart: Cart): Promise<void> {
  useSaving.setState({ step: 'unsaved' })
  if (catchUp().draftVersion > cart.draftVersion) return schedule(0)
  const theirs = await readQuietly(cart.guidKey)
  return theirs ? compare(theirs) : schedule(patience)
}

/**
 * The draft has been ordered or deleted, is no longer shared, or shall be for a customer that is not its owner's to
 * choose. Under somebody else's key the cart would become the order of their draft, and under another key what is
 * ordered, or on its way, would be ordered twice. Nothing is done where the server could not be asked which it is.
 */
async function letGo({ guidKey }: Cart): Promise<void> {
  const isOwn = noteOf(guidKey)?.isMine === true || isOnItsWay(guidKey)
  const isKeyKept = isOwn || (await isOrdered(guidKey))
  if (isKeyKept === undefined) {
    useSaving.setState({ step: 'unsaved' })
    return schedule(patience)
  }
  if (catchUp().guidKey !== guidKey) return
  renewCart(() => ({ draftVersion: 0, isShared: false, ...(isKeyKept ? {} : { guidKey: uuidv7() }) }))
  useSaving.setState({ ...fresh, step: 'gone' })
}

/** Whether there is an order of this key; undefined where the server could not be asked. */
async function isOrdered(guidKey: string): Promise<boolean | undefined> {
  try {
    await api.get('/api/Shop/GetShopHomeCart', { guidKey }, { isQuiet: true })
    return true
  } catch (error) {
    return error instanceof CallFailed && error.code === 'notFound' ? false : undefined
  }
}

/** Looks whether the open draft has been changed elsewhere. */
async function lookForChanges(): Promise<void> {
  const { guidKey, draftVersion } = catchUp()
  if (draftVersion === 0 || running || !isSignedIn()) return
  const theirs = await readQuietly(guidKey)
  // A saving that has begun meanwhile finds out by itself.
  if (theirs && !running) await compare(theirs)
}

/** Holds the open draft against the server's: what is changed on one side only is taken over by the other. */
async function compare(theirs: Draft | { gone: string }): Promise<void> {
  const cart = catchUp()
  if (!isOpenDraft(cart)) return
  if ('gone' in theirs) return theirs.gone === cart.guidKey ? letGo(cart) : undefined
  if (theirs.id !== cart.guidKey) return
  if (theirs.version <= cart.draftVersion) {
    if (isUnsaved(cart)) schedule(calm)
    return
  }
  if (isUnsaved(cart)) {
    useSaving.setState({ step: 'unsaved', theirs })
    // The cart's own page asks whose changes shall stay.
    if (location.pathname !== '/cart') notifyFailure(t('ordering.drafts.conflictFirst'))
    return
  }
  takeDraft(theirs)
  notifyDone(t('ordering.drafts.taken', { name: theirs.updatedBy }))
}

/** A draft; its id where it is there no more; undefined where the server could not be asked. */
async function readQuietly(id: string): Promise<Draft | { gone: string } | undefined> {
  try {
    return (await api.get('/api/Shop/GetDraftById', { id }, { isQuiet: true })).data
  } catch (error) {
    return error instanceof CallFailed && error.code === 'notFound' ? { gone: id } : undefined
  }
}

/** Makes a draft, as it was just read, the cart of this browser. */
export function takeDraft(draft: Draft): void {
  const cart = cartOfDraft(draft)
  noteSaved(cart, draft)
  forgetSaving()
  openCart(cart)
  tellMissing(draft)
}

/** Says that lines of a draft are not there any more: whatever is made of it is made without them. */
export function tellMissing({ lineCount, lines }: Draft): void {
  const missing = lineCount - lines.length
  if (missing > 0) notifyFailure(t('ordering.found.missing', { count: missing }))
}

/** Settles a conflict: what is here goes. */
export function takeTheirs(): void {
  const { theirs } = useSaving.getState()
  if (theirs) takeDraft(theirs)
}

/** Settles a conflict: what is here goes over it, but for what its owner alone may say. */
export function keepMine(): void {
  const { theirs } = useSaving.getState()
  if (!theirs) return
  const { name, isShared, currAccCode } = cartOfDraft(theirs)
  const owners = theirs.isMine ? {} : { name, isShared, currAccCode }
  useSaving.setState({ theirs: undefined })
  renewCart((cart) => (cart.guidKey === theirs.id ? { draftVersion: theirs.version, ...owners } : {}))
  schedule(0)
}
