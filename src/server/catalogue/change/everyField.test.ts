import { beforeEach, describe, expect, test } from 'vitest'
import { headingOf } from '#server/catalogue/import/file/headings.ts'
import {
  type VariantField,
  variantField,
  variantFieldNames,
  variantFileFields,
} from '#shared/catalogue/catalogueFields.ts'
import { sheetFields } from '#shared/catalogue/productSheet.ts'
import type { OfficeProduct } from '#shared/catalogue/products.ts'
import { type OwnField, ownFields } from '#shared/catalogue/variantSchemas.ts'
import { importClient } from '#test/imports.ts'
import { shopPerTest, useApp } from '#test/useShop.ts'

/* Fails if a field of the field table is missed anywhere: form, sheet, import, export, change log or undo. */

const app = useApp()
const shop = shopPerTest(app)

/** Values that differ from all in the test catalogue. */
const other: { [Name in VariantField]: unknown } = {
  lotDescription: 'S/M 2-5',
  piecesPerLot: 7,
  lotSizes: [
    { size: 'S', pieces: 2 },
    { size: 'M', pieces: 5 },
  ],
  barcode: '8690000004249',
  externalCode: 'ERP-4242',
  inventory: 31,
  minQty: 6,
  isFreeSample: true,
  sortOrder: 77,
  isActive: false,
}

/** Picks a lot if the field belongs to lots, else a size. */
async function target(name: VariantField): Promise<{ product: OfficeProduct; index: number }> {
  const isOfLot = variantField(name).isOfLot === true
  const { body } = await shop.admin.post('/api/Shop/GetProducts', { limit: 100 })
  for (const { itemCode } of body.data.items as { itemCode: string }[]) {
    const { data } = (await shop.admin.get('/api/Shop/GetItem', { itemCode })).body
    for (const product of data.products as OfficeProduct[]) {
      const index = product.items.findIndex(({ lotCode }) => (lotCode !== '') === isOfLot)
      if (index >= 0) return { product, index }
    }
  }
  throw new Error('The test catalogue has no lot')
}
async function stored(productId: string, name: VariantField): Promise<unknown> {
  const [row] = await shop.query<{ value: unknown }>(
    `select to_json(${variantField(name).column}) as value from variants where tenant_id = $1 and id = $2`,
    productId,
  )
  return row?.value
}
const lastChange = async () =>
  (await shop.admin.post('/api/Account/GetChanges', { subject: 'product', limit: 1 })).body.data.items[0]
const undo = async (id: string) => {
  const { status, body } = await shop.admin.post('/api/Shop/UndoChanges', { id })
  expect([status, body.data]).toEqual([200, { restored: 1, removed: 0, deactivated: 0, kept: 0 }])
}

async function saveByForm({ product, index }: Awaited<ReturnType<typeof target>>, change: object) {
  const items = product.items.map((item, at) =>
    at === index ? { ...item, inventoryRead: item.inventory, ...change } : item,
  )
  return shop.admin.post('/api/Shop/SaveItem', {
    itemCode: product.itemCode,
    products: [{ ...product, items }],
  })
}

describe.each(ownFields)('%s', (name: OwnField) => {
  test('is read and saved by the form, logged and undone', async () => {
    const found = await target(name)
    const item = found.product.items[found.index] as OfficeProduct['items'][number]
    const before = await stored(item.productId, name)
    expect(item[name] ?? null).toEqual(before ?? (variantField(name).kind === 'code' ? '' : null))
    // A lot's content determines its number of pieces.
    const change = name === 'piecesPerLot' ? { [name]: other[name], lotSizes: [] } : { [name]: other[name] }
    const { status, body } = await saveByForm(found, change)
    expect([status, body.data?.changeSetId]).toEqual([200, expect.any(String)])
    expect(await stored(item.productId, name)).toEqual(other[name])
    const { log } = variantField(name)
    if (log) {
      const { before: was = {}, after: is = {} } = await lastChange()
      expect({ ...was, ...is }, 'the change log').toHaveProperty(log)
    }
    await undo(body.data.changeSetId)
    expect(await stored(item.productId, name)).toEqual(before)
  })
})

describe.each(sheetFields)('%s', (name) => {
  test('is read and saved by the sheet, and undone', async () => {
    const { product, index } = await target(name)
    const productId = product.items[index]?.productId ?? ''
    const { body: read } = await shop.admin.post('/api/Shop/GetProductSheet', { ids: [product.id] })
    const row = read.data.products[0].items.find((one: { productId: string }) => one.productId === productId)
    expect(row).toHaveProperty(name)
    const items = [{ productId, [name]: { was: row[name], is: other[name] } }]
    const { body } = await shop.admin.post('/api/Shop/SaveProductSheet', {
      products: [{ id: product.id, items }],
    })
    expect(body.data).toMatchObject({ changed: [product.id], refused: [] })
    expect(await stored(productId, name)).toEqual(other[name])
    await undo(body.data.changeSetId)
    expect(await stored(productId, name)).toEqual(row[name] === '' ? null : row[name])
  })
})

