import readExcelFile from 'read-excel-file/node'
import { beforeEach, describe, expect, test } from 'vitest'
import { documentsOf } from '#server/erp/documents.ts'
import { type TaxRounding, type TaxTreatment, taxRoundings, taxTreatments } from '#shared/pricing/tax.ts'
import { textsOf } from '#test/pdfText.ts'
import { shopPerTest, useApp } from '#test/useShop.ts'
import type { CartLine } from '../src/web/shop/cart/stored/cart.ts'
import { cartTaxes } from '../src/web/shop/cart/totals/cartTaxes.ts'
import { testLine } from '../src/web/testing.ts'

const app = useApp()
const shop = shopPerTest(app)

const rates = [
  { code: '10', name: 'Tekstil', percent: 10 },
  { code: '20', name: '', percent: 20 },
]

async function saveTax(taxRates: object[], taxRounding: TaxRounding = 'line') {
  const { data } = (await shop.admin.get('/api/Account/GetTenantSettings')).body
  const answer = await shop.admin.post('/api/Account/UpdateTenantSettings', {
    ...data,
    taxRates,
    taxRounding,
  })
  expect(answer.body).toMatchObject({ success: true })
}

const treat = (treatment: TaxTreatment) =>
  shop.update(`accounts set tax_treatment = $2 where code = '120.01'`, treatment)

/** Item A2 has 20 %, all others the first rate. Some tenths of a cent everywhere. */
const cart = [
  ['A1 S', 3, 12.35, 10],
  ['A1 M', 1, 0.05, 10],
  ['B1 M', 5, 20.03, 10],
  ['A2 S', 7, 99.99, 20],
  ['A2 M', 1, 0.12, 20],
] as const
const lines = Object.fromEntries(cart.map(([name, qty, price]) => [name, [qty, price] as [number, number]]))

beforeEach(async () => {
  for (const [name, , price] of cart)
    await shop.query(
      `update prices set amount_minor = $3 where tenant_id = $1 and variant_id = $2 and price_group = 'CB'`,
      shop.id(name),
      Math.round(price * 100),
    )
  await shop.update(`products set tax_code = '20' where item_code = 'A2'`)
})

const read = async (id: string) => (await shop.admin.get('/api/Shop/GetOrderById', { id })).body.data
const percents = (order: { lines: { taxPercent?: number }[] }) =>
  order.lines.map(({ taxPercent }) => taxPercent)

