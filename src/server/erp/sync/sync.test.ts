import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Change } from '#shared/changes.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { type HttpErp, startHttpErp } from '#test/erp/httpErp.ts'
import { orderBody, type Wholesaler, wholesaler } from '#test/factories.ts'
import { testJobs } from '#test/jobs.ts'
import { allowNetworks } from '../outbound.ts'
import { erpTransferJob } from '../transferJob.ts'
import { erpFetchJob } from './fetchJob.ts'

let app: TestApp
let shop: Wholesaler
let erp: HttpErp
let count = 0
/** Test clock offset, in ms. */
let ahead = 0
const said: string[] = []

beforeAll(async () => {
  allowNetworks(['127.0.0.1'])
  app = await testApp()
})
afterAll(async () => {
  await app.close()
  allowNetworks([])
})
beforeEach(async () => {
  count += 1
  ahead = 0
  shop = await wholesaler(app, `sync-${count}`, { transferEnabled: true })
  erp = await startHttpErp()
  await link()
  return () => erp.close()
})

const now = () => new Date(Date.now() + ahead)

async function link(schedule: object = {}, version?: number) {
  const settings = {
    url: erp.url,
    schedule: { customers: 60, products: 60, prices: 60, stock: 10, ...schedule },
  }
  const given = {
    kind: 'http',
    settings,
    secret: erp.secret,
    isAutomatic: true,
    ...(version ? { version } : {}),
  }
  expect((await shop.admin.post('/api/Erp/SaveLink', given)).status).toBe(200)
}

/** As in a new process. */
async function fetchDue(): Promise<void> {
  const { database, secrets } = app
  const syncs = testJobs(database, { erpFetch: erpFetchJob({ database, secrets }, { now }) }, { said, now })
  syncs.wake(shop.tenantId, 'erpFetch')
  await until(async () => {
    const { body } = await shop.admin.get('/api/Erp/GetSyncs')
    const due: { nextAt?: string; isRunning: boolean }[] = body.data.syncs
    return due.every(
      ({ nextAt, isRunning }) => !isRunning && (!nextAt || Date.parse(nextAt) > now().getTime()),
    )
  })
  await syncs.stop()
  expect(said).toEqual([])
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; waited < 8000; waited += 20) {
    if (await isSo()) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('It has not become so')
}

const page = (rows: object[], cursor: string, isLast = true) => ({ rows, cursor, isLast })
const runs = async () => (await shop.admin.get('/api/Erp/GetSyncs')).body.data.runs
const customer = (code: string, change: object = {}) => ({
  code,
  description: `Firma ${code}`,
  currencyCode: 'TRY',
  ...change,
})

test('customers are taken from the ERP; our own fields stay', async () => {
  erp.pages.customers = [
    page(
      [customer('120.01', { description: 'Yeni Ad', email: 'erp@example.com', taxNumber: '123' })],
      'c1',
      false,
    ),
    page(
      [
        customer('300.01', { branches: [{ code: 'M', companyName: 'Merkez' }] }),
        customer('300.02', { currencyCode: 'lira' }),
        customer(''),
      ],
      'c2',
    ),
  ]
  await fetchDue()
  const [run] = (await runs()).filter(({ what }: { what: string }) => what === 'customers')
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
  erp.pages.customers.push(page([customer('300.01', { isBlocked: true }), customer('300.03')], 'c3'))
  expect((await shop.admin.post('/api/Account/SyncCustomersWithErp', {})).body).toEqual({
    added: 1,
    updated: 1,
    unchanged: 0,
  })
})

test('unstorable characters and cut surrogate pairs block no customer', async () => {
  erp.pages.customers = [
    page(
      [
        customer('400.01', { description: 'Yarım \ud800 ve\0 sıfır' }),
        customer('400.02', { description: `${'x'.repeat(99)}👗`, address: `${'y'.repeat(499)}👗` }),
      ],
      'c1',
    ),
  ]
  await fetchDue()
  const [run] = (await runs()).filter(({ what }: { what: string }) => what === 'customers')
  expect(run).toMatchObject({ added: 2, error: '' })
  const named = async (search: string) =>
    (await shop.admin.post('/api/Account/GetCustomerList', { search })).body.data.items[0].currAccDescription
  expect(await named('400.01')).toBe('Yarım \ufffd ve sıfır')
  expect(await named('400.02')).toBe('x'.repeat(99))
})