describe.each(variantFileFields)('%s', (name) => {
  test('is exported, and importing it shows the change, applies it and can be undone', async () => {
    const { product, index } = await target(name)
    const item = product.items[index] as OfficeProduct['items'][number]
    const { body: file } = await shop.admin.post('/api/Shop/ExportProducts', { format: 'csv' })
    const [head = ''] = String(file)
      .replace(/^\ufeff/, '')
      .split(/\r?\n/)
    expect(head.split(/[;,]/).map((cell) => cell.replaceAll('"', ''))).toContain(headingOf(name, 'tr', []))
    const run = importClient(app, shop)
    const before = await stored(item.productId, name)
    const codes = `${product.itemCode};${product.colorCode};${item.itemDim1Code};${item.lotCode}`
    const id = await run.checked(
      `itemCode;colorCode;itemDim1Code;lotCode;${name}\n${codes};${String(other[name])}\n`,
    )
    expect((await run.changes(id, { field: name })).join()).toContain(`${name} `)
    await run.apply(id)
    expect(await stored(item.productId, name)).toEqual(other[name])
    await run.undo(id)
    expect(await stored(item.productId, name)).toEqual(before)
  })
})

describe('texts of a product that may be empty', () => {
  const fields = { colorDescription: 'Lacivert', taxCode: '20' } as const
  const columnOf = { colorDescription: 'color_description', taxCode: 'tax_code' } as const

  beforeEach(async () => {
    await shop.update(
      `tenant_settings set tax_rates = '[{"code": "10", "name": "", "percent": 10}, {"code": "20", "name": "", "percent": 20}]'`,
    )
    await shop.update(`products set tax_code = '10', color_description = 'Siyah'`)
  })
  const value = async (id: string, name: keyof typeof fields) =>
    (
      await shop.query<{ value: string }>(
        `select ${columnOf[name]} as value from products where tenant_id = $1 and id = $2`,
        id,
      )
    )[0]?.value
  const first = async (): Promise<OfficeProduct> =>
    (await shop.admin.get('/api/Shop/GetItem', { itemCode: 'A1' })).body.data.products[0]
  const save = async (product: OfficeProduct, change: object) =>
    (await shop.admin.post('/api/Shop/SaveItem', { itemCode: 'A1', products: [{ ...product, ...change }] }))
      .body

  test.each(Object.keys(fields) as (keyof typeof fields)[])(
    '%s is changed, emptied, logged and undone',
    async (name) => {
      const product = await first()
      const before = product[name]
      for (const next of [fields[name], '']) {
        const { data } = await save({ ...product, version: (await first()).version }, { [name]: next })
        expect(await value(product.id, name)).toBe(next)
        const change = await lastChange()
        expect({ ...change.before, ...change.after }).toHaveProperty(name)
        await undo(data.changeSetId)
        expect(await value(product.id, name)).toBe(before)
      }
    },
  )

  test('a code of VAT stays when it is not given, and must be in the table', async () => {
    const { taxCode: _taxCode, ...product } = await first()
    await save(product as OfficeProduct, { itemDescription: 'Otro' })
    expect(await value(product.id, 'taxCode')).toBe('10')
    const refused = await save(await first(), { taxCode: '18' })
    expect(Object.keys(refused.fields)).toEqual(['products.0.taxCode'])
  })

  test('a code of VAT is exported and imported, and refused if it is not in the table', async () => {
    const { body: file } = await shop.admin.post('/api/Shop/ExportProducts', { format: 'csv' })
    expect(String(file).split('\n')[0]).toContain(headingOf('taxCode', 'tr', []))
    const run = importClient(app, shop)
    const { id: productId } = await first()
    const head = 'itemCode;colorCode;itemDim1Code;taxCode'
    const id = await run.checked(`${head}\nA1;01;S;20\nA1;01;M;20\n`)
    expect((await run.changes(id, { field: 'taxCode' })).join()).toContain('taxCode 10→20')
    await run.apply(id)
    expect(await value(productId, 'taxCode')).toBe('20')
    await run.undo(id)
    expect(await value(productId, 'taxCode')).toBe('10')
    // The erase mark.
    const erased = await run.checked(`${head}\nA1;01;S;-\nA1;01;M;-\n`)
    await run.apply(erased)
    expect(await value(productId, 'taxCode')).toBe('')
    await run.undo(erased)
    expect(await value(productId, 'taxCode')).toBe('10')
    const bad = await run.checked(`${head}\nA1;01;S;18\nB1;01;S;20\nB1;01;M;10\n`)
    expect((await run.changes(bad, { state: 'bad' })).join()).toMatch(
      /unknownTaxCode[\s\S]*conflict|conflict[\s\S]*unknownTaxCode/,
    )
  })

  test('a new product of a file has its code', async () => {
    const run = importClient(app, shop)
    const id = await run.checked(
      'itemCode;colorCode;itemDim1Code;brandName;categoryName;itemDescription;taxCode\nN1;01;S;Ayla;Kadın;Yeni;20\n',
    )
    await run.apply(id)
    const { data } = (await shop.admin.get('/api/Shop/GetItem', { itemCode: 'N1' })).body
    expect(data.products[0].taxCode).toBe('20')
  })
})

test('every field has a label', async () => {
  const english = (await import('#shared/i18n/en.json', { with: { type: 'json' } })).default as Record<
    string,
    string
  >
  const named = variantFieldNames.filter(
    (name) => variantField(name).isInFiles || variantField(name).isInSheet,
  )
  const missing = named.filter((name) => !english[`panel.import.column.${name}`] && name !== 'isActive')
  expect(missing).toEqual([])
})
