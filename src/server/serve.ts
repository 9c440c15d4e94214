import type { Server } from 'node:http'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { needsDemo } from '#demo/needsDemo.ts'
import { demoPassword, demoUsernames } from '#shared/demo.ts'
import { createApp } from './app.ts'
import { type BackupSchedule, scheduleBackups } from './backup/schedule.ts'
import { type Config, projectFolder } from './config.ts'
import { migrate } from './db/migrate.ts'
import type { Storage } from './db/open.ts'
import { type Database, openDatabase } from './db/tenant.ts'
import { setErpFolder } from './erp/files/folderStore.ts'
import { allowNetworks } from './erp/outbound.ts'
import { openPhotoStore, type PhotoStore } from './images/photoStore.ts'
import { type Jobs, openJobs } from './jobs/runner.ts'
import { jobTable } from './jobTable.ts'
import { listenProblem } from './listenProblem.ts'
import type { Log } from './log.ts'
import { type Mailer, openMailer } from './mail/mailer.ts'
import { watch } from './metricsServer.ts'
import { startWritingUsage, type UsageWriter } from './operator/usage.ts'
import type { Processes } from './processes.ts'
import { currentRequest } from './requestContext.ts'
import { openSecretsOf, type Secrets } from './secrets.ts'
import { compareSharedPlaces, nameSharedPlaces, type Presence, showServer } from './servers.ts'
import { StartupProblem } from './startup.ts'
import { watchSpaceOf } from './storageSpace.ts'
import { listTenants, openTenants, readTenant, type Tenant } from './tenancy/tenants.ts'

/** Closed in reverse order. */
export type Open = {
  isStopping: boolean
  log: Log
  storage?: Storage
  database?: Database
  processes?: Processes
  mailer?: Mailer
  jobs?: Jobs
  backups?: BackupSchedule
  usage?: UsageWriter
  app?: FastifyInstance
  metrics?: Server
  presence?: Presence
}

/** What a process opens before it serves. */
type Opened = { storage: Storage; database: Database; photos: PhotoStore; secrets: Secrets }

export async function openAll(config: Config, storage: Storage, open: Open): Promise<Opened> {
  watchSpaceOf(foldersOf(config))
  const secrets = await openSecretsOf(storage.connections, config)
  const database = await openDatabase(storage.connections, {
    onError: (error) => {
      if (!open.isStopping) open.log.warn(`Database: ${error.message}`)
    },
    onSlow: (text, ms) => {
      const statement = text.trim().replaceAll(/\s+/g, ' ').slice(0, 500)
      open.log.warn({ ...currentRequest.getStore(), ms: Math.round(ms), statement }, 'slow statement')
    },
  })
  open.database = database
  return { storage, database, photos: openPhotoStore(config.photos), secrets }
}

const foldersOf = ({ dataDir, photos }: Config) => ({
  data: dataDir,
  ...('folder' in photos ? { photos: photos.folder } : {}),
})

const maxAnnounced = 20
/** The first tenants, and how many there are. */
type FoundTenants = { tenants: Tenant[]; count: number }

/** Migrates, and fills an empty embedded database. */
export async function prepare(
  config: Config,
  storage: Storage,
  open: Open,
): Promise<{ opened: Opened; found: FoundTenants }> {
  await migrate(storage.connections, { log: (line) => open.log.warn(line) })
  const opened = await openAll(config, storage, open)
  const { database, photos } = opened
  await photos.objects.check()
  await compareSharedPlaces(database, await nameSharedPlaces(config), (line) => open.log.warn(line))
  await fillEmpty(storage, database, photos)
  const entries = await listTenants(database)
  if (config.customerKey && !entries.some(({ key }) => key === config.customerKey))
    throw new StartupProblem(`CUSTOMER_KEY names no tenant: "${config.customerKey}".`)
  const first = entries.slice(0, maxAnnounced).map(({ id }) => readTenant(database, id))
  return { opened, found: { tenants: await Promise.all(first), count: entries.length } }
}

/** Starts to answer calls, then the jobs. `open` gets what must be closed. Returns the port. */
export async function serve(
  config: Config,
  { storage, database, photos, secrets }: Opened,
  open: Open,
): Promise<number> {
  const { log } = open
  const say = (line: string) => log.warn(line)
  const tenants = openTenants(database, {
    customerKey: config.customerKey,
    // Embedded: any host name works. With a real database, unknown hosts get nothing.
    isFirstForOthers: storage.isEmbedded,
  })
  const webFolder = join(projectFolder, 'dist/web')
  const mailer = openMailer(config, say)
  open.mailer = mailer
  allowNetworks(config.erpNetworks)
  setErpFolder(config.erpFolder)
  const context = { database, tenants, photos, mailer, secrets }
  const jobs = openJobs(
    database,
    jobTable({ ...context, owner: storage.connections.owner, retention: config.retention }, say),
    { say },
  )
  open.jobs = jobs
  const { trustProxy, publicUrl } = config
  const app = await createApp({
    ...context,
    jobs,
    publicUrl,
    deployment: { isEmbedded: storage.isEmbedded, publicUrl, backup: config.backup },
    checkReplies: false,
    webFolder,
    log,
    trustProxy,
    isStopping: () => open.isStopping,
    catalogueMemory: { maxMb: config.catalogueMemoryMb },
  })
  open.app = app
  if (config.metrics) watch({ database, folders: foldersOf(config) })
  await listen(app, config)
  open.presence = await showServer(database, await nameSharedPlaces(config), foldersOf(config))
  open.usage = startWritingUsage(database)
  jobs.start()
  open.backups = scheduleBackups({ config, connections: storage.connections, database, say })
  const address = app.server.address()
  return typeof address === 'object' && address ? address.port : config.port
}

/** Only for an empty embedded database. */
async function fillEmpty(storage: Storage, database: Database, photos: PhotoStore) {
  if (!storage.isEmbedded) return
  if (!(await needsDemo(database))) return
  const { seedDemo } = await import('#demo/seedDemo.ts')
  await seedDemo(storage.connections, database, photos, (line) => console.log(line))
}

async function listen(app: FastifyInstance, { port, host }: Config): Promise<void> {
  await app.listen({ port, host }).catch((error: unknown) => {
    throw listenProblem(error, port, host)
  })
}

/** Says on standard output where the shop and the panel are. */
export function announce(port: number, { tenants, count }: FoundTenants): void {
  const lines = [
    '',
    `Toptan is ready:  http://localhost:${port}/shop   panel: http://localhost:${port}/panel`,
    '',
  ]
  for (const tenant of tenants) {
    lines.push(`  ${tenant.displayName.padEnd(28)} http://${tenant.key}.localhost:${port}/`)
  }
  if (count > tenants.length) lines.push(`  and ${count - tenants.length} more`)
  if (count === 0) lines.push('  There is no tenant yet: `npm run demo` makes four to try.')
  if (tenants.some((tenant) => tenant.isDemo)) {
    lines.push('', `  Demo accounts: ${demoUsernames.join(', ')}   password: ${demoPassword}`)
  }
  lines.push('', 'Ctrl-C stops everything.', '')
  console.log(lines.join('\n'))
}
