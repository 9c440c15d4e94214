import { randomUUID } from 'node:crypto'
import { prepared } from '#server/db/statement.ts'
import type { Database, Tx } from '#server/db/tenant.ts'
import type { Secrets } from '#server/secrets.ts'
import type { Tenants } from '#server/tenancy/tenants.ts'
import { readLink } from '../link.ts'
import { type OpenConnector, openConnector } from '../openConnector.ts'
import { hold, runSync, type SyncKind, type SyncRun } from './runSync.ts'

/** Fetches customers, products, prices and stock from the ERPs of all tenants. */
export type Syncs = {
  /** Has a tenant's looked at soon, without waiting. */
  ring(tenantId: string): void
  start(): void
  /** Begins nothing more, and resolves when the page that is under way is done. */
  stop(): Promise<void>
}

type House = { database: Database; tenants: Tenants; secrets: Secrets }
type Options = {
  sweepEvery?: number
  say: (line: string) => void
  now?: () => Date
  open?: OpenConnector
}

const minute = 60_000
/** How long after a run that failed the next one is made. */
const pauseAfterFailure = 5 * minute

/** Opens the fetching of a process. Several on one database share the work: each kind of a tenant is fetched by one. */
export function openSyncs(house: House, options: Options): Syncs {
  const { sweepEvery = 30_000, say, now = () => new Date(), open = openConnector } = options
  const me = randomUUID()
  const stopping = new AbortController()
  const working = new Map<string, Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  const complain = (error: unknown) => say(`Fetching from the ERP: ${(error as Error).message}`)

  const ring = (tenantId: string) => {
    if (stopping.signal.aborted || working.has(tenantId)) return
    const work = runDue(house, tenantId, { me, now, open, signal: stopping.signal })
      .catch(complain)
      .finally(() => working.delete(tenantId))
    working.set(tenantId, work)
  }
  const sweep = async () => {
    for (const { id } of await house.tenants.all()) {
      if (stopping.signal.aborted) return
      const due = await house.database.inTenant(id, 'read', (tx) => tx.query(anyDue, now()))
      if (due.length > 0) ring(id)
    }
  }
  const sweepAgain = async () => {
    await sweep().catch(complain)
    if (!stopping.signal.aborted) timer = setTimeout(() => void sweepAgain(), sweepEvery)
  }
  return {
    ring,
    start: () => void sweepAgain(),
    stop: async () => {
      stopping.abort()
      clearTimeout(timer)
      await Promise.all(working.values())
    },
  }
}

const anyDue = prepared(`
  select from erp_syncs s join erp_links l on l.tenant_id = $1 and not l.is_paused
  where s.tenant_id = $1 and s.next_at <= $2 and s.held_until <= $2 limit 1`)

// What comes first is what the rest speaks of.
const take = prepared(`
  with due as materialized (
    select s.what from erp_syncs s join erp_links l on l.tenant_id = $1 and not l.is_paused
    where s.tenant_id = $1 and s.next_at <= $2 and s.held_until <= $2
    order by array_position(array['customers', 'products', 'prices', 'stock'], s.what) limit 1
    for update of s skip locked)
  update erp_syncs s set holder = $3, held_until = $4 from due
  where s.tenant_id = $1 and s.what = due.what
  returning s.what, s.cursor = '' or coalesce(s.full_at < $2::timestamptz - interval '24 hours', false) as "isFull"`)

// Not what another one holds who took over from us.
const release = prepared(`
  update erp_syncs s set holder = null, held_until = '-infinity',
    next_at = case when $4::boolean then $3::timestamptz + make_interval(secs => $5::float8) else
      coalesce($3::timestamptz + make_interval(mins => nullif(l.settings->'schedule'->>$2::text, '0')::integer), 'infinity') end
  from erp_links l
  where s.tenant_id = $1 and s.what = $2 and s.holder = $6 and l.tenant_id = $1`)

type Manner = { me: string; now: () => Date; open: OpenConnector; signal: AbortSignal }

/** Fetches one kind after the other until none is due. */
async function runDue(house: House, tenantId: string, { me, now, open, signal }: Manner): Promise<void> {
  const { database, secrets } = house
  const write = <T>(work: (tx: Tx) => Promise<T>) => database.inTenant(tenantId, 'write', work)
  while (!signal.aborted) {
    const until = new Date(now().getTime() + hold)
    const [due] = await write((tx) => tx.last<{ what: SyncKind; isFull: boolean }>(take, now(), me, until))
    if (!due) return
    const link = await database.inTenant(tenantId, 'read', (tx) => readLink(tx, secrets))
    if (!link) return
    const connector = open(link, house)
    let run: SyncRun | undefined
    try {
      run = await runSync({ database, tenantId, link, connector }, due.what, {
        isFull: due.isFull,
        now,
        signal,
      })
    } finally {
      await connector.close()
      const hasFailed = run === undefined || run.error !== undefined
      await write((tx) => tx.last(release, due.what, now(), hasFailed, pauseAfterFailure / 1000, me))
    }
  }
}
