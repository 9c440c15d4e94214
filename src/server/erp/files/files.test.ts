import { execFileSync } from 'node:child_process'
import { mkdir, readdir, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { ErpDocument } from '#shared/erp/document.ts'
import { expectFailure, listAll, patient } from '#test/erp/connectors.ts'
import { documentOf, lineOf } from '#test/erp/documents.ts'
import { testFolder } from '#test/folder.ts'
import { formatOf } from '#test/zip.ts'
import { ErpError } from '../connector.ts'
import { filesConnector, openFiles } from './files.ts'
import { openFolder, setErpFolder } from './folderStore.ts'
import { type FileStore, StoreFault } from './store.ts'

const tenantId = '0195d3f2-0000-7000-8000-000000000001'
type Settings = Parameters<typeof filesConnector>[1]
const csvSettings: Settings = {
  format: 'csv',
  dialect: 'semicolon',
  columns: [
    { name: 'No', value: '{orderNumber}' },
    { name: 'Ürün', value: '{line.productCode}' },
    { name: 'Fiyat', value: '{line.unitPrice}' },
  ],
}
const tenant = { timeZone: 'Europe/Istanbul', mainLanguage: 'tr' } as const
const connectorOf = (store = openFolder(tenantId, 'in'), settings: Settings = csvSettings) =>
  patient(filesConnector(store, settings, tenant))
const order1025 = () => documentOf(2, { key: 'k1', orderNumber: '1025' })
let place = ''

beforeEach(async () => {
  place = await testFolder()
  setErpFolder(place)
})
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
  const connector = connectorOf()
  const found = await connector.find(document.key)
  return found ?? (await connector.push(document))
}

const moments = Array.from({ length: 14 }, (_none, index) => index + 1).flatMap((operation) =>
  (['before', 'midway', 'after'] as const).map((when) => ({ operation, when })),
)

test.each(moments)(
  'a process that dies $when operation $operation delivers exactly once',
  async ({ operation, when }) => {
    const document = order1025()
    const mortal = connectorOf(dyingStore(openFolder(tenantId, 'in'), operation, when))
    const pushed = await mortal.push(document).catch((error: unknown) => error)
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
    const document = order1025()
    // Marker written, part not yet renamed.
    await expect(
      connectorOf(dyingStore(openFolder(tenantId, 'in'), 7, 'after')).push(document),
    ).rejects.toThrow(Died)
    expect(await partFiles()).toHaveLength(1)
    const again = connectorOf(dyingStore(openFolder(tenantId, 'in'), operation, when))
    await again.push(document).catch((error: unknown) => expect(error).toBeInstanceOf(Died))
    await pickUp()
    await recover(document)
    await pickUp()
    expect(pickedUp).toHaveLength(1)
    expect(await partFiles()).toEqual([])
  },
)

test('delivers the newest version of an order amended after a crashed attempt', async () => {
  const document = order1025()
  await expect(
    connectorOf(dyingStore(openFolder(tenantId, 'in'), 7, 'after')).push(document),
  ).rejects.toThrow(Died)
  const amended = { ...document, lines: document.lines.slice(0, 1), totalMinor: 1 }
  const order = await recover(amended)
  expect(order).toMatchObject({ totalMinor: 1, lineCount: 1 })
  await pickUp()
  expect(pickedUp.map((content) => content.split('\r\n').length)).toEqual([3])
})

test('a rename executed late, after the next attempt began, delivers nothing twice', async () => {
  const document = order1025()
  const store = openFolder(tenantId, 'in')
  let late: (() => Promise<void>) | undefined
  const slowStore: FileStore = {
    ...store,
    rename: async (from, to, signal) => {
      if (!to.endsWith('.csv')) return await store.rename(from, to, signal)
      late = () => store.rename(from, to, AbortSignal.timeout(10_000))
      throw new StoreFault('the connection broke', { isAnswered: false })
    },
  }
  await expectFailure(connectorOf(slowStore).push(document), 'unknown')
  // Until the next attempt has reclaimed the part, the rename counts.
  const nextStore: FileStore = {
    ...store,
    rename: async (from, to, signal) => {
      await late?.().catch(() => {})
      return await store.rename(from, to, signal)
    },
  }
  expect(await connectorOf(nextStore).push(document)).toMatchObject({
    number: '1025-k1.csv',
  })
  await pickUp()
  expect(pickedUp).toHaveLength(1)
  // After that, it fails.
  const other = { ...document, key: 'k2' }
  await expectFailure(connectorOf(slowStore).push(other), 'unknown')
  const between: FileStore = {
    ...store,
    write: async (path, content, signal) => {
      await expect(late?.()).rejects.toThrow('does not exist')
      await store.write(path, content, signal)
    },
  }
  await connectorOf(between).push(other)
  await pickUp()
  expect(pickedUp).toHaveLength(2)
})

