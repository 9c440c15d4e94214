import type { BackupPlace } from '#server/backup/place.ts'
import { isoTime } from '#server/db/isoTime.ts'
import type { Database } from '#server/db/tenant.ts'
import { countJobs } from '#server/jobs/jobStates.ts'
import type { HealthProblem, Overview } from '#shared/operator.ts'
import { certificatesOf } from './certificates.ts'

/** What of the deployment's settings the operator's figures depend on. */
export type Deployment = {
  isEmbedded: boolean
  publicUrl: string | undefined
  backup: { place: BackupPlace } | undefined
}

const maxCertificates = 200
const dayMs = 24 * 60 * 60_000
/** Shares and ages at which something needs care. */
const limits = {
  diskShare: 0.1,
  diskBytes: 2e9,
  connectionShare: 0.9,
  backupAgeMs: 26 * 60 * 60_000,
  certificateMs: 14 * dayMs,
  serverSeenMs: 75_000,
  jobFailedSeconds: 15 * 60,
  jobDueSeconds: 15 * 60,
}

const servers = `
  select name, ${isoTime('started_at')} as "startedAt", ${isoTime('seen_at')} as "seenAt", disks from servers order by name`
const facts = `
  select current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes,
    (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
    current_setting('max_connections')::int as "maxConnections"`
const lastBackup = `
  select name, place, ${isoTime('started_at')} as "startedAt", ${isoTime('ended_at')} as "endedAt",
    bytes::float8, pictures::int, missing_pictures::int as "missingPictures"
  from backups where ended_at is not null and error = '' order by started_at desc limit 1`
const lastFailure = `
  select ${isoTime('started_at')} as at, error from backups
  where error <> '' and started_at > coalesce(
    (select max(started_at) from backups where ended_at is not null and error = ''), '-infinity')
  order by started_at desc limit 1`

type LastBackup = NonNullable<Overview['backup']['last']> & { missingPictures: number }

export async function readOverview(
  database: Database,
  { isEmbedded, publicUrl, backup }: Deployment,
): Promise<Overview> {
  const [shownServers, [fact], [last], [failure], jobs, tenants, certificates] = await Promise.all([
    database.global<Overview['servers'][number]>(servers),
    database.global<Omit<Overview['database'], 'isEmbedded'>>(facts),
    database.global<LastBackup>(lastBackup),
    database.global<{ at: string; error: string }>(lastFailure),
    countJobs(database),
    database.global<{ count: number }>('select count(*)::int as count from tenants'),
    readCertificates(database, publicUrl),
  ])
  const { missingPictures = 0, ...shown } = last ?? ({} as Partial<LastBackup>)
  const read: Omit<Overview, 'problems'> = {
    tenants: tenants[0]?.count ?? 0,
    servers: shownServers,
    database: { version: '', bytes: 0, connections: 0, maxConnections: 0, ...fact, isEmbedded },
    backup: {
      isScheduled: backup !== undefined,
      last: last ? (shown as Overview['backup']['last']) : null,
      failure: failure ?? null,
    },
    certificates,
    jobs: jobs.map(({ kind, state, count, ageSeconds }) => ({ kind, state, count, ageSeconds })),
  }
  return { ...read, problems: problemsOf(read, missingPictures, new Date()) }
}

async function readCertificates(database: Database, publicUrl: string | undefined) {
  if (!publicUrl?.startsWith('https:')) return []
  const { port } = new URL(publicUrl)
  const hosts = await database.global<{ name: string }>(
    'select name from tenant_hosts order by name limit $1',
    [maxCertificates],
  )
  const addresses = [publicUrl, ...hosts.map(({ name }) => `https://${name}${port ? `:${port}` : ''}`)]
  return certificatesOf([...new Set(addresses)].map((address) => new URL(address)))
}

/** What needs somebody's care, the worst first. */
function problemsOf(
  { servers: shown, database, backup, certificates, jobs }: Omit<Overview, 'problems'>,
  missingPictures: number,
  now: Date,
): HealthProblem[] {
  const problems: HealthProblem[] = []
  const add = (kind: HealthProblem['kind'], about: string, count?: number) =>
    problems.push({ kind, about, ...(count === undefined ? {} : { count }) })
  const ageOf = (at: string) => now.getTime() - new Date(at).getTime()
  for (const { name, disks, seenAt } of shown) {
    for (const { name: disk, freeBytes, totalBytes } of disks)
      if (freeBytes < Math.min(limits.diskBytes, totalBytes * limits.diskShare))
        add('diskFull', `${name}: ${disk}`, freeBytes)
    if (ageOf(seenAt) > limits.serverSeenMs) add('serverGone', name)
  }
  if (database.connections > database.maxConnections * limits.connectionShare)
    add('databaseFull', `${database.connections} / ${database.maxConnections}`)
  if (backup.failure) add('backupFailed', backup.failure.error)
  if (!backup.last) add('backupNone', '')
  else if (ageOf(backup.last.startedAt) > limits.backupAgeMs)
    add('backupOld', backup.last.name, Math.floor(ageOf(backup.last.startedAt) / dayMs))
  if (missingPictures > 0) add('backupPictures', '', missingPictures)
  for (const { host, endsAt, error } of certificates) {
    if (error) add('certificateBad', `${host}: ${error}`)
    else if (endsAt && -ageOf(endsAt) < limits.certificateMs)
      add('certificateEnds', host, Math.max(0, Math.floor(-ageOf(endsAt) / dayMs)))
  }
  for (const { kind, state, count, ageSeconds } of jobs) {
    if (state === 'failed' && ageSeconds > limits.jobFailedSeconds) add('jobsFail', kind, count)
    if (state === 'due' && ageSeconds > limits.jobDueSeconds) add('jobsWait', kind, count)
  }
  return problems
}
