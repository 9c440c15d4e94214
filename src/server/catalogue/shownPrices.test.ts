import { beforeAll, describe, expect, test } from 'vitest'
import type { Facets, Product, ProductFacets } from '#shared/catalogue/catalogue.ts'
import { type Client, dataOf } from '#test/app.ts'
import { catalogueRows, type Wholesaler, wholesaler } from '#test/factories.ts'
import { shopPerTest, useApp } from '#test/useShop.ts'

const app = useApp()
const shop = shopPerTest(app)

const save = async (fields: object, { admin }: Pick<Wholesaler, 'admin'> = shop): Promise<string> => {
  const rule = { name: 'Sezon', audience: 'everybody', target: 'all', basis: 'none', effect: 'percent' }
  const { status, body } = await admin.post('/api/Price/SavePriceRule', {
    ...rule,
    tiers: [{ from: 0, percents: [10] }],
    endsOthers: false,
    confirmed: true,
    ...fields,
  })
  expect(status).toBe(200)
  return body.data.id
}
const fixed = (amount: number, currencyCode = 'TRY') => ({
  effect: 'fixed',
  currencyCode,
  tiers: [{ from: 0, amount }],
})

type Asked = { facets?: Facets; sort?: string; currAccCode?: string }
const products = async (input: Asked, client: Client = shop.dealer): Promise<Product[]> =>
  (await dataOf(client.post('/api/Shop/GetCategoryProducts', { orderType: 'Rpt', limit: 200, ...input })))
    .products
const shown = async (input: Asked, client?: Client) =>
  (await products(input, client)).map(({ itemCode }) => itemCode).join(' ')
const facets = (input: Asked, client: Client = shop.dealer): Promise<ProductFacets> =>
  dataOf(client.post('/api/Shop/GetProductFacets', { orderType: 'Rpt', ...input }))
const to = (priceTo: number): Facets => ({ priceTo, currencyCode: 'TRY' })

/** A1, A2, B1, B2 and B3 cost 100 TRY, A3 has no price. */
describe('prices by rules', () => {
  test('sort and narrow lists, count, and give the range', async () => {
    await save({ target: 'item', itemCode: 'A2', tiers: [{ from: 0, percents: [20, 5] }] })
    await save({ target: 'item', itemCode: 'B2', ...fixed(120) })
    await save({ target: 'item', itemCode: 'B1', tiers: [{ from: 0, percents: [33.33, 3.33] }] })
    expect(await shown({ sort: 'priceAsc' })).toBe('B1 A2 A1 B3 B2 A3')
    expect(await shown({ sort: 'priceDesc' })).toBe('B2 A1 B3 A2 B1 A3')
    expect(await shown({ facets: to(99) })).toBe('A2 B1')
    expect(await shown({ facets: to(76) })).toBe('A2 B1')
    expect(await shown({ facets: to(75.99) })).toBe('B1')
    expect(await shown({ facets: to(64.4499) })).toBe('B1')
    expect(await shown({ facets: to(64.4498) })).toBe('')
    expect(await shown({ facets: { priceFrom: 110, currencyCode: 'TRY' } })).toBe('B2')
    expect(await shown({ sort: 'priceDesc', facets: { ...to(100), inStock: true } })).toBe('A1 A2 B1')
    expect(await facets({ facets: to(99) })).toMatchObject({
      total: 2,
      prices: [{ currencyCode: 'TRY', min: 64.4499, max: 120 }],
    })
  })

  test('are those of each buyer', async () => {
    await save({ target: 'item', itemCode: 'A2', audience: 'account', currAccCode: '120.01' })
    await save({ target: 'item', itemCode: 'B1', audience: 'priceGroup', priceGroup: 'CB' })
    expect(await shown({ sort: 'priceAsc' })).toBe('A2 B1 A1 B2 B3 A3')
    expect(await shown({ sort: 'priceAsc', currAccCode: '120.02' }, shop.agent)).toBe('A1 A2 A3')
    expect(await shown({ facets: to(90) })).toBe('A2 B1')
    expect(await shown({ facets: to(90), currAccCode: '120.02' }, shop.agent)).toBe('')
    expect((await facets({ facets: to(90) })).total).toBe(2)
    expect((await facets({ facets: to(90), currAccCode: '120.02' }, shop.agent)).total).toBe(0)
  })

  test('follow rules and list prices from the next call on', async () => {
    const id = await save({ target: 'item', itemCode: 'B1' })
    expect(await shown({ facets: to(90) })).toBe('B1')
    const a1 = (size: string) => ({ ...catalogueRows()[0], itemDim1Code: size, priceCB: '85' })
    await shop.load([a1('S'), a1('M')])
    expect(await shown({ facets: to(90) })).toBe('A1 B1')
    await save({ id, version: 1, target: 'item', itemCode: 'B2', tiers: [{ from: 0, percents: [50] }] })
    expect(await shown({ facets: to(90) })).toBe('A1 B2')
    await shop.admin.post('/api/Price/DeletePriceRule', { id })
    expect(await shown({ facets: to(90) })).toBe('A1')
  })

  test('are those of one unit alone, without a code', async () => {
    await save({ basis: 'itemPieces', tiers: [{ from: 2, percents: [30] }] })
    await save({ basis: 'orderAmount', currencyCode: 'TRY', tiers: [{ from: 1, percents: [30] }] })
    await save({ code: 'BAHAR', tiers: [{ from: 0, percents: [30] }] })
    expect(await shown({ facets: to(99) })).toBe('')
    await save({ target: 'item', itemCode: 'A1', basis: 'itemPieces', tiers: [{ from: 1, percents: [5] }] })
    expect(await shown({ facets: to(99) })).toBe('A1')
  })

  test('are those of the size or lot that has the lowest list price', async () => {
    const lot = { ...catalogueRows()[2], itemCode: 'C1' }
    await shop.load([lot, { ...lot, lotCode: '', itemDim1Code: 'S', piecesPerLot: '', priceCB: '390' }])
    await save(fixed(30))
    expect(await shown({ facets: to(119.99) })).toBe('A1 A2 B1 B2 B3')
    expect(await shown({ facets: to(120) })).toBe('A1 A2 B1 B2 B3 C1')
  })
})

describe('visitors', () => {
  let open: Wholesaler
  beforeAll(async () => {
    open = await wholesaler(app, 'shown-open', {
      authRequired: false,
      orderAuthRequired: false,
    })
    await open.query(`update tenant_settings set guest_account_code = '120.01' where tenant_id = $1`)
  })

  test('have the rules of the account they order under', async () => {
    await save({ target: 'item', itemCode: 'B1', audience: 'account', currAccCode: '120.01' }, open)
    expect(await shown({ facets: to(90) }, open.visitor)).toBe('B1')
    expect((await facets({ facets: to(90) }, open.visitor)).total).toBe(1)
    await open.update('accounts set deleted_at = now() where code = $2', '120.01')
    expect(await shown({ facets: to(90) }, open.visitor)).toBe('')
  })
})
