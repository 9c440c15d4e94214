import { create } from 'zustand'
import { CallFailed } from '#web/api.ts'
import { queryClient } from '#web/queryClient.ts'
import {
  change,
  type DroppedPhoto,
  doublesAmong,
  drop,
  find,
  isUnsent,
  type Owner,
  standOf,
  takeIn,
  useDropped,
  useShares,
} from './dropped.ts'
import { photosKey } from './knownPhotos.ts'
import { sendPhoto } from './sendPhoto.ts'
import { rememberUnsent } from './unsent.ts'

/** How many photos are on their way at once. */
const lanes = 3
/** How long to wait before trying a broken line again, in milliseconds: longer each time. */
const waits = [2000, 5000, 15_000, 30_000]

/** Whether the line is broken, or the session over: nothing goes until it is tried again, by itself or by hand. */
export const useLine = create<{ isBroken: boolean; failure: string }>(() => ({
  isBroken: false,
  failure: '',
}))

const running = new Map<string, AbortController>()
let timer: number | undefined
let failures = 0

/** Sends all that are ready, and those that failed where `withFailed`. */
export function sendAll({ withFailed = false } = {}): void {
  const { photos } = useDropped.getState()
  const doubles = doublesAmong(photos)
  for (const photo of photos) {
    const stand = standOf(photo, doubles)
    if (stand === 'ready' || (withFailed && stand === 'failed')) {
      change(photo.id, { state: 'waiting', failure: undefined })
    }
  }
  goOn()
}

/** Sends files that are dropped where their product is being worked on. */
export function sendTo(owner: Owner, files: File[], replaces?: string): void {
  const taken = takeIn(files, { owner, ...(replaces === undefined ? {} : { replaces }) })
  for (const photo of taken) {
    if (standOf(photo, new Set()) === 'ready') change(photo.id, { state: 'waiting' })
  }
  goOn()
}

/** Sends one again. */
export function sendAgain(id: string): void {
  change(id, { state: 'waiting', failure: undefined })
  goOn()
}

/** Takes photos back: those on their way are cut off, those not yet sent wait to be asked for again. */
export function stop(ids?: ReadonlySet<string>): void {
  for (const photo of useDropped.getState().photos) {
    if (ids && !ids.has(photo.id)) continue
    running.get(photo.id)?.abort()
    if (photo.state === 'waiting') change(photo.id, { state: 'open' })
  }
  if (!ids) mend()
}

/** Takes photos out of the list, cutting off those on their way. */
export function takeOut(ids: ReadonlySet<string>): void {
  for (const id of ids) running.get(id)?.abort()
  drop(ids)
}

/** Goes on now, whatever the line was like. */
export function goOn(): void {
  mend()
  pump()
}

function mend(): void {
  window.clearTimeout(timer)
  if (useLine.getState().isBroken) useLine.setState({ isBroken: false, failure: '' })
}

function pump(): void {
  while (running.size < lanes && !useLine.getState().isBroken) {
    const next = useDropped.getState().photos.find(({ id, state }) => state === 'waiting' && !running.has(id))
    if (!next) break
    void send(next)
  }
}

async function send(photo: DroppedPhoto): Promise<void> {
  const { id, owner, file, replaces, isThere } = photo
  if (!owner) return change(id, { state: 'open' })
  const controller = new AbortController()
  running.set(id, controller)
  change(id, { state: 'sending' })
  const { itemCode, colorCode } = owner
  const sameName = isThere ? ('replace' as const) : ('add' as const)
  const asked = { itemCode, colorCode, file, sameName, ...(replaces === undefined ? {} : { replaces }) }
  try {
    await sendPhoto(asked, {
      signal: controller.signal,
      onSent: (share) => useShares.setState({ [id]: share }),
    })
    failures = 0
    change(id, { state: 'sent' })
  } catch (error) {
    settle(id, error, controller.signal.aborted)
  }
  running.delete(id)
  useShares.setState({ [id]: 0 })
  if (photo.isDirect && find(id)?.state === 'sent') drop(new Set([id]))
  await queryClient.invalidateQueries({ queryKey: photosKey(itemCode, colorCode) })
  pump()
  if (running.size === 0) void queryClient.invalidateQueries({ queryKey: ['products'] })
}

function settle(id: string, error: unknown, isAborted: boolean): void {
  if (isAborted) return change(id, { state: 'open' })
  if (!(error instanceof CallFailed)) return change(id, { state: 'failed', failure: String(error) })
  if (error.code === 'image.duplicate') return change(id, { state: 'present', failure: error.message })
  if (error.status === 401) {
    change(id, { state: 'waiting' })
    useLine.setState({ isBroken: true, failure: error.message })
  } else if (isPassing(error)) {
    change(id, { state: 'waiting' })
    breakOff(error.message)
  } else change(id, { state: 'failed', failure: error.message })
}

/** What is not the photo's fault, and over in a while. */
const isPassing = ({ status }: CallFailed) => status === 0 || [408, 429, 502, 503, 504].includes(status)

function breakOff(failure: string): void {
  const isKnown = useLine.getState().isBroken
  useLine.setState({ isBroken: true, failure })
  if (isKnown) return
  timer = window.setTimeout(goOn, waits[Math.min(failures, waits.length - 1)])
  failures += 1
}

window.addEventListener('online', goOn)
window.addEventListener('beforeunload', (event) => {
  const { photos } = useDropped.getState()
  if (photos.some(isUnsent)) event.preventDefault()
})
useDropped.subscribe(({ photos }) => rememberUnsent(photos.filter(isUnsent).map(({ file }) => file.name)))
