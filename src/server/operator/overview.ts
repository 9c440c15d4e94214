import type { BackupPlace } from '#server/backup/place.ts'
import { defaultBackupHours } from '#server/config.ts'
import { isoTime } from '#server/db/isoTime.ts'
import type { Database } from '#server/db/tenant.ts'
import { countJobs } from '#server/jobs/jobStates.ts'
import type { HealthProblem, Overview } from '#shared/operator.ts'
import { certificatesOf } from './certificates.ts'
import { limits } from './limits.ts'
import { readSessions } from './sessions.ts'
import { readWaits } from './waits.ts'

/** What of the deployment's settings the operator's figures depend on. */
export type Deployment = {
  isEmbedded: boolean
  publicUrl: string | undefined
  backup: { place: BackupPlace; everyHours: number } | undefined
}

const maxCertificates = 200
/** Failing links that are listed one by one. */
const maxListedLinks = 20
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const servers = `
  select name, ${isoTime('started_at')} as "startedAt", ${isoTime('seen_at')} as "seenAt", disks from servers order by name`
const facts = `
  select current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes`
const lastBackup = `
  select name, place, ${isoTime('started_at')} as "startedAt", ${isoTime('ended_at')} as "endedAt",
    bytes::float8, pictures::int, missing_pictures::int as "missingPictures"
  from backups where ended_at is not null and error = '' order by started_at desc limit 1`
const lastFailure = `
  select ${isoTime('started_at')} as at, error from backups
  where error <> '' and started_at > coalesce(
    (select max(started_at) from backups where ended_at is not null and error = ''), '-infinity')
  order by started_at desc limit 1`

const operatorsWithoutTotp = `
  select username from operators where totp_secret is null order by username_key`

type LastBackup = NonNullable<Overview['backup']['last']> & { missingPictures: number }

export async function readOverview(
  database: Database,
  { isEmbedded, publicUrl, backup }: Deployment,
): Promise<Overview> {
  const [shownServers, [fact], sessions, waits, [last], [failure], jobs, tenants, certificates, unguarded] =
    await Promise.all([
      database.global<Overview['servers'][number]>(servers),
      database.global<{ version: string; bytes: number }>(facts),
      readSessions(database),
      readWaits(database),
      database.global<LastBackup>(lastBackup),
      database.global<{ at: string; error: string }>(lastFailure),
      countJobs(database),
      database.global<{ count: number }>('select count(*)::int as count from tenants'),
      readCertificates(database, publicUrl),
      database.global<{ username: string }>(operatorsWithoutTotp),
    ])
  const { missingPictures = 0, ...shown } = last ?? ({} as Partial<LastBackup>)
  const read: Omit<Overview, 'problems'> = {
    tenants: tenants[0]?.count ?? 0,
    servers: shownServers,
    database: { version: '', bytes: 0, ...fact, ...sessions, isEmbedded },
    ...waits,
    backup: {
      everyHours: backup?.everyHours ?? null,
      last: last ? (shown as Overview['backup']['last']) : null,
      failure: failure ?? null,
    },
    certificates,
    jobs: jobs.map(({ kind, state, count, ageSeconds }) => ({ kind, state, count, ageSeconds })),
  }
  const unseen = { missingPictures, unguarded: unguarded.map(({ username }) => username) }
  return { ...read, problems: problemsOf(read, unseen, new Date()) }
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
  read: Omit<Overview, 'problems'>,
  { missingPictures, unguarded }: { missingPictures: number; unguarded: string[] },
  now: Date,
): HealthProblem[] {
  const { servers: shown, database, backup, certificates, jobs } = read
  const problems: HealthProblem[] = []
  const add = (
    kind: HealthProblem['kind'],
    about: string,
    more: Omit<HealthProblem, 'kind' | 'about'> = {},
  ) => problems.push({ kind, about, ...more })
  const ageMinutes = (at: string) => (now.getTime() - new Date(at).getTime()) / minuteMs
  const isOlder = (at: string | null, minutes: number) => at !== null && ageMinutes(at) > minutes
  for (const { name, disks, seenAt } of shown) {
    for (const { name: disk, freeBytes, totalBytes } of disks)
      if (freeBytes < Math.min(limits.diskBytes, totalBytes * limits.diskShare))
        add('diskFull', `${name}: ${disk}`, { count: freeBytes })
    if (ageMinutes(seenAt) > limits.serverSeenMinutes) add('serverGone', name)
  }
  if (database.connections > database.maxConnections * limits.connectionShare)
    add('databaseFull', `${database.connections} / ${database.maxConnections}`)
  problems.push(...waitProblems(read, isOlder))
  if (backup.failure) add('backupFailed', backup.failure.error)
  const maxBackupMinutes = (backup.everyHours ?? defaultBackupHours) * 60 + limits.backupLateMinutes
  if (!backup.last) add('backupNone', '')
  else if (ageMinutes(backup.last.startedAt) > maxBackupMinutes)
    add('backupOld', backup.last.name, { since: backup.last.startedAt })
  if (missingPictures > 0) add('backupPictures', '', { count: missingPictures })
  for (const { host, endsAt, error } of certificates) {
    if (error) add('certificateBad', `${host}: ${error}`)
    else if (endsAt) {
      const days = Math.floor((new Date(endsAt).getTime() - now.getTime()) / dayMs)
      if (days < limits.certificateDays) add('certificateEnds', host, { count: Math.max(0, days) })
    }
  }
  for (const { kind, state, count, ageSeconds } of jobs) {
    const minutes = ageSeconds / 60
    if (state === 'failed' && minutes > limits.jobFailedMinutes) add('jobsFail', kind, { count })
    if (state === 'due' && minutes > limits.jobDueMinutes) add('jobsWait', kind, { count })
  }
  for (const username of unguarded) add('operatorWithoutTotp', username)
  return problems
}

