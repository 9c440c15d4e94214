import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSheet } from 'read-excel-file/node'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import type { ErpDocument } from '#shared/erp/document.ts'
import { documentOf, lineOf } from '#test/erp/documents.ts'
import { ErpError } from '../connector.ts'
import { handingOver, openFiles } from './files.ts'
import { keepErpFilesIn, openFolder } from './folderStore.ts'
import { type FileStore, StoreFault } from './store.ts'

const tenantId = '0195d3f2-0000-7000-8000-000000000001'
const all = async <Item>(items: AsyncIterable<Item> | undefined): Promise<Item[]> => {
  const found: Item[] = []
  for await (const item of items ?? []) found.push(item)
  return found
}
const soon = () => AbortSignal.timeout(10_000)
const set = {
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
  keepErpFilesIn(place)
})
afterEach(() => rm(place, { recursive: true, force: true }))
afterAll(() => keepErpFilesIn(''))

const folder = () => join(place, tenantId, 'in')
const inSight = async () => (await readdir(folder())).filter((name) => name !== '.toptan')
const aside = () => readdir(join(folder(), '.toptan', 'parts'))

/** As the ERP does: whatever it sees it takes away. */
const taken: string[] = []
beforeEach(() => void taken.splice(0))
async function takeAway(): Promise<void> {
  for (const name of await inSight().catch(() => [])) {
    taken.push(await readFile(join(folder(), name), 'utf8'))
    await rm(join(folder(), name))
  }
}

class Died extends Error {}

