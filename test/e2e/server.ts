import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import type { FullConfig } from '@playwright/test'
import { connected, databaseName, embeddedConnections, prepareEmbedded } from '#server/db/connection.ts'
import { type Cluster, eraseEmbedded, startEmbedded } from '#server/db/embedded.ts'
import { hasPooler, poolerProgram, startPooler } from '#test/pooler.ts'
import serverProgram from '../../start/serverProgram.json' with { type: 'json' }

const startTimeoutMs = 300_000

/**
 * One server per worker. TOPTAN_PORTS, TOPTAN_FOLDERS and TOPTAN_DATABASES list ports, folders and, as JSON, settings of
 * databases. With TEST_ALL and PgBouncer on this machine they use external databases through it, with two processes each.
 */
export default async function startServers({ workers }: FullConfig): Promise<() => Promise<void>> {
  if (process.env.TEST_ALL && hasPooler) return startPooled(workers)
  if (process.env.TEST_ALL) console.warn(`Not tested through PgBouncer: ${poolerProgram} does not exist.`)
  // The demo is made once; the others get copies.
  const folder = await makeDemoFolder()
  // A database outside the folder is not copied; see MOVED.txt.
  const isInFolder = !existsSync(join(folder, 'postgres/MOVED.txt'))
  const others = await Promise.all(
    Array.from({ length: workers - 1 }, () => (isInFolder ? makeFolder(folder) : makeDemoFolder())),
  )
  const servers = await Promise.all([folder, ...others].map((one) => startServer(one)))
  announce(servers)
  return async () => {
    await Promise.all(servers.map(({ end }) => end()))
  }
}

/** A data folder with the demo in an embedded database, which is not running. */
async function makeDemoFolder(): Promise<string> {
  const folder = await makeFolder()
  const cluster = await startEmbedded({ dataDirectory: join(folder, 'postgres') })
  try {
    await prepareEmbedded(cluster.socketDirectory, cluster.port)
    await makeDemo(cluster, databaseName, folder)
  } finally {
    await cluster.stop()
  }
  return folder
}

async function makeDemo({ socketDirectory, port }: Cluster, database: string, folder: string): Promise<void> {
  const program = ['test/e2e/makeDemo.ts', socketDirectory, String(port), database, folder]
  await promisify(execFile)(process.execPath, program)
}

function announce(servers: Server[]): void {
  process.env.TOPTAN_PORTS = servers.map(({ port }) => port).join(',')
  process.env.TOPTAN_DATABASES = servers.map(({ database }) => JSON.stringify(database)).join('\n')
  process.env.TOPTAN_FOLDERS = servers.map(({ folder }) => folder).join(',')
}

/** The demo is made once; each server has a copy as its own database behind the same pooler. */
async function startPooled(workers: number): Promise<() => Promise<void>> {
  const folder = await makeFolder()
  const cluster = await startEmbedded({ dataDirectory: join(folder, 'postgres') })
  const { socketDirectory, port } = cluster
  const pooler = await startPooler(cluster)
  const names = Array.from({ length: workers }, (_, index) => `shop_${index}`)
  const environmentOf = (name: string) => ({
    DATABASE_URL: `postgresql://toptan_owner@/${name}?host=${encodeURIComponent(socketDirectory)}&port=${port}`,
    DATABASE_APP_URL: `postgresql://toptan_app@${pooler.host}:${pooler.port}/${name}`,
    CUSTOMER_KEY: 'default',
    PROCESSES: '2',
  })
  const [first = '', ...others] = names
  await prepareEmbedded(socketDirectory, port, first)
  const firstFolder = await makeFolder()
  // Not through the pooler, which would keep connections to what is copied.
  await makeDemo(cluster, first, firstFolder)
  for (const name of others) {
    await using client = await connected(embeddedConnections(socketDirectory, port, 'postgres').owner)
    await client.query(`create database ${name} template ${first}`)
  }
  const servers = await Promise.all(
    names.map(async (name, index) =>
      startServer(index === 0 ? firstFolder : await makeFolder(firstFolder), environmentOf(name)),
    ),
  )
  announce(servers)
  return async () => {
    await Promise.all(servers.map(({ end }) => end()))
    await pooler[Symbol.asyncDispose]()
    await cluster.stop()
    await eraseEmbedded(join(folder, 'postgres'))
    await rm(folder, { recursive: true, force: true })
  }
}

async function makeFolder(original?: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'toptan-e2e-'))
  // As root, PostgreSQL runs as another user, whose files must stay its own.
  await chmod(folder, 0o755)
  if (original) await promisify(execFile)('cp', ['-a', `${original}/.`, folder])
  return folder
}

const embedded = { DATABASE_URL: '', DATABASE_APP_URL: '', CUSTOMER_KEY: '' }

type Server = {
  port: string
  folder: string
  database: NodeJS.ProcessEnv
  end: () => Promise<void>
}

async function startServer(folder: string, database: NodeJS.ProcessEnv = embedded): Promise<Server> {
  const server = spawn(process.execPath, serverProgram, {
    env: {
      ...process.env,
      DATA_DIR: folder,
      PORT: '0',
      HOST: '127.0.0.1',
      ...database,
      // Test ERPs are on this machine.
      ERP_NETWORKS: '127.0.0.1',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await readyPort(server)
  const end = async () => {
    server.kill('SIGINT')
    await new Promise((resolve) => server.once('exit', resolve))
    await eraseEmbedded(join(folder, 'postgres'))
    await rm(folder, { recursive: true, force: true })
  }
  return { port, folder, database, end }
}

async function readyPort(server: ChildProcess): Promise<string> {
  if (!server.stdout) throw new Error('The server has no output')
  const timer = setTimeout(() => server.kill('SIGKILL'), startTimeoutMs)
  const output: string[] = []
  for await (const line of createInterface({ input: server.stdout })) {
    output.push(line)
    const port = /Toptan is ready:\s+http:\/\/[\w.-]*localhost:(\d+)/.exec(line)?.[1]
    if (port) {
      clearTimeout(timer)
      server.stdout.resume()
      return port
    }
  }
  throw new Error(`The server did not get ready:\n${output.join('\n')}`)
}
