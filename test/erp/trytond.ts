import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { open, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { z } from 'zod'
import { allowNetworks } from '#server/erp/outbound.ts'
import { openTrytonClient } from '#server/erp/tryton/client.ts'
import { trytonSettings } from '#shared/erp/tryton.ts'
import {
  adminPassword,
  configuration,
  type PreparedTryton,
  prepareTryton,
  systemPython,
  type TrytonRecords,
  trytonDatabase,
  trytonPassword,
} from './trytonCache.ts'

export type { TrytonRecords } from './trytonCache.ts'

const packages =
  'tryton-server tryton-modules-sale tryton-modules-sale-price-list tryton-modules-web-shop ' +
  'tryton-proteus python3-psycopg2 python3-bcrypt'
export const hasTryton = ['/usr/bin/trytond', systemPython, '/usr/lib/python3/dist-packages/proteus'].every(
  (file) => existsSync(file),
)
if (!hasTryton) {
  console.warn(
    `No Tryton on this machine: tests with a real one are passed over. apt-get install ${packages}`,
  )
}

export type TrytondOptions = {
  records: TrytonRecords
  /** In seconds. */
  session?: { max_age?: number; timeout?: number }
  /** False: confirmed sales get no shipments and invoices. */
  processes?: boolean
}

export type Trytond = {
  url: string
  database: string
  username: string
  password: string
  settings: { url: string; database: string; username: string }
  query: <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>
  /** As Tryton's administrator. */
  call: (method: string, ...params: unknown[]) => Promise<unknown>
  kill: () => Promise<void>
  start: () => Promise<void>
  stop: () => Promise<void>
}

/**
 * Stops trytond when this process ends, even by SIGKILL: a watchdog waits on a pipe until it closes or reads "ended".
 */
const watchdogScript =
  '( trap "" INT TERM HUP; read -r _ <&3; kill -KILL $$ ) >/dev/null 2>&1 & exec 3<&-; exec "$@"'

export async function startTrytond(options: TrytondOptions): Promise<Trytond> {
  allowNetworks(['127.0.0.1'])
  const furnished = await prepareTryton(options.records, (line) => console.warn(line))
  try {
    return await serve(furnished, options)
  } catch (error) {
    await furnished.erase()
    throw error
  }
}

async function serve(
  furnished: PreparedTryton,
  { session = {}, processes = true }: TrytondOptions,
): Promise<Trytond> {
  const { cluster, folder, environment } = furnished
  const port = await freePort()
  const config = path.join(folder, 'trytond.conf')
  const listen = `127.0.0.1:${port}`
  await writeFile(config, configuration({ path: folder, listen, session, worker: !processes }))
  const log = await open(path.join(folder, 'trytond.log'), 'a')
  const connection = {
    host: cluster.socketDirectory,
    port: cluster.port,
    user: 'postgres',
    database: trytonDatabase,
  }
  const pool = new pg.Pool({ ...connection, max: 2 })
  pool.on('error', () => undefined)
  const url = `http://${listen}`
  let child: ChildProcess | undefined

  const kill = async () => {
    const ending = child
    child = undefined
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    const ended = new Promise((resolve) => ending.once('exit', resolve))
    ending.kill('SIGKILL')
    await ended
  }
  const start = async () => {
    const stdio = ['ignore', log.fd, log.fd, 'pipe'] as const
    const args = ['-c', watchdogScript, 'sh', '/usr/bin/trytond', '-d', trytonDatabase]
    child = spawn('/bin/sh', args, { cwd: '/', env: { ...process.env, ...environment }, stdio: [...stdio] })
    const watchdog = child.stdio[3]
    watchdog?.on('error', () => undefined)
    child.once('exit', () => watchdog && 'end' in watchdog && watchdog.end('ended\n'))
    await waitUntilReady(url, child, path.join(folder, 'trytond.log'))
  }
  const login = { database: trytonDatabase, username: 'integration' }
  const asAdmin = trytonSettings.parse({ ...login, url, username: 'admin' })
  const limits = { callTimeoutMs: 60_000, signInRetryDelayMs: 0, pageSize: 0, overlapMs: 0 }
  const admin = openTrytonClient(asAdmin, adminPassword, limits)
  const stop = async () => {
    await kill()
    await pool.end()
    await log.close()
    await furnished.erase()
  }
  await start()
  return {
    url,
    ...login,
    password: trytonPassword,
    settings: { url, ...login },
    query: async (text, values = []) => (await pool.query(text, values)).rows,
    call: (method, ...params) => admin.client(AbortSignal.timeout(60_000)).call(method, params, z.unknown()),
    kill,
    start,
    stop,
  }
}

async function waitUntilReady(url: string, child: ChildProcess, log: string): Promise<void> {
  const body = JSON.stringify({ id: 0, method: 'common.server.version', params: [] })
  const deadline = Date.now() + 60_000
  while (child.exitCode === null && Date.now() < deadline) {
    const signal = AbortSignal.timeout(5000)
    const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body, signal }
    // oxlint-disable-next-line no-await-in-loop -- until it is there
    if (
      await fetch(`${url}/`, request).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      return
    // oxlint-disable-next-line no-await-in-loop
    await sleep(50)
  }
  throw new Error(`trytond does not start; see ${log}`)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('There is no free port')
  return address.port
}
