import type { Database } from '#server/db/tenant.ts'
import type { Language } from '#shared/tenancy.ts'
import type { Catalogue } from './catalogue.ts'
import { keepTenantCatalogue, type TenantCatalogue } from './tenantCatalogue.ts'

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

export function openCatalogues(
  database: Pick<Database, 'freshness' | 'inTenant' | 'snapshot'>,
  { maxMb, isAwaited = false, say }: CataloguesOptions,
): Catalogues {
  const maxBytes = maxMb * 1_000_000
  const entries = new Map<string, TenantCatalogue>()
  let isClosed = false

  /** Makes room by dropping the least recently used; false if the catalogue alone is too large. */
  const makeRoom = (bytes: number, owner: TenantCatalogue): boolean => {
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

  const keeper = { database, isAwaited, say, isClosed: () => isClosed, makeRoom }
  return {
    current: (tenantId, language) => {
      if (maxBytes === 0 || isClosed) return undefined
      let entry = entries.get(tenantId)
      if (!entry) {
        entry = keepTenantCatalogue(tenantId, keeper)
        entries.set(tenantId, entry)
      }
      entry.usedAt = performance.now()
      return entry.current(language)
    },
    close: () => {
      isClosed = true
      entries.clear()
    },
  }
}
