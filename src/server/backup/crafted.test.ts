import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createZstdCompress, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Connections } from '#server/db/connection.ts'
import type { ObjectStore } from '#server/images/objectStore.ts'
import { openPhotoStore, photoObject } from '#server/images/photoStore.ts'
import { secretsOf } from '#server/process/secrets.ts'
import { StartupProblem } from '#server/process/startup.ts'
import { createTenant } from '#server/tenancy/addTenant.ts'
import { emptyDatabase, runSql, testDatabase } from '#test/database.ts'
import { testFolder } from '#test/folder.ts'
import { tenantSettings } from '#test/tenant.ts'
import { plainPicture, sendPhotos } from '#test/upload.ts'
import { shopPerFile, useApp } from '#test/useShop.ts'
import { checkBackup } from './checkBackup.ts'
import { importTenant } from './importTenant.ts'
import {
  deploymentOwner,
  type Manifest,
  manifestKey,
  newestBackup,
  picturesKey,
  readManifest,
  rowsKey,
} from './manifest.ts'
import { openBackupStore } from './place.ts'
import { restore } from './restore.ts'
import { runBackup } from './runBackup.ts'
import { mebibyte } from './store.ts'

/* Files that nobody vouches for: a backup and an export, changed as somebody could who knows their format. */

const app = useApp()
const shop = shopPerFile(app, 'traveller')
const key = 'the key of the deployment in these tests'
let folder: string

type Files = Map<string, Buffer>

beforeEach(async () => {
  folder = await testFolder()
  await asSuperuser(
    app.connections,
    `delete from secret_key; insert into secret_key values ('${secretsOf(key).fingerprint}')`,
  )
})

const asSuperuser = <Row extends object>({ owner }: Connections, text: string, values: unknown[] = []) =>
  runSql<Row>({ ...owner, user: 'postgres' }, text, values)

/** A backup of all wholesalers, or the export of the one. */
async function written(what: 'backup' | 'export'): Promise<Files> {
  const place = { folder: join(folder, what) }
  await runBackup({
    config: { dataDir: folder, secretKey: key, photos: app.photos.place },
    connections: app.connections,
    place,
    passphrase: 'a passphrase to remember',
    ...(what === 'export' ? { tenantKey: shop.key } : {}),
  })
  const store = openBackupStore(place)
  const files: Files = new Map()
  for await (const name of store.keys('')) {
    const stored = await store.get(name)
    if (stored) files.set(name, await buffer(stored.stream))
  }
  return files
}

/** For tests that look at nothing new of the wholesaler. */
let exported: Files | undefined
const anExport = async () => new Map((exported ??= await written('export')))

const sourceOf = (files: Files) => ({
  has: async (name: string) => files.has(name),
  get: async (name: string) => {
    const bytes = files.get(name)
    return bytes && { bytes: bytes.length, stream: Readable.from(bytes.length > 0 ? [bytes] : []) }
  },
  keys: async function* (start: string) {
    for (const name of files.keys()) if (name.startsWith(start)) yield name
  },
})

const nameOf = (files: Files) => newestBackup(sourceOf(files))
// oxlint-disable-next-line typescript/no-explicit-any -- anything may be written into it
async function changeManifest(files: Files, change: (manifest: any) => void): Promise<void> {
  const file = manifestKey(await nameOf(files))
  const manifest = JSON.parse(files.get(file)?.toString() ?? '')
  change(manifest)
  files.set(file, Buffer.from(JSON.stringify(manifest)))
}

/** Changes the text of an owner's rows, and the manifest so that it agrees. */
async function changeRows(files: Files, owner: string, change: (text: string) => string | Buffer) {
  const file = rowsKey(await nameOf(files), owner)
  const text = change(zstdDecompressSync(files.get(file) ?? '').toString())
  const bytes = Buffer.isBuffer(text) ? text : zstdCompressSync(text)
  files.set(file, bytes)
  const rows = typeof text === 'string' ? countsOf(text) : { tenants: 1 }
  await changeManifest(files, (manifest: Manifest) => {
    const stored =
      owner === deploymentOwner ? manifest.deployment : manifest.tenants.find(({ id }) => id === owner)
    if (stored)
      Object.assign(stored, {
        sha256: createHash('sha256').update(bytes).digest('hex'),
        bytes: bytes.length,
        rows,
      })
  })
}

