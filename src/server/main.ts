import { createServer } from 'node:net'
import { constants } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { needsDemo, seedDemo } from '#demo/seedDemo.ts'
import { demoPassword, demoUsernames } from '#shared/demo.ts'
import { createApp } from './app.ts'
import { finishBackgroundFiles } from './backgroundFiles.ts'
import { importFolders } from './catalogue/import/runs/importFolders.ts'
import { runCommand } from './command.ts'
import { type Config, projectFolder, readConfig } from './config.ts'
import { migrate } from './db/migrate.ts'
import { openStorage, type Storage } from './db/open.ts'
import { type Database, openDatabase } from './db/tenant.ts'
import { setErpFolder } from './erp/files/folderStore.ts'
import { allowNetworks } from './erp/outbound.ts'
import { openPhotoStore } from './images/photoStore.ts'
import { type Jobs, openJobs } from './jobs/runner.ts'
import { jobTable } from './jobTable.ts'
import { type Log, openLog } from './log.ts'
import { type Mailer, openMailer } from './mail/mailer.ts'
import { openSecretsOf } from './secrets.ts'
import { StartupProblem } from './startup.ts'
import { watchSpaceOf } from './storageSpace.ts'
import { openTenants, type Tenant } from './tenancy/tenants.ts'

/** How long `/health` reports stopping before new connections are refused. */
const stopNoticeMs = 1000
/**
 * Signals this close together count as one: service managers signal all processes, and `npm start` forwards its own.
 */
const repeatedSignalMs = 1000
/** Minimum for jobs and database connections to end. */
const minStopMs = 500

await runCommand(start)

async function start(): Promise<number> {
  const config = readConfig()
  const stopped = stopSignal()
  const log = openLog(config.logLevel)
  const open: Open = { isStopping: false, log }
  try {
    await refusePortInUse(config)
    const storage = await openStorage(config, { log: (line) => log.warn(line) })
    open.storage = storage
    // Stops also while demo data is being created.
    await Promise.race([serve(config, storage, open).then(() => stopped), stopped])
    open.isStopping = true
    if (open.app && (await stopped) === 'SIGTERM') await sleep(stopNoticeMs)
    return 0
  } finally {
    // An aborted start has nothing to finish.
    await close(open, open.app ? config.stopTimeoutMs : 0)
    setImmediate(() => process.exit())
  }
}

/** Closed in reverse order. */
type Open = {
  isStopping: boolean
  log: Log
  storage?: Storage
  database?: Database
  mailer?: Mailer
  jobs?: Jobs
  app?: FastifyInstance
}

async function serve(config: Config, storage: Storage, open: Open): Promise<void> {
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
  const context = { database, tenants, photos, mailer, secrets, importFolders: importFolders(config.dataDir) }
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

/** Finishes requests, then jobs, within the limit; then closes the database. */
async function close(open: Open, limitMs: number): Promise<void> {
  open.isStopping = true
  const deadline = performance.now() + limitMs
  const leftMs = () => Math.max(deadline - performance.now(), 0)
  await waitAtMost(leftMs(), open.app?.close())
  // A mail cut off here is sent again after its lease.
  const stopped = [open.jobs?.stop() ?? Promise.resolve(), finishBackgroundFiles(leftMs())]
  // Aborted work still has time to report.
  await waitAtMost(leftMs() + minStopMs, Promise.all(stopped))
  open.mailer?.close()
  // Busy connections end with the embedded database; an external one keeps running.
  await waitAtMost(Math.max(leftMs(), minStopMs), open.database?.close())
  await open.storage?.close()
}

async function waitAtMost(limitMs: number, work: Promise<unknown> | undefined): Promise<void> {
  await Promise.race([work, new Promise((resolve) => setTimeout(resolve, limitMs))])
}

/** Resolves on a stop signal, or with `disconnect` when the parent process is gone. A second signal exits at once. */
function stopSignal(): Promise<NodeJS.Signals | 'disconnect'> {
  let firstSignalAt: number | undefined
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        firstSignalAt ??= performance.now()
        if (performance.now() - firstSignalAt > repeatedSignalMs)
          process.exit(128 + constants.signals[signal])
        resolve(signal)
      })
    }
    process.once('disconnect', () => resolve('disconnect'))
  })
}

/** Only for an empty embedded database. */
async function fillEmpty(storage: Storage, database: Database, photos: ReturnType<typeof openPhotoStore>) {
  if (!storage.isEmbedded) return
  if (await needsDemo(database))
    await seedDemo(storage.connections, database, photos, (line) => console.log(line))
}

/** Fails early; {@link listen} still checks. */
async function refusePortInUse({ port, host }: Config): Promise<void> {
  const probe = createServer()
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject).listen(port, host, resolve)
    })
  } catch (error) {
    throw listenProblem(error, port, host)
  } finally {
    probe.close()
  }
}

async function listen(app: FastifyInstance, { port, host }: Config): Promise<void> {
  await app.listen({ port, host }).catch((error: unknown) => {
    throw listenProblem(error, port, host)
  })
}

function listenProblem(error: unknown, port: number, host: string): unknown {
  const { code = '' } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') {
    return new StartupProblem(`Port ${port} is in use by another program; set PORT to a free one.`)
  }
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EACCES', 'EAI_AGAIN'].includes(code)) {
    return new StartupProblem(`Toptan may not listen on ${host}:${port} (${code}); set HOST and PORT.`)
  }
  return error
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
