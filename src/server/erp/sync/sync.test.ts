import { beforeEach, describe, expect, test } from 'vitest'
import { variantFields } from '#shared/catalogue/catalogueFields.ts'
import { maxUnitPrice } from '#shared/catalogue/sentProducts.ts'
import type { Change } from '#shared/changes/changes.ts'
import { toMinor } from '#shared/numbers/money.ts'
import {
  customerTextLimits,
  maxAccountCodeLength,
  maxCreditLimit,
  maxPaymentTermsLength,
} from '#shared/records/customerFields.ts'
import { refusal } from '#test/app.ts'
import { useHttpErp, useTransfers } from '#test/erp/useTransfers.ts'
import { shopPerTest, useApp } from '#test/useShop.ts'
import { erpFetchJob } from './fetchJob.ts'

const app = useApp()
const shop = shopPerTest(app)
const transfers = useTransfers(app, shop)
const { now, waitUntil } = transfers
const http = useHttpErp(transfers)

beforeEach(() => {
  const schedule = { customers: 60, products: 60, prices: 60, stock: 10 }
  return http.link({ settings: { url: http.erp.url, schedule } })
})

/** As in a new process. */
async function fetchDue(): Promise<void> {
  const syncs = transfers.jobs({ erpFetch: erpFetchJob(app, { now }) })
  syncs.wake(shop.tenantId, 'erpFetch')
  await waitUntil(async () => {
    const { body } = await shop.admin.get('/api/Erp/GetSyncs')
    const due: { nextAt?: string; isRunning: boolean }[] = body.data.syncs
    return due.every(
      ({ nextAt, isRunning }) => !isRunning && (!nextAt || Date.parse(nextAt) > now().getTime()),
    )
  })
  await syncs.stop()
  expect(transfers.said).toEqual([])
}

/** The newest. */
const runOf = async (what: string) =>
  (await shop.admin.get('/api/Erp/GetSyncs')).body.data.runs.find(
    (run: { what: string }) => run.what === what,
  )
const priceOf = (productCode: string, amountMinor: number, change: object = {}) => ({
  productCode,
  priceGroup: 'CB',
  currencyCode: 'TRY',
  amountMinor,
  ...change,
})
const customer = (code: string, change: object = {}) => ({
  code,
  description: `Firma ${code}`,
  currencyCode: 'TRY',
  ...change,
})

test('customers are taken from the ERP; our own fields stay', async () => {
  http.erp.pages.customers = [
    [customer('120.01', { description: 'Yeni Ad', email: 'erp@example.com', taxNumber: '123' })],
    [
      customer('300.01', { branches: [{ code: 'M', companyName: 'Merkez' }] }),
      customer('300.02', { currencyCode: 'lira' }),
      customer(''),
    ],
  ]
  await fetchDue()
  const run = await runOf('customers')
  expect(run).toMatchObject({ isFull: true, added: 1, updated: 1, unchanged: 0, refused: 2, error: '' })
  expect(run.problems).toEqual([
    { name: '300.02 Firma 300.02', reason: 'currencyUnknown' },
    { name: 'Firma', reason: 'codeTooLong' },
  ])
  const { body } = await shop.admin.post('/api/Account/GetCustomerList', { search: '120.01' })
  const { body: known } = await shop.admin.get('/api/Account/GetCustomerById', { id: body.data.items[0].id })
  // Agent and price group belong to the office.
  expect(known.data).toMatchObject({
    currAccDescription: 'Yeni Ad',
    taxNumber: '123',
    salesPersonCode: 'P1',
    priceGroup: 'CB',
  })
  const answer = await shop.admin.post('/api/Account/SyncCustomersWithErp', {})
  expect(answer.body).toEqual({ added: 0, updated: 0, unchanged: 0 })
  http.erp.pages.customers.push([customer('300.01', { isBlocked: true }), customer('300.03')])
  expect((await shop.admin.post('/api/Account/SyncCustomersWithErp', {})).body).toEqual({
    added: 1,
    updated: 1,
    unchanged: 0,
  })
})