const tablePart = /(\{"table":"(\w+)",.*\})\n((?:.*\n)*?)\\\.\n/g
const countsOf = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(tablePart)].map(([, , table = '', rows = '']) => [table, rows.split('\n').length - 1]),
  )
const table = (name: string, row: Record<string, string>) =>
  `${JSON.stringify({ table: name, columns: Object.keys(row) })}\n${Object.values(row).join('\t')}\n\\.\n`

/** Changes a cell of each row of a table in the text. */
const withCell = (text: string, changed: string, column: string, value: string) =>
  text.replaceAll(tablePart, (part, header: string, name: string, rows: string) => {
    if (name !== changed) return part
    const at = (JSON.parse(header) as { columns: string[] }).columns.indexOf(column)
    expect(at).toBeGreaterThanOrEqual(0)
    const lines = rows.split('\n').slice(0, -1)
    const changedRows = lines.map((line) => `${line.split('\t').with(at, value).join('\t')}\n`)
    return `${header}\n${changedRows.join('')}\\.\n`
  })

/** Another deployment, with a wholesaler of its own. */
async function elsewhere() {
  const other = await testDatabase()
  onTestFinished(other.drop)
  const rival = { ...tenantSettings, key: 'rival', hosts: ['rival.example.com'] }
  const rivalId = await createTenant(other.connections, rival, async () => {})
  return { connections: other.connections, rivalId }
}

async function imported(
  files: Files,
  connections: Connections,
  as?: string,
  { objects, said = [] }: { objects?: ObjectStore; said?: string[] } = {},
) {
  const source = sourceOf(files)
  return importTenant({
    connections,
    objects: objects ?? openPhotoStore({ folder: join(folder, 'imported') }).objects,
    source,
    manifest: await readManifest(source, await newestBackup(source)),
    secrets: { from: secretsOf(key), to: secretsOf('the key of the deployment that it moves to') },
    as,
    log: (line) => void said.push(line),
  })
}

async function restored(files: Files, connections?: Connections) {
  const into = connections ?? (await emptyDatabase())
  const { objects } = openPhotoStore({ folder: join(folder, 'restored') })
  const source = sourceOf(files)
  const manifest = await readManifest(source, await newestBackup(source))
  await restore({ connections: into, objects, source, manifest, log: () => {} })
  return into
}

/** What a refused file must not have changed. */
const contentOf = (connections: Connections) =>
  asSuperuser(
    connections,
    `select (select json_agg(key) from tenants) as tenants, (select json_agg(name) from tenant_hosts) as hosts,
       (select count(*) from operators)::int as operators, (select count(*) from users)::int as users,
       (select count(*) from tenant_usage)::int as usage`,
  )

const operator = {
  id: '01890000-0000-7000-8000-000000000001',
  username: 'eve',
  username_key: 'eve',
  password_hash: 'x',
}

