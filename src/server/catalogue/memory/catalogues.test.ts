import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { importCatalogue } from '#server/catalogue/import/catalogueImport.ts'
import type { Database } from '#server/db/tenant.ts'
import { catalogueRows } from '#test/factories.ts'
import { newShop, shopPerTest, useApp } from '#test/useShop.ts'
import { type Catalogues, type CataloguesOptions, openCatalogues } from './catalogues.ts'

const app = useApp()
const shop = shopPerTest(app)
let said: string[]
beforeEach(async () => {
  said = []
})

const open = (options: Partial<CataloguesOptions> = {}, database: Partial<Database> = {}): Catalogues =>
  openCatalogues(
    { ...app.database, ...database },
    { maxMb: 100, isAwaited: true, say: (line) => said.push(line), ...options },
  )
const codes = async (catalogues: Catalogues, of = shop) =>
  (await catalogues.current(of.tenantId))?.sorted('itemCode').map(({ itemCode }) => itemCode)

test('a read has what this process has just changed', async () => {
  const catalogues = open()
  const id = shop.id('A1 S')
  expect(await codes(catalogues)).toEqual(['A1', 'A2', 'A3', 'B1', 'B2', 'B3'])
  const stock = async () => (await catalogues.current(shop.tenantId))?.variants.get(id)?.inventory
  for (let bought = 1; bought <= 3; bought += 1) {
    await shop.place()
    expect(await stock()).toBe(20 - bought)
  }
  const catalogue = await catalogues.current(shop.tenantId)
  const product = catalogue?.variants.get(id)?.product.id ?? ''
  // An order, and after it a typed stock.
  await shop.place()
  const typed = { productId: id, inventory: { was: 16, is: 70 } }
  await shop.admin.post('/api/Shop/SaveProductSheet', { products: [{ id: product, items: [typed] }] })
  expect(await stock()).toBe(70)
  await shop.admin.post('/api/Shop/ChangeProducts', { ids: [product], isActive: false })
  expect(await codes(catalogues)).toEqual(['A2', 'A3', 'B1', 'B2', 'B3'])
  // Brought up to date, not made anew.
  expect(await catalogues.current(shop.tenantId)).toBe(catalogue)
})

test('names are sorted as PostgreSQL sorts them, new ones too', async () => {
  const names = [
    "d'or a1",
    'd’or 1',
    'd’or A-1',
    'Çanta',
    'canta',
    'İnce',
    'ısı',
    'Ёлка',
    'ель',
    'سترة',
    '№5',
  ]
  const importAll = (all: string[]) =>
    importCatalogue(app.database, shop.tenantId, {
      rows: all.map((itemDescription, index) => ({
        ...catalogueRows()[0],
        itemCode: `N${index}`,
        itemDescription,
        attribute02: itemDescription,
      })),
    })
  const sorted = (text: string) =>
    app.database.inTenant(shop.tenantId, 'read', async (tx) =>
      (await tx.query<{ name: string }>({ text })).map(({ name }) => name),
    )
  const bySql = () =>
    sorted(`select item_description as name from products where tenant_id = $1 and is_active
      order by item_description collate "tr-x-icu", item_code collate "C", color_code collate "C"`)
  const valuesBySql = () =>
    sorted(`select distinct attributes->>'attribute02' collate "tr-x-icu" as name from products
      where tenant_id = $1 and attributes ? 'attribute02' order by 1`)
  const catalogues = open()
  for (const given of [names, [...names, ...names.map((name) => `${name} ’x`)]]) {
    await importAll(given)
    const catalogue = await catalogues.current(shop.tenantId)
    expect(catalogue?.sorted('name').map(({ itemDescription }) => itemDescription)).toEqual(await bySql())
    const values = catalogue?.sortedValues().filter(({ name }) => name === 'attribute02')
    expect(values?.map(({ value }) => value)).toEqual(await valuesBySql())
  }
})

test('reads need not wait until the catalogue is there', async () => {
  const catalogues = open({ isAwaited: false })
  await app.database.freshness.ask(shop.tenantId, 'catalogue')
  expect(await catalogues.current(shop.tenantId)).toBeUndefined()
  await expect.poll(async () => codes(catalogues)).toHaveLength(6)
})

test('a catalogue that cannot be read, brought up to date or checked is left to SQL', async () => {
  const broken = async () => Promise.reject(new Error('the connection was lost'))
  expect(await codes(open({}, { snapshot: broken }))).toBeUndefined()
  expect(said).toEqual(['Catalogue in memory: the connection was lost'])

  let isBroken = false
  const catalogues = open(
    {},
    {
      inTenant: (...given) => (isBroken ? broken() : app.database.inTenant(...given)),
    },
  )
  expect(await codes(catalogues)).toHaveLength(6)
  isBroken = true
  await shop.order()
  expect(await catalogues.current(shop.tenantId)).toBeUndefined()
  isBroken = false
  expect(await codes(catalogues)).toHaveLength(6)

  const unchecked = { ...app.database.freshness, now: () => undefined, ask: async () => undefined }
  expect(await codes(open({}, { freshness: unchecked }))).toBeUndefined()
})

test('the least recently used catalogues leave, and one that is too large never comes', async () => {
  const others = [await newShop(app), await newShop(app)]
  const tenants = [shop, ...others]
  // Room for two catalogues of 14 sizes.
  const catalogues = open({ maxMb: 0.45 })
  const made: (object | undefined)[] = []
  for (const one of tenants) {
    made.push(await catalogues.current(one.tenantId))
    await sleep(2)
  }
  expect(made.every(Boolean)).toBe(true)
  expect(await catalogues.current(others[1]?.tenantId ?? '')).toBe(made[2])
  expect(await catalogues.current(shop.tenantId)).not.toBe(made[0])
  expect(await codes(open({ maxMb: 0.1 }))).toBeUndefined()
  expect(await codes(open({ maxMb: 0 }))).toBeUndefined()
})