test('a lost answer to the last step means unknown; any other failure means nothing was delivered', async () => {
  const document = order1025()
  const store = openFolder(tenantId, 'in')
  for (const operation of ['makeFolder', 'write', 'rename', 'list'] as const) {
    const broken: FileStore = {
      ...store,
      [operation]: () => Promise.reject(new StoreFault('the connection broke', { isAnswered: false })),
    }
    await expectFailure(connectorOf(broken).push(document), 'down')
  }
  const refusing: FileStore = {
    ...store,
    rename: (from, to, signal) =>
      to.endsWith('.csv')
        ? Promise.reject(new StoreFault('no', { isAnswered: true }))
        : store.rename(from, to, signal),
  }
  await expectFailure(connectorOf(refusing).push(document), 'down')
  expect(await visibleFiles()).toEqual([])
  expect(await connectorOf(store).find('k1')).toBeUndefined()
  const late = AbortSignal.abort()
  await expectFailure(connectorOf(store).push(document, late), 'down')
  await connectorOf(store).push(document)
  expect(await visibleFiles()).toEqual(['1025-k1.csv'])
})

test('the file opens in Turkish Excel, and no cell is a formula', async () => {
  const line = lineOf(1, { productCode: 'A;"1"', unitPrice: 1499.05, qty: 2, barcode: '00012' })
  const document = documentOf([line], { key: 'k1', orderNumber: '7', description: '=1+1' })
  const columns = [
    ...csvSettings.columns,
    { name: 'Not', value: '{description}' },
    { name: 'Barkod', value: '{line.barcode}' },
    { name: 'Adet', value: '{line.qty}' },
  ]
  const store = openFolder(tenantId, 'in')
  await connectorOf(store, { ...csvSettings, columns }).push(document)
  expect(await readFile(join(folder(), '7-k1.csv'), 'utf8')).toBe(
    `\ufeffNo;Ürün;Fiyat;Not;Barkod;Adet\r\n7;"A;""1""";1499,05;'=1+1;00012;2\r\n`,
  )
  await connectorOf(store, { ...csvSettings, columns, dialect: 'comma' }).push({ ...document, key: 'k2' })
  expect(await readFile(join(folder(), '7-k2.csv'), 'utf8')).toBe(
    `\ufeffNo,Ürün,Fiyat,Not,Barkod,Adet\r\n7,"A;""1""",1499.05,'=1+1,00012,2\r\n`,
  )
  await connectorOf(store, { ...csvSettings, columns, format: 'xlsx' }).push({ ...document, key: 'k3' })
  expect(await readSheet(join(folder(), '7-k3.xlsx'))).toEqual([
    ['No', 'Ürün', 'Fiyat', 'Not', 'Barkod', 'Adet'],
    ['7', 'A;"1"', 1499.05, '=1+1', '00012', 2],
  ])
  const book = await readFile(join(folder(), '7-k3.xlsx'))
  expect([formatOf(book, 'C2'), formatOf(book, 'F2')]).toEqual(['4', '1'])
})

test('lists delivered orders only, and forgets old ones', async () => {
  const connector = connectorOf()
  const began = new Date(Date.now() - 60_000)
  for (const key of ['k1', 'k2', 'k3']) await connector.push(documentOf(2, { key, orderNumber: '1' }))
  await expect(
    connectorOf(dyingStore(openFolder(tenantId, 'in'), 7, 'after')).push(documentOf(2, { key: 'k4' })),
  ).rejects.toThrow(Died)
  const markerOf = (key: string) => join(folder(), '.toptan', `${key}.json`)
  const days = (count: number) => new Date(Date.now() - count * 86_400_000)
  await utimes(markerOf('k2'), days(89), days(89))
  await utimes(markerOf('k3'), days(91), days(91))
  const listed = await listAll(connector, began)
  expect(listed.map(({ key, number }) => [key, number])).toEqual([['k1', '1-k1.csv']])
  expect(await connector.find('k2')).toBeDefined()
  expect(await connector.find('k3')).toBeUndefined()
})

