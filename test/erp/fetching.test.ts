import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allowNetworks } from '#server/erp/outbound.ts'
import { erpFetchJob } from '#server/erp/sync/fetchJob.ts'
import { erpTransferJob } from '#server/erp/transferJob.ts'
import type { SyncRunShown } from '#shared/erp/erp.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { catalogueRows, orderBody, type Wholesaler, wholesaler } from '#test/factories.ts'
import { testJobs } from '#test/jobs.ts'
import { hasTryton, startTrytond, type Trytond } from './trytond.ts'

const codes = catalogueRows().map(
  ({ itemCode, itemDim1Code, lotCode }) => `${itemCode}-01-${itemDim1Code || lotCode}`,
)
const address = { street: 'Laleli Cad. 5', city: 'Istanbul' }
const records = {
  products: codes.map((code) => ({ code, name: `Tryton ${code}`, listPrice: '10', stock: 50 })),
  parties: [
    { code: '120.01', name: 'Tryton 120.01', email: 'tryton@example.test', addresses: [address] },
    {
      code: '300.01',
      name: 'Yeni Firma',
      addresses: [address, { street: 'Ulus 7', city: 'Ankara', name: 'SUBE-2' }],
    },
  ],
}

let app: TestApp
let tryton: Trytond
let shop: Wholesaler
const logged: string[] = []

async function fetch(what: 'customers' | 'products' | 'prices' | 'stock'): Promise<SyncRunShown> {
  const read = async () => {
    const { body } = await shop.admin.get('/api/Erp/GetSyncs')
    const runs = (body.data.runs as SyncRunShown[]).filter((run) => run.what === what)
    const sync = (body.data.syncs as { what: string; isRunning: boolean }[]).find((one) => one.what === what)
    return { run: runs[0], isRunning: sync?.isRunning }
  }
  const before = (await read()).run?.id
  expect((await shop.admin.post('/api/Erp/StartSync', { what })).status).toBe(200)
  const syncs = testJobs(app.database, { erpFetch: erpFetchJob(app) }, { said: logged })
  syncs.wake(shop.tenantId, 'erpFetch')
  let lastRun: SyncRunShown | undefined
  const isOver = async () => {
    const { run, isRunning } = await read()
    lastRun = run
    return run !== undefined && run.id !== before && run.endedAt !== undefined && !isRunning
  }
  await expect.poll(isOver, { timeout: 60_000 }).toBe(true)
  await syncs.stop()
  expect(logged).toEqual([])
  return lastRun as SyncRunShown
}

async function change(model: string, condition: unknown[], values: Record<string, unknown>): Promise<void> {
  const ids = await tryton.call(`model.${model}.search`, [condition], 0, null, null)
  expect(ids, `${model} ${JSON.stringify(condition)}`).not.toEqual([])
  await tryton.call(`model.${model}.write`, ids, values)
}

async function accountOf(code: string) {
  const { body } = await shop.admin.post('/api/Account/GetCustomerList', { search: code })
  const [found] = body.data.items
  return (await shop.admin.get('/api/Account/GetCustomerById', { id: found.id })).body.data
}

async function saveLink(settings: object, version?: number) {
  const given = {
    kind: 'tryton',
    settings: {
      ...tryton.settings,
      priceLists: [{ priceGroup: 'CB', priceList: 'Toptan' }],
      ...settings,
    },
    secret: tryton.password,
    isAutomatic: true,
    ...(version ? { version } : {}),
  }
  expect((await shop.admin.post('/api/Erp/SaveLink', given)).body).toMatchObject({ success: true })
}

async function orderAndSend(variantId: string, qty: number): Promise<void> {
  const placed = await shop.dealer.post(
    '/api/Shop/PostShopCart',
    orderBody({ lines: [[variantId, qty, 432]] }),
  )
  expect(placed.body).toMatchObject({ success: true })
  await send(placed.body.orderId)
}

async function send(id: string): Promise<void> {
  const dispatcher = testJobs(app.database, { erpTransfer: erpTransferJob(app) }, { said: logged })
  dispatcher.wake(shop.tenantId, 'erpTransfer')
  const state = async () =>
    (await shop.admin.get('/api/Erp/GetOrderTransfer', { id })).body.data.transfer.state
  await expect.poll(state, { timeout: 60_000 }).toBe('sent')
  await dispatcher.stop()
}

