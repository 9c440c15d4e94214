import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTryton } from '#server/erp/tryton/tryton.ts'
import { type Patient, type PullKind, patient, pullAll } from './connectors.ts'
import { documentOf, lineOf, records } from './documents.ts'
import { hasTryton, startTrytond, type Trytond } from './trytond.ts'

let tryton: Trytond
let connector: Patient

const few = {
  products: [...records.products.slice(0, 20), ...records.products.slice(-3)],
  parties: records.parties,
}
const codes = few.products.map(({ code }) => code)

const pull = <Kind extends PullKind>(kind: Kind, cursor?: string, afterPage?: () => unknown) =>
  pullAll(connector, kind, cursor, afterPage)

async function change(model: string, condition: unknown[], values: Record<string, unknown>): Promise<void> {
  const ids = await tryton.call(`model.${model}.search`, [condition], 0, null, null)
  await tryton.call(`model.${model}.write`, ids, values)
}

const renameProduct = (code: string, name: string) =>
  change('product.template', ['products.code', '=', code], { name })

describe.skipIf(!hasTryton)('reading from Tryton', () => {
  beforeAll(async () => {
    tryton = await startTrytond({ records: few })
    const priceLists = [{ priceGroup: 'TF', priceList: 'Toptan' }]
    const access = { settings: { ...tryton.settings, priceLists }, secret: tryton.password }
    connector = patient(openTryton(access, { pageSize: 8, overlapMs: 0 }))
  }, 900_000)

  afterAll(async () => {
    await connector?.close()
    await tryton?.stop()
  })

  test('products come in pages, then only changed ones', async () => {
    const all = await pull('products')
    expect(all.pages).toBe(3)
    expect(all.rows.map(({ productCode }) => productCode)).toEqual(codes)
    expect(all.rows.filter(({ isActive }) => !isActive).map(({ productCode }) => productCode)).toEqual([
      'GONE',
      'INNER',
    ])
    expect(all.rows[0]).toEqual({ productCode: 'B0001', name: 'Gömlek 1', isActive: true })

    expect(await pull('products', all.cursor)).toEqual({ rows: [], cursor: all.cursor, pages: 1 })

    await renameProduct('B0007', 'Başka')
    const one = await pull('products', all.cursor)
    expect(one.rows).toEqual([{ productCode: 'B0007', name: 'Başka', isActive: true }])
    await change('product.product', ['code', '=', 'B0008'], { active: false })
    const gone = await pull('products', one.cursor)
    expect(gone.rows).toEqual([{ productCode: 'B0008', name: 'Gömlek 8', isActive: false }])
    expect((await pull('products', gone.cursor)).rows).toEqual([])
  })

  test('changes while reading come with the next pass', async () => {
    const all = await pull('products', '', () => renameProduct('B0002', 'Meanwhile'))
    expect(all.rows.find(({ productCode }) => productCode === 'B0002')?.name).not.toBe('Meanwhile')
    const next = await pull('products', all.cursor)
    expect(next.rows).toEqual([{ productCode: 'B0002', name: 'Meanwhile', isActive: true }])
  })

  test('a change committed late with an early time is found', async () => {
    const access = { settings: tryton.settings, secret: tryton.password }
    const careful = patient(openTryton(access, { overlapMs: 60_000 }))
    const products = async (cursor: string) => careful.products?.(cursor)
    await renameProduct('B0001', 'First')
    const first = await products('')
    await renameProduct('B0003', 'Late')
    // As if its transaction began earlier and committed after our read.
    await tryton.query(
      `update product_template t set write_date = (select min(write_date) from product_template) - interval '30 s'
       from product_product p where p.template = t.id and p.code = 'B0003'`,
    )
    const next = await products(first?.cursor ?? '')
    expect(next?.rows).toContainEqual({ productCode: 'B0003', name: 'Late', isActive: true })
    await careful.close()
  })

  test('customers come with branches, also if only an address changed', async () => {
    const all = await pull('customers')
    expect(all.rows.map(({ code }) => code).toSorted()).toEqual(
      few.parties.map(({ code }) => code).toSorted(),
    )
    expect(all.rows.find(({ code }) => code === '120.01')).toEqual({
      code: '120.01',
      description: 'Mağaza 1',
      email: 'm1@example.test',
      phone: '',
      taxNumber: '',
      taxOffice: '',
      address: 'Laleli Cad. 5',
      city: 'Istanbul',
      country: '',
      currencyCode: '',
      isBlocked: false,
      branches: [{ code: 'SUBE-2', companyName: 'Mağaza 1', address: 'Ulus 7, Ankara' }],
    })
    expect(all.rows.filter(({ isBlocked }) => isBlocked).map(({ code }) => code)).toEqual(['120.03'])

    await change('party.address', ['party.code', '=', '120.02'], { city: 'Izmir' })
    const next = await pull('customers', all.cursor)
    expect(next.rows.map(({ code, city }) => [code, city])).toEqual([['120.02', 'Izmir']])
    expect((await pull('customers', next.cursor)).rows).toEqual([])
  })

  test('prices come in every currency by the price list, to the cent', async () => {
    const { rows, cursor } = await pull('prices')
    expect(cursor).toBe('')
    // 10.00 less 10 %, at rates of 1, 1.1 and 48.
    expect(rows.filter(({ productCode }) => productCode === 'B0001')).toEqual([
      { productCode: 'B0001', priceGroup: 'TF', currencyCode: 'EUR', amountMinor: 900 },
      { productCode: 'B0001', priceGroup: 'TF', currencyCode: 'USD', amountMinor: 990 },
      { productCode: 'B0001', priceGroup: 'TF', currencyCode: 'TRY', amountMinor: 43_200 },
    ])
    // 11.01 × 0.9 = 9.909; × 1.1 = 10.8999.
    const second = rows.filter(({ productCode }) => productCode === 'B0002')
    expect(second.map(({ amountMinor }) => amountMinor)).toEqual([991, 1090, 47_563])
    const priced = codes.filter((code) => !['B0008', 'GONE', 'INNER'].includes(code))
    expect(rows).toHaveLength(3 * priced.length)
  })

  test('stock is what is available less promised quantities, and comes again when it changes', async () => {
    const all = await pull('stock')
    expect(all.rows).toHaveLength(codes.length)
    expect(all.rows.find(({ productCode }) => productCode === 'B0004')).toEqual({
      productCode: 'B0004',
      available: 100,
    })
    expect((await pull('stock', all.cursor)).rows).toEqual([])

    await connector.push(documentOf([lineOf(4, { qty: 30 }), lineOf(5, { qty: 7 })]))
    const next = await pull('stock', all.cursor)
    expect(next.rows).toEqual([
      { productCode: 'B0004', available: 70 },
      { productCode: 'B0005', available: 93 },
    ])
    expect((await pull('stock', next.cursor)).rows).toEqual([])

    // Tryton's forecast ignores overdue moves.
    await tryton.query(
      `update stock_move set planned_date = planned_date - 7, write_date = clock_timestamp() at time zone 'utc'
       where state = 'draft'`,
    )
    const overdue = await pull('stock', next.cursor)
    expect(overdue.rows.map(({ available }) => available)).toEqual([70, 93])
  }, 60_000)

  test('an invalid cursor starts from the beginning', async () => {
    expect((await pull('products', 'nonsense')).rows).toHaveLength(codes.length)
  })
})
