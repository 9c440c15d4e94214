import { randomBytes } from 'node:crypto'
import { readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import S3rver from '@20minutes/s3rver'
import pg from 'pg'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type Connections, connected } from '#server/db/connection.ts'
import { migrate, readMigrations } from '#server/db/migrate.ts'
import { openPhotoStore, photoObject } from '#server/images/photoStore.ts'
import { secretsOf } from '#server/process/secrets.ts'
import { StartupProblem } from '#server/process/startup.ts'
import { version } from '#server/process/version.ts'
import { emptyDatabase, runSql, testDatabase } from '#test/database.ts'
import { testFolder } from '#test/folder.ts'
import { plainPicture, sendPhotos } from '#test/upload.ts'
import { newShop, useApp } from '#test/useShop.ts'
import { checkBackup } from './checkBackup.ts'
import { importTenant } from './importTenant.ts'
import { backupName, listBackups, readManifest, rowsKey } from './manifest.ts'
import { type BackupPlace, openBackupSource, openBackupStore } from './place.ts'
import { removeOldBackups } from './removeOld.ts'
import { restore } from './restore.ts'
import { type RowCounts, writeRows } from './rows.ts'
import { type BackupSettings, runBackup } from './runBackup.ts'
import { openKey } from './sealedKey.ts'
import { listTables } from './tables.ts'
import { takeBackup } from './takeBackup.ts'

const app = useApp()
let folder: string
const key = 'the key of the deployment in these tests'
const passphrase = 'a passphrase to remember'

beforeEach(async () => {
  folder = await testFolder()
  const { fingerprint } = secretsOf(key)
  await runSql(
    app.connections.owner,
    `delete from secret_key; insert into secret_key values ('${fingerprint}')`,
  )
})

const settings = (place: BackupPlace, more: Partial<BackupSettings> = {}): BackupSettings => ({
  config: { dataDir: folder, secretKey: key, photos: app.photos.place },
  connections: app.connections,
  place,
  passphrase,
  ...more,
})
const made = async (place: BackupPlace, more: Partial<BackupSettings> = {}) => {
  const report = await runBackup(settings(place, more))
  if (!report) throw new Error('It was made elsewhere')
  return report
}

type RestoreOptions = { connections?: Connections; isTrial?: boolean; keepsNumbers?: boolean }

async function restored(place: BackupPlace, more: RestoreOptions = {}) {
  const connections = more.connections ?? (await emptyDatabase())
  const photos = openPhotoStore({ folder: join(folder, 'restored') })
  await using source = await openBackupSource(place)
  const [newest] = (await listBackups(source)).toReversed()
  const manifest = await readManifest(source, newest?.name ?? '')
  const said: string[] = []
  const log = (line: string) => void said.push(line)
  const { objects } = photos
  const lastNumbers = await restore({
    connections,
    objects,
    source,
    manifest,
    log,
    keepsNumbers: true,
    ...more,
  })
  return { connections, photos, said, manifest, lastNumbers }
}

/** All rows of a tenant, as the superuser sees them, without what a restore changes. */
async function contentOf({ owner }: Connections, tenantId: string): Promise<Record<string, string[]>> {
  await using client = await connected({ ...owner, user: 'postgres' })
  const content: Record<string, string[]> = {}
  for (const { name, columns, isOfTenant, opensDoor } of await listTables(client)) {
    if (!isOfTenant || opensDoor || ['jobs', 'order_files', 'photo_catalogues'].includes(name)) continue
    const shown = columns.filter(
      (column) => name !== 'photos' || ['tenant_id', 'content_hash'].includes(column),
    )
    const { rows } = await client.query<{ row: string }>(
      `select row(${shown.map((column) => pg.escapeIdentifier(column)).join(', ')})::text as row from ${name}
       where ${name === 'tenants' ? 'id' : 'tenant_id'} = $1 order by 1`,
      [tenantId],
    )
    content[name] = rows.map(({ row }) => row)
  }
  return content
}

