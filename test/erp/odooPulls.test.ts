import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { expectFailure, listAll, pullAll } from './connectors.ts'
import { documentOf, lineOf } from './documents.ts'
import { type LinkedOdoo, linkOdoo } from './linkOdoo.ts'
import { allowThisMachine } from './useTransfers.ts'

allowThisMachine()

let linked: LinkedOdoo
beforeEach(async () => {
  linked = await linkOdoo('json2', { pageSize: 10 })
})
afterEach(() => linked.odoo.close())

describe('customers of Odoo', () => {
  test('come with their branches, without contacts and the own company', async () => {
    const { records } = linked.odoo.models
    records.change('res.partner', 2, {
      email: 'a@example.com',
      street: 'Ulus 7',
      street2: 'Kat 2',
      city: 'Ankara',
      vat: 'TR1',
    })
    records.add('res.partner', {
      ref: 'S2',
      name: 'Depo',
      parent_id: 2,
      type: 'delivery',
      street: 'OSB',
      zip: '06',
      city: 'Sincan',
      active: true,
    })
    records.add('res.partner', { ref: 'X', name: 'Ayşe', parent_id: 2, type: 'contact', active: true })
    records.add('res.partner', { name: 'Without', parent_id: false, active: true })
    records.add('res.partner', { ref: '120.09', name: 'Kapalı', parent_id: false, active: false })
    const { rows } = await pullAll(linked.connector, 'customers')
    expect(rows).toEqual([
      {
        code: '120.01',
        description: 'Mağaza 120.01',
        email: 'a@example.com',
        phone: '',
        taxNumber: 'TR1',
        taxOffice: '',
        address: 'Ulus 7, Kat 2',
        city: 'Ankara',
        country: 'TR',
        currencyCode: '',
        isBlocked: false,
        branches: [{ code: 'S2', companyName: 'Depo', address: 'OSB, 06 Sincan' }],
      },
      expect.objectContaining({ code: '120.02', isBlocked: false, branches: [] }),
      expect.objectContaining({ code: '120.09', isBlocked: true }),
    ])
  })

  test('come page by page; changed ones come again', async () => {
    const { records } = linked.odoo.models
    const partners = Array.from({ length: 23 }, (_, index) =>
      records.add('res.partner', {
        ref: `C${index}`,
        name: `Firma ${index}`,
        parent_id: false,
        active: true,
      }),
    )
    const [first, , third] = partners
    // Alone in the newest second, it comes again.
    records.advanceClock(5000)
    records.change('res.partner', 3, {})
    const { rows, cursor, pages } = await pullAll(linked.connector, 'customers', '', (page) => {
      records.advanceClock(5000)
      if (page === 1) records.change('res.partner', first?.id ?? 0, { name: 'Yeni ad' })
      if (page === 2) records.change('res.partner', partners[22]?.id ?? 0, { name: 'Son' })
    })
    expect(pages).toBe(3)
    expect(new Set(rows.map(({ code }) => code)).size).toBe(25)
    const next = await pullAll(linked.connector, 'customers', cursor)
    expect(next.rows.map(({ code, description }) => [code, description])).toEqual([
      ['120.02', 'Mağaza 120.02'],
      ['C0', 'Yeni ad'],
      ['C22', 'Son'],
    ])
    records.advanceClock(5000)
    expect((await pullAll(linked.connector, 'customers', next.cursor)).rows).toEqual([])
    records.add('res.partner', {
      ref: 'S',
      name: 'Şube',
      parent_id: third?.id,
      type: 'delivery',
      active: true,
    })
    const branched = await pullAll(linked.connector, 'customers', next.cursor)
    expect(branched.rows).toMatchObject([{ code: 'C2', branches: [{ code: 'S' }] }, { code: 'C22' }])
  })

  test('of the last second come again, since Odoo’s times have no fractions', async () => {
    await linked.odoo.close()
    linked = await linkOdoo('json2', { overlapMs: 60_000 })
    const { records } = linked.odoo.models
    const { cursor } = await pullAll(linked.connector, 'customers')
    records.change('res.partner', 2, { name: 'In the same second' })
    expect((await pullAll(linked.connector, 'customers', cursor)).rows).toMatchObject([
      { description: 'In the same second' },
      {},
    ])
  })

  test('an invalid cursor starts from the beginning; a failing page is an outage', async () => {
    expect((await pullAll(linked.connector, 'customers', 'nonsense')).rows).toHaveLength(2)
    linked.odoo.behave(({ model }) => (model === 'res.partner' ? { before: 'reset' } : undefined))
    await expectFailure(pullAll(linked.connector, 'customers'), 'down')
  })
})