describe('a crafted export', () => {
  test.each<[string, string, (text: string, rivalId: string) => string]>([
    ['operators', 'the table operators does not belong there', (text) => text + table('operators', operator)],
    [
      'a table that is in no backup',
      'the table schema_migrations does not belong there',
      (text) => text + table('schema_migrations', { name: '9999_x.sql', hash: 'x' }),
    ],
    [
      'a table of the database itself',
      'the table pg_authid does not belong there',
      (text) => text + table('pg_authid', { rolname: 'eve' }),
    ],
    [
      'a table by another schema',
      'does not begin with its name and columns',
      (text) => text + table('public.operators', operator),
    ],
    [
      'a host name of another wholesaler',
      'the table tenant_hosts has rows of another wholesaler',
      (text, id) => text + table('tenant_hosts', { name: 'eve.example.com', tenant_id: id, position: '1' }),
    ],
    [
      'the usage of another wholesaler',
      'the table tenant_usage has rows of another wholesaler',
      (text, id) =>
        text +
        table('tenant_usage', { tenant_id: id, hour: '2026-01-01 00:00:00+00', calls: '1', orders: '1' }),
    ],
    [
      'users of another wholesaler',
      'the table users has rows of another wholesaler',
      (text, id) => withCell(text, 'users', 'tenant_id', id),
    ],
    [
      'another wholesaler',
      'the table tenants has rows of another wholesaler',
      (text) => withCell(text, 'tenants', 'id', operator.id),
    ],
    [
      'rows of nobody',
      'the table tenant_usage has no column tenant_id',
      (text) => text + table('tenant_usage', { hour: '2026-01-01 00:00:00+00', calls: '1', orders: '1' }),
    ],
    [
      'an unknown column',
      'the table tenant_usage has no column secret',
      (text, id) => text + table('tenant_usage', { tenant_id: id, secret: 'x' }),
    ],
    [
      'a computed column',
      'the table accounts has no column search_text',
      (text) =>
        text.replace(
          '{"table":"accounts","columns":["tenant_id"',
          '{"table":"accounts","columns":["search_text"',
        ),
    ],
    [
      'a column twice',
      'does not begin with its name and columns',
      (text) => text.replace('{"table":"users","columns":[', '{"table":"users","columns":["tenant_id",'),
    ],
    ['a table twice', 'is there twice', (text) => text + text],
    [
      'an avatar that is a photo of another wholesaler',
      'the column avatar of users has something else than pictures',
      (text, id) => withCell(text, 'users', 'avatar', `../../${id}/ab/${'a'.repeat(64)}/640`),
    ],
    [
      'the picture of a brand that is a file elsewhere',
      'the column image of brands has something else than pictures',
      (text) => withCell(text, 'brands', 'image', '../../../secret'),
    ],
    [
      'a value that does not fit',
      'invalid input syntax for type uuid',
      (text) => withCell(text, 'users', 'id', 'no id'),
    ],
    ['nothing', 'the wholesaler itself is not in it', () => ''],
  ])('is refused, and nothing is written: %s', async (_what, sentence, change) => {
    const { connections, rivalId } = await elsewhere()
    const before = await contentOf(connections)
    const files = await anExport()
    await changeRows(files, shop.tenantId, (text) => change(text, rivalId))
    const refused = await imported(files, connections).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(StartupProblem)
    expect(refused).toHaveProperty('message', expect.stringContaining(sentence))
    expect(refused).toHaveProperty('message', expect.stringContaining(`${shop.tenantId}.rows.zst`))
    expect(await contentOf(connections)).toEqual(before)
  })

  test.each<[string, (manifest: Manifest, rivalId: string) => void]>([
    [
      'an id with a quote',
      ({ tenants }) => Object.assign(tenants[0] ?? {}, { id: `x'; drop table users; --` }),
    ],
    ['a key that is no host name', ({ tenants }) => Object.assign(tenants[0] ?? {}, { key: 'a b' })],
    ['the name of another folder', (manifest) => Object.assign(manifest, { name: '../elsewhere' })],
    ['the same wholesaler twice', ({ tenants }) => tenants.push(...tenants)],
    [
      'a table with a quote',
      (manifest) =>
        Object.assign(manifest, { deployment: { sha256: 'a'.repeat(64), bytes: 1, rows: { 'a"b': 1 } } }),
    ],
  ])('is refused when its manifest has %s', async (_what, change) => {
    const { connections, rivalId } = await elsewhere()
    const files = await anExport()
    await changeManifest(files, (manifest: Manifest) => change(manifest, rivalId))
    await expect(imported(files, connections)).rejects.toThrow('is damaged or was changed: backup.json')
  })

  test('has no pictures of another wholesaler, and none outside the store', async () => {
    const { connections, rivalId } = await elsewhere()
    const files = await anExport()
    const name = await nameOf(files)
    const hash = createHash('sha256').update('picture').digest('hex')
    for (const object of [
      photoObject(rivalId, hash, 'original'),
      `${shop.tenantId}/../${rivalId}/${hash.slice(0, 2)}/${hash}/original`,
      `../${hash}/original`,
      `${shop.tenantId}/logo/${hash}.html`,
    ]) {
      files.set(picturesKey(name, shop.tenantId), Buffer.from(`${object}\n`))
      files.set(`pictures/${object}`, Buffer.from('picture'))
      await changeManifest(files, ({ tenants }: Manifest) => Object.assign(tenants[0] ?? {}, { pictures: 1 }))
      await expect(imported(files, connections)).rejects.toThrow('is no picture of the wholesaler')
      expect(await openPhotoStore({ folder: join(folder, 'imported') }).objects.has(object)).toBe(false)
    }
  })

  test('leaves no pictures when its rows are refused', async () => {
    const { connections } = await elsewhere()
    const bytes = await plainPicture(60, 80, { r: 1, g: 2, b: 3 }).jpeg().toBuffer()
    await sendPhotos(shop.admin, { itemCode: 'A1', colorCode: '01' }, { name: 'A1_01_1.jpg', bytes })
    const files = await written('export')
    await changeRows(files, shop.tenantId, (text) => text + table('operators', operator))
    await expect(imported(files, connections)).rejects.toThrow('the table operators')
    const { objects } = openPhotoStore({ folder: join(folder, 'imported') })
    for await (const object of objects.keys('')) expect(object).toBe('not there')
  })

  test('leaves no pictures on a disk that fills up, and blames none of them', async () => {
    const { connections } = await elsewhere()
    for (const shade of [10, 20, 30]) {
      const bytes = await plainPicture(60, 80, { r: shade, g: 0, b: 0 }).jpeg().toBuffer()
      const name = `B1_01_${shade / 10}.jpg`
      await sendPhotos(shop.admin, { itemCode: 'B1', colorCode: '01' }, { name, bytes })
    }
    const files = await written('export')
    const { objects } = openPhotoStore({ folder: join(folder, 'imported') })
    let room = 2
    const filling = {
      ...objects,
      put: async (...given: Parameters<typeof objects.put>) => {
        room -= 1
        if (room < 0) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
        await objects.put(...given)
      },
    }
    const said: string[] = []
    await expect(imported(files, connections, undefined, { objects: filling, said })).rejects.toThrow(
      'The import failed: no space is left on the disk.',
    )
    expect(said).toEqual([])
    for await (const object of objects.keys('')) expect(object).toBe('not there')
  })

  test('is read in parts: a row or a first line that does not end is refused, and so is what grows a thousandfold', async () => {
    const files = await anExport()
    const first = `{"table":"users","columns":["tenant_id"]}\n`
    const many = (count: number, part: string) => {
      const mebibytes = Array.from({ length: count }, () => part.repeat(mebibyte / part.length))
      return buffer(Readable.from([first, ...mebibytes], { objectMode: false }).pipe(createZstdCompress()))
    }
    const cases: [Buffer, string][] = [
      [await many(65, 'x'), 'the table users has a row of more than 64 MiB'],
      [zstdCompressSync('x'.repeat(mebibyte)), `a table's first line is longer than 64 KiB`],
      [await many(300, `${'x'.repeat(4095)}\n`), 'its rows are more than 1000 times as large as the file'],
    ]
    const name = await nameOf(files)
    for (const [bytes, sentence] of cases) {
      await changeRows(files, shop.tenantId, () => bytes)
      const manifest = await readManifest(sourceOf(files), name)
      await expect(checkBackup(sourceOf(files), manifest)).rejects.toThrow(sentence)
    }
  })
})

