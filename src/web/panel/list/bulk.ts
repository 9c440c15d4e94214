import type { LinkProps } from '@tanstack/react-router'
import { create } from 'zustand'
import { CallFailed } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { useSession } from '#web/session.ts'
import { refetch } from '../refetch.ts'
import { useTabs } from '../shell/tabStore.ts'

/** A record that an action left as it was. `reason`: in the reader's language. */
export type NotDone = { id: string; name: string; reason: string; link?: LinkProps | undefined }

/** An action on many records. Its calls are safe to repeat: one without an answer is sent again. */
export type BulkTask<Item extends { id: string }> = {
  /** The action's name. */
  title: string
  items: Item[]
  /** Records that it does not apply to, listed with those that are refused. */
  notDone?: NotDone[]
  /** Records that one call takes; default 1. */
  itemsPerCall?: number
  /** Changes some records and returns the refused ones. Throws errors that would stop the others too. */
  run: (items: Item[]) => Promise<NotDone[]>
  doneText: (done: Item[]) => string
  /** Offered for ten seconds. */
  undo?: (done: Item[]) => Promise<unknown>
  /** Query keys. */
  refetched: readonly string[]
}

type Run = {
  title: string
  /** Path of the page that started it. */
  path: string | undefined
  total: number
  handled: number
  notDone: NotDone[]
  /** `stopped`: by the user or by a failure; it can go on. */
  state: 'running' | 'stopped' | 'ended'
  /** Why it stopped by itself, or ''. */
  failure: string
  continue: () => void
}

/** The action that runs, or that has left something undone. */
export const useBulk = create<{ run: Run | undefined }>(() => ({ run: undefined }))

const currentRun = () => useBulk.getState().run
const isRunning = () => currentRun()?.state === 'running'

export const stopBulk = () => useBulk.setState(({ run }) => ({ run: run && { ...run, state: 'stopped' } }))
export const closeBulk = () => useBulk.setState({ run: undefined })

/**
 * Runs an action on many records, call after call. It goes on while other pages are open; when the tab is closed,
 * the rest stays as it is. Resolves after the first call, and throws if that fails; `ended` resolves when it has
 * ended or stopped. Only one runs at a time, and on one record at any time.
 */
export async function startBulk<Item extends { id: string }>(
  task: BulkTask<Item>,
): Promise<{ ended: Promise<void> }> {
  if (task.items.length === 1 && !task.notDone?.length) return runSingle(task)
  if (isRunning()) throw new Error(t('panel.bulk.busy'))
  const { title, items, run, itemsPerCall = 1, notDone = [], refetched } = task
  const waiting = [...items]
  const done: Item[] = []
  let isLooping = false
  const start: Run = {
    title,
    path: useTabs.getState().active,
    total: items.length,
    handled: 0,
    notDone,
    state: 'running',
    failure: '',
    continue: () => {
      change({ state: 'running', failure: '' })
      // A call that was under way when it was stopped goes on by itself.
      if (!isLooping) void runRest()
    },
  }
  // A call that was under way must not change what has replaced its run.
  const isOwn = (now: Run | undefined): now is Run => now?.continue === start.continue
  const change = (changed: Partial<Run>) =>
    useBulk.setState(({ run: now }) => (isOwn(now) ? { run: { ...now, ...changed } } : {}))
  const runPart = async () => {
    const part = waiting.slice(0, itemsPerCall)
    const refused = await run(part)
    waiting.splice(0, part.length)
    const refusedIds = new Set(refused.map(({ id }) => id))
    done.push(...part.filter(({ id }) => !refusedIds.has(id)))
    const earlier = currentRun()?.notDone ?? []
    change({ handled: items.length - waiting.length, notDone: [...earlier, ...refused] })
  }
  const runRest = async () => {
    isLooping = true
    try {
      while (waiting.length > 0 && isRunning() && isOwn(currentRun())) await runPart()
    } catch (error) {
      change({ state: 'stopped', failure: error instanceof Error ? error.message : String(error) })
    }
    isLooping = false
    await refetch(...refetched)
    if (waiting.length > 0) return
    const now = currentRun()
    if (isOwn(now) && now.notDone.length === 0) closeBulk()
    else change({ state: 'ended' })
    if (done.length > 0) notifyOf(task, done)
  }
  useBulk.setState({ run: start })
  try {
    if (waiting.length > 0) await runPart()
  } catch (error) {
    closeBulk()
    await refetch(...refetched)
    throw error
  }
  return { ended: runRest() }
}

/** Runs an action on one record: its outcome is a notice, and it does not wait for an action on many. */
async function runSingle<Item extends { id: string }>(
  task: BulkTask<Item>,
): Promise<{ ended: Promise<void> }> {
  try {
    const [refused] = await task.run(task.items)
    if (refused) throw new Error(refused.reason)
  } finally {
    await refetch(...task.refetched)
  }
  notifyOf(task, task.items)
  return { ended: Promise.resolve() }
}

function notifyOf<Item extends { id: string }>({ doneText, undo }: BulkTask<Item>, done: Item[]): void {
  notifyDone(doneText(done), undo ? { undo: () => undo(done) } : {})
}

/**
 * For calls that take one record: returns it with the reason if the server refuses it. Throws errors that
 * would happen to others too, such as a lost connection.
 */
export function oneByOne<Item extends { id: string }>(
  call: (item: Item) => Promise<unknown>,
  describe: (item: Item) => Omit<NotDone, 'reason'>,
): BulkTask<Item>['run'] {
  return async ([item]) => {
    if (!item) return []
    try {
      await call(item)
      return []
    } catch (error) {
      const isAboutItem = error instanceof CallFailed && [400, 404, 409].includes(error.status)
      if (!isAboutItem) throw error
      return [{ ...describe(item), reason: error.message }]
    }
  }
}

/** Why a record is left out. `state`: as the lists name it. */
export const notInState = (state: string) => t('panel.bulk.notInState', { state })

window.addEventListener('beforeunload', (event) => {
  if (isRunning()) event.preventDefault()
})
// A user does not continue what another user has started.
useSession.subscribe(({ user }, before) => {
  if (user?.id !== before.user?.id) closeBulk()
})
