import { spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type pg from 'pg'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { secretsOf } from '#server/process/secrets.ts'
import { projectFolder } from '#server/projectFolder.ts'
import { emptyDatabase, runSql, testDatabase } from '#test/database.ts'
import { testFolder } from '#test/folder.ts'
import { shopPerFile, useApp } from '#test/useShop.ts'

/* What the commands say of a backup or an export, in a terminal. */

const app = useApp()
const shop = shopPerFile(app, 'speaker')
const secretKey = 'the key of the deployment in these tests'

beforeAll(async () => {
  const { user } = app.connections.owner
  await asSuperuser(`grant toptan_app to ${user}`)
  await asSuperuser(`insert into secret_key values ('${secretsOf(secretKey).fingerprint}')`)
  await asSuperuser(
    `insert into tenant_hosts (name, tenant_id, position) values ('speaker.example.com', '${shop.tenantId}', 1)`,
  )
})

const asSuperuser = (statement: string) => runSql({ ...app.connections.owner, user: 'postgres' }, statement)

const urlOf = ({ host, port, database, user }: pg.ClientConfig) =>
  `postgres://${user}@/${database}?host=${encodeURIComponent(host ?? '')}&port=${port}`

async function command(program: string, owner: pg.ClientConfig, folder: string, ...args: string[]) {
  const child = spawn(process.execPath, [`src/server/commands/${program}.ts`, ...args], {
    cwd: projectFolder,
    env: {
      ...process.env,
      DATABASE_URL: urlOf(owner),
      DATA_DIR: folder,
      SECRET_KEY: secretKey,
      BACKUP_PASSPHRASE: 'a passphrase to remember',
      CUSTOMER_KEY: '',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => {
    child.on('close', resolve)
  })
  const [code, said, complained] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  // Without what each command says, and its progress.
  const others = complained.split('\n').filter((line) => !/^Database: | \d+ %$/.test(line))
  return { code, said, complained: others.join('\n') }
}

test('an import names the host names that it left out, and how to add them', {
  timeout: 60_000,
}, async () => {
  const folder = await testFolder()
  const file = join(folder, 'speaker.zip')
  expect(await command('tenant', app.connections.owner, folder, 'export', 'speaker', file)).toMatchObject({
    code: 0,
    complained: '',
  })
  const other = await testDatabase()
  onTestFinished(other.drop)
  const { owner } = other.connections
  const taken = await command(
    'tenant',
    owner,
    folder,
    'create',
    'speaker',
    '--name',
    'x',
    '--admin',
    'another',
  )
  expect(taken).toMatchObject({ code: 0, complained: '' })
  expect(await command('tenant', owner, folder, 'import', file)).toEqual({
    code: 1,
    said: '',
    complained: '\nThere is already a wholesaler speaker. Give it another key with --as KEY.\n\n',
  })
  const { code, said, complained } = await command('tenant', owner, folder, 'import', file, '--as', 'moved')
  expect([code, complained]).toEqual([0, ''])
  expect(said).toMatch(/^moved was imported as of \S+\. Its users sign in again\.\n/)
  expect(said).toContain(
    'Its host names were left out: speaker.example.com\n' +
      'Add those that lead to this Toptan: npm run tenant -- set moved --host NAME\n',
  )
})

test('a restore says that operators are to be added again', { timeout: 60_000 }, async () => {
  const folder = await testFolder()
  const kept = join(folder, 'kept')
  expect(await command('backup', app.connections.owner, folder, kept)).toMatchObject({ code: 0 })
  const { owner } = await emptyDatabase()
  const { code, said } = await command('restore', owner, folder, kept)
  expect(code).toBe(0)
  expect(said).toContain('npm run operator -- add USERNAME')
})

test('a file that was cut is told in one sentence, not with a stack', { timeout: 60_000 }, async () => {
  const folder = await testFolder()
  const file = join(folder, 'speaker.zip')
  await command('tenant', app.connections.owner, folder, 'export', 'speaker', file)
  const bytes = await readFile(file)
  const [empty, other] = [await emptyDatabase(), await testDatabase()]
  onTestFinished(other.drop)
  const attempts = () =>
    Promise.all([
      command('backup', other.connections.owner, folder, file, '--check'),
      command('restore', empty.owner, folder, file),
      command('tenant', other.connections.owner, folder, 'import', file),
    ])
  // The list of its files, at its end, is whole.
  const rowsFrom = bytes.indexOf(Buffer.from('28b52ffd', 'hex'))
  const damaged = Buffer.from(bytes).fill(0, rowsFrom + 100, rowsFrom + 200)
  for (const [content, sentence] of [
    [bytes.subarray(0, bytes.length >> 1), /^\S+ is not a complete backup: [^\n]+\.$/],
    [damaged, /^The backup \S+ is damaged or was changed: [^\n]+\.$/],
  ] as const) {
    await writeFile(file, content)
    for (const { code, complained } of await attempts()) {
      const lines = complained.split('\n').filter((line) => line !== '' && !line.startsWith('Migration '))
      expect([code, lines]).toEqual([1, [expect.stringMatching(sentence)]])
    }
  }
})
