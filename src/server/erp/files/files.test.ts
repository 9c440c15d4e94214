import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSheet } from 'read-excel-file/node'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import type { ErpDocument } from '#shared/erp/document.ts'
import { documentOf, lineOf } from '#test/erp/documents.ts'
import { ErpError } from '../connector.ts'
import { filesConnector, openFiles } from './files.ts'
import { openFolder, setErpFolder } from './folderStore.ts'
import { type FileStore, StoreFault } from './store.ts'

const tenantId = '0195d3f2-0000-7000-8000-000000000001'
const all = async <Item>(items: AsyncIterable<Item> | undefined): Promise<Item[]> => {
  const found: Item[] = []
  for await (const item of items ?? []) found.push(item)
  return found
}
const timeout = () => AbortSignal.timeout(10_000)
const csvSettings = {
  format: 'csv' as const,
  dialect: 'semicolon' as const,
  columns: [
    { name: 'No', value: '{orderNumber}' },
    { name: 'Ürün', value: '{line.productCode}' },
    { name: 'Fiyat', value: '{line.unitPrice}' },
  ],
}
let place = ''

beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'toptan-files-'))
  setErpFolder(place)
})
afterEach(() => rm(place, { recursive: true, force: true }))
afterAll(() => setErpFolder(''))

const folder = () => join(place, tenantId, 'in')
const visibleFiles = async () => (await readdir(folder())).filter((name) => name !== '.toptan')
const partFiles = () => readdir(join(folder(), '.toptan', 'parts'))

/** Simulates the ERP. */
const pickedUp: string[] = []
beforeEach(() => void pickedUp.splice(0))
async function pickUp(): Promise<void> {
  for (const name of await visibleFiles().catch(() => [])) {
    pickedUp.push(await readFile(join(folder(), name), 'utf8'))
    await rm(join(folder(), name))
  }
}

class Died extends Error {}

function dyingStore(store: FileStore, operation: number, when: 'before' | 'midway' | 'after'): FileStore {
  let count = 0
  const mortal = async <T>(work: () => Promise<T>, half?: () => Promise<unknown>): Promise<T> => {
    count += 1
    if (count > operation || (count === operation && when === 'before')) throw new Died()
    if (count === operation && when === 'midway') {
      await half?.()
      throw new Died()
    }
    const answer = await work()
    if (count === operation) throw new Died()
    return answer
  }
  return {
    name: store.name,
    makeFolder: (path, signal) => mortal(() => store.makeFolder(path, signal)),
    write: (path, content, signal) =>
      mortal(
        () => store.write(path, content, signal),
        () => store.write(path, content.subarray(0, content.length / 2), signal),
      ),
    rename: (from, to, signal) => mortal(() => store.rename(from, to, signal)),
    read: (path, signal) => mortal(() => store.read(path, signal)),
    list: (path, signal) => mortal(() => store.list(path, signal)),
    remove: (path, signal) => mortal(() => store.remove(path, signal)),
    close: () => store.close(),
  }
}

/** What the next process does after a crash. */
async function recover(document: ErpDocument) {
  const connector = filesConnector(openFolder(tenantId, 'in'), csvSettings)
  const found = await connector.find(document.key, timeout())
  return found ?? (await connector.push(document, timeout()))
}

const moments = Array.from({ length: 14 }, (_none, index) => index + 1).flatMap((operation) =>
  (['before', 'midway', 'after'] as const).map((when) => ({ operation, when })),
)

test.each(moments)(
  'a process that dies $when operation $operation delivers exactly once',
  async ({ operation, when }) => {
    const document = documentOf(2, { key: 'k1', orderNumber: '1025' })
    const mortal = filesConnector(dyingStore(openFolder(tenantId, 'in'), operation, when), csvSettings)
    const pushed = await mortal.push(document, timeout()).catch((error: unknown) => error)
    if (pushed instanceof Error) expect(pushed).toBeInstanceOf(Died)
    else expect(operation).toBeGreaterThan(8)
    await pickUp()
    const order = await recover(document)
    await pickUp()
    expect(pickedUp).toHaveLength(1)
    expect(pickedUp[0]).toContain('1025;')
    expect(pickedUp[0]?.split('\r\n')).toHaveLength(document.lines.length + 2)
    expect(order).toMatchObject({ totalMinor: document.totalMinor, lineCount: document.lines.length })
    expect(await recover(document)).toEqual(order)
    expect(await visibleFiles()).toEqual([])
    expect(await partFiles()).toEqual([])
  },
)