async function shopWithPhotos() {
  const shop = await newShop(app)
  const [one, other] = [randomBytes(3), randomBytes(3)].map(([r = 0, g = 0, b = 0]) => ({ r, g, b }))
  const jpeg = async (background: typeof one) => await plainPicture(60, 80, background).jpeg().toBuffer()
  await sendPhotos(
    shop.admin,
    { itemCode: 'A1', colorCode: '01' },
    { name: 'A1_01_1.jpg', bytes: await jpeg(one) },
    { name: 'A1_01_2.jpg', bytes: await jpeg(other) },
  )
  return shop
}

const photosOf = async ({ owner }: Connections, tenantId: string) =>
  (
    await runSql<{ hash: string }>(
      { ...owner, user: 'postgres' },
      'select content_hash as hash from photos where tenant_id = $1 order by 1',
      [tenantId],
    )
  ).map(({ hash }) => hash)

async function bucket(): Promise<BackupPlace> {
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: join(folder, 's3'),
    configureBuckets: [{ name: 'kept', configs: [] }],
  })
  const { port } = await server.run()
  onTestFinished(() => server.close())
  const login = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  const endpoint = `http://127.0.0.1:${port}`
  return { endpoint, bucket: 'kept', region: 'us-east-1', prefix: 'own/backups', ...login }
}

describe.each([
  ['a folder', async () => ({ folder: join(folder, 'kept') })],
  ['a file', async () => ({ file: join(folder, 'kept.zip') })],
  ['a bucket', bucket],
])('in %s', (_kind, openPlace: () => Promise<BackupPlace>) => {
  test('a backup holds every row and photo, and the key', async () => {
    const shop = await shopWithPhotos()
    await shop.place({ lines: { 'A1 S': 2, 'A2 L4': 1 } })
    await shop.update('users set introduction = $2', '\\.\n\\.\nKapı\tönü \\N "x" \\')
    const place = await openPlace()
    const before = await contentOf(app.connections, shop.tenantId)
    const { manifest } = await made(place)
    const { connections, photos } = await restored(place)

    expect(await contentOf(connections, shop.tenantId)).toEqual(before)
    const hashes = await photosOf(connections, shop.tenantId)
    expect(hashes).toHaveLength(2)
    for (const hash of hashes)
      expect(await photos.original(shop.tenantId, hash)).toEqual(
        await app.photos.original(shop.tenantId, hash),
      )
    expect(openKey(manifest.key.sealed ?? '', passphrase)).toBe(key)
    expect(() => openKey(manifest.key.sealed ?? '', `${passphrase}!`)).toThrow('not the one')
    for (const cut of ['', 'AAAA', manifest.key.sealed?.slice(0, 60) ?? ''])
      expect(() => openKey(cut, passphrase)).toThrow('not the one')
    expect(JSON.stringify(manifest)).not.toContain(key)
  })
})

test('a backup holds the photos that can be brought back: of deleted products, and deleted ones', async () => {
  const shop = await shopWithPhotos()
  const [ofProduct, deleted] = await shop.query<{ hash: string }>(
    'select content_hash as hash from product_images where tenant_id = $1 order by file_name desc',
  )
  const removed = await shop.admin.get('/api/Shop/DeleteProductImage', {
    itemCode: 'A1',
    colorCode: '01',
    file: 'A1_01_1.jpg',
  })
  expect(removed.status).toBe(200)
  await shop.update(`products set is_active = false, deleted_at = now() where item_code = 'A1'`)
  const unmade = () => shop.query(`select from photos where tenant_id = $1 and state <> 'ready'`)
  await expect.poll(unmade, { timeout: 10_000 }).toEqual([])
  // Another server's folder did not have them when they were looked for; they are here.
  await shop.update(`photos set state = 'missing'`)
  const place = { folder: join(folder, 'kept') }
  await made(place)
  const { photos } = await restored(place)
  for (const { hash = '' } of [ofProduct ?? {}, deleted ?? {}])
    expect(await photos.original(shop.tenantId, hash)).toEqual(await app.photos.original(shop.tenantId, hash))
})