describe.skipIf(!hasTryton)('fetching from Tryton', () => {
  beforeAll(async () => {
    app = await testApp()
    tryton = await startTrytond({ records })
    shop = await wholesaler(app, 'fetching', { transferEnabled: true })
    await saveLink({})
  }, 900_000)
  afterAll(async () => {
    await tryton?.stop()
    await app?.close()
    allowNetworks([])
  })

  test('customers: takes what Tryton has, keeps what it does not', async () => {
    expect(await fetch('customers')).toMatchObject({ added: 1, updated: 1, refused: 0, error: '' })
    expect(await accountOf('120.01')).toMatchObject({
      currAccDescription: 'Tryton 120.01',
      email: 'tryton@example.test',
      address: 'Laleli Cad. 5',
      city: 'Istanbul',
      currencyCode: 'TRY',
      salesPersonCode: 'P1',
      priceGroup: 'CB',
    })
    expect(await accountOf('300.01')).toMatchObject({
      currAccDescription: 'Yeni Firma',
      currencyCode: 'TRY',
      priceGroup: 'CB',
      subCurrAccs: [{ subCurrAccCode: 'SUBE-2' }],
    })
    await change(
      'party.address',
      [
        ['party.code', '=', '300.01'],
        ['name', '=', null],
      ],
      { city: 'Izmir' },
    )
    await change('party.party', ['code', '=', '120.01'], { name: 'Başka Ad' })
    expect(await fetch('customers')).toMatchObject({ isFull: false, added: 0, updated: 2, refused: 0 })
    expect(await accountOf('120.01')).toMatchObject({ currAccDescription: 'Başka Ad' })
    expect(await accountOf('300.01')).toMatchObject({ city: 'Izmir' })
    await change('party.party', ['code', '=', '300.01'], { active: false })
    expect(await fetch('customers')).toMatchObject({ updated: 1 })
    expect(await accountOf('300.01')).toMatchObject({ isBlocked: true })
  }, 120_000)

  test('prices: in the price group’s currency, to the cent', async () => {
    const ordered = async (unitPrice: number) => {
      const body = shop.orderBody({ lines: { 'A1 S': [1, unitPrice] }, orderType: 'Season' })
      return (await shop.dealer.post('/api/Shop/PostShopCart', body)).body
    }
    // 10.00 less 10 %, at 48 TRY per euro.
    expect(await fetch('prices')).toMatchObject({ refused: 0, error: '' })
    expect(await ordered(432)).toMatchObject({ success: true })
    const dearer = { list_price: { __class__: 'Decimal', decimal: '11.01' } }
    await change('product.template', ['products.code', '=', 'A1-01-S'], dearer)
    expect(await fetch('prices')).toMatchObject({ added: 0, updated: 1, refused: 0 })
    expect(await ordered(432)).toMatchObject({ code: 'order.priceChanged' })
    expect(await ordered(475.63)).toMatchObject({ success: true })
  }, 120_000)

  test.each(['quotation', 'confirmed'])(
    'stock: an order keeps its stock where sales become a %s',
    async (state) => {
      const item = state === 'quotation' ? 'A2' : 'B2'
      const id = shop.id(`${item} M`)
      const { body } = await shop.admin.get('/api/Erp/GetLink')
      await saveLink({ state }, body.data.link.version)
      const price = 432
      const placed = await shop.dealer.post('/api/Shop/PostShopCart', orderBody({ lines: [[id, 3, price]] }))
      expect(placed.body).toMatchObject({ success: true })
      expect(await fetch('stock')).toMatchObject({ refused: 0, error: '' })
      expect(await shop.inventory(id)).toBe(47)
      await send(placed.body.orderId)
      const isFull = true
      expect((await shop.admin.post('/api/Erp/StartSync', { what: 'stock', isFull })).status).toBe(200)
      expect(await fetch('stock')).toMatchObject({ refused: 0, error: '' })
      expect(await shop.inventory(id)).toBe(47)
    },
    120_000,
  )

  test('new stock can be sold, less what was sent', async () => {
    await fetch('stock')
    const before = await shop.inventory('B1 L4')
    expect(before).toBe(50)
    const [product] = (await tryton.call(
      'model.product.product.search',
      [['code', '=', 'B1-01-L4']],
      0,
      null,
      null,
    )) as number[]
    const [storage] = (await tryton.call(
      'model.stock.location.search',
      [['code', '=', 'STO']],
      0,
      null,
      null,
    )) as number[]
    const line = { product, quantity: 80, expected_quantity: 50 }
    const [inventory] = (await tryton.call('model.stock.inventory.create', [
      { location: storage, lines: [['create', [line]]] },
    ])) as number[]
    await tryton.call('model.stock.inventory.confirm', [inventory])
    await fetch('stock')
    expect(await shop.inventory('B1 L4')).toBe(80)
    await orderAndSend(shop.id('B1 L4'), 5)
    await fetch('stock')
    expect(await shop.inventory('B1 L4')).toBe(75)
  }, 120_000)

  test('products: archived ones are deactivated', async () => {
    expect(await fetch('products')).toMatchObject({ updated: 0, refused: 0 })
    await change('product.product', ['code', '=', 'B2-01-S'], { active: false })
    expect(await fetch('products')).toMatchObject({ updated: 1, refused: 0 })
    const order = await shop.order({ lines: { 'B2 S': [1, 432] } })
    expect(order.body).toMatchObject({ code: 'order.lineUnavailable' })
  }, 120_000)
})
