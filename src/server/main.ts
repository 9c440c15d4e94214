import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { needsDemo, seedDemo } from '#demo/seedDemo.ts'
import { demoPassword, demoUsernames } from '#shared/demo.ts'
import { createApp } from './app.ts'
import { runCommand } from './command.ts'
import { type Config, projectFolder, readConfig } from './config.ts'
import { migrate } from './db/migrate.ts'
import { openStorage, type Storage } from './db/open.ts'
import { type Database, openDatabase } from './db/tenant.ts'
import { openPhotoStore } from './images/photoStore.ts'
import { StartupProblem } from './startup.ts'
import { openTenants, type Tenant } from './tenancy/tenants.ts'

/** How long open requests may go on after the order to stop, in milliseconds. */
const patience = 500

await runCommand(start)

async function start(): Promise<number> {
  const config = readConfig()
  let isStopping = false
  const stopped = stopSignal()
  const storage = await openStorage(config)
  let database: Database | undefined
  let app: FastifyInstance | undefined
  try {
    await migrate(storage.connections)
    database = await openDatabase(storage.connections, {
      onError: (error) => {
        if (!isStopping) console.error(`Database: ${error.message}`)
      },
    })
    const photos = openPhotoStore(config.dataDir)
    await fillEmpty(storage, database, photos)
    const tenants = openTenants(database, config.customerKey)
    const known = await tenants.all()
    if (config.customerKey && !known.some((tenant) => tenant.key === config.customerKey)) {
      throw new StartupProblem(`CUSTOMER_KEY names no tenant: "${config.customerKey}".`)
    }
    app = await createApp({
      database,
      tenants,
      photos,
      checkReplies: false,
      webFolder: join(projectFolder, 'dist/web'),
      trustProxy: config.trustProxy,
    })
    await listen(app, config)
    announce(app, config, known)
    await stopped
    return 0
  } finally {
    isStopping = true
    if (app) await Promise.race([app.close(), new Promise((resolve) => setTimeout(resolve, patience))])
    // Connections that are still busy end with the database; an external one outlives us and is let go of.
    await Promise.race([database?.close(), new Promise((resolve) => setTimeout(resolve, patience / 2))])
    await storage.close()
    setImmediate(() => process.exit())
  }
}

/** Resolves when we are told to stop, or when whoever started us is gone. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve())
    process.once('disconnect', () => resolve())
  })
}

/** Demo data come by themselves into an empty embedded database only. */
async function fillEmpty(storage: Storage, database: Database, photos: ReturnType<typeof openPhotoStore>) {
  if (!storage.isEmbedded) return
  if (await needsDemo(database))
    await seedDemo(storage.connections, database, photos, (line) => console.log(line))
}

async function listen(app: FastifyInstance, { port, host }: Config): Promise<void> {
  try {
    await app.listen({ port, host })
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'EADDRINUSE') {
      throw new StartupProblem(`Port ${port} is in use by another program; set PORT to a free one.`)
    }
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EACCES') {
      throw new StartupProblem(`Toptan may not listen on ${host}:${port} (${code}); set HOST and PORT.`)
    }
    throw error
  }
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
