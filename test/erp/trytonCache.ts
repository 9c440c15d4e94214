import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Cluster, eraseEmbedded, startEmbedded } from '#server/db/embedded.ts'
import { projectFolder } from '#server/projectFolder.ts'

export type TrytonRecords = {
  products: {
    code: string
    name: string
    /** An exact decimal in euros. */
    listPrice: string
    stock?: number
    taxPercent?: 20 | 10
    isActive?: boolean
    isSalable?: boolean
  }[]
  parties: {
    code: string
    name: string
    email?: string
    isActive?: boolean
    addresses: { street: string; city: string; name?: string }[]
  }[]
}

export const trytonDatabase = 'tryton'
export const trytonPassword = 'integration-1'
export const adminPassword = 'integration-1-admin'
const modules = ['sale', 'sale_price_list', 'web_shop']
/** Another Python on the PATH lacks Debian's packages. */
export const systemPython = '/usr/bin/python3'

const cacheFolder = path.join(projectFolder, '.cache', 'erp')
const setUp = path.join(import.meta.dirname, 'setUp.py')

export type PreparedTryton = {
  cluster: Cluster
  folder: string
  environment: Record<string, string>
  erase: () => Promise<void>
}

/** Building takes minutes; .cache/erp keeps the result for the same Debian packages and set-up. */
export async function prepareTryton(
  records: TrytonRecords,
  say: (line: string) => void,
): Promise<PreparedTryton> {
  const [versions, script] = await Promise.all([packageVersions(), readFile(setUp, 'utf8')])
  // The fiscal year is part of it.
  const company = hash([
    versions,
    script,
    modules,
    adminPassword,
    trytonPassword,
    new Date().getFullYear(),
    process.arch,
  ])
  const full = `${company}-${hash(records)}`
  await mkdir(cacheFolder, { recursive: true })
  const release = await lockBuild()
  try {
    if (!existsSync(archiveOf(full))) {
      if (!existsSync(archiveOf(company))) {
        await dropOthers(company)
        say('Installing Tryton for the tests, once: this takes a few minutes …')
        await build(undefined, company, installCompany)
      }
      say('Furnishing the Tryton of the tests …')
      await build(company, full, (environment) => runSetUp('records', records, environment))
    }
  } finally {
    await release()
  }
  return start(full)
}

/** @throws with the program's output */
async function runToEnd(
  program: string,
  args: string[],
  environment: Record<string, string>,
  input = '',
): Promise<string> {
  const child = spawn(program, args, { cwd: '/', env: { ...process.env, ...environment } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += String(part)))
  // The child may not read its input.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const code = await new Promise<number | null>((resolve, reject) =>
    child.on('error', reject).on('close', resolve),
  )
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} failed:\n${output}`)
  return output
}

async function build(
  from: string | undefined,
  to: string,
  setUpRecords: (environment: Record<string, string>) => Promise<void>,
): Promise<void> {
  const { cluster, folder, environment, erase } = await start(from)
  try {
    await setUpRecords({ ...environment, PGOPTIONS: '-c synchronous_commit=off' })
    await cluster.stop()
    const unfinished = `${archiveOf(to)}.${process.pid}`
    await runToEnd('tar', ['-cf', unfinished, '-C', path.join(folder, 'postgres'), 'cluster'], {})
    await rename(unfinished, archiveOf(to))
  } finally {
    await erase()
  }
}

async function start(archive: string | undefined): Promise<PreparedTryton> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'toptan-tryton-'))
  // As root, PostgreSQL runs as another user.
  await chmod(folder, 0o755)
  const dataDirectory = path.join(folder, 'postgres')
  await mkdir(dataDirectory)
  if (archive) await runToEnd('tar', ['-xf', archiveOf(archive), '--no-same-owner', '-C', dataDirectory], {})
  const cluster = await startEmbedded({ dataDirectory })
  const config = path.join(folder, 'trytond.conf')
  await writeFile(config, configuration({ path: folder }))
  const { socketDirectory: PGHOST, port } = cluster
  const environment = {
    PGHOST,
    PGPORT: String(port),
    PGUSER: 'postgres',
    TZ: 'UTC',
    TRYTOND_CONFIG: config,
    DB_NAME: trytonDatabase,
    PYTHONWARNINGS: 'ignore',
  }
  const erase = async () => {
    await cluster.stop()
    await eraseEmbedded(dataDirectory)
    await rm(folder, { recursive: true, force: true })
  }
  return { cluster, folder, environment, erase }
}

export function configuration(options: {
  path: string
  listen?: string
  session?: Record<string, number>
  worker?: boolean
}) {
  const session = Object.entries(options.session ?? {}).map(([name, value]) => `${name} = ${value}`)
  return [
    `[database]\nuri = postgresql:///\npath = ${options.path}`,
    `[web]\nlisten = ${options.listen ?? '127.0.0.1:8000'}\nroot =`,
    `[session]\n${session.join('\n')}`,
    `[queue]\nworker = ${options.worker ? 'True' : 'False'}\n`,
  ].join('\n')
}

