import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { type Cluster, eraseEmbedded, findRunningEmbedded, startEmbedded } from './embedded.ts'

const isRoot = process.getuid?.() === 0
const olderPostgres = '/usr/lib/postgresql/15/bin'
const launcher = path.join(import.meta.dirname, 'embedded.ts')

function openFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'launcher test, '))
  chmodSync(folder, 0o755)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

async function start(dataDirectory: string, binaries?: string): Promise<Cluster> {
  const cluster = await startEmbedded({
    dataDirectory,
    ...(binaries ? { binaries: { directory: binaries } } : {}),
  })
  onTestFinished(() => cluster.stop())
  return cluster
}

/** A test may kill this process. */
async function startElsewhere(dataDirectory: string): Promise<{ child: ChildProcess; postgres: number }> {
  const script =
    `import { startEmbedded } from ${JSON.stringify(launcher)}\n` +
    `await startEmbedded({ dataDirectory: ${JSON.stringify(dataDirectory)} })\nconsole.log('ready')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    child.stdout?.once('data', () => resolve())
    child.once('exit', () => reject(new Error('The launcher ended')))
  })
  const postgres = serverPid(dataDirectory)
  const running = await findRunningEmbedded(dataDirectory)
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await hasEnded(postgres)
    // A killed process leaves its socket directory.
    if (running) rmSync(running.socketDirectory, { recursive: true, force: true })
  })
  return { child, postgres }
}

function serverPid(dataDirectory: string): number {
  return Number.parseInt(readFileSync(path.join(dataDirectory, 'cluster', 'postmaster.pid'), 'utf8'), 10)
}

function isAlive(pid: number): boolean {
  // Zombies count as dead.
  return (
    existsSync(`/proc/${pid}/exe`) && readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.[0] !== 'Z'
  )
}

async function hasEnded(pid: number): Promise<void> {
  await expect.poll(() => isAlive(pid), { timeout: 10_000, interval: 20 }).toBe(false)
}

async function query(cluster: { socketDirectory: string; port: number }, text: string): Promise<unknown[]> {
  const client = new Client({
    host: cluster.socketDirectory,
    port: cluster.port,
    user: 'postgres',
    database: 'postgres',
  })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

function watchdogOf(postgres: number): number {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const found = pids.find((pid) => {
    try {
      return (
        readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('program=$$') &&
        sessionOf(Number(pid)) === postgres
      )
    } catch {
      return false
    }
  })
  return Number(found)
}

function sessionOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[3])
}

test('starts, answers, stops and keeps what was written', { timeout: 60_000 }, async () => {
  const dataDirectory = path.join(openFolder(), 'postgres')
  const first = await start(dataDirectory)
  await query(first, 'create table kept (n int)')
  expect(
    await query(first, "select current_setting('listen_addresses') as a, current_setting('fsync') as f"),
  ).toEqual([{ a: '', f: 'on' }])
  expect(
    await query(first, "select 'ŞIĞ' ~ 'ş' as s, lower('ŞĞ') as l, current_setting('TimeZone') as t"),
  ).toEqual([{ s: false, l: 'şğ', t: 'UTC' }])
  const pid = serverPid(dataDirectory)
  const started = Date.now()
  await Promise.all([first.stop(), first.stop()])
  expect(Date.now() - started).toBeLessThan(3000)
  expect(isAlive(pid)).toBe(false)
  expect(existsSync(first.socketDirectory)).toBe(false)
  const second = await start(dataDirectory)
  expect(await query(second, 'select count(*)::int as n from kept')).toEqual([{ n: 0 }])
})

test('the socket is private and its path is short', { timeout: 60_000 }, async () => {
  const cluster = await start(path.join(openFolder(), 'deep/'.repeat(40), 'postgres'))
  const socket = path.join(cluster.socketDirectory, `.s.PGSQL.${cluster.port}`)
  expect(Buffer.byteLength(socket)).toBeLessThanOrEqual(107)
  expect(statSync(cluster.socketDirectory).mode & 0o777).toBe(0o700)
  expect(statSync(cluster.socketDirectory).uid === 0).toBe(false)
})

test('the database ends with a killed process and loses nothing', { timeout: 60_000 }, async () => {
  const dataDirectory = path.join(openFolder(), 'postgres')
  const { child, postgres } = await startElsewhere(dataDirectory)
  const running = await findRunningEmbedded(dataDirectory)
  if (!running) throw new Error('The running database was not found')
  await query(running, 'create table kept as select 7 as n')
  process.kill(watchdogOf(postgres), 'SIGINT')
  child.kill('SIGKILL')
  await hasEnded(postgres)
  expect(await findRunningEmbedded(dataDirectory)).toBeNull()
  expect(await query(await start(dataDirectory), 'select n from kept')).toEqual([{ n: 7 }])
})

test('a start waits for a shutdown under way', { timeout: 60_000 }, async () => {
  const dataDirectory = path.join(openFolder(), 'postgres')
  const { child, postgres } = await startElsewhere(dataDirectory)
  child.kill('SIGKILL')
  await new Promise((resolve) => child.once('exit', resolve))
  await start(dataDirectory)
  expect(serverPid(dataDirectory)).not.toBe(postgres)
  expect(isAlive(postgres)).toBe(false)
})

test('an orphan is found and ended', { timeout: 60_000 }, async () => {
  const dataDirectory = path.join(openFolder(), 'postgres')
  const { child, postgres } = await startElsewhere(dataDirectory)
  process.kill(watchdogOf(postgres), 'SIGKILL')
  child.kill('SIGKILL')
  await sleep(300)
  expect(isAlive(postgres)).toBe(true)
  const cluster = await start(dataDirectory)
  expect(isAlive(postgres)).toBe(false)
  expect(await query(cluster, 'select 1 as one')).toEqual([{ one: 1 }])
})

test.each([
  ['names another process', () => `${process.ppid}\n`],
  ['names a dead process', () => '4194000\n'],
  ['is empty', () => ''],
])('starts over a pid file that %s', { timeout: 60_000 }, async (_, content) => {
  const dataDirectory = path.join(openFolder(), 'postgres')
  await (await start(dataDirectory)).stop()
  const pidFile = path.join(dataDirectory, 'cluster', 'postmaster.pid')
  // PostgreSQL also reads the file's other lines.
  writeFileSync(
    pidFile,
    content() && `${content()}${dataDirectory}/cluster\n1700000000\n5432\n/tmp\n\n  1 2\nready\n`,
  )
  const cluster = await start(dataDirectory)
  expect(await query(cluster, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a second start is refused with a sentence', { timeout: 60_000 }, async () => {
  const dataDirectory = path.join(openFolder(), 'postgres')
  const { child } = await startElsewhere(dataDirectory)
  await expect(startEmbedded({ dataDirectory })).rejects.toThrow(
    `Toptan is already running on this data folder (process ${child.pid}): stop it first`,
  )
  await expect(eraseEmbedded(dataDirectory)).rejects.toThrow('already running')
})

test('a database that is being created when the process is killed is created again', {
  timeout: 60_000,
}, async () => {
  const dataDirectory = path.join(openFolder(), 'postgres')
  for (const wait of [150, 350]) {
    const script = `import { startEmbedded } from ${JSON.stringify(launcher)}\nawait startEmbedded({ dataDirectory: ${JSON.stringify(dataDirectory)} })`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' })
    await expect
      .poll(() => existsSync(dataDirectory) && readdirSync(dataDirectory).length > 0, {
        timeout: 10_000,
        interval: 5,
      })
      .toBe(true)
    await sleep(wait)
    child.kill('SIGKILL')
  }
  const cluster = await start(dataDirectory)
  expect(await query(cluster, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(readdirSync(dataDirectory).toSorted()).toEqual(['cluster', 'postgres.log'])
})

test('a broken folder, another version and a failing start each get one sentence', {
  timeout: 60_000,
}, async () => {
  const dataDirectory = path.join(openFolder(), 'postgres')
  await (await start(dataDirectory)).stop()
  const cluster = path.join(dataDirectory, 'cluster')
  const settings = readFileSync(path.join(cluster, 'postgresql.conf'))
  writeFileSync(path.join(cluster, 'postgresql.conf'), 'no_such_setting = 1\n')
  await expect(startEmbedded({ dataDirectory })).rejects.toThrow(
    /^The database does not start: .*(no_such_setting|configuration file)/,
  )
  writeFileSync(path.join(cluster, 'postgresql.conf'), settings)
  writeFileSync(path.join(cluster, 'PG_VERSION'), '14\n')
  await expect(startEmbedded({ dataDirectory })).rejects.toThrow(
    /was created by PostgreSQL 14, but this is PostgreSQL 18/,
  )
  rmSync(path.join(cluster, 'global', 'pg_control'))
  await expect(startEmbedded({ dataDirectory })).rejects.toThrow(
    /is damaged \(global\/pg_control is missing\)/,
  )
  writeFileSync(path.join(dataDirectory, 'file'), '')
  await expect(startEmbedded({ dataDirectory: path.join(dataDirectory, 'file') })).rejects.toThrow(
    /cannot be used/,
  )
  await expect(startEmbedded({ dataDirectory, binaries: { directory: '/nowhere' } })).rejects.toThrow(
    /\/nowhere\/postgres does not run on this system/,
  )
})

test.skipIf(isRoot)('a folder that cannot be written gets a sentence', async () => {
  await expect(startEmbedded({ dataDirectory: '/usr/toptan-test' })).rejects.toThrow(/is not writable/)
})

test.runIf(isRoot)(
  'root keeps the data of a private folder elsewhere, and finds it again',
  { timeout: 60_000 },
  async () => {
    const folder = openFolder()
    chmodSync(folder, 0o700)
    const dataDirectory = path.join(folder, 'data', 'postgres')
    onTestFinished(() => eraseEmbedded(dataDirectory))
    const first = await start(dataDirectory)
    await query(first, 'create table kept as select 7 as n')
    await first.stop()
    const directory = /^\/.*$/m.exec(readFileSync(path.join(dataDirectory, 'MOVED.txt'), 'utf8'))?.[0] ?? ''
    expect(directory).toMatch(/^\/var\/lib\/toptan\/[0-9a-f]{16}$/)
    // Files touched by root do not lock the database out.
    execFileSync('chown', ['-R', 'root:root', path.join(directory, 'cluster')])
    const second = await start(dataDirectory)
    expect(await query(second, 'select n from kept')).toEqual([{ n: 7 }])
    expect(await findRunningEmbedded(dataDirectory)).toMatchObject({
      socketDirectory: second.socketDirectory,
    })
    await second.stop()
    rmSync(directory, { recursive: true })
    await expect(startEmbedded({ dataDirectory })).rejects.toThrow(/was kept in .* which no longer exists/)
    rmSync(path.join(dataDirectory, 'MOVED.txt'))
  },
)

test.runIf(isRoot)(
  'a directory somebody else put where the socket goes is not used',
  { timeout: 60_000 },
  async () => {
    const dataDirectory = path.join(openFolder(), 'postgres')
    const first = await start(dataDirectory)
    await first.stop()
    mkdirSync(first.socketDirectory)
    onTestFinished(() => rmSync(first.socketDirectory, { recursive: true, force: true }))
    execFileSync('chown', ['12345', first.socketDirectory])
    const second = await start(dataDirectory)
    expect(second.socketDirectory).not.toBe(first.socketDirectory)
    expect(await query(second, 'select 1 as one')).toEqual([{ one: 1 }])
  },
)

test.skipIf(!existsSync(olderPostgres))(
  'works with PostgreSQL 15 where it is installed',
  { timeout: 60_000 },
  async () => {
    const dataDirectory = path.join(openFolder(), 'postgres')
    const cluster = await start(dataDirectory, olderPostgres)
    expect(
      await query(cluster, "select current_setting('server_version_num')::int / 10000 as v, lower('Ş') as l"),
    ).toEqual([{ v: 15, l: 'ş' }])
    await cluster.stop()
    await expect(startEmbedded({ dataDirectory })).rejects.toThrow(
      /created by PostgreSQL 15, but this is PostgreSQL 18/,
    )
  },
)