test('stock of the ERP never undoes orders that it does not know yet', async () => {
  const { id, inventory } = await shop.variant('A1', 'S')
  expect(inventory).toBe(20)
  const place = (qty: number) => shop.dealer.post('/api/Shop/PostShopCart', orderBody({ lines: [[id, qty]] }))
  expect((await place(3)).status).toBe(200)
  erp.pages.stock = [
    page(
      [
        { productCode: 'A1-01-S', available: 50 },
        { productCode: 'NO-1', available: 1 },
      ],
      's1',
    ),
  ]
  await fetchDue()
  expect(await shop.inventory(id)).toBe(47)
  // The ERP subtracts transferred orders itself.
  const { database, secrets } = app
  const erpTransfer = erpTransferJob({ database, secrets }, { now })
  const dispatcher = testJobs(database, { erpTransfer }, { said, now })
  dispatcher.wake(shop.tenantId, 'erpTransfer')
  await until(async () => erp.orders.size === 1)
  await dispatcher.stop()
  ahead = 11 * 60_000
  erp.pages.stock.push(page([{ productCode: 'A1-01-S', available: 47 }], 's2'))
  await fetchDue()
  expect(await shop.inventory(id)).toBe(47)
  ahead = 22 * 60_000
  erp.pages.stock.push(page([{ productCode: 'A1-01-S', available: -5 }], 's3'))
  await fetchDue()
  expect(await shop.inventory(id)).toBe(0)
  expect((await place(1)).body).toMatchObject({ code: 'order.inventoryNotSufficient' })
})

test('prices change in existing groups, and sort lists', async () => {
  const price = (productCode: string, amountMinor: number, priceGroup = 'CB') => ({
    productCode,
    priceGroup,
    currencyCode: 'TRY',
    amountMinor,
  })
  erp.pages.prices = [
    page(
      [price('A1-01-S', 1_00), price('A1-01-M', 100_00), price('A2-01-S', 5, 'XX'), price('A3-01-S', 70_00)],
      'p1',
    ),
  ]
  await fetchDue()
  const [run] = (await runs()).filter(({ what }: { what: string }) => what === 'prices')
  expect(run).toMatchObject({ added: 1, updated: 1, unchanged: 1, refused: 1 })
  const { body } = await shop.dealer.post('/api/Shop/GetProductsBySearch', {
    searchText: 'a',
    orderType: 'Rpt',
    sort: 'priceAsc',
  })
  expect(body.data.products[0]).toMatchObject({ itemCode: 'A1' })
})