test('a folder cannot lead outside the tenant’s own', async () => {
  const settings = { where: 'folder', folder: '../other' }
  expect(() => openFiles({ settings, secret: '', ...tenant, tenantId })).toThrow(ErpError)
  for (const wrong of ['..', 'a/../../b', './a']) {
    await expect(openFolder(tenantId, wrong).list('', AbortSignal.timeout(10_000))).rejects.toThrow(
      'not inside',
    )
  }
  const outside = await testFolder()
  await mkdir(join(place, tenantId), { recursive: true })
  await symlink(outside, join(place, tenantId, 'in'))
  const connector = connectorOf()
  await expectFailure(connector.health(), 'down')
  await expectFailure(connector.push(documentOf(2, { key: 'k1' })), 'down')
  expect(await readdir(outside)).toEqual([])
  await rm(join(place, tenantId, 'in'))
  await mkdir(join(place, tenantId, 'in'))
  await symlink(outside, join(place, tenantId, 'in', '.toptan'))
  await expectFailure(connector.push(documentOf(2, { key: 'k1' })), 'down')
  expect(await readdir(outside)).toEqual([])
})

test('explains why a place cannot be used', async () => {
  const connector = patient(
    openFiles({ settings: { where: 'folder', folder: 'in' }, secret: '', ...tenant, tenantId }),
  )
  expect(await connector.health()).toBe(`ERP_FOLDER/${tenantId}/in`)
  await rename(join(folder(), '.toptan'), join(folder(), 'away'))
  await writeFile(join(folder(), '.toptan'), '')
  const refused = connector.health()
  await expectFailure(refused, 'down')
  await expect(refused).rejects.toThrow('is not a folder of its own')
  setErpFolder('')
  const nowhere = patient(openFiles({ settings: { where: 'folder' }, secret: '', ...tenant, tenantId }))
  await expect(nowhere.health()).rejects.toThrow('ERP_FOLDER')
})

test('symlinks and pipes in the folder neither lead to other files nor block', async () => {
  const elsewhere = join(place, 'secret')
  await writeFile(elsewhere, 'of another wholesaler')
  const connector = connectorOf()
  await connector.health()
  const markers = join(folder(), '.toptan')
  const document = order1025()
  // A symlink in place of a marker is neither read nor written through.
  await symlink(elsewhere, join(markers, 'k1.json'))
  const refused = await connector.find('k1').catch((error: unknown) => error)
  expect(refused).toMatchObject({ errorClass: 'down', raw: '' })
  await symlink(elsewhere, join(markers, 'test'))
  await expectFailure(connector.health(), 'down')
  await symlink(elsewhere, join(markers, 'k2.json.new'))
  await expectFailure(connector.push({ ...document, key: 'k2' }), 'down')
  expect(await readFile(elsewhere, 'utf8')).toBe('of another wholesaler')
  // Reading a pipe would block forever.
  execFileSync('mkfifo', [join(markers, 'k3.json'), join(markers, 'k4.json.new')])
  await expectFailure(connector.find('k3'), 'rejected', expect.any(String), { isThere: true })
  await expectFailure(connector.push({ ...document, key: 'k4' }), 'down')
  await writeFile(join(markers, 'k5.json'), Buffer.alloc(1_000_000))
  await expectFailure(connector.find('k5'), 'rejected', expect.any(String), { isThere: true })
  expect(await visibleFiles()).toEqual([])
  const other = join(place, 'other')
  await mkdir(other)
  await writeFile(join(other, 'k6.json'), JSON.stringify({ file: 'x', totalMinor: 1, lineCount: 1 }))
  await rm(markers, { recursive: true })
  await symlink(other, markers)
  await expectFailure(connector.find('k6'), 'down')
  await expectFailure(connector.push(document), 'down')
  await expectFailure(listAll(connector, new Date(0)), 'down')
  expect(await readdir(other)).toEqual(['k6.json'])
})

test('limits the size of a file with huge repeated columns', async () => {
  const document = documentOf(1000, { key: 'k1', orderNumber: '1025', description: 'x'.repeat(200) })
  const columns = Array.from({ length: 60 }, () => ({ name: 'A', value: '{description}'.repeat(38) }))
  const connector = connectorOf(openFolder(tenantId, 'in'), { ...csvSettings, columns })
  await expectFailure(connector.push(document), 'rejected')
  expect(await connector.find('k1')).toBeUndefined()
  expect(await visibleFiles()).toEqual([])
})