test('unstorable characters and cut surrogate pairs block no customer', async () => {
  http.erp.pages.customers = [
    [
      customer('400.01', { description: 'Yarım \ud800 ve\0 sıfır' }),
      customer('400.02', { description: `${'x'.repeat(99)}👗`, address: `${'y'.repeat(499)}👗` }),
    ],
  ]
  await fetchDue()
  const run = await runOf('customers')
  expect(run).toMatchObject({ added: 2, error: '' })
  const named = async (search: string) =>
    (await shop.admin.post('/api/Account/GetCustomerList', { search })).body.data.items[0].currAccDescription
  expect(await named('400.01')).toBe('Yarım \ufffd ve sıfır')
  expect(await named('400.02')).toBe('x'.repeat(99))
})

test('the longest values of the ERP are kept, and are saved again in the panel as they are', async () => {
  const schedule = { customers: 60, prices: 60, stock: 60, balances: 60 }
  await http.link({ settings: { url: http.erp.url, schedule } })
  const code = 'Ç'.repeat(maxAccountCodeLength)
  const texts = Object.fromEntries(
    Object.entries(customerTextLimits).map(([field, length]) => [field, 'ş'.repeat(length)]),
  )
  const email = `${'e'.repeat(64)}@${'d'.repeat(60)}.${'d'.repeat(60)}.${'d'.repeat(59)}.example`
  const { currAccDescription: description = '', ...others }: Record<string, string> = {
    ...texts,
    email: `${email}; second@example.com`,
  }
  const address = 'ğ'.repeat(customerTextLimits.address)
  const branches = [{ code, companyName: 'ö'.repeat(customerTextLimits.currAccDescription), address }]
  const remark = customer('300.01', { email: 'yok', phone: '1'.repeat(1000) })
  http.erp.pages.customers = [[customer(code, { ...others, description, branches }), remark]]
  const paymentTerms = 'ü'.repeat(maxPaymentTermsLength)
  const terms = { paymentTerms, creditLimitMinor: toMinor(maxCreditLimit) }
  http.erp.pages.balances = [[{ code, balances: [], ...terms }]]
  http.erp.pages.stock = [[{ productCode: 'A1-01-S', available: 2 ** 53 }]]
  http.erp.pages.prices = [
    [priceOf('A1-01-S', toMinor(maxUnitPrice)), priceOf('A1-01-M', toMinor(maxUnitPrice) + 1)],
  ]
  await fetchDue()
  expect((await runOf('prices')).problems).toEqual([{ name: 'A1-01-M', reason: 'numberOutOfRange' }])

  const read = async (id: string) => (await shop.admin.get('/api/Account/GetCustomerById', { id })).body.data
  for (const id of [code, '300.01']) {
    const opened = await read(id)
    expect(await shop.admin.post('/api/Account/UpdateCustomer', opened)).toMatchObject({ status: 200 })
    expect(await read(id)).toEqual({ ...opened, version: expect.any(Number) })
  }
  expect(await read(code)).toMatchObject({
    ...texts,
    email,
    paymentTerms,
    creditLimit: maxCreditLimit,
    subCurrAccs: [{ subCurrAccCode: code, companyName: branches[0]?.companyName, address }],
  })
  expect(await read('300.01')).toMatchObject({ email: '', phone: '1'.repeat(customerTextLimits.phone) })

  const [opened] = (await shop.admin.get('/api/Shop/GetItem', { itemCode: 'A1' })).body.data.products
  expect(opened.items[0]).toMatchObject({
    inventory: variantFields.inventory.max,
    prices: expect.arrayContaining([expect.objectContaining({ unitPrice: maxUnitPrice })]),
  })
  expect(await shop.admin.post('/api/Shop/UpdateProduct', opened)).toMatchObject({ status: 200 })
})

test('stock of the ERP never undoes orders that it does not know yet', async () => {
  expect(await shop.inventory('A1 S')).toBe(20)
  await shop.place({ lines: { 'A1 S': 3 } })
  // Held for the office.
  await shop.update('accounts set credit_limit = 0')
  await shop.place({ lines: { 'A1 M': 4 } })
  await shop.update('accounts set credit_limit = null')
  http.erp.pages.stock = [
    [
      { productCode: 'A1-01-S', available: 50 },
      { productCode: 'A1-01-M', available: 30 },
      { productCode: 'NO-1', available: 1 },
    ],
  ]
  await fetchDue()
  expect([await shop.inventory('A1 S'), await shop.inventory('A1 M')]).toEqual([47, 26])
  // The ERP subtracts transferred orders itself.
  const dispatcher = transfers.dispatcher()
  dispatcher.wake(shop.tenantId, 'erpTransfer')
  await waitUntil(async () => http.erp.orders.size === 1)
  await dispatcher.stop()
  transfers.clockOffsetMs = 11 * 60_000
  http.erp.pages.stock.push([{ productCode: 'A1-01-S', available: 47 }])
  await fetchDue()
  expect(await shop.inventory('A1 S')).toBe(47)
  transfers.clockOffsetMs = 22 * 60_000
  http.erp.pages.stock.push([{ productCode: 'A1-01-S', available: -5 }])
  await fetchDue()
  expect(await shop.inventory('A1 S')).toBe(0)
  expect((await shop.order()).body).toMatchObject({ code: 'order.inventoryNotSufficient' })
})

