import { trySetItem } from './trySetItem.ts'

/** `onExpired` calls back when undoing becomes impossible; returns an unsubscribe function. */
export type Undo = { undo: () => Promise<unknown>; onExpired?: (end: () => void) => () => void }
/** A page about what the notice says. Such a notice stays until it is closed. */
type NoticeLink = { href: string; text: string }
/** `error`: of a failure. */
type Notice = { message: string; isFailure: boolean; error?: unknown; link?: NoticeLink } & Partial<Undo>

const waiting: Notice[] = []
let show: ((notice: Notice) => void) | undefined
let onFirst = () => {}

/** Calls back at the first notice, to load their UI. */
export function whenNotified(listener: () => void): void {
  onFirst = listener
  if (waiting.length > 0) listener()
}

/** Shows waiting notices too. */
export function showNoticesBy(showNotice: (notice: Notice) => void): void {
  show = showNotice
  for (const notice of waiting.splice(0)) showNotice(notice)
}

function notify(notice: Notice): void {
  if (show) return show(notice)
  waiting.push(notice)
  onFirst()
}

export const notifyFailure = (error: unknown): void => notifyFailureAs(messageOf(error), error)

/** With another text than the error's own. */
export function notifyFailureAs(message: string, error: unknown): void {
  notify({ message, isFailure: true, error })
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** `undo` adds an undo button, `link` a link. */
export function notifyDone(message: string, options: Partial<Undo> & { link?: NoticeLink } = {}): void {
  notify({ message, isFailure: false, ...options })
}

const storedFailureKey = 'notice'

/** Stores an error for the next page to show. */
export function storeFailureForNextPage(error: unknown): void {
  trySetItem(sessionStorage, storedFailureKey, messageOf(error))
}

export function showStoredFailure(): void {
  const message = sessionStorage.getItem(storedFailureKey)
  sessionStorage.removeItem(storedFailureKey)
  if (message) notifyFailure(new Error(message))
}
