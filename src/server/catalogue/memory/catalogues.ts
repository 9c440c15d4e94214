import { setTimeout as sleep } from 'node:timers/promises'
import { prepared, type Statement } from '#server/db/statement.ts'
import type { Database, Tx } from '#server/db/tenant.ts'
import { oneOf } from '#server/http/refuse.ts'
import type { Language } from '#shared/tenancy.ts'
import { type Catalogue, catalogueOf } from './catalogue.ts'
import {
  type News,
  namesStatement,
  type ReaderRecord,
  readerStatement,
  readNews,
  readProducts,
  readStart,
  type Start,
} from './records.ts'

/**
 * The catalogues kept in memory, within a budget. One that is not there, not current or too large is read from SQL.
 */
export type Catalogues = {
  /**
   * The tenant's catalogue with every change that this process committed and at most a second behind those of others.
   * Undefined: read SQL. With its texts in `language`, if that is given.
   */
  current(tenantId: string, language?: Language): Catalogue | undefined | Promise<Catalogue | undefined>
  close(): void
}

export type CataloguesOptions = {
  /** 0: keeps none. */
  maxMb: number
  /** Whether a read waits until the catalogue is there, instead of reading SQL meanwhile. For tests. */
  isAwaited?: boolean
  say: (line: string) => void
}

/** Measured with Cyrillic and Turkish names, six sizes, two price groups, and what is sent of products. */
const variantBytes = 800
const baseBytes = 200_000
/** Bytes of a text in all languages. */
const translationBytes = 1000
const batchSize = 200
/** Wait after a failure, or for a catalogue that is too large. */
const retryAfterMs = 30_000
/** Delay after the first read: its answer from SQL would take twice as long beside the build. */
const buildDelayMs = 300

const readMainLanguage = prepared(`
  select main_language as language from tenant_settings where tenant_id = $1`)

/** Statement that reads the names in the order of the tenant's main language. */
async function namesOf(tx: Pick<Tx, 'query'>): Promise<Statement> {
  const { language } = await oneOf(tx.query<{ language: Language }>(readMainLanguage))
  return namesStatement(language)
}

type Entry = {
  catalogue: Catalogue | undefined
  bytes: number
  usedAt: number
  building: Promise<void> | undefined
  refreshing: Promise<void> | undefined
  /** Languages whose texts are being read. */
  readers: Map<Language, Promise<void>>
  /** Not tried again before this time, by `performance.now()`. */
  retryAt: number
}