test('prices change in existing groups, and sort lists', async () => {
  http.erp.pages.prices = [
    [
      priceOf('A1-01-S', 1_00),
      priceOf('A1-01-M', 100_00),
      priceOf('A2-01-S', 5, { priceGroup: 'XX' }),
      priceOf('A3-01-S', 70_00),
    ],
  ]
  await fetchDue()
  const run = await runOf('prices')
  expect(run).toMatchObject({ added: 1, updated: 1, unchanged: 1, refused: 1 })
  const { body } = await shop.dealer.post('/api/Shop/GetProductsBySearch', {
    searchText: 'a',
    orderType: 'Rpt',
    sort: 'priceAsc',
  })
  expect(body.data.products[0]).toMatchObject({ itemCode: 'A1' })
})

test('a run of several pages is listed with the imports, and undone as one', async () => {
  const read = async () => {
    const text = 'select variant_id, price_group, amount_minor from prices where tenant_id = $1 order by 1, 2'
    return (await shop.query(text)).map((row) => JSON.stringify(row))
  }
  const before = await read()
  http.erp.pages.prices = [
    [priceOf('A1-01-S', 1_00), priceOf('A1-01-M', 2_00)],
    [priceOf('A1-01-S', 3_00), priceOf('A3-01-S', 4_00)],
  ]
  await fetchDue()
  const after = await read()
  expect(after).not.toEqual(before)
  const listed = async () => (await shop.admin.post('/api/Shop/GetImports', {})).body.data.items
  const [run] = await listed()
  expect(run).toMatchObject({
    source: 'erp',
    fileName: 'prices',
    state: 'applied',
    can: { undo: true, check: false },
  })
  const { items } = (await shop.admin.post('/api/Shop/GetImportChanges', { id: run.id })).body.data
  expect(items).toHaveLength(3)
  expect(
    items.find(({ itemCode, size }: { itemCode: string; size: string }) => `${itemCode} ${size}` === 'A1 S')
      .fields,
  ).toEqual([{ name: 'priceCB', before: expect.anything(), after: { amount: 3, currency: 'TRY' } }])
  await shop.update(`prices set amount_minor = 999 where amount_minor = 400 and price_group = 'CB'`)
  expect((await shop.admin.post('/api/Shop/UndoImport', { id: run.id })).status).toBe(200)
  await waitUntil(async () => (await listed())[0].state === 'undone')
  expect((await listed())[0].undo).toEqual({ restored: 2, removed: 0, deactivated: 0, kept: 1 })
  const undone = await read()
  expect(undone.filter((row) => !before.includes(row))).toEqual([expect.stringContaining('"999"')])
})

test('what the ERP no longer sells is deactivated, and nothing is activated', async () => {
  http.erp.pages.products = [[{ productCode: 'A1-01-S', name: 'x', isActive: false }]]
  await fetchDue()
  const order = await shop.order()
  expect(order.body).toMatchObject({ code: 'order.lineUnavailable' })
})

