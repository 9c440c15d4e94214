import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { embeddedConnections, prepareEmbedded } from '#server/db/connection.ts'
import { eraseEmbedded, startEmbedded } from '#server/db/embedded.ts'
import { canReach, runsAsRoot, unprivilegedUser } from '#server/db/system-user.ts'
import { projectFolder } from '#server/projectFolder.ts'
import { runSql } from '#test/database.ts'
import { wholesaler } from '#test/factories.ts'
import { testFolder } from '#test/folder.ts'
import { useApp } from '#test/useShop.ts'

const app = useApp()
/** As in DATABASE_URL; its password is one that no command may show. */
let url: string
const secret = 'not-to-be-seen'
const passphrase = 'a passphrase for this test'

/** Every command, as it is called where nothing is wrong but its database. */
const calls = (backup: string): Record<string, string[]> => ({
  backup: [`${backup}-new`],
  demo: [],
  doctor: [],
  import: ['products.csv'],
  listJobs: [],
  operator: ['list'],
  reset: [],
  restore: [backup],
  tenant: ['list'],
})

type Settings = NodeJS.ProcessEnv
type User = { uid?: number; gid?: number }

async function command(name: string, args: string[], settings: Settings, user: User = {}) {
  const defaults = { DATABASE_URL: '', DATA_DIR: app.folder, CUSTOMER_KEY: '', BACKUP_PASSPHRASE: passphrase }
  const child = spawn(process.execPath, [`src/server/commands/${name}.ts`, ...args], {
    cwd: projectFolder,
    env: { ...process.env, ...defaults, ...settings },
    ...user,
  })
  child.stdin.end()
  const ended = new Promise<number | null>((resolve) => {
    child.on('close', resolve)
  })
  const [code, said, complained] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  return { code, said, complained }
}

/** Passable for the database's user, as root runs PostgreSQL as another one. */
async function dataFolder(): Promise<string> {
  const folder = await testFolder()
  await chmod(folder, 0o755)
  return join(folder, 'data')
}

beforeAll(async () => {
  const { host = '', port, database, user } = app.connections.owner
  await wholesaler(app, 'shop')
  url = `postgres://${user}:${secret}@/${database}?host=${encodeURIComponent(host)}&port=${port}`
})

test('without a database every command fails with a sentence, and makes nothing', {
  timeout: 120_000,
}, async () => {
  const folder = await testFolder()
  const backup = join(folder, 'kept')
  expect((await command('backup', [backup, '--without-key'], { DATABASE_URL: url })).code).toBe(0)
  const data = await dataFolder()
  const place = join(data, 'postgres')
  for (const [name, args] of Object.entries(calls(backup))) {
    const answer = await command(name, args, { DATA_DIR: data })
    const sentence = `DATABASE_URL is not set, and there is no embedded database in ${place}: start Toptan first`
    expect([name, answer.code, answer.said]).toEqual([name, 1, ''])
    expect(answer.complained.split('\n')[0]).toBe(`Database: embedded, ${place}`)
    expect(answer.complained).toContain(sentence)
    expect(answer.complained).toContain('--env FILE, DATABASE_URL or DATA_DIR')
    expect([name, answer.complained.includes('--new')]).toEqual([name, name === 'restore'])
    expect([name, existsSync(data)]).toEqual([name, false])
  }
})

test('a backup is restored into a new embedded database when that is asked for', {
  timeout: 120_000,
}, async () => {
  const backup = join(await testFolder(), 'kept')
  const taken = await command('backup', [backup, '--without-key'], { DATABASE_URL: url })
  expect([taken.code, taken.code === 0 || taken.complained]).toEqual([0, true])
  const data = await dataFolder()
  onTestFinished(() => eraseEmbedded(join(data, 'postgres')))
  const restored = await command('restore', [backup, '--new'], { DATA_DIR: data })
  expect([restored.code, restored.code === 0 || restored.complained]).toEqual([0, true])
  const listed = await command('tenant', ['list'], { DATA_DIR: data })
  expect(listed).toMatchObject({ code: 0, complained: `Database: embedded, ${join(data, 'postgres')}\n` })
  expect(listed.said).toMatch(/^shop {2}/)
  const external = await command('restore', [backup, '--new'], { DATABASE_URL: url })
  expect(external).toMatchObject({ code: 2 })
  expect(external.complained).toContain('--new is for the embedded database; DATABASE_URL is set.')
  const erased = await command('reset', [], { DATA_DIR: data })
  expect(erased).toMatchObject({ code: 0 })
  expect((await command('reset', [], { DATA_DIR: data })).code).toBe(1)
})