/** Orders and mails that do not get out. */
function waitProblems(
  { links, mailServers }: Pick<Overview, 'links' | 'mailServers'>,
  isOlder: (at: string | null, minutes: number) => boolean,
): HealthProblem[] {
  const failing = links.filter(({ failingSince }) => failingSince)
  const late = links.filter(
    ({ failingSince, oldestAt }) => !failingSince && isOlder(oldestAt, limits.orderWaitsMinutes),
  )
  const found: (HealthProblem | false)[] = [
    ...failing.slice(0, maxListedLinks).map(({ tenant, host, failingSince, reason, waiting }) => ({
      kind: 'erpFails' as const,
      about: `${tenant} (${host})`,
      count: waiting,
      since: failingSince ?? '',
      reason,
    })),
    failing.length > maxListedLinks && {
      kind: 'erpFailsMore',
      about: '',
      count: failing.length - maxListedLinks,
    },
    ...late.slice(0, maxListedLinks).map(({ tenant, host, waiting, oldestAt }) => ({
      kind: 'ordersWait' as const,
      about: `${tenant} (${host})`,
      count: waiting,
      since: oldestAt ?? '',
    })),
  ]
  for (const server of mailServers) {
    const { host: about, failingSince, reason, waiting, oldestAt } = server
    const { refused, oldestRefusedAt, refusedReason } = server
    if (failingSince)
      found.push({ kind: 'mailServerFails', about, count: waiting, since: failingSince, reason })
    else if (isOlder(oldestAt, limits.mailWaitsMinutes))
      found.push({ kind: 'mailsWait', about, count: waiting, since: oldestAt ?? '' })
    if (refused >= limits.refusedMails && isOlder(oldestRefusedAt, limits.mailWaitsMinutes))
      found.push({
        kind: 'mailsRefused',
        about,
        count: refused,
        since: oldestRefusedAt ?? '',
        reason: refusedReason,
      })
  }
  return found.filter((problem) => problem !== false)
}
