import type { HealthProblem, Overview } from '#shared/operator.ts'
import { readConfig } from './config.ts'
import { openStorage } from './db/open.ts'
import { openDatabase } from './db/tenant.ts'
import { translate } from './i18n.ts'
import { openPhotoStore } from './images/photoStore.ts'
import { readOverview } from './operator/overview.ts'
import { runCommand } from './runCommand.ts'
import { StartupProblem } from './startup.ts'

/** `npm run doctor`: says how the deployment does. Exit code 1 if anything needs care. */
await runCommand(async () => {
  if (process.argv.length > 2) {
    console.log('npm run doctor says how the deployment does, and exits with 1 if anything needs care.')
    return process.argv.includes('--help') ? 0 : 2
  }
  const config = readConfig()
  const storage = await openStorage(config, { share: true })
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
    throw (error as { code?: string }).code === '42P01'
      ? new StartupProblem('The database has an older schema: start this version of Toptan first.')
      : error
  } finally {
    await storage.close()
  }
})

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`
}

function when(at: string): string {
  return `${at.slice(0, 16).replace('T', ' ')} UTC`
}

function print(
  { problems, tenants, servers, database, backup, certificates, jobs }: Overview,
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
  line('photos', store || 'can be stored')
  line('backup', backup.last ? `${backup.last.name} in ${backup.last.place}` : 'none')
  if (!backup.isScheduled) line('', 'none is scheduled (BACKUP_TO)')
  for (const { host, endsAt, error } of certificates)
    line('certificate', `${host} ${error || (endsAt ? `until ${when(endsAt)}` : '')}`)
  for (const { kind, state, count } of jobs) line('jobs', `${count} ${kind} ${state}`)
  console.log('')
  for (const problem of problems) console.log(`! ${sentenceOf(problem)}`)
  if (store) console.log(`! ${store}`)
  if (problems.length === 0 && !store) console.log('Nothing needs care.')
}

function sentenceOf({ kind, about, count = 0 }: HealthProblem): string {
  const values = { about, count, size: gigabytes(count), command: 'npm run jobs' }
  return translate('en', `operator.problem.${kind}`, values)
}