async function installCompany(environment: Record<string, string>): Promise<void> {
  const { PGHOST, PGPORT, PGUSER } = environment
  const client = new pg.Client({
    host: PGHOST ?? '',
    port: Number(PGPORT),
    user: PGUSER ?? '',
    database: 'postgres',
  })
  await client.connect()
  await client.query(`create database ${trytonDatabase}`)
  await client.end()
  const password = path.join(path.dirname(environment.TRYTOND_CONFIG ?? ''), 'password')
  await writeFile(password, adminPassword)
  const args = [
    '-d',
    trytonDatabase,
    '--all',
    '-u',
    ...modules,
    '--activate-dependencies',
    '--email',
    'a@example.test',
  ]
  await runToEnd('/usr/bin/trytond-admin', args, { ...environment, TRYTONPASSFILE: password })
  await runSetUp('company', { password: trytonPassword }, environment)
}

async function runSetUp(task: string, wanted: unknown, environment: Record<string, string>): Promise<void> {
  await runToEnd(systemPython, [setUp, trytonDatabase, task], environment, JSON.stringify(wanted))
}

/** Debian also lists packages that are not installed. */
async function packageVersions(): Promise<string[]> {
  const asked = ['-W', '-f', '${Package} ${Version}\\n', 'tryton-*', 'python3-sql']
  const lines = (await runToEnd('dpkg-query', asked, {})).split('\n')
  return lines.filter((line) => /\d/.test(line.split(' ')[1] ?? '')).toSorted()
}

async function dropOthers(company: string): Promise<void> {
  const stale = (await readdir(cacheFolder)).filter(
    (name) => name.includes('.tar') && !name.startsWith(company),
  )
  await Promise.all(stale.map((name) => rm(path.join(cacheFolder, name), { force: true })))
}

const archiveOf = (key: string) => path.join(cacheFolder, `${key}.tar`)
const hash = (parts: unknown) => createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16)

/** Ignores a lock whose process has ended. */
async function lockBuild(): Promise<() => Promise<void>> {
  const lockFile = path.join(cacheFolder, 'building')
  for (;;) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- whose turn it is changes
      await writeFile(lockFile, String(process.pid), { flag: 'wx' })
      return () => rm(lockFile, { force: true })
    } catch {
      // oxlint-disable-next-line no-await-in-loop
      if (!(await isHeld(lockFile))) await rm(lockFile, { force: true })
      // oxlint-disable-next-line no-await-in-loop
      await sleep(200)
    }
  }
}

async function isHeld(lockFile: string): Promise<boolean> {
  const pid = Number(await readFile(lockFile, 'utf8').catch(() => ''))
  if (!pid) return Date.now() - ((await stat(lockFile).catch(() => undefined))?.mtimeMs ?? 0) < 5000
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