test('every order that was answered before the backup began is in it, and none in part', async () => {
  const shop = await newShop(app)
  await shop.update('variants set inventory = 1000000')
  const answered: number[] = []
  const stopping = new AbortController()
  const order = async () => {
    while (!stopping.signal.aborted)
      answered.push(Number((await shop.place({ lines: { 'A1 S': 1, 'B1 M': 2 } })).number))
  }
  const orders = [order(), order(), order()]
  await expect.poll(() => answered.length).toBeGreaterThan(20)
  const place = { folder: join(folder, 'kept') }
  const before = Math.max(...answered)
  await made(place)
  await expect.poll(() => Math.max(...answered)).toBeGreaterThan(before)
  stopping.abort()
  await Promise.all(orders)

  const { connections, manifest } = await restored(place)
  const last = manifest.tenants.find(({ id }) => id === shop.tenantId)?.lastOrderNumber ?? 0
  expect(last).toBeGreaterThanOrEqual(before)
  const read = <Row extends object>(text: string) =>
    runSql<Row>({ ...connections.owner, user: 'postgres' }, text, [shop.tenantId])
  const numbers = await read<{ number: number; lines: number }>(`
    select number::int, (select count(*)::int from order_lines l where l.tenant_id = $1 and l.order_id = o.id) as lines
    from orders o where tenant_id = $1 order by number`)
  expect(numbers).toEqual(
    Array.from({ length: last - 1000 }, (_, index) => ({ number: 1001 + index, lines: 2 })),
  )
  const [stock] = await read<{ ordered: number }>(
    `select 1000000 - inventory as ordered from variants where tenant_id = $1 and inventory < 1000000
     order by inventory limit 1`,
  )
  expect(stock?.ordered).toBe(2 * numbers.length)
})

test('rows are counted wherever the database cuts its answer', async () => {
  await using client = await connected(app.connections.owner)
  await client.query('create temporary table cut (text text)')
  const wrong: number[] = []
  // It sends 8 kB at a time: at some length the end of the rows is a part of its own.
  for (let length = 8150; length < 8180; length += 1) {
    await client.query('truncate cut')
    await client.query(`insert into cut values (repeat('x', $1))`, [length])
    for (let time = 0; time < 40; time += 1) {
      const counts: RowCounts = {}
      const table = { name: 'cut', columns: ['text'], isOfTenant: false, opensDoor: false }
      await buffer(Readable.from(writeRows(client, [table], undefined, counts)))
      if (counts.cut !== 1) wrong.push(length)
    }
  }
  expect(wrong).toEqual([])
})

describe('a damaged backup', () => {
  test.each(['rows', 'a picture'])('is found: %s', async (part) => {
    const shop = await shopWithPhotos()
    const kept = join(folder, 'kept')
    const { manifest } = await made({ folder: kept })
    const [hash = ''] = await photosOf(app.connections, shop.tenantId)
    const file =
      part === 'rows'
        ? rowsKey(manifest.name, shop.tenantId)
        : `pictures/${photoObject(shop.tenantId, hash, 'original')}`
    const bytes = await readFile(join(kept, file))
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
    await writeFile(join(kept, file), bytes)
    await using source = await openBackupSource({ folder: kept })
    await expect(checkBackup(source, manifest)).rejects.toThrow('is damaged')
    if (part === 'rows') await expect(restored({ folder: kept })).rejects.toThrow()
    else
      expect((await restored({ folder: kept })).said).toContainEqual(
        expect.stringContaining('missing or damaged'),
      )
  })
})