test.each(moments)(
  'so does one that dies again $when operation $operation while retrying',
  async ({ operation, when }) => {
    const document = documentOf(2, { key: 'k1', orderNumber: '1025' })
    // Marker written, part not yet renamed.
    await expect(
      filesConnector(dyingStore(openFolder(tenantId, 'in'), 7, 'after'), csvSettings).push(
        document,
        timeout(),
      ),
    ).rejects.toThrow(Died)
    expect(await partFiles()).toHaveLength(1)
    const again = filesConnector(dyingStore(openFolder(tenantId, 'in'), operation, when), csvSettings)
    await again.push(document, timeout()).catch((error: unknown) => expect(error).toBeInstanceOf(Died))
    await pickUp()
    await recover(document)
    await pickUp()
    expect(pickedUp).toHaveLength(1)
    expect(await partFiles()).toEqual([])
  },
)

test('delivers the newest version of an order amended after a crashed attempt', async () => {
  const document = documentOf(2, { key: 'k1', orderNumber: '1025' })
  await expect(
    filesConnector(dyingStore(openFolder(tenantId, 'in'), 7, 'after'), csvSettings).push(document, timeout()),
  ).rejects.toThrow(Died)
  const amended = { ...document, lines: document.lines.slice(0, 1), totalMinor: 1 }
  const order = await recover(amended)
  expect(order).toMatchObject({ totalMinor: 1, lineCount: 1 })
  await pickUp()
  expect(pickedUp.map((content) => content.split('\r\n').length)).toEqual([3])
})

test('a rename executed late, after the next attempt began, delivers nothing twice', async () => {
  const document = documentOf(2, { key: 'k1', orderNumber: '1025' })
  const store = openFolder(tenantId, 'in')
  let late: (() => Promise<void>) | undefined
  const slowStore: FileStore = {
    ...store,
    rename: async (from, to, signal) => {
      if (!to.endsWith('.csv')) return await store.rename(from, to, signal)
      late = () => store.rename(from, to, timeout())
      throw new StoreFault('the connection broke', { isAnswered: false })
    },
  }
  await expect(filesConnector(slowStore, csvSettings).push(document, timeout())).rejects.toMatchObject({
    errorClass: 'unknown',
  })
  // Until the next attempt has reclaimed the part, the rename counts.
  const nextStore: FileStore = {
    ...store,
    rename: async (from, to, signal) => {
      await late?.().catch(() => {})
      return await store.rename(from, to, signal)
    },
  }
  expect(await filesConnector(nextStore, csvSettings).push(document, timeout())).toMatchObject({
    number: '1025-k1.csv',
  })
  await pickUp()
  expect(pickedUp).toHaveLength(1)
  // After that, it fails.
  const other = { ...document, key: 'k2' }
  await expect(filesConnector(slowStore, csvSettings).push(other, timeout())).rejects.toMatchObject({
    errorClass: 'unknown',
  })
  const between: FileStore = {
    ...store,
    write: async (path, content, signal) => {
      await expect(late?.()).rejects.toThrow('does not exist')
      await store.write(path, content, signal)
    },
  }
  await filesConnector(between, csvSettings).push(other, timeout())
  await pickUp()
  expect(pickedUp).toHaveLength(2)
})

test('a lost answer to the last step means unknown; any other failure means nothing was delivered', async () => {
  const document = documentOf(2, { key: 'k1', orderNumber: '1025' })
  const store = openFolder(tenantId, 'in')
  for (const operation of ['makeFolder', 'write', 'rename', 'list'] as const) {
    const broken: FileStore = {
      ...store,
      [operation]: () => Promise.reject(new StoreFault('the connection broke', { isAnswered: false })),
    }
    await expect(filesConnector(broken, csvSettings).push(document, timeout())).rejects.toMatchObject({
      errorClass: 'down',
    })
  }
  const refusing: FileStore = {
    ...store,
    rename: (from, to, signal) =>
      to.endsWith('.csv')
        ? Promise.reject(new StoreFault('no', { isAnswered: true }))
        : store.rename(from, to, signal),
  }
  await expect(filesConnector(refusing, csvSettings).push(document, timeout())).rejects.toMatchObject({
    errorClass: 'down',
  })
  expect(await visibleFiles()).toEqual([])
  expect(await filesConnector(store, csvSettings).find('k1', timeout())).toBeUndefined()
  const late = AbortSignal.abort()
  await expect(filesConnector(store, csvSettings).push(document, late)).rejects.toMatchObject({
    errorClass: 'down',
  })
  await filesConnector(store, csvSettings).push(document, timeout())
  expect(await visibleFiles()).toEqual(['1025-k1.csv'])
})