describe('balances', () => {
  const balancesEvery = (minutes: number) =>
    http.link({ settings: { url: http.erp.url, schedule: { balances: minutes } } })
  const owed = (balanceMinor: number, more: object = {}) => ({ currencyCode: 'TRY', balanceMinor, ...more })
  const invoice = (key: string, amountMinor: number, more: object = {}) => ({
    key,
    kind: 'invoice',
    number: `F-${key}`,
    issuedOn: '2026-02-01',
    dueOn: '2026-03-01',
    currencyCode: '',
    amountMinor,
    ...more,
  })
  const creditOf = async (currAccCode: string) =>
    (await shop.admin.get('/api/Shop/GetCredit', { currAccCode })).body.data.credit
  const documents = () =>
    shop.query<{ key: string; amount: string; currency: string }>(
      `select d.key, d.amount::text, d.currency_code as currency from account_documents d
       where d.tenant_id = $1 order by 1`,
    )
  const next = (minutes: number) => {
    transfers.clockOffsetMs = minutes * 60_000
    return fetchDue()
  }

  test('replace what was told before, with the time when the ERP told them', async () => {
    await balancesEvery(30)
    const asOf = '2026-03-02T09:00:00+03:00'
    http.erp.pages.balances = [
      [
        {
          code: '120.01',
          asOf,
          balances: [owed(1234_56), owed(-50_00, { currencyCode: 'EUR' })],
          documents: [invoice('1', 100_00, { openMinor: 40_00 }), invoice('2', 7_00)],
        },
        { code: '120.02', balances: [owed(5_00)] },
      ],
      [
        { code: 'none', balances: [] },
        { code: '120.03', balances: [owed(1, { currencyCode: 'lira' })] },
        { code: '120.03', balances: [owed(1)], documents: [{ ...invoice('1', 1), issuedOn: '0000-01-01' }] },
        { code: '120.03', balances: [owed(1)], asOf: '0000-01-01T00:00:00Z' },
      ],
    ]
    await fetchDue()
    expect(await runOf('balances')).toMatchObject({ added: 2, updated: 0, refused: 4, error: '' })
    expect((await runOf('balances')).problems).toEqual([
      { name: 'none', reason: 'unknownCustomer' },
      { name: '120.03', reason: 'currencyUnknown' },
      { name: '120.03', reason: 'dateUnknown' },
      { name: '120.03', reason: 'dateUnknown' },
    ])
    expect(await creditOf('120.01')).toMatchObject({
      balance: 1234.56,
      overdue: 40,
      asOf: '2026-03-02T06:00:00.000Z',
      missing: ['EUR'],
    })
    expect(await documents()).toEqual([
      { key: '1', amount: '100.00', currency: 'TRY' },
      { key: '2', amount: '7.00', currency: 'TRY' },
    ])
    http.erp.pages.balances.push([
      { code: '120.01', asOf, balances: [], documents: [invoice('2', 8_00)] },
      { code: '120.02', balances: [owed(5_00)] },
    ])
    await next(31)
    expect(await runOf('balances')).toMatchObject({ isFull: false, added: 0, updated: 1, unchanged: 1 })
    expect(await creditOf('120.01')).toMatchObject({ balance: 0, overdue: 0, missing: [] })
    expect(await documents()).toEqual([{ key: '2', amount: '8.00', currency: 'TRY' }])
    // Not of customers, so not in their change log.
    const log = await shop.admin.post('/api/Account/GetChanges', { subject: 'customer' })
    expect(log.body.data.items).toEqual([])
  })

  test('that the ERP no longer tells are forgotten when all are fetched, unless a row cannot be used', async () => {
    await balancesEvery(30)
    const all = ['120.01', '120.02', '120.03'].map((code) => ({
      code,
      balances: [owed(100)],
      documents: [invoice('1', 1)],
    }))
    http.erp.pages.balances = [all]
    await fetchDue()
    expect(await documents()).toHaveLength(3)
    const again = async (rows: object[], minutes: number) => {
      http.erp.pages.balances = [rows]
      await shop.admin.post('/api/Erp/StartSync', { what: 'balances', isFull: true })
      await next(minutes)
    }
    await again([...all.slice(1), { code: '120.01', balances: [owed(1, { currencyCode: '?' })] }], 1)
    expect(await creditOf('120.01')).toMatchObject({ balance: 1 })
    await again(all.slice(1), 2)
    expect(await runOf('balances')).toMatchObject({ isFull: true, updated: 1, unchanged: 2 })
    expect((await creditOf('120.01')).asOf).toBeUndefined()
    expect((await creditOf('120.02')).asOf).toBeDefined()
    expect(await documents()).toHaveLength(2)
  })

  test('bring limit and terms where the ERP has them, which is logged', async () => {
    await balancesEvery(30)
    await shop.update(`accounts set credit_limit = 50, payment_terms = 'Peşin' where code < '120.03'`)
    const terms = { creditLimitMinor: 7500_00, paymentTerms: '90 gün' }
    http.erp.pages.balances = [
      [
        { code: '120.01', balances: [], ...terms },
        { code: '120.02', balances: [], paymentTerms: '' },
        { code: '120.03', balances: [], creditLimitMinor: null },
      ],
    ]
    await fetchDue()
    expect(await creditOf('120.01')).toMatchObject({ limit: 7500, paymentTerms: '90 gün' })
    expect(await creditOf('120.02')).toMatchObject({ limit: 50, paymentTerms: 'Peşin' })
    const log = await shop.admin.post('/api/Account/GetChanges', { subject: 'customer' })
    expect(log.body.data.items).toMatchObject([
      {
        userName: 'ERP',
        action: 'changed',
        before: { creditLimit: 50, paymentTerms: 'Peşin' },
        after: { creditLimit: 7500, paymentTerms: '90 gün' },
      },
    ])
  })

  test('of a link that is older than they are can be fetched by hand', async () => {
    await shop.query(`delete from erp_syncs where tenant_id = $1 and what = 'balances'`)
    const listed = await shop.admin.get('/api/Erp/GetSyncs')
    expect(listed.body.data.syncs.map(({ what }: { what: string }) => what)).toContain('balances')
    http.erp.pages.balances = [[{ code: '120.01', balances: [owed(1)] }]]
    expect((await shop.admin.post('/api/Erp/StartSync', { what: 'balances' })).status).toBe(200)
    await fetchDue()
    expect(await creditOf('120.01')).toMatchObject({ balance: 0.01 })
  })
})