test('a full disk is said in a sentence, and noted', async () => {
  await newShop(app)
  const file = join(folder, 'kept.zip')
  await symlink('/dev/full', `${file}.part`)
  const failed = await runBackup(settings({ file })).catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(StartupProblem)
  const sentence = `The backup to ${file} failed: no space is left on the disk.`
  expect(failed).toHaveProperty('message', sentence)
  const noted = await runSql<{ error: string }>(
    app.connections.owner,
    'select error from backups where place = $1',
    [file],
  )
  expect(noted).toEqual([{ error: sentence }])
  expect(await readdir(folder)).toEqual([])
})

test('an interrupted restore lets no server start, and goes on', async () => {
  const [one, two] = [await newShop(app), await newShop(app)]
  const place = { folder: join(folder, 'kept') }
  const { manifest } = await made(place)
  const connections = await emptyDatabase()
  const store = openBackupStore(place)
  let left = manifest.tenants.findIndex(({ id }) => id === two.tenantId)
  const breaking = {
    ...store,
    get: async (name: string) => {
      if (name.endsWith('.rows.zst') && !name.includes('deployment')) left -= 1
      if (left < 0) throw new Error('The network is away')
      return store.get(name)
    },
  }
  const objects = openPhotoStore({ folder: join(folder, 'restored') }).objects
  const request = { connections, objects, manifest, log: () => {}, keepsNumbers: true }
  await expect(restore({ ...request, source: breaking })).rejects.toThrow('The network is away')
  await expect(migrate(connections)).rejects.toThrow('is being restored into this database')
  await expect(
    restore({ ...request, source: store, manifest: { ...manifest, name: 'another' } }),
  ).rejects.toThrow('Another backup was being restored here')
  await restore({ ...request, source: store })
  for (const { tenantId } of [one, two])
    expect(await contentOf(connections, tenantId)).toEqual(await contentOf(app.connections, tenantId))
  expect(await migrate(connections)).toEqual([])
})

test('a backup is restored into an empty database only', async () => {
  const shop = await newShop(app)
  const place = { folder: join(folder, 'kept') }
  await made(place)
  await expect(restored(place, { connections: app.connections })).rejects.toThrow('an empty database only')
  expect((await shop.order()).status).toBe(200)
})

test('a backup of a newer version says which one is needed', async () => {
  const place = { folder: join(folder, 'kept') }
  const { manifest } = await made(place)
  expect(manifest.version).toBe(version)
  const newer = {
    ...manifest,
    version: '17.3.0',
    migrations: [...manifest.migrations, { name: '9001_later.sql', hash: '0'.repeat(64) }],
  }
  await using source = await openBackupSource(place)
  const request = { connections: await emptyDatabase(), objects: app.photos.objects, source, log: () => {} }
  await expect(restore({ ...request, manifest: newer })).rejects.toThrow(
    `was made by Toptan 17.3.0 (9001_later.sql), and this is Toptan ${version}.`,
  )
})

test('a backup of an older schema gets the migrations since', async () => {
  const old = await emptyDatabase()
  const files = (await readMigrations()).map(({ name }) => name)
  const before = files.slice(0, files.indexOf('0060_backups.sql'))
  await migrate(old, { only: before })
  const place = { folder: join(folder, 'kept') }
  await runSql(old.owner, `insert into secret_key values ('${secretsOf(key).fingerprint}')`)
  const { name } = (
    await takeBackup({
      connections: old,
      objects: app.photos.objects,
      target: openBackupStore(place),
      name: '2026-01-01T00-00-00Z',
      key: { fingerprint: secretsOf(key).fingerprint },
      workFolder: folder,
    })
  ).manifest
  const { connections, manifest } = await restored(place)
  expect(manifest.name).toBe(name)
  const rows = await runSql<{ name: string }>(
    connections.owner,
    'select name from schema_migrations order by name',
  )
  expect(rows.map((row) => row.name)).toEqual(files)
})

