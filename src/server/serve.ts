import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { needsDemo } from '#demo/needsDemo.ts'
import { demoPassword, demoUsernames } from '#shared/demo.ts'
import { createApp } from './app.ts'
import { type Config, projectFolder } from './config.ts'
import { migrate } from './db/migrate.ts'
import type { Storage } from './db/open.ts'
import { type Database, openDatabase } from './db/tenant.ts'
import { setErpFolder } from './erp/files/folderStore.ts'
import { allowNetworks } from './erp/outbound.ts'
import { openPhotoStore } from './images/photoStore.ts'
import { type Jobs, openJobs } from './jobs/runner.ts'
import { jobTable } from './jobTable.ts'
import { listenProblem } from './listenProblem.ts'
import type { Log } from './log.ts'
import { type Mailer, openMailer } from './mail/mailer.ts'
import { openSecretsOf } from './secrets.ts'
import { StartupProblem } from './startup.ts'
import { watchSpaceOf } from './storageSpace.ts'
import { openTenants, type Tenant } from './tenancy/tenants.ts'

/** Closed in reverse order. */
export type Open = {
  isStopping: boolean
  log: Log
  storage?: Storage
  database?: Database
  mailer?: Mailer
  jobs?: Jobs
  app?: FastifyInstance
}

/** Starts to answer calls, then the jobs. `open` gets what must be closed. */
export async function serve(config: Config, storage: Storage, open: Open): Promise<void> {
  const { log } = open
  const say = (line: string) => log.warn(line)
  watchSpaceOf({
    data: config.dataDir,
    photos: 'folder' in config.photos ? config.photos.folder : undefined,
  })
  await migrate(storage.connections)
  const secrets = await openSecretsOf(storage.connections, config)
  const database = await openDatabase(storage.connections, {
    onError: (error) => {
      if (!open.isStopping) say(`Database: ${error.message}`)
    },
  })
  open.database = database
  const photos = openPhotoStore(config.photos)
  await photos.objects.check()
  await fillEmpty(storage, database, photos)
  const tenants = openTenants(database, {
    customerKey: config.customerKey,
    // Embedded: any host name works. With a real database, unknown hosts get nothing.
    isFirstForOthers: storage.isEmbedded,
  })
  const known = await tenants.all()
  if (config.customerKey && !known.some((tenant) => tenant.key === config.customerKey)) {
    throw new StartupProblem(`CUSTOMER_KEY names no tenant: "${config.customerKey}".`)
  }
  const webFolder = join(projectFolder, 'dist/web')
  const mailer = openMailer(config, say)
  open.mailer = mailer
  allowNetworks(config.erpNetworks)
  setErpFolder(config.erpFolder)
  const context = { database, tenants, photos, mailer, secrets }
  const jobs = openJobs(database, jobTable(context, say), { say })
  open.jobs = jobs
  const { trustProxy, publicUrl } = config
  const app = await createApp({
    ...context,
    jobs,
    publicUrl,
    checkReplies: false,
    webFolder,
    log,
    trustProxy,
    isStopping: () => open.isStopping,
    catalogueMemory: { maxMb: config.catalogueMemoryMb },
  })
  open.app = app
  await listen(app, config)
  jobs.start()
  announce(app, config, known)
}

/** Only for an empty embedded database. */
async function fillEmpty(storage: Storage, database: Database, photos: ReturnType<typeof openPhotoStore>) {
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

function announce(app: FastifyInstance, config: Config, tenants: Tenant[]): void {
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  const lines = [
    '',
    `Toptan is ready:  http://localhost:${port}/shop   panel: http://localhost:${port}/panel`,
    '',
  ]
  for (const tenant of tenants) {
    lines.push(`  ${tenant.displayName.padEnd(28)} http://${tenant.key}.localhost:${port}/`)
  }
  if (tenants.length === 0) lines.push('  There is no tenant yet: `npm run demo` makes four to try.')
  if (tenants.some((tenant) => tenant.isDemo)) {
    lines.push('', `  Demo accounts: ${demoUsernames.join(', ')}   password: ${demoPassword}`)
  }
  lines.push('', 'Ctrl-C stops everything.', '')
  console.log(lines.join('\n'))
}