test('the file opens in Turkish Excel, and no cell is a formula', async () => {
  const line = lineOf(1, { productCode: 'A;"1"', unitPriceMinor: 149_905, qty: 2, barcode: '00012' })
  const document = documentOf([line], { key: 'k1', orderNumber: '7', description: '=1+1' })
  const columns = [
    ...csvSettings.columns,
    { name: 'Not', value: '{description}' },
    { name: 'Barkod', value: '{line.barcode}' },
    { name: 'Adet', value: '{line.qty}' },
  ]
  const store = openFolder(tenantId, 'in')
  await filesConnector(store, { ...csvSettings, columns }).push(document, timeout())
  expect(await readFile(join(folder(), '7-k1.csv'), 'utf8')).toBe(
    `\ufeffNo;Ürün;Fiyat;Not;Barkod;Adet\r\n7;"A;""1""";1499,05;'=1+1;00012;2\r\n`,
  )
  await filesConnector(store, { ...csvSettings, columns, dialect: 'comma' }).push(
    { ...document, key: 'k2' },
    timeout(),
  )
  expect(await readFile(join(folder(), '7-k2.csv'), 'utf8')).toBe(
    `\ufeffNo,Ürün,Fiyat,Not,Barkod,Adet\r\n7,"A;""1""",1499.05,'=1+1,00012,2\r\n`,
  )
  await filesConnector(store, { ...csvSettings, columns, format: 'xlsx' }).push(
    { ...document, key: 'k3' },
    timeout(),
  )
  expect(await readSheet(join(folder(), '7-k3.xlsx'))).toEqual([
    ['No', 'Ürün', 'Fiyat', 'Not', 'Barkod', 'Adet'],
    ['7', 'A;"1"', 1499.05, '=1+1', '00012', 2],
  ])
})

test('lists delivered orders only, and forgets old ones', async () => {
  const connector = filesConnector(openFolder(tenantId, 'in'), csvSettings)
  const began = new Date(Date.now() - 60_000)
  for (const key of ['k1', 'k2', 'k3'])
    await connector.push(documentOf(2, { key, orderNumber: '1' }), timeout())
  await expect(
    filesConnector(dyingStore(openFolder(tenantId, 'in'), 7, 'after'), csvSettings).push(
      documentOf(2, { key: 'k4' }),
      timeout(),
    ),
  ).rejects.toThrow(Died)
  const markerOf = (key: string) => join(folder(), '.toptan', `${key}.json`)
  const days = (count: number) => new Date(Date.now() - count * 86_400_000)
  await utimes(markerOf('k2'), days(89), days(89))
  await utimes(markerOf('k3'), days(91), days(91))
  const listed = await all(connector.list?.(began, timeout()))
  expect(listed.map(({ key, number }) => [key, number])).toEqual([['k1', '1-k1.csv']])
  expect(await connector.find('k2', timeout())).toBeDefined()
  expect(await connector.find('k3', timeout())).toBeUndefined()
})

test('a folder cannot lead outside the tenant’s own', async () => {
  const settings = { where: 'folder', folder: '../other' }
  expect(() => openFiles({ settings, secret: '', tenantId })).toThrow(ErpError)
  for (const wrong of ['..', 'a/../../b', './a']) {
    await expect(openFolder(tenantId, wrong).list('', timeout())).rejects.toThrow('not inside')
  }
  const outside = await mkdtemp(join(tmpdir(), 'toptan-outside-'))
  await mkdir(join(place, tenantId), { recursive: true })
  await symlink(outside, join(place, tenantId, 'in'))
  const connector = filesConnector(openFolder(tenantId, 'in'), csvSettings)
  await expect(connector.health(timeout())).rejects.toMatchObject({ errorClass: 'down' })
  await expect(connector.push(documentOf(2, { key: 'k1' }), timeout())).rejects.toMatchObject({
    errorClass: 'down',
  })
  expect(await readdir(outside)).toEqual([])
  await rm(join(place, tenantId, 'in'))
  await mkdir(join(place, tenantId, 'in'))
  await symlink(outside, join(place, tenantId, 'in', '.toptan'))
  await expect(connector.push(documentOf(2, { key: 'k1' }), timeout())).rejects.toMatchObject({
    errorClass: 'down',
  })
  expect(await readdir(outside)).toEqual([])
  await rm(outside, { recursive: true })
})

