import { describe, expect, test } from 'vitest'
import { languages } from '#shared/tenancy.ts'
import { changesOf } from '#test/changes.ts'
import { upload } from '#test/upload.ts'
import { shopPerTest, useApp } from '#test/useShop.ts'

const app = useApp()
const shop = shopPerTest(app)

const base = { audience: 'everybody', target: 'order', measure: 'pieces', minimum: 10 }
const save = async (fields: object = {}): Promise<string> => {
  const { status, body } = await shop.admin.post('/api/Price/SaveQuantityRule', { ...base, ...fields })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.data.id
}
// oxlint-disable-next-line typescript/no-explicit-any -- tests look at answers freely
const list = async (): Promise<any[]> =>
  (await shop.admin.post('/api/Price/GetQuantityRules', { limit: 200 })).body.data.items
// oxlint-disable-next-line typescript/no-explicit-any -- tests look at answers freely
const send = async (content: string | Buffer, apply = false, langCode = 'en'): Promise<any> => {
  const path = '/api/Price/ImportQuantityRules'
  const fields = { apply: String(apply) }
  const { status, body } = await upload(
    shop.admin.as({ langCode }),
    path,
    Buffer.from(content),
    'rules.csv',
    fields,
  )
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.data
}
const exported = async (langCode: string, format: string) =>
  (await shop.admin.as({ langCode }).post('/api/Price/ExportQuantityRules', { format }))
    .body as unknown as Buffer
const undo = (id: string) => shop.admin.post('/api/Shop/UndoFileImport', { id })

/** A size with a barcode. */
const variant = async () => {
  const barcode = '8690000000012'
  await shop.query(
    'update variants set barcode = $2 where tenant_id = $1 and id = $3',
    barcode,
    shop.id('A1 S'),
  )
  return { id: shop.id('A1 S'), barcode }
}

async function saveAllKinds(): Promise<void> {
  const { brands } = (await shop.admin.get('/api/Shop/GetShopHome')).body.data
  await save()
  await save({ audience: 'priceGroup', priceGroup: 'CB', minimum: undefined, multiple: 3, maximum: 90 })
  await save({ audience: 'account', currAccCode: '120.01', measure: 'lots', isActive: false })
  await save({
    target: 'brand',
    brandId: brands[0].brandId,
    measure: 'amount',
    currencyCode: 'TRY',
    minimum: 1234.5,
  })
  await save({ target: 'item', itemCode: 'A1', minimum: undefined, maximum: 500, mayOverride: true })
  await save({ target: 'variant', productId: (await variant()).id, minimum: 2 })
}

test.each(languages)('an exported file imports again unchanged in %s', async (langCode) => {
  await saveAllKinds()
  for (const format of ['csv', 'xlsx'])
    expect(await send(await exported(langCode, format), true, 'tr')).toMatchObject({
      counts: { added: 0, changed: 0, unchanged: 6 },
      problems: [],
      warnings: [],
      undecided: [],
    })
  expect((await list()).every(({ version }) => version === 1)).toBe(true)
})

test('without its ids finds the rules by what they are, and adds what is new', async () => {
  await saveAllKinds()
  const before = await list()
  const text = (await exported('en', 'csv')).toString()
  const withoutIds = text.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, '')
  expect(await send(withoutIds)).toMatchObject({
    counts: { added: 0, changed: 0, unchanged: 6 },
    problems: [],
  })
  const file = 'Customer code;Size or lot;Minimum quantity;Measured in\n'
  const { barcode } = await variant()
  const tried = await send(`${file};${barcode};5;\n120.01;${barcode};6;Lots\n`)
  expect(tried).toMatchObject({
    counts: { added: 1, changed: 1, unchanged: 0 },
    rows: [
      {
        line: 2,
        state: 'changed',
        target: 'variant',
        changes: [{ field: 'minimum', before: '2', after: '5' }],
      },
      { line: 3, state: 'added', audience: 'account', currAccCode: '120.01' },
    ],
  })
  const { id } = await send(`${file};${barcode};5;\n120.01;${barcode};6;Lots\n`, true)
  expect((await list()).length).toBe(7)
  expect(await changesOf(app, shop, 'quantityRule')).toHaveLength(8)
  expect((await undo(id)).body.data).toEqual({ restored: 1, removed: 1, kept: 0 })
  const plain = (rules: { id: string; version: number; updatedAt?: string }[]) =>
    rules
      .map(({ version: _version, updatedAt: _at, ...rule }) => rule)
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
  expect(plain(await list())).toEqual(plain(before))
})

describe('a problem is told at its cell, and nothing is written', () => {
  const heads =
    'Customer code;Brand;Item code;Size or lot;Measured in;Currency;Minimum quantity;Maximum quantity'
  test.each([
    ['an unknown customer', 'nobody;;;;;;5;', 'currAccCode'],
    ['an unknown brand', ';Nobody;;;;;5;', 'brandName'],
    ['an unknown item', ';;none;;;;5;', 'itemCode'],
    ['an unknown size', ';;;A1 · none · X;;;5;', 'variantName'],
    ['an item and a size', ';;A1;A1 · 01 · S;;;5;', 'variantName'],
    ['no limit', '120.01;;;;;;;', 'minimum'],
    ['a maximum below the minimum', ';;;;;;5;4', 'maximum'],
    ['half a piece', ';;;;;;2,5;', 'minimum'],
    ['an amount without currency', ';;;;Amount;;5;', 'currencyCode'],
    ['an unknown word', ';;;;Kilos;;5;', 'measure'],
  ])('%s', async (_, row, field) => {
    const found = await send(`${heads}\n${row}\n`, true)
    expect(found.problems[0]).toMatchObject({ line: 2, field })
    expect(found.id).toBeUndefined()
    expect(await list()).toEqual([])
  })

  test('rules that nobody can keep together, with one that is stored or in the file', async () => {
    await save({ minimum: undefined, maximum: 20 })
    const stored = await send('Brand;Minimum quantity\nAyla;30\n', true)
    expect(stored.problems).toMatchObject([{ line: 2, field: 'minimum', value: '30' }])
    const both = await send('Item code;Minimum quantity;Maximum quantity\n;;8\nA1;9;\n', true)
    expect(both.problems).toMatchObject([
      { line: 2, field: 'maximum' },
      { line: 3, field: 'minimum' },
    ])
    expect(await list()).toHaveLength(1)
  })

  test('an unknown column, until somebody says what it is', async () => {
    expect(await send('Minimum quantity;For whom\n5;120.01\n', true)).toMatchObject({
      undecided: ['For whom'],
    })
    expect(await list()).toEqual([])
  })
})