export function openCatalogues(
  database: Pick<Database, 'freshness' | 'inTenant' | 'snapshot'>,
  { maxMb, isAwaited = false, say }: CataloguesOptions,
): Catalogues {
  const { freshness } = database
  const maxBytes = maxMb * 1_000_000
  const entries = new Map<string, Entry>()
  let isClosed = false

  const entryOf = (tenantId: string): Entry => {
    let entry = entries.get(tenantId)
    if (!entry) {
      entry = {
        catalogue: undefined,
        bytes: 0,
        usedAt: 0,
        building: undefined,
        refreshing: undefined,
        readers: new Map(),
        retryAt: 0,
      }
      entries.set(tenantId, entry)
    }
    entry.usedAt = performance.now()
    return entry
  }

  /** Makes room by dropping the least recently used; false if the catalogue alone is too large. */
  const makeRoom = (bytes: number, owner: Entry): boolean => {
    if (bytes > maxBytes) return false
    const others = [...entries].filter(([, entry]) => entry !== owner && entry.bytes > 0)
    let used = others.reduce((sum, [, entry]) => sum + entry.bytes, 0)
    for (const [tenantId, entry] of others.toSorted(([, one], [, other]) => one.usedAt - other.usedAt)) {
      if (used + bytes <= maxBytes) break
      used -= entry.bytes
      entries.delete(tenantId)
    }
    return true
  }

  const build = async (tenantId: string, entry: Entry) => {
    await using snapshot = await database.snapshot(tenantId)
    const [start] = await snapshot.query<Start>(readStart)
    if (!start) throw new Error('The tenant has no versions')
    const bytes = baseBytes + start.variants * variantBytes + start.translations * translationBytes
    if (!makeRoom(bytes, entry)) {
      entry.retryAt = performance.now() + retryAfterMs
      return
    }
    entry.bytes = bytes
    const catalogue = catalogueOf(start)
    const [found] = await snapshot.query<{ names: string[] | null }>(await namesOf(snapshot))
    catalogue.names.set(found?.names ?? [])
    for await (const rows of snapshot.batches<{ record: string }>(readProducts, [], batchSize)) {
      catalogue.add(rows.map(({ record }) => JSON.parse(record)))
      if (isClosed) return
    }
    entry.catalogue = catalogue
  }

  const startBuilding = (tenantId: string, entry: Entry) => {
    if (isClosed || performance.now() < entry.retryAt) return
    entry.building ??= sleep(isAwaited ? 0 : buildDelayMs)
      .then(() => (isClosed ? undefined : build(tenantId, entry)))
      .catch((error: unknown) => {
        entry.retryAt = performance.now() + retryAfterMs
        if (!isClosed) say(`Catalogue in memory: ${(error as Error).message}`)
      })
      .finally(() => {
        entry.building = undefined
      })
  }

  const refresh = async (tenantId: string, entry: Entry, catalogue: Catalogue) => {
    const { news, names } = await database.inTenant(tenantId, 'read', async (tx) => {
      const [read] = await tx.query<News>(readNews, catalogue.version)
      if (!read || !catalogue.names.areNew(read.records)) return { news: read }
      const [found] = await tx.query<{ names: string[] | null }>(await namesOf(tx))
      return { news: read, names: found?.names }
    })
    try {
      if (names) catalogue.names.set(names)
      if (news && catalogue.apply(news)) return
    } catch (error) {
      say(`Catalogue in memory: ${(error as Error).message}`)
    }
    // Any product may have changed.
    entry.catalogue = undefined
  }

  const loadReader = async (tenantId: string, catalogue: Catalogue, language: Language) => {
    try {
      const read = (tx: Tx) => oneOf(tx.query<ReaderRecord>(readerStatement(language)))
      catalogue.names.setReader(language, await database.inTenant(tenantId, 'read', read))
    } catch (error) {
      if (!isClosed) say(`Catalogue in memory: ${(error as Error).message}`)
    }
  }

  /** Single flight. */
  const readReader = (tenantId: string, entry: Entry, catalogue: Catalogue, language: Language) => {
    const reading =
      entry.readers.get(language) ??
      loadReader(tenantId, catalogue, language).finally(() => entry.readers.delete(language))
    entry.readers.set(language, reading)
    return reading
  }

  /** Single flight; a later call waits for the next refresh. */
  const bringTo = async (tenantId: string, entry: Entry, version: number): Promise<Catalogue | undefined> => {
    for (;;) {
      const { catalogue } = entry
      if (!catalogue) return undefined
      if (catalogue.version >= version) return catalogue
      entry.refreshing ??= refresh(tenantId, entry, catalogue).finally(() => {
        entry.refreshing = undefined
      })
      await entry.refreshing
    }
  }

  const read = async (
    tenantId: string,
    entry: Entry,
    language: Language | undefined,
  ): Promise<Catalogue | undefined> => {
    const version = await freshness.ask(tenantId, 'catalogue')
    if (version === undefined) return undefined
    if (!entry.catalogue) startBuilding(tenantId, entry)
    if (isAwaited) await entry.building
    try {
      const catalogue = await bringTo(tenantId, entry, version)
      if (catalogue && language && !catalogue.names.reader(language)) {
        const reading = readReader(tenantId, entry, catalogue, language)
        if (!isAwaited) return undefined
        await reading
      } else if (catalogue || !isAwaited || performance.now() < entry.retryAt) return catalogue
    } catch {
      return undefined
    }
    return read(tenantId, entry, language)
  }

  return {
    current: (tenantId, language) => {
      if (maxBytes === 0 || isClosed) return undefined
      const entry = entryOf(tenantId)
      const version = freshness.now(tenantId, 'catalogue')
      const { catalogue } = entry
      if (version !== undefined && catalogue && catalogue.version >= version) {
        if (!language || catalogue.names.reader(language)) return catalogue
      }
      if (!catalogue && !isAwaited) {
        startBuilding(tenantId, entry)
        return undefined
      }
      return read(tenantId, entry, language)
    },
    close: () => {
      isClosed = true
      entries.clear()
    },
  }
}