test('products that are archived or not for sale are deactivated', async () => {
  const { records } = linked.odoo.models
  // Alone in the newest second, it comes again.
  records.advanceClock(5000)
  records.change('product.product', 40, {})
  const { rows, cursor } = await pullAll(linked.connector, 'products')
  expect(rows).toHaveLength(40)
  expect(rows.every(({ isActive }) => isActive)).toBe(true)
  records.advanceClock(5000)
  records.change('product.product', 3, { active: false })
  records.change('product.product', 4, { sale_ok: false })
  records.change('product.template', 5, { name: 'Yeni' })
  expect((await pullAll(linked.connector, 'products', cursor)).rows).toEqual([
    { productCode: 'P3', name: 'Ürün P3', isActive: false },
    { productCode: 'P4', name: 'Ürün P4', isActive: false },
    { productCode: 'P5', name: 'Ürün P5', isActive: true },
    { productCode: 'P40', name: 'Ürün P40', isActive: true },
  ])
})

describe('prices of Odoo', () => {
  const addRule = (change: object) =>
    linked.odoo.models.records.add('product.pricelist.item', {
      pricelist_id: 1,
      applied_on: '3_global',
      product_id: false,
      product_tmpl_id: false,
      min_quantity: 0,
      compute_price: 'fixed',
      fixed_price: 0,
      percent_price: 0,
      base: 'list_price',
      date_start: false,
      date_end: false,
      ...change,
    })
  const pricesOf = async (connector = linked.connector) => {
    const { rows } = await pullAll(connector, 'prices')
    return new Map(
      rows.map((row) => [`${row.priceGroup} ${row.productCode}`, `${row.amountMinor} ${row.currencyCode}`]),
    )
  }

  test('are the sales prices without price lists', async () => {
    linked.odoo.models.records.change('product.product', 1, { lst_price: 19.999 })
    linked.odoo.models.records.change('product.product', 2, { sale_ok: false })
    const prices = await pricesOf(linked.open({ priceLists: [] }))
    expect(prices.size).toBe(39)
    expect([prices.get(' P1'), prices.get(' P2'), prices.get(' P3')]).toEqual([
      '2000 EUR',
      undefined,
      '1000 EUR',
    ])
  })

  test('follow the most specific readable rule', async () => {
    addRule({ applied_on: '0_product_variant', product_id: 1, product_tmpl_id: 1, fixed_price: 7.5 })
    addRule({ applied_on: '1_product', product_tmpl_id: 1, fixed_price: 8 })
    addRule({ applied_on: '1_product', product_tmpl_id: 2, compute_price: 'percentage', percent_price: 15 })
    addRule({ applied_on: '1_product', product_tmpl_id: 3, compute_price: 'formula' })
    addRule({ applied_on: '1_product', product_tmpl_id: 4, fixed_price: 5, min_quantity: 100 })
    addRule({ applied_on: '1_product', product_tmpl_id: 5, fixed_price: 4, date_end: '2020-01-01 00:00:00' })
    addRule({
      applied_on: '1_product',
      product_tmpl_id: 6,
      compute_price: 'percentage',
      base: 'standard_price',
    })
    const prices = await pricesOf(
      linked.open({ priceLists: [{ priceGroup: 'CB', priceList: 'Toptan EUR' }] }),
    )
    const shown = [1, 2, 3, 4, 5, 6, 40].map((number) => prices.get(`CB P${number}`))
    expect(shown).toEqual(['750 EUR', '850 EUR', undefined, '1000 EUR', '1000 EUR', undefined, '1000 EUR'])
    // Which products are in the category is unknown.
    addRule({ applied_on: '2_product_category', categ_id: 1, fixed_price: 1 })
    const fewer = await pricesOf(linked.open({ priceLists: [{ priceGroup: 'CB', priceList: 'Toptan EUR' }] }))
    expect([...fewer]).toEqual([
      ['CB P1', '750 EUR'],
      ['CB P2', '850 EUR'],
    ])
  })

  test('of a list in another currency are only its fixed ones', async () => {
    addRule({ pricelist_id: 2, applied_on: '1_product', product_tmpl_id: 7, fixed_price: 1499 })
    expect([...(await pricesOf())]).toEqual([['TRY P7', '149900 TRY']])
  })
})

