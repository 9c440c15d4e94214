import { errorCode } from '#server/db/error-code.ts'
import { openDatabase } from '#server/db/tenant.ts'
import { translate } from '#server/i18n.ts'
import { openPhotoStore } from '#server/images/photoStore.ts'
import { readOverview } from '#server/operator/overview.ts'
import { StartupProblem } from '#server/process/startup.ts'
import { commandFor, type HealthProblem, type Overview } from '#shared/operator.ts'
import { openCommandStorage, readCommandConfig } from './command.ts'
import { runPlainCommand } from './runCommand.ts'

const usage = `Says how the deployment does, and exits with 1 if anything needs care.

  npm run doctor [-- --env FILE]`

await runPlainCommand(async () => {
  const config = readCommandConfig()
  const storage = await openCommandStorage(config)
  try {
    const database = await openDatabase(storage.connections, { poolSize: 2 })
    try {
      const { publicUrl, backup } = config
      const read = await readOverview(database, { isEmbedded: storage.isEmbedded, publicUrl, backup })
      const store = await openPhotoStore(config.photos)
        .objects.check()
        .catch((error: Error) => error.message)
      print(read, store ?? '')
      return read.problems.length === 0 && !store ? 0 : 1
    } finally {
      await database.close()
    }
  } catch (error) {
    // A table or a column is missing.
    throw ['42P01', '42703'].includes(errorCode(error) ?? '')
      ? new StartupProblem('The database has an older schema: start this version of Toptan first.')
      : error
  } finally {
    await storage.close()
  }
}, usage)

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`
}

function when(at: string): string {
  return `${at.slice(0, 16).replace('T', ' ')} UTC`
}

function print(
  { problems, tenants, servers, database, links, mailServers, backup, certificates, jobs }: Overview,
  store: string,
): void {
  const line = (name: string, text: string) => console.log(`${name.padEnd(13)} ${text}`)
  line('wholesalers', tenants.toLocaleString('en'))
  if (servers.length === 0) line('servers', 'none runs')
  for (const { name, startedAt, disks } of servers) {
    line('server', `${name} since ${when(startedAt)}`)
    for (const disk of disks)
      line('', `${disk.name}: ${gigabytes(disk.freeBytes)} of ${gigabytes(disk.totalBytes)} free`)
  }
  const { version, bytes, connections, maxConnections, isEmbedded } = database
  line(
    'database',
    `PostgreSQL ${version}${isEmbedded ? ', embedded' : ''}, ${gigabytes(bytes)}, ${connections} of ${maxConnections} connections`,
  )
  for (const { tenant, host, failingSince, reason, waiting, oldestAt } of links) {
    const state = failingSince ? `fails since ${when(failingSince)}: ${reason}` : 'works'
    line('ERP', `${tenant} (${host}) ${state}`)
    if (oldestAt) line('', `${counted(waiting, 'order')} to send, the oldest since ${when(oldestAt)}`)
  }
  for (const server of mailServers) {
    const { host, failingSince, reason, waiting, oldestAt, refused, oldestRefusedAt } = server
    line('mail', `${host} ${failingSince ? `fails since ${when(failingSince)}: ${reason}` : 'works'}`)
    if (oldestAt) line('', `${counted(waiting, 'mail')} to send, the oldest since ${when(oldestAt)}`)
    if (oldestRefusedAt)
      line('', `${counted(refused, 'mail')} refused for now, the oldest since ${when(oldestRefusedAt)}`)
  }
  line('photos', store || 'can be stored')
  line('backup', backup.last ? `${backup.last.name} in ${backup.last.place}` : 'none')
  if (backup.everyHours === null) line('', 'none is scheduled (BACKUP_TO)')
  for (const { host, endsAt, error } of certificates)
    line('certificate', `${host} ${error || (endsAt ? `until ${when(endsAt)}` : '')}`)
  for (const { kind, state, count } of jobs) line('jobs', `${count} ${kind} ${state}`)
  console.log('')
  for (const problem of problems) console.log(`! ${sentenceOf(problem)}`)
  if (store) console.log(`! ${store}`)
  if (problems.length === 0 && !store) console.log('Nothing needs care.')
}

function counted(count: number, what: string): string {
  return `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`
}

function sentenceOf({ kind, about, count = 0, since, reason }: HealthProblem): string {
  const values = { about, count, size: gigabytes(count), since: since && when(since), reason }
  return translate('en', `operator.problem.${kind}`, { ...values, command: commandFor({ kind }) })
}
