import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { PhotoStore } from '#server/images/photoStore.ts'
import { portraitPath } from '#server/images/portrait.ts'
import type { Tenant } from '#server/tenancy/tenants.ts'
import type { Language } from '#shared/tenancy.ts'
import type { OrderDocument } from './orderDocument.ts'
import { titleOf, wordsOf } from './words.ts'

export type DocumentKind = 'pdf' | 'xlsx'

/** What the thread needs to draw; files are absolute paths. */
export type Job = {
  id: number
  kind: DocumentKind
  order: OrderDocument
  language: Language
  company: string
  logoFile?: string
  /** The file of each photo by its content hash. */
  photoFiles: Record<string, string>
}
/** Its answer: the file, or what went wrong. */
export type Drawn = { id: number; bytes: Uint8Array } | { id: number; error: string }

export type House = { tenant: Pick<Tenant, 'id' | 'displayName' | 'logo'>; photos: PhotoStore }
export type OrderFile = { name: string; bytes: Buffer }

/**
 * Makes an order's document, called as people would: Sipariş 1042.pdf. A thread of its own draws it, so that whoever
 * orders meanwhile does not wait for somebody's pages.
 */
export async function printOrder(
  kind: DocumentKind,
  order: OrderDocument,
  language: Language,
  { tenant, photos }: House,
): Promise<OrderFile> {
  const hashes = order.groups.flatMap(({ photo }) => photo ?? [])
  const bytes = await draw({
    kind,
    order,
    language,
    company: tenant.displayName,
    ...(tenant.logo ? { logoFile: join(photos.root, portraitPath('logo', tenant.id, tenant.logo)) } : {}),
    photoFiles: Object.fromEntries(
      hashes.map((hash) => [hash, join(photos.root, photos.pathOf(tenant.id, hash, 640))]),
    ),
  })
  return { name: `${titleOf(order, wordsOf(language))}.${kind}`, bytes }
}

/** A thread with nothing to do goes after so long, in milliseconds, and takes its memory with it. */
const idleTime = 60_000
/** More than the largest order needs; a thread that wants still more ends, and nothing else with it. */
const memory = { maxOldGenerationSizeMb: 512 }

type Waiting = { resolve: (bytes: Buffer) => void; reject: (error: Error) => void }
type Thread = { worker: Worker; waiting: Map<number, Waiting>; idle: NodeJS.Timeout | undefined }

let thread: Thread | undefined
let lastId = 0

function draw(job: Omit<Job, 'id'>): Promise<Buffer> {
  const mine = (thread ??= startThread())
  clearTimeout(mine.idle)
  lastId += 1
  const id = lastId
  return new Promise((resolve, reject) => {
    mine.waiting.set(id, { resolve, reject })
    mine.worker.postMessage({ ...job, id }, [])
  })
}

function startThread(): Thread {
  const worker = new Worker(new URL('pressThread.ts', import.meta.url), { resourceLimits: memory })
  const started: Thread = { worker, waiting: new Map(), idle: undefined }
  const end = (error: Error) => {
    if (thread === started) thread = undefined
    for (const { reject } of started.waiting.values()) reject(error)
    started.waiting.clear()
  }
  worker.on('message', (drawn: Drawn) => {
    const asked = started.waiting.get(drawn.id)
    started.waiting.delete(drawn.id)
    if ('error' in drawn) asked?.reject(new Error(drawn.error))
    else asked?.resolve(Buffer.from(drawn.bytes))
    if (started.waiting.size > 0) return
    started.idle = setTimeout(() => {
      if (thread === started) thread = undefined
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