for (const api of ['json2', 'jsonrpc'] as const) {
  test(`stock is what is available less outgoing and quoted quantities (${api})`, async () => {
    await linked.odoo.close()
    linked = await linkOdoo(api, { pageSize: 10 })
    const { records } = linked.odoo.models
    const addMove = (product_id: number, quantity: number, state = 'done', warehouse = 1) =>
      records.add('stock.move', { product_id, quantity, state, warehouse })
    addMove(1, 10)
    addMove(1, 99, 'done', 2)
    addMove(1, 3, 'confirmed')
    addMove(2, 5)
    records.advanceClock(5000)
    addMove(40, 1)
    records.add('product.product', { default_code: 'SERVICE', name: 'Kargo', active: true, type: 'service' })
    const { rows, cursor, pages } = await pullAll(linked.connector, 'stock')
    expect(pages).toBe(5)
    expect(rows).toHaveLength(40)
    expect(rows.slice(0, 3)).toEqual([
      { productCode: 'P1', available: 7 },
      { productCode: 'P2', available: 5 },
      { productCode: 'P3', available: 0 },
    ])
    records.advanceClock(5000)
    const offered = linked.open({ state: 'quotation' })
    const document = documentOf([lineOf(1, { productCode: 'P2', qty: 4 })])
    await offered.push(document)
    addMove(3, 8)
    const changed = await pullAll(linked.connector, 'stock', cursor)
    expect(changed.rows).toEqual([
      { productCode: 'P2', available: 1 },
      { productCode: 'P3', available: 8 },
      { productCode: 'P40', available: 1 },
    ])
    records.advanceClock(5000)
    // Now reserved by Odoo.
    await linked.connector.push(document)
    expect((await pullAll(linked.connector, 'stock', changed.cursor)).rows).toEqual([
      { productCode: 'P2', available: 1 },
      { productCode: 'P3', available: 8 },
    ])
  })
}

test('the list has our orders since a date, by key', async () => {
  const [one, two] = [
    documentOf([lineOf(1, { productCode: 'P1' })]),
    documentOf([lineOf(2, { productCode: 'P2' })]),
  ]
  await linked.connector.push(one)
  linked.odoo.models.records.advanceClock(86_400_000)
  await linked.connector.push(two)
  await linked.open({ state: 'quotation' }).push(documentOf([lineOf(1, { productCode: 'P1' })]))
  const listed = (since: string) => listAll(linked.connector, since)
  const second = { key: two.key, number: 'S00002', totalMinor: two.totalMinor }
  expect(await listed('2026-01-01T00:00:00Z')).toMatchObject([{ key: one.key, number: 'S00001' }, second])
  expect(await listed('2026-03-02T00:00:00Z')).toMatchObject([second])
})