describe('an export', () => {
  test('gets another key where its own is taken, and comes last', async () => {
    const { connections } = await elsewhere()
    const files = await anExport()
    await asSuperuser(connections, `update tenants set key = $1, sort_order = 7`, [shop.key])
    await expect(imported(files, connections)).rejects.toThrow(`There is already a wholesaler ${shop.key}`)
    expect(await imported(files, connections, 'moved')).toMatchObject({ key: 'moved' })
    expect(await asSuperuser(connections, 'select key, sort_order from tenants order by 2')).toEqual([
      { key: shop.key, sort_order: 7 },
      { key: 'moved', sort_order: 8 },
    ])
  })

  test('leaves its host names behind, also one that another has here', async () => {
    const { connections } = await elsewhere()
    await asSuperuser(
      app.connections,
      `insert into tenant_hosts (name, tenant_id, position)
       values ('rival.example.com', $1, 1), ('traveller.example.com', $1, 2)`,
      [shop.tenantId],
    )
    onTestFinished(async () => {
      await asSuperuser(app.connections, 'delete from tenant_hosts where tenant_id = $1', [shop.tenantId])
    })
    const { leftOutHosts } = await imported(await written('export'), connections)
    expect(leftOutHosts).toEqual(['rival.example.com', 'traveller.example.com'])
    expect(
      await asSuperuser(
        connections,
        'select h.name, t.key from tenant_hosts h join tenants t on t.id = h.tenant_id',
      ),
    ).toEqual([{ name: 'rival.example.com', key: 'rival' }])
  })

  test('has nobody signed in, whatever the file says', async () => {
    const { connections } = await elsewhere()
    const files = await anExport()
    const text = zstdDecompressSync(files.get(rowsKey(await nameOf(files), shop.tenantId)) ?? '').toString()
    const [signedIn] = await shop.query<{ count: number }>(
      'select count(*)::int as count from sessions where tenant_id = $1',
    )
    expect(signedIn?.count).toBeGreaterThan(0)
    expect(text).not.toContain('"table":"sessions"')
    await changeRows(files, shop.tenantId, (rows) => rows + doors(rows))
    await imported(files, connections)
    expect(await doorsOf(connections)).toEqual({ sessions: 0, resets: 0, codes: 0 })
  })

  test('makes no demo data here', async () => {
    const { connections } = await elsewhere()
    const files = await anExport()
    await changeRows(files, shop.tenantId, (text) => withCell(text, 'tenants', 'is_being_filled', 't'))
    await imported(files, connections)
    expect(await asSuperuser(connections, 'select from tenants where is_being_filled')).toEqual([])
  })
})

