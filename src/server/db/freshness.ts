import type { VersionKind } from './versions.ts'

type Versions = Record<VersionKind, number>

/**
 * The versions of the tenants in use, kept current by asking the database for all of them at once. Idle tenants cost
 * nothing.
 */
export type Freshness = {
  /**
   * A version of the tenant, with every transaction that this process committed and at most a second old for those of
   * others. Undefined if it must be asked for.
   */
  now(tenantId: string, kind: VersionKind): number | undefined
  /** As {@link now}, asking if necessary. Undefined if the database does not answer in time. */
  ask(tenantId: string, kind: VersionKind): Promise<number | undefined>
  /** This process has just raised these versions of the tenant. */
  noteRaised: (tenantId: string, kinds: VersionKind[]) => void
  close(): void
}

/** Asks without naming a tenant. */
type Global = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>

const maxAgeMs = 1000
const intervalMs = 300
/** Afterwards a tenant's versions are no longer asked for. */
const idleAfterMs = 5000

type Known = {
  versions: Versions | undefined
  /** When the question was sent whose answer this is; by `performance.now()`. */
  askedAt: number
  usedAt: number
  /** By kind: the last question sent before this process raised it; -1 if a later one is answered. */
  raisedAfter: Versions
}

const read = `
  select tenant_id as "tenantId", catalogue::float8, access::float8, settings::float8, pricing::float8
  from tenant_versions where tenant_id = any ($1)`

const none: Versions = { catalogue: -1, access: -1, settings: -1, pricing: -1 }
const kinds = ['catalogue', 'access', 'settings', 'pricing'] as const

export function openFreshness(global: Global): Freshness {
  const tenants = new Map<string, Known>()
  let questions = 0
  let current: Promise<void> | undefined
  let next: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const entry = (tenantId: string): Known => {
    let known = tenants.get(tenantId)
    if (!known) {
      known = { versions: undefined, askedAt: Number.NEGATIVE_INFINITY, usedAt: 0, raisedAfter: { ...none } }
      tenants.set(tenantId, known)
    }
    known.usedAt = performance.now()
    return known
  }

  const now: Freshness['now'] = (tenantId, kind) => {
    const known = entry(tenantId)
    if (timer === undefined && !isClosed) schedule()
    const isFresh = known.raisedAfter[kind] < 0 && known.usedAt - known.askedAt < maxAgeMs
    return isFresh ? known.versions?.[kind] : undefined
  }

  const question = async () => {
    questions += 1
    const number = questions
    const askedAt = performance.now()
    for (const [tenantId, known] of tenants)
      if (askedAt - known.usedAt > idleAfterMs) tenants.delete(tenantId)
    const asked = new Map(tenants)
    const rows = await global<Versions & { tenantId: string }>(read, [[...asked.keys()]])
    for (const { tenantId, ...versions } of rows) {
      const known = asked.get(tenantId)
      if (!known) continue
      known.versions = versions
      known.askedAt = askedAt
      // What was committed after the question was sent is perhaps not in its answer.
      for (const kind of kinds) if (known.raisedAfter[kind] < number) known.raisedAfter[kind] = -1
    }
  }

  /** The next question that is sent after now. */
  const send = (): Promise<void> => {
    if (!current) {
      current = question().finally(() => {
        current = undefined
      })
      return current
    }
    next ??= current
      .catch(() => {})
      .then(() => {
        next = undefined
        return send()
      })
    return next
  }

  function schedule(): void {
    timer = setTimeout(() => {
      timer = undefined
      const isUsed = [...tenants.values()].some(({ usedAt }) => performance.now() - usedAt < idleAfterMs)
      if (!isUsed) {
        tenants.clear()
        return
      }
      send().catch(() => {})
      schedule()
    }, intervalMs)
    timer.unref()
  }

  return {
    now,
    ask: async (tenantId, kind) => {
      const known = now(tenantId, kind)
      if (known !== undefined) return known
      let limit: NodeJS.Timeout | undefined
      const late = new Promise<void>((resolve) => {
        limit = setTimeout(resolve, maxAgeMs)
      })
      await Promise.race([send().catch(() => {}), late])
      clearTimeout(limit)
      return now(tenantId, kind)
    },
    noteRaised: (tenantId, raised) => {
      const known = tenants.get(tenantId)
      if (known) for (const kind of raised) known.raisedAfter[kind] = questions
    },
    close: () => {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
