import { prepared } from '#server/db/statement.ts'
import type { Database } from '#server/db/tenant.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import type { Secrets } from '#server/secrets.ts'
import type { Tenant, Tenants } from '#server/tenancy/tenants.ts'
import { deleteUnreadRequests } from './agent/mailbox.ts'
import { sendAlerts } from './alerts.ts'
import { readLink } from './link.ts'
import { openConnector } from './openConnector.ts'
import { reconcile } from './reconcile.ts'

/** Looks after the links of all tenants: tells admins of trouble, compares both sides at night, and tidies up. */
export type ErpCare = {
  /** Has a tenant's both sides compared soon where that is due, without waiting. */
  ring(tenantId: string): void
  start(): void
  /** Begins nothing more, and resolves when what it was doing is over. */
  stop(): Promise<void>
}

type House = { database: Database; tenants: Tenants; secrets: Secrets; mailer: Mailer }
type Options = { sweepEvery?: number; say: (line: string) => void; now?: () => Date }

// The next two o'clock in the morning, in Turkey, where the wholesalers sleep: today's where it is still to come. Whoever
// moves the date on does the work.
const takeReconciliation = prepared(`
  update erp_states set reconcile_at = (
    date_trunc('day', $2::timestamptz at time zone 'Europe/Istanbul' - interval '2 hours') + interval '26 hours'
    ) at time zone 'Europe/Istanbul'
  where tenant_id = $1 and reconcile_at <= $2 and failing_since is null and last_success_at is not null
  returning reconcile_at`)

/** Opens the care of a process. Several on one database share the work. */
export function openErpCare(house: House, options: Options): ErpCare {
  const { sweepEvery = 60_000, say, now = () => new Date() } = options
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> = Promise.resolve()
  const comparing = new Map<string, Promise<void>>()
  const complain = (error: unknown) => say(`Care of the links to ERPs: ${(error as Error).message}`)

  const rung = new Set<string>()
  const ring = (tenantId: string) => {
    if (isStopped) return
    if (comparing.has(tenantId)) {
      rung.add(tenantId)
      return
    }
    const work = compareIfDue(house, tenantId, now)
      .catch(complain)
      .finally(() => {
        comparing.delete(tenantId)
        if (rung.delete(tenantId)) ring(tenantId)
      })
    comparing.set(tenantId, work)
  }
  const sweep = async () => {
    for (const tenant of await house.tenants.all()) {
      if (isStopped) return
      await careFor(house, tenant, { now, say }).catch(complain)
    }
  }
  const sweepAgain = () => {
    working = sweep()
      .catch(complain)
      .finally(() => {
        if (!isStopped) timer = setTimeout(sweepAgain, sweepEvery)
      })
  }
  return {
    ring,
    start: sweepAgain,
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await Promise.all([working, ...comparing.values()])
    },
  }
}

/** Looks after one tenant's link once. */
export async function careFor(
  house: House,
  tenant: Tenant,
  { now, say }: { now: () => Date; say: (line: string) => void },
): Promise<void> {
  await sendAlerts(house, tenant, { now: now(), say })
  await deleteUnreadRequests(house.database, tenant.id, now())
  await compareIfDue(house, tenant.id, now)
}

async function compareIfDue(house: House, tenantId: string, now: () => Date): Promise<void> {
  const { database, secrets } = house
  const due = await database.inTenant(tenantId, 'write', (tx) => tx.last(takeReconciliation, now()))
  if (due.length === 0) return
  const link = await database.inTenant(tenantId, 'read', (tx) => readLink(tx, secrets))
  if (!link) return
  const connector = openConnector(link, house)
  try {
    await reconcile(database, tenantId, connector, now)
  } finally {
    await connector.close()
  }
}
