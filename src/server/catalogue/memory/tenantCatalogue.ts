import { setTimeout as sleep } from 'node:timers/promises'
import { prepared } from '#server/db/statement.ts'
import type { Database, Snapshot, Tx } from '#server/db/tenant.ts'
import { oneOf } from '#server/http/refuse.ts'
import type { Language } from '#shared/tenancy.ts'
import { type Catalogue, catalogueOf } from './catalogue.ts'
import * as records from './records.ts'

/** Wait after a failure, or for a catalogue that is too large. */
const retryAfterMs = 30_000
/** Delay after the first read: its answer from SQL would take twice as long beside the build. */
const buildDelayMs = 300

export type TenantCatalogue = {
  /** Its size, as soon as that is known. */
  bytes: number
  usedAt: number
  /** Undefined: read SQL. */
  current(language?: Language): Catalogue | undefined | Promise<Catalogue | undefined>
}

type Keeper = {
  database: Pick<Database, 'freshness' | 'inTenant' | 'snapshot'>
  isAwaited: boolean
  say: (line: string) => void
  isClosed: () => boolean
  makeRoom: (bytes: number, owner: TenantCatalogue) => boolean
}

/** A tenant's catalogue: read when it is first asked for, and brought up to date before each answer. */
export function keepTenantCatalogue(
  tenantId: string,
  { database, isAwaited, say, isClosed, makeRoom }: Keeper,
): TenantCatalogue {
  const { freshness } = database
  let catalogue: Catalogue | undefined
  let building: Promise<void> | undefined
  let refreshing: Promise<void> | undefined
  /** Languages whose texts are being read. */
  const readers = new Map<Language, Promise<void>>()
  /** Not tried again before this time, by `performance.now()`. */
  let retryAt = 0
  const sayWhy = (error: unknown) => say(`Catalogue in memory: ${(error as Error).message}`)

  const build = async () => {
    await using snapshot = await database.snapshot(tenantId)
    const [start] = await snapshot.query<records.Start>(records.readStart)
    if (!start) throw new Error('The tenant has no versions')
    const bytes = bytesOf(start)
    if (makeRoom(bytes, kept)) {
      kept.bytes = bytes
      catalogue = await readCatalogue(snapshot, start, isClosed)
    } else retryAt = performance.now() + retryAfterMs
  }

  const startBuilding = () => {
    if (isClosed() || performance.now() < retryAt) return
    building ??= sleep(isAwaited ? 0 : buildDelayMs)
      .then(() => (isClosed() ? undefined : build()))
      .catch((error: unknown) => {
        retryAt = performance.now() + retryAfterMs
        if (!isClosed()) sayWhy(error)
      })
      .finally(() => {
        building = undefined
      })
  }

  const refresh = async (old: Catalogue) => {
    const changes = await database.inTenant(tenantId, 'read', (tx) => readChanges(tx, old))
    try {
      if (changes.names) old.names.set(changes.names)
      if (changes.news && old.apply(changes.news)) return
    } catch (error) {
      sayWhy(error)
    }
    // Any product may have changed.
    catalogue = undefined
  }

  /** Single flight; a later call waits for the next refresh. */
  const bringTo = async (version: number): Promise<Catalogue | undefined> => {
    for (;;) {
      if (!catalogue || catalogue.version >= version) return catalogue
      refreshing ??= refresh(catalogue).finally(() => {
        refreshing = undefined
      })
      await refreshing
    }
  }

  const loadReader = async (into: Catalogue, language: Language) => {
    try {
      const read = (tx: Tx) => oneOf(tx.query<records.ReaderRecord>(records.readerStatement(language)))
      into.names.setReader(language, await database.inTenant(tenantId, 'read', read))
    } catch (error) {
      if (!isClosed()) sayWhy(error)
    }
  }

  /** Single flight. */
  const readReader = (into: Catalogue, language: Language) => {
    const reading =
      readers.get(language) ?? loadReader(into, language).finally(() => readers.delete(language))
    readers.set(language, reading)
    return reading
  }

  const read = async (language: Language | undefined): Promise<Catalogue | undefined> => {
    const version = await freshness.ask(tenantId, 'catalogue')
    if (version === undefined) return undefined
    if (!catalogue) startBuilding()
    if (isAwaited) await building
    try {
      const found = await bringTo(version)
      if (found && language && !found.names.reader(language)) {
        const reading = readReader(found, language)
        if (!isAwaited) return undefined
        await reading
      } else if (found || !isAwaited || performance.now() < retryAt) return found
    } catch {
      return undefined
    }
    return read(language)
  }

  const kept: TenantCatalogue = {
    bytes: 0,
    usedAt: 0,
    current: (language) => {
      const version = freshness.now(tenantId, 'catalogue')
      if (version !== undefined && catalogue && catalogue.version >= version) {
        if (!language || catalogue.names.reader(language)) return catalogue
      }
      if (catalogue || isAwaited) return read(language)
      startBuilding()
      return undefined
    },
  }
  return kept
}

/** Measured with Cyrillic and Turkish names, six sizes, two price groups, and what is sent of products. */
const variantBytes = 800
const baseBytes = 200_000
/** Bytes of a text in all languages. */
const translationBytes = 1000
const bytesOf = ({ variants, translations }: records.Start) =>
  baseBytes + variants * variantBytes + translations * translationBytes

const batchSize = 200

/** Undefined if it is closed meanwhile. */
async function readCatalogue(
  snapshot: Snapshot,
  start: records.Start,
  isClosed: () => boolean,
): Promise<Catalogue | undefined> {
  const catalogue = catalogueOf(start)
  catalogue.names.set((await readNames(snapshot)) ?? [])
  for await (const rows of snapshot.batches<{ record: string }>(records.readProducts, [], batchSize)) {
    catalogue.add(rows.map(({ record }) => JSON.parse(record)))
    if (isClosed()) return undefined
  }
  return catalogue
}

/** What changed since the catalogue was current, and all names if there are new ones. */
async function readChanges(tx: Tx, catalogue: Catalogue) {
  const [news] = await tx.query<records.News>(records.readNews, catalogue.version)
  const hasNewNames = news && catalogue.names.areNew(news.records)
  return { news, names: hasNewNames ? await readNames(tx) : undefined }
}

const readMainLanguage = prepared(`
  select main_language as language from tenant_settings where tenant_id = $1`)

/** In the order of the tenant's main language. */
async function readNames(tx: Pick<Tx, 'query'>): Promise<string[] | null | undefined> {
  const { language } = await oneOf(tx.query<{ language: Language }>(readMainLanguage))
  const [found] = await tx.query<{ names: string[] | null }>(records.namesStatement(language))
  return found?.names
}