test('explains why a place cannot be used', async () => {
  const connector = openFiles({ settings: { where: 'folder', folder: 'in' }, secret: '', tenantId })
  expect(await connector.health(timeout())).toBe(`ERP_FOLDER/${tenantId}/in`)
  await rename(join(folder(), '.toptan'), join(folder(), 'away'))
  await writeFile(join(folder(), '.toptan'), '')
  const refused = connector.health(timeout())
  await expect(refused).rejects.toMatchObject({ errorClass: 'down' })
  await expect(refused).rejects.toThrow('is not a folder of its own')
  setErpFolder('')
  const nowhere = openFiles({ settings: { where: 'folder' }, secret: '', tenantId })
  await expect(nowhere.health(timeout())).rejects.toThrow('ERP_FOLDER')
})

test('symlinks and pipes in the folder neither lead to other files nor block', async () => {
  const elsewhere = join(place, 'secret')
  await writeFile(elsewhere, 'of another wholesaler')
  const connector = filesConnector(openFolder(tenantId, 'in'), csvSettings)
  await connector.health(timeout())
  const markers = join(folder(), '.toptan')
  const document = documentOf(2, { key: 'k1', orderNumber: '1025' })
  // A symlink in place of a marker is neither read nor written through.
  await symlink(elsewhere, join(markers, 'k1.json'))
  const refused = await connector.find('k1', timeout()).catch((error: unknown) => error)
  expect(refused).toMatchObject({ errorClass: 'down', raw: '' })
  await symlink(elsewhere, join(markers, 'test'))
  await expect(connector.health(timeout())).rejects.toMatchObject({ errorClass: 'down' })
  await symlink(elsewhere, join(markers, 'k2.json.new'))
  await expect(connector.push({ ...document, key: 'k2' }, timeout())).rejects.toMatchObject({
    errorClass: 'down',
  })
  expect(await readFile(elsewhere, 'utf8')).toBe('of another wholesaler')
  // Reading a pipe would block forever.
  execFileSync('mkfifo', [join(markers, 'k3.json'), join(markers, 'k4.json.new')])
  await expect(connector.find('k3', timeout())).rejects.toMatchObject({
    errorClass: 'rejected',
    isThere: true,
  })
  await expect(connector.push({ ...document, key: 'k4' }, timeout())).rejects.toMatchObject({
    errorClass: 'down',
  })
  await writeFile(join(markers, 'k5.json'), Buffer.alloc(1_000_000))
  await expect(connector.find('k5', timeout())).rejects.toMatchObject({
    errorClass: 'rejected',
    isThere: true,
  })
  expect(await visibleFiles()).toEqual([])
  const other = join(place, 'other')
  await mkdir(other)
  await writeFile(join(other, 'k6.json'), JSON.stringify({ file: 'x', totalMinor: 1, lineCount: 1 }))
  await rm(markers, { recursive: true })
  await symlink(other, markers)
  await expect(connector.find('k6', timeout())).rejects.toMatchObject({ errorClass: 'down' })
  await expect(connector.push(document, timeout())).rejects.toMatchObject({ errorClass: 'down' })
  await expect(all(connector.list?.(new Date(0), timeout()))).rejects.toMatchObject({ errorClass: 'down' })
  expect(await readdir(other)).toEqual(['k6.json'])
})

test('limits the size of a file with huge repeated columns', async () => {
  const document = documentOf(1000, { key: 'k1', orderNumber: '1025', description: 'x'.repeat(200) })
  const columns = Array.from({ length: 60 }, () => ({ name: 'A', value: '{description}'.repeat(38) }))
  const connector = filesConnector(openFolder(tenantId, 'in'), { ...csvSettings, columns })
  await expect(connector.push(document, timeout())).rejects.toMatchObject({ errorClass: 'rejected' })
  expect(await connector.find('k1', timeout())).toBeUndefined()
  expect(await visibleFiles()).toEqual([])
})
