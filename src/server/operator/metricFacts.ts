import type { Database } from '#server/db/tenant.ts'
import { countJobs } from '#server/jobs/jobStates.ts'
import { readSessions } from './sessions.ts'
import { sumWaits } from './waits.ts'

/** A value of a metric that is looked up in the database. */
type Fact = { metric: FactMetric; labels?: Record<string, string>; value: number }

/** Metrics of the deployment, the same in all processes. */
export const factMetrics = {
  toptan_jobs: {
    help: 'Background jobs of all wholesalers that run, are due or failed last time',
    labelNames: ['kind', 'state'],
  },
  toptan_job_age_seconds: {
    help: 'How long the oldest job of a kind has been due, running or failing',
    labelNames: ['kind', 'state'],
  },
  toptan_erp_links_down: { help: 'Links to ERPs that fail' },
  toptan_erp_orders_waiting: { help: 'Orders to be sent to ERPs' },
  toptan_erp_oldest_waiting_order_seconds: {
    help: 'How long an order has waited for its ERP; 0 if none waits',
  },
  toptan_mail_servers_down: { help: 'Mail servers that take no mails' },
  toptan_mails_waiting: { help: 'Mails to be sent, or refused for now', labelNames: ['state'] },
  toptan_mails_oldest_waiting_seconds: {
    help: 'How long the oldest of them has waited; 0 if none waits',
    labelNames: ['state'],
  },
  toptan_database_sessions: { help: 'Connections to the database, of all roles' },
  toptan_database_sessions_limit: { help: 'How many the database gives, without reserved ones' },
  toptan_backup_age_seconds: { help: 'Since the last backup began; absent if there is none' },
  toptan_backup_size_bytes: { help: 'Packed rows of the last backup; photos are shared by backups' },
  toptan_backup_duration_seconds: { help: 'How long the last backup took, with its check' },
  toptan_backup_last_success_timestamp_seconds: {
    help: 'When the last backup ended; absent if there is none',
  },
  toptan_backup_last_failure_timestamp_seconds: { help: 'When a backup last failed; absent if none did' },
} satisfies Record<string, { help: string; labelNames?: string[] }>
export type FactMetric = keyof typeof factMetrics

const lastBackup = `
  select extract(epoch from now() - started_at)::float8 as "ageSeconds", bytes::float8,
    extract(epoch from ended_at - started_at)::float8 as "tookSeconds", extract(epoch from ended_at)::float8 as "endedAt"
  from backups where ended_at is not null and error = '' order by started_at desc limit 1`
const lastFailure = `select extract(epoch from max(ended_at))::float8 as at from backups where error <> ''`

type LastBackup = { ageSeconds: number; bytes: number | null; tookSeconds: number; endedAt: number }

/** Scrapes give up after some ten seconds, and several processes after five. */
const timeoutMs = 3000

/** Empty while the database does not answer: an unknown value is not 0. */
export async function readMetricFacts(database: Database): Promise<Fact[]> {
  if ((await database.isThere()) === false) return []
  const late = new Promise<Fact[]>((resolve) => setTimeout(resolve, timeoutMs, []).unref())
  return Promise.race([late, lookUp(database).catch(() => [])])
}

async function lookUp(database: Database): Promise<Fact[]> {
  const [jobs, waits, sessions, [backup], [failure]] = await Promise.all([
    countJobs(database),
    sumWaits(database),
    readSessions(database),
    database.global<LastBackup>(lastBackup),
    database.global<{ at: number | null }>(lastFailure),
  ])
  const facts: Fact[] = jobs.flatMap(({ kind, state, count, ageSeconds }) => [
    { metric: 'toptan_jobs', labels: { kind, state }, value: count },
    { metric: 'toptan_job_age_seconds', labels: { kind, state }, value: ageSeconds },
  ])
  const add = (metric: FactMetric, value: number | null | undefined, labels: Record<string, string> = {}) => {
    if (value != null) facts.push({ metric, labels, value })
  }
  const { orders, mails, refusedMails, mailServers } = waits
  add('toptan_erp_links_down', orders.failing)
  add('toptan_erp_orders_waiting', orders.waiting)
  add('toptan_erp_oldest_waiting_order_seconds', orders.oldestSeconds)
  add('toptan_mail_servers_down', mailServers.failing)
  for (const [state, sum] of Object.entries({ unsent: mails, refused: refusedMails })) {
    add('toptan_mails_waiting', sum.waiting, { state })
    add('toptan_mails_oldest_waiting_seconds', sum.oldestSeconds, { state })
  }
  add('toptan_database_sessions', sessions.connections)
  add('toptan_database_sessions_limit', sessions.maxConnections)
  add('toptan_backup_age_seconds', backup?.ageSeconds)
  add('toptan_backup_size_bytes', backup?.bytes)
  add('toptan_backup_duration_seconds', backup?.tookSeconds)
  add('toptan_backup_last_success_timestamp_seconds', backup?.endedAt)
  add('toptan_backup_last_failure_timestamp_seconds', failure?.at)
  return facts
}