test('a trial sends nothing: links are paused and mails dropped', async () => {
  const shop = await newShop(app)
  await shop.query(`insert into erp_links (tenant_id, kind, updated_at) values ($1, 'agent', now())`)
  const { id } = await shop.place()
  await shop.query(
    `insert into order_mails (tenant_id, id, order_id, order_version, kind, recipient, language, next_attempt_at, created_at)
     values ($1, $2, $2, 1, 'placed', 'x@example.com', 'tr', now(), now())`,
    id,
  )
  const place = { folder: join(folder, 'kept') }
  await made(place)
  const { connections } = await restored(place, { isTrial: true })
  const [found] = await runSql<object>(
    { ...connections.owner, user: 'postgres' },
    `select (select is_paused from erp_links where tenant_id = $1) as "isPaused",
       (select string_agg(distinct state, ' ') from order_mails where tenant_id = $1) as mails`,
    [shop.tenantId],
  )
  expect(found).toEqual({ isPaused: true, mails: 'dropped' })
})

describe('numbers of orders after a restore', () => {
  const dayMs = 24 * 60 * 60_000
  const place = () => ({ folder: join(folder, 'kept') })
  const lastOf = async ({ connections }: Awaited<ReturnType<typeof restored>>, tenantId: string) =>
    (
      await runSql<{ number: number }>(
        { ...connections.owner, user: 'postgres' },
        'select last_order_number::int as number from tenant_counters where tenant_id = $1',
        [tenantId],
      )
    )[0]?.number

  test('skip a thousand at least, also where nothing was ordered yet', async () => {
    const [shop, fresh] = [await newShop(app), await newShop(app)]
    for (let orders = 0; orders < 3; orders += 1) await shop.place()
    await made(place())
    const skipped = await restored(place(), { keepsNumbers: false })
    expect([await lastOf(skipped, shop.tenantId), await lastOf(skipped, fresh.tenantId)]).toEqual([
      3000, 2000,
    ])
    expect(skipped.lastNumbers.get(shop.tenantId)).toBe(3000)
    const kept = await restored(place())
    expect([await lastOf(kept, shop.tenantId), await lastOf(kept, fresh.tenantId)]).toEqual([1003, 1000])
  })

  test('skip more if more may have been ordered since, and the ERP is compared', async () => {
    const shop = await newShop(app)
    await shop.query("insert into erp_states (tenant_id, reconcile_at) values ($1, now() + interval '9 h')")
    for (let orders = 0; orders < 3; orders += 1) await shop.place()
    await made(place())
    const source = openBackupStore(place())
    const [newest] = await listBackups(source)
    const manifest = await readManifest(source, newest?.name ?? '')
    // 3 orders a day, twice: 6 for each of 901 days.
    const takenAt = new Date(Date.now() - 900 * dayMs).toISOString()
    const tenants = manifest.tenants.map((tenant) => ({ ...tenant, takenAt }))
    const connections = await emptyDatabase()
    const { objects } = openPhotoStore({ folder: join(folder, 'restored') })
    await restore({ connections, objects, source, manifest: { ...manifest, tenants }, log: () => {} })
    const [found] = await runSql<object>(
      { ...connections.owner, user: 'postgres' },
      `select last_order_number::int as number, reconcile_at <= now() as "isDue"
       from tenant_counters c join erp_states s using (tenant_id) where tenant_id = $1`,
      [shop.tenantId],
    )
    expect(found).toEqual({ number: 7000, isDue: true })
  })
})

test('old backups go, with the photos that only they held; the newest three stay', async () => {
  const shop = await shopWithPhotos()
  const kept = openBackupStore({ folder: join(folder, 'kept') })
  const day = 24 * 60 * 60_000
  const now = new Date()
  const take = async (daysAgo: number) => {
    const name = backupName(new Date(now.getTime() - daysAgo * day))
    const { connections, photos } = app
    await takeBackup({
      connections,
      objects: photos.objects,
      target: kept,
      name,
      key: { fingerprint: 'unknown' },
      workFolder: folder,
      tenantKey: shop.key,
    })
    return name
  }
  const [first = '', second = ''] = await photosOf(app.connections, shop.tenantId)
  const oldest = await take(50)
  await shop.query('delete from product_images where tenant_id = $1 and content_hash = $2', first)
  await shop.query('delete from photos where tenant_id = $1 and content_hash = $2', first)
  const rest = [await take(49), await take(48), await take(2)]
  const has = (hash: string) => kept.has(`pictures/${photoObject(shop.tenantId, hash, 'original')}`)
  expect([await has(first), await has(second)]).toEqual([true, true])
  expect(await removeOldBackups(kept, { keepDays: 7, isThinned: false }, now)).toEqual([oldest])
  expect((await listBackups(kept)).map(({ name }) => name)).toEqual(rest)
  expect([await has(first), await has(second)]).toEqual([false, true])
  await using source = await openBackupSource({ folder: join(folder, 'kept') })
  await checkBackup(source, await readManifest(source, rest[0] ?? ''))
})

