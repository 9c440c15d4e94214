import type { Server } from 'node:http'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { needsDemo } from '#demo/needsDemo.ts'
import { createApp } from '#server/app.ts'
import { type BackupSchedule, scheduleBackups } from '#server/backup/schedule.ts'
import { type Config, defaultBackupHours } from '#server/config.ts'
import { migrate } from '#server/db/migrate.ts'
import type { Storage } from '#server/db/open.ts'
import { type Database, openDatabase } from '#server/db/tenant.ts'
import { setErpFolder } from '#server/erp/files/folderStore.ts'
import { allowNetworks } from '#server/erp/outbound.ts'
import { watchSpaceOf } from '#server/files/storageSpace.ts'
import { removeLeftFolders } from '#server/files/temporaryFolder.ts'
import { currentRequest } from '#server/http/requestContext.ts'
import { openPhotoStore, type PhotoStore } from '#server/images/photoStore.ts'
import { jobTable } from '#server/jobs/jobTable.ts'
import { type Jobs, openJobs } from '#server/jobs/runner.ts'
import { type Mailer, openMailer } from '#server/mail/mailer.ts'
import { forgetOtherMailServers, watchMailServer } from '#server/mail/mailServer.ts'
import { startWritingUsage, type UsageWriter } from '#server/operator/usage.ts'
import { projectFolder } from '#server/projectFolder.ts'
import { listTenants, openTenants, readTenant, type Tenant } from '#server/tenancy/tenants.ts'
import { demoPassword, demoUsernames } from '#shared/demo.ts'
import { listenProblem } from './listenProblem.ts'
import type { Log } from './log.ts'
import { watch } from './metricsServer.ts'
import { type Processes, speaksForAll } from './processes.ts'
import { rotateSecrets } from './rotateSecrets.ts'
import { openSecretsOf, type Secrets } from './secrets.ts'
import { compareSharedPlaces, nameSharedPlaces, type Presence, showServer } from './servers.ts'
import { StartupProblem } from './startup.ts'

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
    say: (line) => {
      if (!open.isStopping && speaksForAll()) open.log.warn(line)
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
type TenantSummary = { tenants: Tenant[]; count: number }

/** Migrates, and fills an empty embedded database. */
export async function prepare(
  config: Config,
  storage: Storage,
  open: Open,
): Promise<{ opened: Opened; summary: TenantSummary }> {
  await migrate(storage.connections, { log: (line) => open.log.warn(line) })
  // A backup's are in the data folder.
  for (const folder of [undefined, config.dataDir]) await removeLeftFolders(folder)
  await rotateSecrets(storage.connections, config, (line) => open.log.warn(line))
  const opened = await openAll(config, storage, open)
  const { database, photos } = opened
  await photos.objects.check()
  await compareSharedPlaces(database, await nameSharedPlaces(config), (line) => open.log.warn(line))
  await fillEmpty(storage, database, photos)
  const entries = await listTenants(database)
  if (config.customerKey && !entries.some(({ key }) => key === config.customerKey))
    throw new StartupProblem(`CUSTOMER_KEY names no tenant: "${config.customerKey}".`)
  const first = entries.slice(0, maxAnnounced).map(({ id }) => readTenant(database, id))
  return { opened, summary: { tenants: await Promise.all(first), count: entries.length } }
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
  const mailer = watchMailServer(openMailer(config, say), { database, say })
  open.mailer = mailer
  await forgetOtherMailServers(database, mailer.host)
  allowNetworks(config.erpNetworks)
  setErpFolder(config.erpFolder)
  const context = { database, tenants, photos, mailer, secrets }
  const jobs = openJobs(
    database,
    jobTable(
      {
        ...context,
        publicUrl: config.publicUrl,
        owner: storage.connections.owner,
        retention: config.retention,
      },
      say,
    ),
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
    callsPerMinute: config.callsPerMinute,
  })
  open.app = app
  if (config.metrics)
    watch({
      database,
      folders: foldersOf(config),
      backupEveryHours: config.backup?.everyHours ?? defaultBackupHours,
    })
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

/** Says on standard output where the shop and the panel are: only addresses that work on this machine. */
export function announce(
  port: number,
  { tenants, count }: TenantSummary,
  { isEmbedded, customerKey, publicUrl }: Pick<Config, 'customerKey' | 'publicUrl'> & { isEmbedded: boolean },
): void {
  const [first] = tenants
  const named = ({ key }: Tenant) => `http://${key}.localhost:${port}`
  const any = isEmbedded || customerKey ? `http://localhost:${port}` : first && named(first)
  const hostAddress = (host: string) => {
    if (!publicUrl) return host
    const { protocol, port: publicPort } = new URL(publicUrl)
    return `${protocol}//${host}${publicPort && `:${publicPort}`}/`
  }
  const rows = tenants.map((tenant) =>
    [`  ${tenant.displayName.padEnd(28)} ${named(tenant)}/`, ...tenant.hosts.map(hostAddress)].join('   '),
  )
  const lines = [
    '',
    any
      ? `Toptan is ready:  ${any}/shop   panel: ${any}/panel`
      : `Toptan is ready on port ${port}, and needs a wholesaler:`,
    '',
    ...rows,
  ]
  if (count > tenants.length) lines.push(`  and ${count - tenants.length} more`)
  if (!first)
    lines.push(
      '  npm run tenant -- create KEY --name NAME --admin USERNAME',
      '  npm run demo     makes four to try',
    )
  if (tenants.some((tenant) => tenant.isDemo)) {
    lines.push('', `  Demo accounts: ${demoUsernames.join(', ')}   password: ${demoPassword}`)
  }
  lines.push('', 'Ctrl-C stops everything.', '')
  console.log(lines.join('\n'))
}
