import { Worker } from 'node:worker_threads'
import type { StorePlace } from '#server/images/openObjectStore.ts'
import { type PhotoStore, photoObject } from '#server/images/photoStore.ts'
import { portraitObject } from '#server/images/portrait.ts'
import type { Tenant } from '#server/tenancy/tenants.ts'
import type { ImageWidth } from '#shared/images.ts'
import type { Language } from '#shared/tenancy.ts'
import type { Catalogue } from './catalogue/catalogueLook.ts'
import type { OrderDocument } from './orderDocument.ts'
import { titleOfAll, wordsOf } from './words.ts'

export type DocumentKind = 'pdf' | 'xlsx'

/** What the thread needs to draw; pictures stand under their keys in the store at `place`. */
type Drawable = {
  id: number
  language: Language
  company: string
  place: StorePlace
  logo?: string
  /** The key of each photo by its content hash. */
  photos: Record<string, string>
}
type OrderJob = Drawable & { kind: DocumentKind; orders: OrderDocument[] }
type CatalogueJob = Drawable & { kind: 'catalogue'; catalogue: Catalogue; file: string }
type FileJob = Omit<Drawable, 'photos'> & {
  kind: 'file'
  format: DocumentKind
  /** Orders with the keys of their photos, one in each line; see fileOfOrders.ts. */
  spool: string
  file: string
  count: number
}
export type Job = OrderJob | CatalogueJob | FileJob
/** A job that nobody wants any more. */
export type GiveUp = { id: number; kind: 'giveUp' }
/** Its answer: the bytes, none of what went into a file; how far it is, or what went wrong. */
export type Drawn =
  | { id: number; bytes: Uint8Array }
  | { id: number; done: number }
  | { id: number; error: string }

export type House = { tenant: Pick<Tenant, 'id' | 'displayName' | 'logo'>; photos: PhotoStore }
export type OrderFile = { name: string; bytes: Buffer }

/**
 * Makes a document of one order or several, called as people would: Sipariş 1042.pdf. A thread of its own draws it, so
 * that whoever orders meanwhile does not wait for somebody's pages.
 */
export async function printOrders(
  kind: DocumentKind,
  orders: OrderDocument[],
  language: Language,
  { tenant, photos }: House,
): Promise<OrderFile> {
  const hashes = orders.flatMap(({ groups }) => groups.flatMap(({ photo }) => photo ?? []))
  const bytes = await draw({ kind, orders, ...drawable(language, { tenant, photos }, hashes, 640) })
  return { name: `${titleOfAll(orders, wordsOf(language))}.${kind}`, bytes }
}

/**
 * Draws a catalogue of photos into a file, in the same thread. `onDone` hears how many products are on their pages; it
 * is given up on `signal`.
 */
export async function printCatalogue(
  catalogue: Catalogue,
  file: string,
  language: Language,
  house: House,
  watch: { onDone: (done: number) => void; signal: AbortSignal },
): Promise<void> {
  const hashes = catalogue.products.flatMap(({ photos }) => photos)
  const width = catalogue.perPage <= 2 ? 960 : 640
  await draw({ kind: 'catalogue', catalogue, file, ...drawable(language, house, hashes, width) }, watch)
}

/**
 * Writes many orders from a spool into one file. `onDone` hears how many of them are in it; it is given up on `signal`.
 */
export async function printFileOfOrders(
  job: Pick<FileJob, 'format' | 'spool' | 'file' | 'count'>,
  language: Language,
  house: House,
  watch: { onDone: (done: number) => void; signal: AbortSignal },
): Promise<void> {
  watch.signal.throwIfAborted()
  const { photos: _photos, ...drawing } = drawable(language, house, [], 640)
  await draw({ kind: 'file', ...job, ...drawing }, watch)
}

function drawable(
  language: Language,
  { tenant, photos }: House,
  hashes: string[],
  width: ImageWidth,
): Omit<Drawable, 'id'> {
  return {
    language,
    company: tenant.displayName,
    place: photos.place,
    ...(tenant.logo ? { logo: portraitObject('logo', tenant.id, tenant.logo) } : {}),
    photos: Object.fromEntries(hashes.map((hash) => [hash, photoObject(tenant.id, hash, width)])),
  }
}

/** A thread with nothing to do goes after so long, in milliseconds, and takes its memory with it. */
const idleTime = 60_000
/** More than the largest order needs; a thread that wants still more ends, and nothing else with it. */
const memory = { maxOldGenerationSizeMb: 512 }

type Waiting = {
  resolve: (bytes: Buffer) => void
  reject: (error: Error) => void
  onDone: ((done: number) => void) | undefined
}
type Thread = { worker: Worker; waiting: Map<number, Waiting>; idle: NodeJS.Timeout | undefined }

/** What takes long has a thread of its own: whoever waits for an order's document does not wait for it. */
type Pace = 'quick' | 'long'
const threads = new Map<Pace, Thread>()
let lastId = 0

type Watch = { onDone?: (done: number) => void; signal?: AbortSignal }

function draw(
  job: Omit<OrderJob, 'id'> | Omit<CatalogueJob, 'id'> | Omit<FileJob, 'id'>,
  watch: Watch = {},
): Promise<Buffer> {
  const pace = job.kind === 'catalogue' || job.kind === 'file' ? 'long' : 'quick'
  const mine = threads.get(pace) ?? startThread(pace)
  clearTimeout(mine.idle)
  lastId += 1
  const id = lastId
  return new Promise((resolve, reject) => {
    mine.waiting.set(id, { resolve, reject, onDone: watch.onDone })
    mine.worker.postMessage({ ...job, id }, [])
    const giveUp: GiveUp = { id, kind: 'giveUp' }
    watch.signal?.addEventListener('abort', () => mine.worker.postMessage(giveUp, []))
  })
}

function startThread(pace: Pace): Thread {
  const worker = new Worker(new URL('pressThread.ts', import.meta.url), { resourceLimits: memory })
  const started: Thread = { worker, waiting: new Map(), idle: undefined }
  threads.set(pace, started)
  const leave = () => {
    if (threads.get(pace) === started) threads.delete(pace)
  }
  const end = (error: Error) => {
    leave()
    for (const { reject } of started.waiting.values()) reject(error)
    started.waiting.clear()
  }
  worker.on('message', (drawn: Drawn) => {
    const asked = started.waiting.get(drawn.id)
    if ('done' in drawn) {
      asked?.onDone?.(drawn.done)
      return
    }
    started.waiting.delete(drawn.id)
    if ('error' in drawn) asked?.reject(new Error(drawn.error))
    else asked?.resolve(Buffer.from(drawn.bytes))
    if (started.waiting.size > 0) return
    started.idle = setTimeout(() => {
      leave()
      void worker.terminate()
    }, idleTime)
    started.idle.unref()
  })
  worker.on('error', end)
  worker.on('exit', () => end(new Error('The thread that draws documents has ended')))
  // Nobody stays only because pages might be wanted.
  worker.unref()
  return started
}