test('an interrupted run continues where it stopped, and reports why', async () => {
  http.erp.pages.customers = [[customer('400.01')], [customer('400.02')]]
  http.erp.behave(({ path }) => (path.includes('cursor=1') ? { status: 503 } : undefined))
  await fetchDue()
  const first = await runOf('customers')
  expect(first).toMatchObject({ added: 1, errorClass: 'down' })
  http.erp.behave(undefined)
  http.erp.asked.length = 0
  transfers.clockOffsetMs = 6 * 60_000
  await fetchDue()
  expect(http.erp.asked.filter((line) => line.includes('customers'))).toEqual(['GET /customers?cursor=1'])
  const last = await runOf('customers')
  expect(last).toMatchObject({ added: 1, errorClass: '' })
})

test('a form opened before the ERP changed its customer is refused, and the change is logged', async () => {
  const { body } = await shop.admin.post('/api/Account/GetCustomerList', { search: '120.01' })
  const read = async () =>
    (await shop.admin.get('/api/Account/GetCustomerById', { id: body.data.items[0].id })).body.data
  const opened = await read()
  const [branch] = opened.subCurrAccs
  const same = customer('120.01', {
    description: opened.currAccDescription,
    taxNumber: opened.taxNumber,
    address: opened.address,
    city: opened.city,
    country: opened.country,
  })
  const renamed = {
    code: branch.subCurrAccCode,
    companyName: 'Yeni Merkez',
    address: branch.address,
  }
  http.erp.pages.customers = [[{ ...same, branches: [renamed] }, customer('300.01')]]
  await fetchDue()
  expect(await shop.admin.post('/api/Account/UpdateCustomer', { ...opened, city: 'Bursa' })).toMatchObject(
    refusal(409, 'record.changed'),
  )
  expect((await read()).subCurrAccs[0]).toMatchObject({ companyName: 'Yeni Merkez' })
  const log = await shop.admin.post('/api/Account/GetChanges', { subject: 'customer' })
  const ofBranch = ({ companyName }: { companyName: string }) =>
    expect.arrayContaining([expect.objectContaining({ subCurrAccCode: branch.subCurrAccCode, companyName })])
  expect(log.body.data.items).toHaveLength(2)
  expect(log.body.data.items).toContainEqual(
    expect.objectContaining({
      userName: 'ERP',
      action: 'changed',
      before: { subCurrAccs: ofBranch(branch) },
      after: { subCurrAccs: ofBranch(renamed) },
    }),
  )
  expect(log.body.data.items).toContainEqual(
    expect.objectContaining({ userName: 'ERP', action: 'added', subjectName: '300.01 Firma 300.01' }),
  )
})