test('one backup is made at a time, and one for each scheduled moment', async () => {
  await newShop(app)
  const place = { folder: join(folder, 'kept') }
  const scheduledFor = new Date('2026-03-01T02:00:00Z')
  const answers = await Promise.all([1, 2, 3].map(() => runBackup(settings(place, { scheduledFor }))))
  expect(answers.filter(Boolean)).toHaveLength(1)
  expect(await runBackup(settings(place, { scheduledFor }))).toBeUndefined()
  const [noted] = await runSql<object>(
    app.connections.owner,
    'select name, error, ended_at is not null as "hasEnded" from backups where scheduled_for = $1',
    [scheduledFor],
  )
  expect(noted).toEqual({ name: expect.stringMatching(/^20/), error: '', hasEnded: true })
  await runSql(
    app.connections.owner,
    `insert into backups (id, place, server) values (gen_random_uuid(), 'elsewhere', 'another server')`,
  )
  await expect(runBackup(settings(place))).rejects.toThrow(
    'A backup is being made already, by another server',
  )
})

describe('one wholesaler', () => {
  const otherKey = 'the key of the deployment that it moves to'

  async function moved(change: { as?: string; into?: Connections } = {}) {
    const shop = await shopWithPhotos()
    await shop.place()
    const place = { file: join(folder, `${shop.key}.zip`) }
    await shop.query(
      `insert into erp_links (tenant_id, kind, secret, updated_at) values ($1, 'agent', $2, now())`,
      secretsOf(key).seal('s3cret', `erp ${shop.tenantId} agent`),
    )
    await made(place, { tenantKey: shop.key })
    let connections = change.into
    if (!connections) {
      const other = await testDatabase()
      onTestFinished(other.drop)
      connections = other.connections
    }
    await using source = await openBackupSource(place)
    const [found] = await listBackups(source)
    const manifest = await readManifest(source, found?.name ?? '')
    const { objects } = openPhotoStore({ folder: join(folder, 'moved') })
    const secrets = { from: secretsOf(key), to: secretsOf(otherKey) }
    await importTenant({ connections, objects, source, manifest, secrets, as: change.as, log: () => {} })
    return { shop, connections }
  }

  test('moves to another deployment, where its secrets are sealed with the key there', async () => {
    const { shop, connections } = await moved({ as: 'moved' })
    const before = await contentOf(app.connections, shop.tenantId)
    const after = await contentOf(connections, shop.tenantId)
    for (const table of ['orders', 'order_lines', 'users', 'products', 'variants', 'photos'])
      expect([table, after[table]]).toEqual([table, before[table]])
    const [found] = await runSql<{ key: string; secret: Buffer }>(
      { ...connections.owner, user: 'postgres' },
      `select key, secret from tenants t join erp_links l on l.tenant_id = t.id where t.id = $1`,
      [shop.tenantId],
    )
    expect(found?.key).toBe('moved')
    expect(secretsOf(otherKey).open(found?.secret ?? Buffer.of(), `erp ${shop.tenantId} agent`)).toBe(
      's3cret',
    )
  })

  test('is refused where it is already', async () => {
    await expect(moved({ into: app.connections })).rejects.toThrow('This wholesaler is here already')
  })
})