describe.each(taxTreatments)('to an account with treatment %s', (treatment) => {
  test.each(taxRoundings)('cart, order, PDF, workbook, mail and ERP document agree, by %s', async (by) => {
    await saveTax(rates, by)
    await treat(treatment)
    await shop.update(`users set email = 'dealer@example.com' where username = 'dealer'`)
    app.mailServer.received.length = 0
    const placed = await shop.place({ lines }, shop.dealer.as({ langCode: 'en' }))

    const [sum] = cartTaxes(
      cart.map(([name, qty, unitPrice]): CartLine => {
        const taxCode = name.startsWith('A2') ? { taxCode: '20' } : {}
        return { ...testLine(shop.id(name)), qty, unitPrice, priceCurrencyCode: 'TRY', ...taxCode }
      }),
      { rates, treatment, rounding: by, editing: null },
    )
    if (!sum) throw new Error('Every line has a percent')
    // By lines 3.71 + 0.01 + 10.02 + 139.99 + 0.02; by rates 13.73 (of 13.725) + 140.01.
    const tax = { line: 15_375, order: 15_374 }[by]
    expect([sum.netMinor, sum.taxMinor]).toEqual([83_730, treatment === 'domestic' ? tax : 0])
    const money = (minor: number) => `₺${(minor / 100).toFixed(2)}`

    const order = await read(placed.id)
    expect(order).toMatchObject({ taxTreatment: treatment, taxRounding: by })
    expect(order.totals).toEqual([{ currency: 'TRY', amount: sum.netMinor / 100, tax: sum.taxMinor / 100 }])
    const expectedPercents = cart.map(([, , , percent]) => (treatment === 'domestic' ? percent : 0))
    expect(percents(order)).toEqual(expectedPercents)

    const asked = { guidKey: placed.guidKey }
    const reader = shop.dealer.as({ langCode: 'en' })
    const expected = [
      ['Total without VAT · Turkish Lira (TRY)', sum.netMinor],
      ...sum.byRate.map(
        (rate) => [`VAT ${rate.percent}% on ${money(rate.netMinor)}`, rate.taxMinor] as const,
      ),
      ['Total with VAT · Turkish Lira (TRY)', sum.grossMinor],
    ] as const
    const note = {
      domestic: undefined,
      reverseCharge: 'Reverse charge: VAT is owed by the customer',
      export: 'Export, free of VAT',
    }[treatment]

    const pdf = textsOf((await reader.get('/api/Shop/GetOrderPdf', asked)).body).join('\n')
    for (const [name, minor] of expected) expect(pdf).toContain(`${name} ${money(minor)}`)

    const [sheet] = await readExcelFile((await reader.get('/api/Shop/GetOrderExcel', asked)).body)
    const rows = sheet?.data ?? []
    const amountOf = (name: string) => rows.find((row) => row.includes(name))?.[14]
    expect(expected.map(([name]) => amountOf(name))).toEqual(expected.map(([, minor]) => minor / 100))
    expect(rows.filter(([brand]) => brand === 'Ayla' || brand === 'Bora').map((row) => row[15])).toHaveLength(
      cart.length,
    )

    await expect.poll(() => app.mailServer.received.length, { timeout: 20_000 }).toBeGreaterThan(0)
    const mail = app.mailServer.received.find(({ to }) => to === 'dealer@example.com')
    for (const [name, minor] of expected) expect(mail?.text).toContain(`${name}: ${money(minor)}`)

    if (note) for (const text of [pdf, mail?.text, mail?.html]) expect(text).toContain(note)
    else expect(pdf).not.toMatch(/Reverse charge|Export/)

    const [document] = await app.database.inTenant(shop.tenantId, 'read', (tx) =>
      documentsOf(tx, placed.id, '{barcode}'),
    )
    expect(document).toMatchObject({
      totalMinor: sum.netMinor,
      taxMinor: sum.taxMinor,
      taxTreatment: treatment,
    })
    expect(document?.lines.map(({ taxPercent }) => taxPercent)).toEqual(expectedPercents)
  })
})

test('without rates an order states no VAT, and its documents are as before', async () => {
  await treat('export')
  const placed = await shop.place({ lines })
  const order = await read(placed.id)
  expect(order.totals).toEqual([{ currency: 'TRY', amount: 837.3 }])
  expect(order.taxTreatment).toBeUndefined()
  expect(percents(order).every((percent) => percent === undefined)).toBe(true)
  const [document] = await app.database.inTenant(shop.tenantId, 'read', (tx) =>
    documentsOf(tx, placed.id, '{barcode}'),
  )
  expect(Object.keys(document ?? {}).filter((name) => name.startsWith('tax'))).toEqual([])
  expect(document?.lines[0]).not.toHaveProperty('taxPercent')
  const { guidKey } = placed
  const pdf = textsOf(
    (await shop.dealer.as({ langCode: 'en' }).get('/api/Shop/GetOrderPdf', { guidKey })).body,
  ).join('\n')
  expect(pdf).toContain('Total without VAT · Turkish Lira (TRY) ₺837.30')
  expect(pdf).toContain('without VAT')
  expect(pdf).not.toContain('with VAT')

  // It stays so when it is amended after rates were entered.
  await saveTax(rates)
  const amended = {
    ...placed.body,
    version: 1,
    lines: placed.body.lines.map((line) => ({ ...line, qty: 8 })),
  }
  expect((await shop.dealer.post('/api/Shop/PostShopCart', amended)).status).toBe(200)
  const after = await read(placed.id)
  expect(after.totals[0]).not.toHaveProperty('tax')
  expect(percents(after).every((percent) => percent === undefined)).toBe(true)
})

