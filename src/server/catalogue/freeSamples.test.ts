import { expect, test } from 'vitest'
import { figuresOf } from '#test/figures.ts'
import { importClient } from '#test/imports.ts'
import { shopPerTest, useApp } from '#test/useShop.ts'

const app = useApp()
const shop = shopPerTest(app)

const barcode = '8690000000017'
/** A1 S costs nothing, A1 M and the lot cost what they did; all of B1 costs nothing. */
const freeRows = [
  ['A1', 'S', '', barcode],
  ['B1', 'S', '', ''],
  ['B1', 'M', '', ''],
  ['B1', '', 'L4', ''],
].map(([itemCode = '', itemDim1Code = '', lotCode = '', code = '']) => ({
  itemCode,
  colorCode: '01',
  itemDim1Code,
  lotCode,
  barcode: code,
  priceCB: '0',
  currencyCB: 'TRY',
}))

type Item = { itemDim1Code: string; unitPrice?: number }
const listed = async (more: object = {}) =>
  (await shop.dealer.post('/api/Shop/GetCategoryProducts', { orderType: 'Rpt', limit: 100, ...more })).body
    .data.products as { itemCode: string; unitPrice?: number; items: Item[] }[]
const product = async (itemCode: string) => (await listed({ itemCode }))[0]
const priceOf = async (itemCode: string, size: string) =>
  (await product(itemCode))?.items.find((item) => item.itemDim1Code === size)?.unitPrice
const status = async (code: string) => {
  const lines = [{ code, qty: 1 }]
  const { body } = await shop.dealer.post('/api/Shop/CheckOrderLines', { orderType: 'Rpt', lines })
  return body.data.lines[0].status
}

async function markSample(variant: string): Promise<void> {
  const { body } = await shop.admin.post('/api/Shop/GetProducts', { limit: 100, search: variant.slice(0, 2) })
  const items = [{ productId: shop.id(variant), isFreeSample: { was: false, is: true } }]
  const saved = await shop.admin.post('/api/Shop/SaveProductSheet', {
    products: [{ id: body.data.items[0].id, items }],
  })
  expect(saved.body.data.refused).toEqual([])
}

test('what costs 0 has no price in the shop and cannot be ordered', async () => {
  await shop.load(freeRows)
  expect(await priceOf('A1', 'S')).toBeUndefined()
  expect(await priceOf('A1', 'M')).toBe(100)
  expect(await product('A1')).toMatchObject({ unitPrice: 100 })
  expect(await product('B1')).not.toHaveProperty('unitPrice')
  expect((await listed({ sort: 'priceAsc' })).slice(-2).map(({ itemCode }) => itemCode)).toEqual(['A3', 'B1'])
  expect(await status('A1 S')).toBe('noPrice')
  const scanned = await shop.dealer.get('/api/Shop/GetProductByBarcode', { barcode })
  expect(scanned.body.whyNot).toBe('noPrice')
  expect((await figuresOf(app, shop.tenantId)).get('A1')).toMatchObject({
    prices: { CB: 10000 },
    fully: ['TF'],
  })
  expect((await figuresOf(app, shop.tenantId)).get('B1')?.prices).toEqual({ TF: 950 })
  const refused = await shop.order({ lines: { 'A1 S': [100, 0], 'A1 M': 1 } })
  expect([refused.status, refused.body.code]).toEqual([409, 'order.lineUnavailable'])
  expect(refused.body.lines).toEqual([{ productId: shop.id('A1 S') }])
})

test('a free sample is ordered for 0', async () => {
  await shop.load(freeRows)
  await markSample('A1 S')
  expect(await priceOf('A1', 'S')).toBe(0)
  expect(await product('A1')).toMatchObject({ unitPrice: 0 })
  expect(await status('A1 S')).toBe('ok')
  expect((await figuresOf(app, shop.tenantId)).get('A1')).toMatchObject({ prices: { CB: 0 } })
  expect((await shop.order({ lines: { 'A1 S': [2, 0] } })).status).toBe(200)
})

test('an agent may still give all of a price', async () => {
  const body = shop.orderBody({ lines: { 'A1 S': [1, 0] } })
  const given = { ...body, discount: 100, discountReason: 'Fuar' }
  expect((await shop.agent.post('/api/Shop/PostShopCart', given)).status).toBe(200)
})

test('an import asks about prices of 0, which cannot be ordered, and marks free samples', async () => {
  const run = importClient(app, shop)
  const head = 'itemCode;colorCode;itemDim1Code;priceCB;isFreeSample'
  const asked = async (id: string) => (await run.read(id)).file.questions
  const plain = await run.checked(`${head}\nA1;01;S;0;\nA1;01;M;0,00;hayır\n`)
  expect(await asked(plain)).toEqual([
    { code: 'zeroPrice', column: 'priceCB', count: 2, samples: ['0', '0,00'] },
  ])
  const sample = await run.checked(`${head}\nA1;01;S;0;Evet\n`)
  expect(await asked(sample)).toEqual([])
  await run.apply(sample)
  expect(await priceOf('A1', 'S')).toBe(0)
})
