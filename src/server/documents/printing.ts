import { Worker } from 'node:worker_threads'
import type { StorePlace } from '#server/images/openObjectStore.ts'
import { type PhotoStore, photoObject } from '#server/images/photoStore.ts'
import { portraitObject } from '#server/images/portrait.ts'
import { threadFile } from '#server/projectFolder.ts'
import type { Tenant } from '#server/tenancy/tenants.ts'
import type { Statement } from '#shared/customers/statement.ts'
import type { ImageWidth } from '#shared/photos/images.ts'
import type { Language } from '#shared/tenancy.ts'
import type { Catalogue } from './catalogue/catalogueLook.ts'
import type { OrderDocument } from './orderDocument.ts'
import { type StatementDocument, statementTitle } from './statementDocument.ts'
import { titleOfAll, wordsOf } from './words.ts'

export type DocumentKind = 'pdf' | 'xlsx'

type Drawable = {
  id: number
  language: Language
  timeZone: string
  company: string
  place: StorePlace
  logo?: string
  /** Store keys by content hash. */
  photos: Record<string, string>
}
type OrderJob = Drawable & { kind: DocumentKind; orders: OrderDocument[] }
type StatementJob = Drawable & { kind: 'statement'; format: DocumentKind; statement: StatementDocument }
type CatalogueJob = Drawable & { kind: 'catalogue'; catalogue: Catalogue; file: string }
type FileJob = Omit<Drawable, 'photos'> & {
  kind: 'file'
  format: DocumentKind
  /** One order per line with its photo keys; see ordersFile.ts. */
  spool: string
  file: string
  count: number
}
export type Job = OrderJob | StatementJob | CatalogueJob | FileJob
export type AbortMessage = { id: number; kind: 'abort' }
/** The result (empty if written to a file), progress, or an error. */
export type Drawn =
  | { id: number; bytes: Uint8Array }
  | { id: number; done: number }
  | { id: number; error: string }

export type PrintContext = {
  tenant: Pick<Tenant, 'id' | 'displayName' | 'logo' | 'timeZone'>
  photos: PhotoStore
}
export type OrderFile = { name: string; bytes: Buffer }

/** In a thread, so that other requests do not wait. The file name is like `Sipariş 1042.pdf`. */
export async function printOrders(
  kind: DocumentKind,
  orders: OrderDocument[],
  language: Language,
  { tenant, photos }: PrintContext,
): Promise<OrderFile> {
  const hashes = orders.flatMap(({ groups }) => groups.flatMap(({ photo }) => photo ?? []))
  const bytes = await draw({ kind, orders, ...drawable(language, { tenant, photos }, hashes, 640) })
  return { name: `${titleOfAll(orders, wordsOf(language, tenant.timeZone))}.${kind}`, bytes }
}

export async function printStatement(
  format: DocumentKind,
  statement: Statement,
  language: Language,
  context: PrintContext,
): Promise<OrderFile> {
  const document = { ...statement, company: context.tenant.displayName }
  const job = { kind: 'statement' as const, format, statement: document }
  const bytes = await draw({ ...job, ...drawable(language, context, [], 640) })
  return { name: `${statementTitle(statement, wordsOf(language, context.tenant.timeZone))}.${format}`, bytes }
}

/** `onDone` gets the number of products drawn. */
export async function printCatalogue(
  catalogue: Catalogue,
  file: string,
  language: Language,
  context: PrintContext,
  watch: { onDone: (done: number) => void; signal: AbortSignal },
): Promise<void> {
  const hashes = catalogue.products.flatMap(({ photos }) => photos)
  const width = catalogue.perPage <= 2 ? 960 : 640
  await draw({ kind: 'catalogue', catalogue, file, ...drawable(language, context, hashes, width) }, watch)
}

/** `onDone` gets the number of orders written. */
export async function printOrdersFile(
  job: Pick<FileJob, 'format' | 'spool' | 'file' | 'count'>,
  language: Language,
  context: PrintContext,
  watch: { onDone: (done: number) => void; signal: AbortSignal },
): Promise<void> {
  watch.signal.throwIfAborted()
  const { photos: _photos, ...drawing } = drawable(language, context, [], 640)
  await draw({ kind: 'file', ...job, ...drawing }, watch)
}

function drawable(
  language: Language,
  { tenant, photos }: PrintContext,
  hashes: string[],
  width: ImageWidth,
): Omit<Drawable, 'id'> {
  return {
    language,
    timeZone: tenant.timeZone,
    company: tenant.displayName,
    place: photos.place,
    ...(tenant.logo ? { logo: portraitObject('logo', tenant.id, tenant.logo) } : {}),
    photos: Object.fromEntries(hashes.map((hash) => [hash, photoObject(tenant.id, hash, width)])),
  }
}

const idleThreadLifetimeMs = 60_000
/** Enough for the largest order; a thread that needs more ends alone. */
const threadLimits = { maxOldGenerationSizeMb: 512 }

type Waiting = {
  resolve: (bytes: Buffer) => void
  reject: (error: Error) => void
  onDone: ((done: number) => void) | undefined
}
type Thread = { worker: Worker; waiting: Map<number, Waiting>; idle: NodeJS.Timeout | undefined }

/** Long jobs have a thread of their own, so that order documents do not wait for them. */
type ThreadKind = 'quick' | 'long'
const threads = new Map<ThreadKind, Thread>()
let lastId = 0

type Watch = { onDone?: (done: number) => void; signal?: AbortSignal }

function draw(
  job: Omit<OrderJob, 'id'> | Omit<StatementJob, 'id'> | Omit<CatalogueJob, 'id'> | Omit<FileJob, 'id'>,
  watch: Watch = {},
): Promise<Buffer> {
  const threadKind = job.kind === 'catalogue' || job.kind === 'file' ? 'long' : 'quick'
  const thread = threads.get(threadKind) ?? startThread(threadKind)
  clearTimeout(thread.idle)
  lastId += 1
  const id = lastId
  return new Promise((resolve, reject) => {
    thread.waiting.set(id, { resolve, reject, onDone: watch.onDone })
    thread.worker.postMessage({ ...job, id }, [])
    const abortMessage: AbortMessage = { id, kind: 'abort' }
    watch.signal?.addEventListener('abort', () => thread.worker.postMessage(abortMessage, []))
  })
}

function startThread(threadKind: ThreadKind): Thread {
  const worker = new Worker(threadFile('documents/printThread.ts'), { resourceLimits: threadLimits })
  const started: Thread = { worker, waiting: new Map(), idle: undefined }
  threads.set(threadKind, started)
  const forgetThread = () => {
    if (threads.get(threadKind) === started) threads.delete(threadKind)
  }
  const end = (error: Error) => {
    forgetThread()
    for (const { reject } of started.waiting.values()) reject(error)
    started.waiting.clear()
  }
  worker.on('message', (drawn: Drawn) => {
    const pending = started.waiting.get(drawn.id)
    if ('done' in drawn) {
      pending?.onDone?.(drawn.done)
      return
    }
    started.waiting.delete(drawn.id)
    if ('error' in drawn) pending?.reject(new Error(drawn.error))
    else pending?.resolve(Buffer.from(drawn.bytes))
    if (started.waiting.size > 0) return
    started.idle = setTimeout(() => {
      forgetThread()
      void worker.terminate()
    }, idleThreadLifetimeMs)
    started.idle.unref()
  })
  worker.on('error', end)
  worker.on('exit', () => end(new Error('The thread that draws documents has ended')))
  // Does not keep the process alive.
  worker.unref()
  return started
}