test('an amended order keeps treatment and rounding, and each line its percent while its quantity does not grow', async () => {
  await saveTax(rates, 'order')
  const placed = await shop.place({ lines: { 'A1 S': [2, 12.35], 'A2 S': [2, 99.99], 'B1 M': [1, 20.03] } })
  await saveTax([{ code: '10', name: '', percent: 8 }, rates[1] as object], 'line')
  await treat('reverseCharge')
  const [first, second, third] = placed.body.lines
  const more = { productId: shop.id('A1 M'), qty: 1, unitPrice: 0.05, priceCurrencyCode: 'TRY' }
  const wanted = [{ ...first, qty: 1 }, { ...second, qty: 3 }, { ...third, qty: 4 }, more]
  const amended = { ...placed.body, version: 1, lines: wanted }
  expect((await shop.dealer.post('/api/Shop/PostShopCart', amended)).status).toBe(200)
  const order = await read(placed.id)
  expect(order).toMatchObject({ taxTreatment: 'domestic', taxRounding: 'order' })
  expect(percents(order)).toEqual([10, 20, 8, 8])
  // 10 % of 12.35, 20 % of 299.97, 8 % of 80.17.
  expect(order.totals).toEqual([{ currency: 'TRY', amount: 392.49, tax: 1.24 + 59.99 + 6.41 }])
  // Once more, with nothing but fewer lines: the total follows.
  const fewer = { ...placed.body, version: 2, lines: wanted.slice(0, 2) }
  expect((await shop.dealer.post('/api/Shop/PostShopCart', fewer)).status).toBe(200)
  expect((await read(placed.id)).totals).toEqual([{ currency: 'TRY', amount: 312.32, tax: 61.23 }])
})

test('the parts of a split order have their own VAT', async () => {
  await saveTax(rates, 'order')
  const placed = await shop.place({ lines })
  const { data } = (await shop.admin.post('/api/Shop/SplitOrder', { id: placed.id, version: 1 })).body
  const parts = await Promise.all(data.orders.map(({ orderId }: { orderId: string }) => read(orderId)))
  expect(parts.map(({ taxTreatment, taxRounding }) => [taxTreatment, taxRounding])).toEqual([
    ['domestic', 'order'],
    ['domestic', 'order'],
  ])
  // 10 % of 37.10 is 3.71, 20 % of 700.05 is 140.01; 10 % of 100.15 is 10.015.
  expect(parts.map(({ totals }) => totals)).toEqual([
    [{ currency: 'TRY', amount: 737.15, tax: 143.72 }],
    [{ currency: 'TRY', amount: 100.15, tax: 10.02 }],
  ])
})

test('guests order as domestic customers', async () => {
  await saveTax(rates)
  await treat('export')
  await shop.query(
    `update tenant_settings set auth_required = false, order_auth_required = false, guest_account_code = '120.01' where tenant_id = $1`,
  )
  const guest = { name: 'Ayşe', phone: '+90 555 000 00 00', email: 'guest@example.com' }
  const { body } = await shop.order({ lines: { 'A2 S': [1, 99.99] }, guest }, shop.visitor)
  expect(body.success).toBe(true)
  expect((await read(body.orderId)).totals).toEqual([{ currency: 'TRY', amount: 99.99, tax: 20 }])
})

test('a rate that products have cannot be removed', async () => {
  await saveTax(rates)
  const { data } = (await shop.admin.get('/api/Account/GetTenantSettings')).body
  const answer = await shop.admin
    .as({ langCode: 'en' })
    .post('/api/Account/UpdateTenantSettings', { ...data, taxRates: rates.slice(0, 1) })
  expect(answer.body.fields).toEqual({
    taxRates: '1 product uses the rate 20. Give it another rate first.',
  })
  await saveTax(rates.slice(1))
  const shown = (await shop.visitor.get('/api/Shop/GetAppSettings')).body
  expect(shown.tax).toEqual({ rates: rates.slice(1), rounding: 'line' })
})

test('rates need distinct codes and at most two decimals', async () => {
  const { data } = (await shop.admin.get('/api/Account/GetTenantSettings')).body
  const save = async (taxRates: object[]) =>
    Object.keys(
      (await shop.admin.post('/api/Account/UpdateTenantSettings', { ...data, taxRates })).body.fields ?? {},
    )
  expect(await save([...rates, { code: '10', name: '', percent: 1 }])).toEqual(['taxRates.2.code'])
  expect(await save([{ code: '1', name: '', percent: 1.005 }])).toEqual(['taxRates.0.percent'])
  expect(await save([{ code: '1', name: '', percent: 101 }])).toEqual(['taxRates.0.percent'])
  expect(await save([{ code: '1', name: '', percent: 19.99 }])).toEqual([])
})
