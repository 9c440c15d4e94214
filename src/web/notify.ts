import { keepIfRoom } from './keepIfRoom.ts'

/** How something is taken back; `endsBy` calls back once it cannot be any more, and answers how to stop listening. */
export type Undo = { undo: () => Promise<unknown>; endsBy?: (end: () => void) => () => void }
type Notice = { message: string; isFailure: boolean } & Partial<Undo>

const waiting: Notice[] = []
let show: ((notice: Notice) => void) | undefined
let onFirst = () => {}

/** Calls back when there is a first notice, for whoever brings the screen's part of it. */
export function whenNotified(listener: () => void): void {
  onFirst = listener
  if (waiting.length > 0) listener()
}

/** Hands every notice, those that waited included, to the one that shows them. */
export function showNoticesBy(shower: (notice: Notice) => void): void {
  show = shower
  for (const notice of waiting.splice(0)) shower(notice)
}

function notify(notice: Notice): void {
  if (show) return show(notice)
  waiting.push(notice)
  onFirst()
}

/** Says what went wrong for five seconds. */
export function notifyFailure(error: unknown): void {
  notify({ message: error instanceof Error ? error.message : String(error), isFailure: true })
}

/** Says that something is done. With `undo` it can be taken back there, for ten seconds. */
export function notifyDone(message: string, options: Partial<Undo> = {}): void {
  notify({ message, isFailure: false, ...options })
}

const handedOver = 'notice'

/** Leaves a failure for the page that is loaded next. */
export function leaveFailure(error: unknown): void {
  keepIfRoom(sessionStorage, handedOver, error instanceof Error ? error.message : String(error))
}

/** Says what the page before has left. */
export function showLeftFailure(): void {
  const message = sessionStorage.getItem(handedOver)
  sessionStorage.removeItem(handedOver)
  if (message) notifyFailure(new Error(message))
}