describe('a form opened before the ERP changed its product', () => {
  const form = async (itemCode: string) =>
    (await shop.admin.get('/api/Shop/GetItem', { itemCode })).body.data.products[0]
  const sizeOf = (product: { items: { itemDim1Code: string }[] }, size: string) =>
    product.items.find(({ itemDim1Code }) => itemDim1Code === size)
  const save = (product: { items: { inventory: number }[] }, change: object = {}) =>
    shop.admin.post('/api/Shop/UpdateProduct', {
      ...product,
      items: product.items.map((item) => ({ ...item, inventoryRead: item.inventory })),
      itemDescription: 'Another name',
      ...change,
    })
  const recorded = async () => {
    const { body } = await shop.admin.post('/api/Account/GetChanges', { subject: 'product' })
    return body.data.items.map(
      ({ id: _id, at: _at, subjectId: _subjectId, address: _address, subject: _subject, ...rest }: Change) =>
        rest,
    )
  }
  test('does not restore a price, which is logged as the ERP’s', async () => {
    const [opened, other] = [await form('A1'), await form('A3')]
    http.erp.pages.prices = [
      [
        priceOf('A1-01-S', 123_45),
        priceOf('A1-01-M', 120_00),
        priceOf('A1-01-M', 9_50, { priceGroup: 'TF', currencyCode: 'EUR' }),
        priceOf('A3-01-S', 70_00),
        priceOf('B1-01-S', 100_00),
      ],
    ]
    await fetchDue()
    for (const stale of [opened, other]) {
      expect(await save(stale)).toMatchObject(refusal(409, 'record.changed'))
    }
    const fresh = await form('A1')
    expect(sizeOf(fresh, 'S')).toMatchObject({ prices: [{ priceGroup: 'CB', unitPrice: 123.45 }, {}] })
    expect((await save(fresh)).status).toBe(200)
    expect(sizeOf(await form('A1'), 'S')).toMatchObject({ prices: [{ unitPrice: 123.45 }, {}] })
    expect((await form('B1')).version).toBe(1)
    const [, ...byErp] = await recorded()
    const common = { userName: 'ERP', action: 'changed' }
    expect(byErp).toHaveLength(2)
    expect(byErp).toContainEqual({
      ...common,
      subjectName: 'A1 01 Ürün A1',
      before: { prices: ['S CB 100.00 TRY', 'M CB 100.00 TRY'] },
      after: { prices: ['S CB 123.45 TRY', 'M CB 120.00 TRY'] },
    })
    expect(byErp).toContainEqual({
      ...common,
      subjectName: 'A3 01 Ürün A3',
      after: { prices: ['S CB 70.00 TRY'] },
    })
  })

  test('does not activate a size that the ERP no longer sells', async () => {
    const opened = await form('A1')
    http.erp.pages.products = [
      [
        { productCode: 'A1-01-S', name: 'x', isActive: false },
        { productCode: 'A1-01-M', name: 'x', isActive: true },
      ],
    ]
    await fetchDue()
    expect(await save(opened)).toMatchObject(refusal(409, 'record.changed'))
    expect(sizeOf(await form('A1'), 'S')).toMatchObject({ isActive: false })
    expect(await recorded()).toEqual([
      {
        userName: 'ERP',
        action: 'changed',
        subjectName: 'A1 01 Ürün A1',
        after: { inactiveVariants: ['S'] },
      },
    ])
  })

  test('is saved although stock has moved, and keeps the ERP’s stock', async () => {
    const opened = await form('A1')
    http.erp.pages.stock = [
      [
        { productCode: 'A1-01-S', available: 50 },
        { productCode: 'A1-01-M', available: 20 },
      ],
    ]
    await fetchDue()
    const [size] = opened.items
    expect(
      await save(opened, {
        items: opened.items.map((item: { inventory: number }) => ({
          ...item,
          inventoryRead: item.inventory,
          ...(item === size ? { inventory: 7 } : {}),
        })),
      }),
    ).toMatchObject(refusal(409, 'product.stockMoved'))
    expect((await save(opened)).status).toBe(200)
    expect(sizeOf(await form('A1'), 'S')).toMatchObject({ inventory: 50 })
    expect((await recorded()).at(-1)).toEqual({
      userName: 'ERP',
      action: 'changed',
      subjectName: 'A1 01 Ürün A1',
      before: { inventory: ['S 20'] },
      after: { inventory: ['S 50'] },
    })
  })
})
