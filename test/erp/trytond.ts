import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { open, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { z } from 'zod'
import { allowNetworks } from '#server/erp/outbound.ts'
import { openSession } from '#server/erp/tryton/session.ts'
import { trytonSettings } from '#shared/erp/tryton.ts'
import {
  adminPassword,
  configuration,
  type Furnished,
  furnish,
  systemPython,
  type TrytonRecords,
  trytonDatabase,
  trytonPassword,
} from './trytonCache.ts'

export type { TrytonRecords } from './trytonCache.ts'

/** What has to be installed for a test to have a real Tryton. */
const packages =
  'tryton-server tryton-modules-sale tryton-modules-sale-price-list tryton-modules-web-shop ' +
  'tryton-proteus python3-psycopg2 python3-bcrypt'
/** Whether this machine has a Tryton; where it has none, tests say so and pass over. */
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
  /** Seconds: how long a session lives (max_age), and how long tries to sign in are counted (timeout). */
  session?: { max_age?: number; timeout?: number }
  /** False leaves confirmed sales as they are: nobody makes their shipments and invoices. */
  processes?: boolean
}

export type Trytond = {
  url: string
  database: string
  username: string
  password: string
  /** What a link to it is set up with. */
  settings: { url: string; database: string; username: string }
  /** Asks its database, past Tryton. */
  query: <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>
  /** Calls a method as Tryton's administrator, as its own client would. */
  call: (method: string, ...params: unknown[]) => Promise<unknown>
  /** kill −9. Its database stays. */
  kill: () => Promise<void>
  /** Starts it again on the same port, as soon as it answers. */
  start: () => Promise<void>
  /** Ends it and its database for good. */
  stop: () => Promise<void>
}

/**
 * Ends with this process, even by SIGKILL: the shell leaves a watchdog behind that holds the other end of a pipe, and
 * becomes trytond. The word "ended" tells the watchdog that there is nothing left to end.
 */
const guarded =
  '( trap "" INT TERM HUP; read -r _ <&3; kill -KILL $$ ) >/dev/null 2>&1 & exec 3<&-; exec "$@"'

/** A real Tryton with these records, listening on a free port of the loopback. */
export async function startTrytond(options: TrytondOptions): Promise<Trytond> {
  allowNetworks(['127.0.0.1'])
  const furnished = await furnish(options.records, (line) => console.warn(line))
  try {
    return await serve(furnished, options)
  } catch (error) {
    await furnished.erase()
    throw error
  }
}

async function serve(
  furnished: Furnished,
  { session = {}, processes = true }: TrytondOptions,
): Promise<Trytond> {
  const { cluster, folder, environment } = furnished
  const port = await freePort()
  const config = path.join(folder, 'trytond.conf')
  const listen = `127.0.0.1:${port}`
  await writeFile(config, configuration({ path: folder, listen, session, worker: !processes }))
  const log = await open(path.join(folder, 'trytond.log'), 'a')
  const where = {
    host: cluster.socketDirectory,
    port: cluster.port,
    user: 'postgres',
    database: trytonDatabase,
  }
  const pool = new pg.Pool({ ...where, max: 2 })
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
    const args = ['-c', guarded, 'sh', '/usr/bin/trytond', '-d', trytonDatabase]
    child = spawn('/bin/sh', args, { cwd: '/', env: { ...process.env, ...environment }, stdio: [...stdio] })
    const watchdog = child.stdio[3]
    watchdog?.on('error', () => undefined)
    child.once('exit', () => watchdog && 'end' in watchdog && watchdog.end('ended\n'))
    await untilItAnswers(url, child, path.join(folder, 'trytond.log'))
  }
  const who = { database: trytonDatabase, username: 'integration' }
  const asAdmin = trytonSettings.parse({ ...who, url, username: 'admin' })
  const admin = openSession(asAdmin, adminPassword, { callTimeoutMs: 60_000, signInRetryDelayMs: 0 })
  const stop = async () => {
    await kill()
    await pool.end()
    await log.close()
    await furnished.erase()
  }
  await start()
  return {
    url,
    ...who,
    password: trytonPassword,
    settings: { url, ...who },
    query: async (text, values = []) => (await pool.query(text, values)).rows,
    call: (method, ...params) =>
      admin.call(method, params, z.unknown(), { signal: AbortSignal.timeout(60_000) }),
    kill,
    start,
    stop,
  }
}

async function untilItAnswers(url: string, child: ChildProcess, log: string): Promise<void> {
  const body = JSON.stringify({ id: 0, method: 'common.server.version', params: [] })
  const deadline = Date.now() + 60_000
  while (child.exitCode === null && Date.now() < deadline) {
    // One that takes a call and never answers it is asked once more.
    const signal = AbortSignal.timeout(5000)
    const asked = { method: 'POST', headers: { 'content-type': 'application/json' }, body, signal }
    // oxlint-disable-next-line no-await-in-loop -- until it is there
    if (
      await fetch(`${url}/`, asked).then(
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
