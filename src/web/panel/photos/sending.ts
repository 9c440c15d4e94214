import type { z } from 'zod'
import { create } from 'zustand'
import type { postProductImages } from '#shared/photos/photos.ts'
import { api, CallFailed } from '#web/api.ts'
import { readToken } from '#web/credentials.ts'
import { language } from '#web/i18n.ts'
import { trySetItem } from '#web/trySetItem.ts'
import { refetch } from '../refetch.ts'
import { photosQueryKey } from './cachedPhotos.ts'
import {
  addDropped,
  type DroppedPhoto,
  findDuplicates,
  findPhoto,
  isUnsent,
  type Owner,
  removeDropped,
  statusOf,
  updatePhoto,
  useDropped,
  useSentShares,
} from './dropped.ts'

const maxParallelUploads = 3
/** Grows with each failure. */
const retryDelaysMs = [2000, 5000, 15_000, 30_000]

/** A broken connection or session pauses uploads until a retry. */
export const useConnection = create<{ isBroken: boolean; failure: string }>(() => ({
  isBroken: false,
  failure: '',
}))

const running = new Map<string, AbortController>()
let timer: number | undefined
let failures = 0

/** Sends all ready photos, and failed ones if asked. */
export function sendAll({ withFailed = false } = {}): void {
  const { photos } = useDropped.getState()
  const duplicateIds = findDuplicates(photos)
  for (const photo of photos) {
    const status = statusOf(photo, duplicateIds)
    if (status === 'ready' || (withFailed && status === 'failed')) {
      updatePhoto(photo.id, { state: 'waiting', failure: undefined })
    }
  }
  resume()
}

/** Sends files dropped on a product. */
export function sendTo(owner: Owner, files: File[], replaces?: string): void {
  const added = addDropped(files, { owner, ...(replaces === undefined ? {} : { replaces }) })
  for (const photo of added) {
    if (statusOf(photo, new Set()) === 'ready') updatePhoto(photo.id, { state: 'waiting' })
  }
  resume()
}

export function resend(id: string): void {
  updatePhoto(id, { state: 'waiting', failure: undefined })
  resume()
}

/** Aborts uploads; photos return to being unsent. */
export function stop(ids?: ReadonlySet<string>): void {
  for (const photo of useDropped.getState().photos) {
    if (ids && !ids.has(photo.id)) continue
    running.get(photo.id)?.abort()
    if (photo.state === 'waiting') updatePhoto(photo.id, { state: 'open' })
  }
  if (!ids) clearFailure()
}

/** Aborts their uploads. */
export function removePhotos(ids: ReadonlySet<string>): void {
  for (const id of ids) running.get(id)?.abort()
  removeDropped(ids)
}

/** Retries at once. */
export function resume(): void {
  clearFailure()
  startUploads()
}

function clearFailure(): void {
  window.clearTimeout(timer)
  if (useConnection.getState().isBroken) useConnection.setState({ isBroken: false, failure: '' })
}

function startUploads(): void {
  while (running.size < maxParallelUploads && !useConnection.getState().isBroken) {
    const next = useDropped.getState().photos.find(({ id, state }) => state === 'waiting' && !running.has(id))
    if (!next) break
    void send(next)
  }
}

async function send(photo: DroppedPhoto): Promise<void> {
  const { id, owner, file, replaces, nameExists } = photo
  if (!owner) return updatePhoto(id, { state: 'open' })
  const controller = new AbortController()
  running.set(id, controller)
  updatePhoto(id, { state: 'sending' })
  const { itemCode, colorCode } = owner
  const sameName = nameExists ? ('replace' as const) : ('add' as const)
  const upload = { itemCode, colorCode, file, sameName, ...(replaces === undefined ? {} : { replaces }) }
  try {
    await sendPhoto(upload, {
      signal: controller.signal,
      onProgress: (share) => useSentShares.setState({ [id]: share }),
    })
    failures = 0
    updatePhoto(id, { state: 'sent' })
  } catch (error) {
    handleFailure(id, error, controller.signal.aborted)
  }
  running.delete(id)
  useSentShares.setState({ [id]: 0 })
  if (photo.isDirect && findPhoto(id)?.state === 'sent') removeDropped(new Set([id]))
  await refetch(photosQueryKey(itemCode, colorCode))
  startUploads()
  if (running.size === 0) void refetch('products')
}