test('a run of several pages is listed with the imports, and undone as one', async () => {
  const price = (productCode: string, amountMinor: number) => ({
    productCode,
    priceGroup: 'CB',
    currencyCode: 'TRY',
    amountMinor,
  })
  const read = async () =>
    (
      await app.database.inTenant(shop.tenantId, 'read', (tx) =>
        tx.query({
          text: 'select variant_id, price_group, amount_minor from prices where tenant_id = $1 order by 1, 2',
        }),
      )
    ).map((row) => JSON.stringify(row))
  const before = await read()
  erp.pages.prices = [
    page([price('A1-01-S', 1_00), price('A1-01-M', 2_00)], 'p1', false),
    page([price('A1-01-S', 3_00), price('A3-01-S', 4_00)], 'p2'),
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
  await app.database.inTenant(shop.tenantId, 'write', (tx) =>
    tx.query({
      text: `update prices set amount_minor = 999 where tenant_id = $1 and amount_minor = 400 and price_group = 'CB'`,
    }),
  )
  expect((await shop.admin.post('/api/Shop/UndoImport', { id: run.id })).status).toBe(200)
  await until(async () => (await listed())[0].state === 'undone')
  expect((await listed())[0].undo).toEqual({ restored: 2, removed: 0, deactivated: 0, kept: 1 })
  const undone = await read()
  expect(undone.filter((row) => !before.includes(row))).toEqual([expect.stringContaining('"999"')])
})

test('what the ERP no longer sells is deactivated, and nothing is activated', async () => {
  erp.pages.products = [page([{ productCode: 'A1-01-S', name: 'x', isActive: false }], 'q1')]
  await fetchDue()
  const { id } = await shop.variant('A1', 'S')
  const order = await shop.dealer.post('/api/Shop/PostShopCart', orderBody({ lines: [[id, 1]] }))
  expect(order.body).toMatchObject({ code: 'order.lineUnavailable' })
})

test('an interrupted run continues where it stopped, and reports why', async () => {
  erp.pages.customers = [page([customer('400.01')], 'c1', false), page([customer('400.02')], 'c2')]
  erp.behave(({ path }) => (path.includes('cursor=c1') ? { status: 503 } : undefined))
  await fetchDue()
  const first = (await runs()).find(({ what }: { what: string }) => what === 'customers')
  expect(first).toMatchObject({ added: 1, errorClass: 'down' })
  erp.behave(undefined)
  erp.asked.length = 0
  ahead = 6 * 60_000
  await fetchDue()
  expect(erp.asked.filter((line) => line.includes('customers'))).toEqual(['GET /customers?cursor=c1'])
  const last = (await runs()).find(({ what }: { what: string }) => what === 'customers')
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
  erp.pages.customers = [page([{ ...same, branches: [renamed] }, customer('300.01')], 'c1')]
  await fetchDue()
  const saved = await shop.admin.post('/api/Account/UpdateCustomer', { ...opened, city: 'Bursa' })
  expect([saved.status, saved.body.code]).toEqual([409, 'record.changed'])
  expect((await read()).subCurrAccs[0]).toMatchObject({ companyName: 'Yeni Merkez' })
  const log = await shop.admin.post('/api/Account/GetChanges', { subject: 'customer' })
  const ofBranch = ({ companyName }: { companyName: string }) =>
    expect.arrayContaining([expect.stringContaining(`${branch.subCurrAccCode} ${companyName}`)])
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
  const price = (productCode: string, amountMinor: number, currencyCode = 'TRY') => ({
    productCode,
    priceGroup: currencyCode === 'EUR' ? 'TF' : 'CB',
    currencyCode,
    amountMinor,
  })

  test('does not restore a price, which is logged as the ERP’s', async () => {
    const [opened, other] = [await form('A1'), await form('A3')]
    erp.pages.prices = [
      page(
        [
          price('A1-01-S', 123_45),
          price('A1-01-M', 120_00),
          price('A1-01-M', 9_50, 'EUR'),
          price('A3-01-S', 70_00),
          price('B1-01-S', 100_00),
        ],
        'p1',
      ),
    ]
    await fetchDue()
    for (const stale of [opened, other]) {
      const saved = await save(stale)
      expect([saved.status, saved.body.code]).toEqual([409, 'record.changed'])
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
    erp.pages.products = [
      page(
        [
          { productCode: 'A1-01-S', name: 'x', isActive: false },
          { productCode: 'A1-01-M', name: 'x', isActive: true },
        ],
        'q1',
      ),
    ]
    await fetchDue()
    const saved = await save(opened)
    expect([saved.status, saved.body.code]).toEqual([409, 'record.changed'])
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
    erp.pages.stock = [
      page(
        [
          { productCode: 'A1-01-S', available: 50 },
          { productCode: 'A1-01-M', available: 20 },
        ],
        's1',
      ),
    ]
    await fetchDue()
    const [size] = opened.items
    const typed = await save(opened, {
      items: opened.items.map((item: { inventory: number }) => ({
        ...item,
        inventoryRead: item.inventory,
        ...(item === size ? { inventory: 7 } : {}),
      })),
    })
    expect([typed.status, typed.body.code]).toEqual([409, 'product.stockMoved'])
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