/** A store whose process dies at one of its deeds: before it, in the middle of it, or when it was done. */
function dying(store: FileStore, deed: number, when: 'before' | 'midway' | 'after'): FileStore {
  let count = 0
  const mortal = async <T>(work: () => Promise<T>, half?: () => Promise<unknown>): Promise<T> => {
    count += 1
    if (count > deed || (count === deed && when === 'before')) throw new Died()
    if (count === deed && when === 'midway') {
      await half?.()
      throw new Died()
    }
    const answer = await work()
    if (count === deed) throw new Died()
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

/** A process that comes after one that died: it looks, and hands over where nothing was. */
async function goOn(document: ErpDocument) {
  const connector = handingOver(openFolder(tenantId, 'in'), set)
  const found = await connector.find(document.key, soon())
  return found ?? (await connector.push(document, soon()))
}

const moments = Array.from({ length: 14 }, (_none, index) => index + 1).flatMap((deed) =>
  (['before', 'midway', 'after'] as const).map((when) => ({ deed, when })),
)

test.each(moments)(
  'a process that dies $when its deed $deed has handed over once',
  async ({ deed, when }) => {
    const document = documentOf(2, { key: 'k1', orderNumber: '1025' })
    const mortal = handingOver(dying(openFolder(tenantId, 'in'), deed, when), set)
    const pushed = await mortal.push(document, soon()).catch((error: unknown) => error)
    if (pushed instanceof Error) expect(pushed).toBeInstanceOf(Died)
    else expect(deed).toBeGreaterThan(8)
    await takeAway()
    const order = await goOn(document)
    await takeAway()
    expect(taken).toHaveLength(1)
    expect(taken[0]).toContain('1025;')
    expect(taken[0]?.split('\r\n')).toHaveLength(document.lines.length + 2)
    expect(order).toMatchObject({ totalMinor: document.totalMinor, lineCount: document.lines.length })
    // And it stays so.
    expect(await goOn(document)).toEqual(order)
    expect(await inSight()).toEqual([])
    expect(await aside()).toEqual([])
  },
)

test.each(moments)(
  'one that dies again $when deed $deed while it begins anew has too',
  async ({ deed, when }) => {
    const document = documentOf(2, { key: 'k1', orderNumber: '1025' })
    // The marker is there, and the part still aside.
    await expect(
      handingOver(dying(openFolder(tenantId, 'in'), 7, 'after'), set).push(document, soon()),
    ).rejects.toThrow(Died)
    expect(await aside()).toHaveLength(1)
    const again = handingOver(dying(openFolder(tenantId, 'in'), deed, when), set)
    await again.push(document, soon()).catch((error: unknown) => expect(error).toBeInstanceOf(Died))
    await takeAway()
    await goOn(document)
    await takeAway()
    expect(taken).toHaveLength(1)
    expect(await aside()).toEqual([])
  },
)

test('what is handed over is the newest, where an order was amended after a try that died', async () => {
  const document = documentOf(2, { key: 'k1', orderNumber: '1025' })
  await expect(
    handingOver(dying(openFolder(tenantId, 'in'), 7, 'after'), set).push(document, soon()),
  ).rejects.toThrow(Died)
  const amended = { ...document, lines: document.lines.slice(0, 1), totalMinor: 1 }
  const order = await goOn(amended)
  expect(order).toMatchObject({ totalMinor: 1, lineCount: 1 })
  await takeAway()
  expect(taken.map((content) => content.split('\r\n').length)).toEqual([3])
})

test('a rename that is done only after the next try has begun hands nothing over twice', async () => {
  const document = documentOf(2, { key: 'k1', orderNumber: '1025' })
  const store = openFolder(tenantId, 'in')
  let late: (() => Promise<void>) | undefined
  const slow: FileStore = {
    ...store,
    rename: async (from, to, signal) => {
      if (!to.endsWith('.csv')) return await store.rename(from, to, signal)
      late = () => store.rename(from, to, soon())
      throw new StoreFault('the connection broke', { isAnswered: false })
    },
  }
  await expect(handingOver(slow, set).push(document, soon())).rejects.toMatchObject({ errorClass: 'unknown' })
  // Before the next one has taken the part back, it is the one that counts.
  const early: FileStore = {
    ...store,
    rename: async (from, to, signal) => {
      await late?.().catch(() => {})
      return await store.rename(from, to, signal)
    },
  }
  expect(await handingOver(early, set).push(document, soon())).toMatchObject({ number: '1025-k1.csv' })
  await takeAway()
  expect(taken).toHaveLength(1)
  // After that it fails.
  const other = { ...document, key: 'k2' }
  await expect(handingOver(slow, set).push(other, soon())).rejects.toMatchObject({ errorClass: 'unknown' })
  const between: FileStore = {
    ...store,
    write: async (path, content, signal) => {
      await expect(late?.()).rejects.toThrow('does not exist')
      await store.write(path, content, signal)
    },
  }
  await handingOver(between, set).push(other, soon())
  await takeAway()
  expect(taken).toHaveLength(2)
})

test('a broken answer to the last step leaves it unknown, any other trouble makes sure that nothing is there', async () => {
  const document = documentOf(2, { key: 'k1', orderNumber: '1025' })
  const store = openFolder(tenantId, 'in')
  for (const deed of ['makeFolder', 'write', 'rename', 'list'] as const) {
    const broken: FileStore = {
      ...store,
      [deed]: () => Promise.reject(new StoreFault('the connection broke', { isAnswered: false })),
    }
    await expect(handingOver(broken, set).push(document, soon())).rejects.toMatchObject({
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
  await expect(handingOver(refusing, set).push(document, soon())).rejects.toMatchObject({
    errorClass: 'down',
  })
  expect(await inSight()).toEqual([])
  expect(await handingOver(store, set).find('k1', soon())).toBeUndefined()
  const late = AbortSignal.abort()
  await expect(handingOver(store, set).push(document, late)).rejects.toMatchObject({ errorClass: 'down' })
  await handingOver(store, set).push(document, soon())
  expect(await inSight()).toEqual(['1025-k1.csv'])
})

test('the file is what Turkish Excel opens, and no cell is a formula', async () => {
  const line = lineOf(1, { productCode: 'A;"1"', unitPriceMinor: 149_905, qty: 2, barcode: '00012' })
  const document = documentOf([line], { key: 'k1', orderNumber: '7', description: '=1+1' })
  const columns = [
    ...set.columns,
    { name: 'Not', value: '{description}' },
    { name: 'Barkod', value: '{line.barcode}' },
    { name: 'Adet', value: '{line.qty}' },
  ]
  const store = openFolder(tenantId, 'in')
  await handingOver(store, { ...set, columns }).push(document, soon())
  expect(await readFile(join(folder(), '7-k1.csv'), 'utf8')).toBe(
    `\ufeffNo;Ürün;Fiyat;Not;Barkod;Adet\r\n7;"A;""1""";1499,05;'=1+1;00012;2\r\n`,
  )
  await handingOver(store, { ...set, columns, dialect: 'comma' }).push({ ...document, key: 'k2' }, soon())
  expect(await readFile(join(folder(), '7-k2.csv'), 'utf8')).toBe(
    `\ufeffNo,Ürün,Fiyat,Not,Barkod,Adet\r\n7,"A;""1""",1499.05,'=1+1,00012,2\r\n`,
  )
  await handingOver(store, { ...set, columns, format: 'xlsx' }).push({ ...document, key: 'k3' }, soon())
  expect(await readSheet(join(folder(), '7-k3.xlsx'))).toEqual([
    ['No', 'Ürün', 'Fiyat', 'Not', 'Barkod', 'Adet'],
    ['7', 'A;"1"', 1499.05, '=1+1', '00012', 2],
  ])
})

test('what was handed over is listed, what was not is not, and what is old is forgotten', async () => {
  const connector = handingOver(openFolder(tenantId, 'in'), set)
  const began = new Date(Date.now() - 60_000)
  for (const key of ['k1', 'k2', 'k3']) await connector.push(documentOf(2, { key, orderNumber: '1' }), soon())
  await expect(
    handingOver(dying(openFolder(tenantId, 'in'), 7, 'after'), set).push(
      documentOf(2, { key: 'k4' }),
      soon(),
    ),
  ).rejects.toThrow(Died)
  const markerOf = (key: string) => join(folder(), '.toptan', `${key}.json`)
  const days = (count: number) => new Date(Date.now() - count * 86_400_000)
  await utimes(markerOf('k2'), days(89), days(89))
  await utimes(markerOf('k3'), days(91), days(91))
  const listed = await all(connector.list?.(began, soon()))
  expect(listed.map(({ key, number }) => [key, number])).toEqual([['k1', '1-k1.csv']])
  expect(await connector.find('k2', soon())).toBeDefined()
  expect(await connector.find('k3', soon())).toBeUndefined()
})

test('a folder leads nowhere but into the tenant’s own', async () => {
  const settings = { where: 'folder', folder: '../other' }
  expect(() => openFiles({ settings, secret: '', tenantId })).toThrow(ErpError)
  for (const wrong of ['..', 'a/../../b', './a']) {
    await expect(openFolder(tenantId, wrong).list('', soon())).rejects.toThrow('not inside')
  }
  const outside = await mkdtemp(join(tmpdir(), 'toptan-outside-'))
  await mkdir(join(place, tenantId), { recursive: true })
  await symlink(outside, join(place, tenantId, 'in'))
  const connector = handingOver(openFolder(tenantId, 'in'), set)
  await expect(connector.health(soon())).rejects.toMatchObject({ errorClass: 'down' })
  await expect(connector.push(documentOf(2, { key: 'k1' }), soon())).rejects.toMatchObject({
    errorClass: 'down',
  })
  expect(await readdir(outside)).toEqual([])
  await rm(join(place, tenantId, 'in'))
  await mkdir(join(place, tenantId, 'in'))
  await symlink(outside, join(place, tenantId, 'in', '.toptan'))
  await expect(connector.push(documentOf(2, { key: 'k1' }), soon())).rejects.toMatchObject({
    errorClass: 'down',
  })
  expect(await readdir(outside)).toEqual([])
  await rm(outside, { recursive: true })
})

test('a place that cannot be used says so in plain words', async () => {
  const connector = openFiles({ settings: { where: 'folder', folder: 'in' }, secret: '', tenantId })
  expect(await connector.health(soon())).toBe(`ERP_FOLDER/${tenantId}/in`)
  await rename(join(folder(), '.toptan'), join(folder(), 'away'))
  await writeFile(join(folder(), '.toptan'), '')
  const refused = connector.health(soon())
  await expect(refused).rejects.toMatchObject({ errorClass: 'down' })
  await expect(refused).rejects.toThrow('is not a folder of its own')
  keepErpFilesIn('')
  const nowhere = openFiles({ settings: { where: 'folder' }, secret: '', tenantId })
  await expect(nowhere.health(soon())).rejects.toThrow('ERP_FOLDER')
})

test('what whoever has the folder puts there leads nobody to another file, nor keeps anybody waiting', async () => {
  const elsewhere = join(place, 'secret')
  await writeFile(elsewhere, 'of another wholesaler')
  const connector = handingOver(openFolder(tenantId, 'in'), set)
  await connector.health(soon())
  const markers = join(folder(), '.toptan')
  const document = documentOf(2, { key: 'k1', orderNumber: '1025' })
  // A link in the place of a marker is neither read nor written through.
  await symlink(elsewhere, join(markers, 'k1.json'))
  const refused = await connector.find('k1', soon()).catch((error: unknown) => error)
  expect(refused).toMatchObject({ errorClass: 'down', raw: '' })
  await symlink(elsewhere, join(markers, 'test'))
  await expect(connector.health(soon())).rejects.toMatchObject({ errorClass: 'down' })
  await symlink(elsewhere, join(markers, 'k2.json.new'))
  await expect(connector.push({ ...document, key: 'k2' }, soon())).rejects.toMatchObject({
    errorClass: 'down',
  })
  expect(await readFile(elsewhere, 'utf8')).toBe('of another wholesaler')
  // Of a pipe nothing would ever come.
  execFileSync('mkfifo', [join(markers, 'k3.json'), join(markers, 'k4.json.new')])
  await expect(connector.find('k3', soon())).rejects.toMatchObject({ errorClass: 'rejected', isThere: true })
  await expect(connector.push({ ...document, key: 'k4' }, soon())).rejects.toMatchObject({
    errorClass: 'down',
  })
  await writeFile(join(markers, 'k5.json'), Buffer.alloc(1_000_000))
  await expect(connector.find('k5', soon())).rejects.toMatchObject({ errorClass: 'rejected', isThere: true })
  expect(await inSight()).toEqual([])
  // Neither is a link taken for the folder of the markers.
  const other = join(place, 'other')
  await mkdir(other)
  await writeFile(join(other, 'k6.json'), JSON.stringify({ file: 'x', totalMinor: 1, lineCount: 1 }))
  await rm(markers, { recursive: true })
  await symlink(other, markers)
  await expect(connector.find('k6', soon())).rejects.toMatchObject({ errorClass: 'down' })
  await expect(connector.push(document, soon())).rejects.toMatchObject({ errorClass: 'down' })
  await expect(all(connector.list?.(new Date(0), soon()))).rejects.toMatchObject({ errorClass: 'down' })
  expect(await readdir(other)).toEqual(['k6.json'])
})

test('columns that say everything again and again make no file that fills the memory', async () => {
  const document = documentOf(1000, { key: 'k1', orderNumber: '1025', description: 'x'.repeat(200) })
  const columns = Array.from({ length: 60 }, () => ({ name: 'A', value: '{description}'.repeat(38) }))
  const connector = handingOver(openFolder(tenantId, 'in'), { ...set, columns })
  await expect(connector.push(document, soon())).rejects.toMatchObject({ errorClass: 'rejected' })
  expect(await connector.find('k1', soon())).toBeUndefined()
  expect(await inSight()).toEqual([])
})