test('every command takes its settings from a file, and first says which database they name', {
  timeout: 120_000,
}, async () => {
  const folder = await testFolder()
  const file = join(folder, 'toptan.env')
  await writeFile(file, `# the service's\nDATABASE_URL="${url}"\nDATA_DIR=${folder}\n`)
  const { database, host, port } = app.connections.owner
  const name = `${database} at ${host}${port === 5432 ? '' : `:${port}`}`
  // The file counts, whatever the shell has.
  const ofShell = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
  for (const [called, args] of Object.entries({ ...calls(join(folder, 'kept')), distribute: [] })) {
    const { complained, said } = await command(called, [...args, '--env', file], ofShell)
    expect([called, complained.split('\n')[0]]).toEqual([called, `Database: ${name}`])
    expect(complained + said).not.toContain(secret)
  }
  const listed = await command('tenant', [`--env=${file}`, 'list'], {})
  expect(listed.said).toMatch(/^shop {2}/)
  // From where npm was called.
  const relative = await command('tenant', ['list', '--env', 'toptan.env'], { INIT_CWD: folder })
  expect(relative.said).toBe(listed.said)
  const missing = await command('tenant', ['list', '--env', join(folder, 'none')], {})
  expect(missing.code).toBe(1)
  expect(missing.complained.trim()).toMatch(/^The settings of --env cannot be read \(ENOENT[^\n]*\)\.$/)
  expect((await command('tenant', ['list', '--env'], {})).code).toBe(2)
  const unreadable = await command('tenant', ['list'], { DATABASE_URL: `postgres://a:${secret}@[b/c` })
  expect(unreadable.complained.trim()).toMatch(/^DATABASE_URL must be an address such as [^\n]*$/)
  await writeFile(file, 'DATABASE_URL\n')
  const unclear = await command('tenant', ['list', '--env', file], {})
  expect(unclear.complained.trim()).toBe(`Line 1 of ${file} is not NAME=value.`)
})

test('a command without arguments does nothing if it is asked for help', async () => {
  for (const name of ['demo', 'doctor', 'listJobs', 'reset', 'distribute']) {
    const help = await command(name, ['--help'], { DATABASE_URL: url })
    expect([name, help.code, help.complained]).toEqual([name, 0, ''])
    expect(help.said).toMatch(/npm run [\w:]+ \[-- --env FILE\]/)
  }
})

/** Null for this process's own, unless that is root's. */
const ordinary = runsAsRoot() ? await unprivilegedUser() : null

test.skipIf(!canReach(ordinary, [process.execPath, projectFolder]))(
  'a data folder of another user gets a sentence',
  async () => {
    const data = await dataFolder()
    await mkdir(join(data, 'postgres'), { recursive: true })
    await chmod(data, 0)
    onTestFinished(() => chmod(data, 0o700))
    const user = ordinary ? { uid: ordinary.uid, gid: ordinary.gid } : {}
    for (const name of ['tenant', 'doctor', 'backup', 'reset']) {
      const args = calls(join(data, 'kept'))[name] ?? []
      const { code, complained } = await command(name, args, { DATA_DIR: data }, user)
      expect([name, code]).toEqual([name, 1])
      expect(complained.trim().split('\n').slice(1).join('\n').trim()).toMatch(
        /^The data folder \S+ belongs to another user or is not writable \(EACCES[^\n]*\): do this as its owner, for example with sudo -u, or set DATA_DIR to another folder\.$/,
      )
    }
  },
)

test('a running database whose socket is elsewhere gets a sentence', { timeout: 60_000 }, async () => {
  const data = await dataFolder()
  const dataDirectory = join(data, 'postgres')
  const cluster = await startEmbedded({ dataDirectory })
  const { socketDirectory, port } = cluster
  onTestFinished(async () => {
    await cluster.stop()
    await eraseEmbedded(dataDirectory)
  })
  await prepareEmbedded(socketDirectory, port)
  const reached = await command('tenant', ['list'], { DATA_DIR: data })
  expect(reached).toMatchObject({ code: 0, said: 'There are no wholesalers yet.\n' })
  await rename(socketDirectory, `${socketDirectory}-hidden`)
  onTestFinished(() => rename(`${socketDirectory}-hidden`, socketDirectory))
  const { code, complained } = await command('tenant', ['list'], { DATA_DIR: data })
  expect(code).toBe(1)
  expect(complained).toMatch(
    /^Database: .*\n\nToptan runs, but its database cannot be reached from here \(.*ENOENT.*\): run the command as the same user, and in the same container\.\n\n$/,
  )
  expect(await readFile(join(dataDirectory, 'cluster', 'PG_VERSION'), 'utf8')).toBe('18\n')
})

test('the socket is in the folder of a systemd service', { timeout: 60_000 }, async () => {
  const data = await dataFolder()
  const runtime = join(data, 'run')
  await mkdir(runtime, { recursive: true })
  process.env.RUNTIME_DIRECTORY = runtime
  onTestFinished(() => {
    delete process.env.RUNTIME_DIRECTORY
  })
  const cluster = await startEmbedded({ dataDirectory: join(data, 'postgres') })
  const { socketDirectory, port } = cluster
  onTestFinished(async () => {
    await cluster.stop()
    await eraseEmbedded(join(data, 'postgres'))
  })
  expect(socketDirectory.startsWith(`${runtime}/`)).toBe(true)
  expect(
    await runSql(
      { ...embeddedConnections(socketDirectory, port, 'postgres').owner, user: 'postgres' },
      'select 1 as one',
    ),
  ).toEqual([{ one: 1 }])
})