/** A session, a link and a code of a user in the text. */
function doors(text: string): string {
  const [, header = '', , rows = ''] =
    [...text.matchAll(tablePart)].find(([, , name]) => name === 'users') ?? []
  const at = (JSON.parse(header) as { columns: string[] }).columns.indexOf('id')
  const user = { tenant_id: shop.tenantId, user_id: rows.split('\t')[at] ?? '' }
  const hash = `\\\\x${'ab'.repeat(32)}`
  const later = '2999-01-01 00:00:00+00'
  return (
    table('sessions', {
      ...user,
      id: operator.id,
      access_hash: hash,
      access_expires_at: later,
      refresh_hash: hash,
      refresh_expires_at: later,
      successor_salt: hash,
      created_at: later,
    }) +
    table('password_resets', { ...user, token_hash: hash, expires_at: later }) +
    table('verification_codes', {
      ...user,
      code_hash: hash,
      expires_at: later,
      tries_left: '5',
      sent_at: later,
    })
  )
}

async function doorsOf(connections: Connections) {
  const [found] = await asSuperuser<object>(
    connections,
    `select (select count(*) from sessions)::int as sessions, (select count(*) from password_resets)::int as resets,
       (select count(*) from verification_codes)::int as codes`,
  )
  return found
}

describe('a backup', () => {
  test('is restored without operators and with nobody signed in, as an older one may have them', async () => {
    const files = await written('backup')
    const host = { name: 'own.example.com', tenant_id: shop.tenantId, position: '1' }
    await changeRows(files, shop.tenantId, (text) => text + doors(text) + table('tenant_hosts', host))
    await changeRows(files, deploymentOwner, (text) => text + table('operators', operator))
    const connections = await restored(files)
    expect(await doorsOf(connections)).toEqual({ sessions: 0, resets: 0, codes: 0 })
    expect(await asSuperuser(connections, 'select from operators')).toEqual([])
    expect(await asSuperuser(connections, 'select name from tenant_hosts')).toEqual([
      { name: 'own.example.com' },
    ])
  })

  test.each<[string, string, (files: Files) => Promise<void>]>([
    [
      'operators among the rows of a wholesaler',
      'the table operators does not belong there',
      (files) => changeRows(files, shop.tenantId, (text) => text + table('operators', operator)),
    ],
    [
      'a wholesaler among the rows of the deployment',
      'the table tenants does not belong there',
      (files) =>
        changeRows(files, deploymentOwner, () =>
          table('tenants', { id: operator.id, key: 'eve', sort_order: '1', created_at: '2026-01-01' }),
        ),
    ],
    [
      'migrations among the rows of the deployment',
      'the table schema_migrations does not belong there',
      (files) =>
        changeRows(files, deploymentOwner, () => table('schema_migrations', { name: 'x', hash: 'x' })),
    ],
    [
      'usage of another wholesaler',
      'the table tenant_usage has rows of another wholesaler',
      (files) =>
        changeRows(
          files,
          shop.tenantId,
          (text) =>
            text +
            table('tenant_usage', { tenant_id: operator.id, hour: '2026-01-01', calls: '1', orders: '1' }),
        ),
    ],
  ])('that was changed is refused: %s', async (_what, sentence, change) => {
    const files = await written('backup')
    await change(files)
    const connections = await emptyDatabase()
    const refused = await restored(files, connections).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(StartupProblem)
    expect(refused).toHaveProperty('message', expect.stringContaining(sentence))
    expect(await asSuperuser(connections, 'select key from tenants where id = $1', [shop.tenantId])).toEqual(
      [],
    )
    expect(await asSuperuser(connections, 'select from operators')).toEqual([])
  })

  test('whose manifest names a table that its rows do not is refused', async () => {
    const files = await written('backup')
    await changeManifest(files, ({ deployment }: Manifest) =>
      Object.assign(deployment?.rows ?? {}, { schema_migrations: 0 }),
    )
    const connections = await emptyDatabase()
    await expect(restored(files, connections)).rejects.toThrow('it is not what was written')
    const [found] = await asSuperuser<{ count: number }>(
      connections,
      'select count(*)::int as count from schema_migrations',
    )
    expect(found?.count).toBeGreaterThan(0)
  })
})