function handleFailure(id: string, error: unknown, isAborted: boolean): void {
  if (isAborted) return updatePhoto(id, { state: 'open' })
  if (!(error instanceof CallFailed)) return updatePhoto(id, { state: 'failed', failure: String(error) })
  if (error.code === 'image.duplicate') return updatePhoto(id, { state: 'present', failure: error.message })
  if (error.status === 401) {
    updatePhoto(id, { state: 'waiting' })
    useConnection.setState({ isBroken: true, failure: error.message })
  } else if (isTemporary(error)) {
    updatePhoto(id, { state: 'waiting' })
    pauseAndRetry(error.message)
  } else updatePhoto(id, { state: 'failed', failure: error.message })
}

/** Not the photo's fault, so retrying helps. */
const isTemporary = ({ status }: CallFailed) => status === 0 || [408, 429, 502, 503, 504].includes(status)

function pauseAndRetry(failure: string): void {
  const wasBroken = useConnection.getState().isBroken
  useConnection.setState({ isBroken: true, failure })
  if (wasBroken) return
  timer = window.setTimeout(resume, retryDelaysMs[Math.min(failures, retryDelaysMs.length - 1)])
  failures += 1
}

window.addEventListener('online', resume)
window.addEventListener('beforeunload', (event) => {
  const { photos } = useDropped.getState()
  if (photos.some(isUnsent)) event.preventDefault()
})
useDropped.subscribe(({ photos }) => storeUnsent(photos.filter(isUnsent).map(({ file }) => file.name)))

type Reply = z.output<typeof postProductImages.reply>
type Photo = {
  itemCode: string
  colorCode: string
  file: File
  replaces?: string
  sameName: 'add' | 'replace'
}
type Options = { signal: AbortSignal; onProgress: (share: number) => void }

/** `onProgress` gets the share from 0 to 1. Throws CallFailed. */
async function sendPhoto(photo: Photo, options: Options): Promise<Reply> {
  const answer = await post(photo, options)
  if (answer.status !== 401) return parseReply(answer)
  // Any api call renews the token, or reports that the session ended.
  await api.get('/api/Shop/GetPhotoProgress', {}, { signal: options.signal })
  return parseReply(await post(photo, options))
}

type Answer = { status: number; text: string }

/** XMLHttpRequest, because fetch has no upload progress. */
function post({ file, ...fields }: Photo, { signal, onProgress }: Options): Promise<Answer> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('files', file)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', '/api/Shop/PostProductImages')
    request.setRequestHeader('langCode', language)
    const token = readToken()
    if (token) request.setRequestHeader('Authorization', `Bearer ${token}`)
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    )
    request.addEventListener('load', () => resolve({ status: request.status, text: request.responseText }))
    request.addEventListener('error', () => reject(new CallFailed(0, {})))
    request.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
    if (signal.aborted) return reject(new DOMException('', 'AbortError'))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}

function parseReply({ status, text }: Answer): Reply {
  const body = parseJson(text)
  if (status !== 200) throw new CallFailed(status, body)
  return body as Reply
}

function parseJson(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

const storageKey = 'photosUnsent'

/** Names of photos that were unsent when the page was left. */
export const unsentNames: string[] = readStored()

function readStored(): string[] {
  try {
    const names: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
  } catch {
    return []
  }
}

let storeTimer: number | undefined

/** Files do not survive a reload, but their names do. */
function storeUnsent(names: string[]): void {
  window.clearTimeout(storeTimer)
  storeTimer = window.setTimeout(() => trySetItem(sessionStorage, storageKey, JSON.stringify(names)), 200)
}