describe('a file that was cut', () => {
  /** Offsets of each file: its start, its middle and what is just missing at its end. */
  const offsets = (length: number) => [0, 1, 3, length >> 2, length >> 1, length - 4, length - 1]

  test.each(['backup', 'export'] as const)('gives one plain sentence: %s', async (what) => {
    const files = await written(what)
    const name = await nameOf(files)
    const [{ connections }, empty] = [await elsewhere(), await emptyDatabase()]
    const before = await contentOf(connections)
    const cut = [manifestKey(name), rowsKey(name, shop.tenantId), picturesKey(name, shop.tenantId)]
    for (const file of cut) {
      const whole = files.get(file) ?? Buffer.alloc(0)
      for (const offset of offsets(whole.length)) {
        // A last line feed more or less is nothing.
        if (file.endsWith('.pictures') && whole.subarray(offset).toString().trim() === '') continue
        files.set(file, whole.subarray(0, offset))
        const attempts = [
          () => (what === 'export' ? imported(files, connections) : restored(files, empty)),
          async () => checkBackup(sourceOf(files), await readManifest(sourceOf(files), name)),
        ]
        for (const attempt of attempts) {
          const refused = await attempt().catch((error: unknown) => error)
          expect([file, offset, refused]).toEqual([file, offset, expect.any(StartupProblem)])
        }
      }
      files.set(file, whole)
    }
    if (what === 'export') expect(await contentOf(connections)).toEqual(before)
    else await restored(files, empty)
  })
})
