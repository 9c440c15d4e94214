import { expect } from 'vitest'
import { allowNetworks } from '#server/erp/outbound.ts'
import { erpFetchJob } from '#server/erp/sync/fetchJob.ts'
import { heldOrdersJob } from '#server/orders/heldOrders.ts'
import { attributeNames } from '#shared/catalogue/listing.ts'
import { syncKinds } from '#shared/erp/erp.ts'
import * as columns from '#shared/exports/exportColumns.ts'
import type { TestApp } from '../app.ts'
import { startHttpErp } from '../erp/httpErp.ts'
import { type Wholesaler, wholesaler } from '../factories.ts'
import { lines, shopOf } from '../importShop.ts'
import { importClient } from '../imports.ts'
import { makeDue, testJobs } from '../jobs.ts'
import { upload } from '../upload.ts'

/** Valid calls that reach the statements hostile input cannot: imports, a sync, exports, settings. */
export async function makeValidCalls(app: TestApp): Promise<void> {
  const shop = await wholesaler(app, 'walk', { authRequired: false, transferEnabled: true })
  await importAndUndo(app, shop)
  await importByCommand(app, shop)
  await fetchAll(app, shop)
  await undoChange(shop)
  await exportAll(shop)
  await saveSettings(shop)
  await savePriceRule(shop)
  await holdOrders(app, shop)
  await importPriceRules(shop)
  await importQuantityRules(shop)
  await uploadBalances(shop)
}

async function importAndUndo(app: TestApp, shop: Wholesaler): Promise<void> {
  const run = importClient(app, shop)
  const file = (price: number) =>
    lines(
      'brandName;categoryName;itemCode;itemDescription;colorCode;itemDim1Code;barcode;inventory;priceCB;attribute01;photos',
      `Ayla;Kadın > Elbise;A1;Elbise;01;S;8690000000012;7;${price};Yaz;a.jpg|b.jpg`,
      `Walk;Kadın > Yeni;N1;Yelek;01;S;8690000000029;3;${price};;n.jpg`,
      'Walk;Kadın > Yeni;N1;Yelek;01;M;;x;9;;',
    )
  const id = await run.checked(file(90))
  await shop.update('prices set amount_minor = 7700')
  await run.apply(id, { skipBad: true })
  expect(await run.read(id)).toMatchObject({ state: 'checked', counts: { differing: expect.any(Number) } })
  await run.apply(id, { skipBad: true })
  for (const filter of [{}, { state: 'bad' }, { field: 'priceCB' }, { search: 'n1' }])
    await run.changes(id, filter)
  await shop.admin.get('/api/Shop/GetImportBadRows', { id })
  await run.undo(id)
  expect(await run.read(id)).toMatchObject({ state: 'undone' })
  // Rows known by barcode, and new products without a brand in the file.
  await run.checked('barcode;priceCB\n1;2\n')
  // With a row that is refused, so that its texts are read again.
  await run.checked(
    'itemCode;colorCode;itemDim1Code;itemDescription.en;itemDim1Code.ru\nA1;01;S;Dress;\nN7;01;S;Skirt;\n',
  )
  await run.checked('itemCode;itemDim1Code;colorCode;barcode\na1;S;1;8690000000013\n', {
    answers: {
      'otherSpelling itemCode': 'same',
      'otherSpelling colorCode': 'same',
      'checkDigit barcode': 'leaveOut',
    },
  })
  const short = await run.upload('itemCode;itemDim1Code;itemDescription;price\nN2;S;Etek;8\n')
  await run.check(short, { brandName: 'Walk', categoryName: 'Kadın > Etek' })
}

async function importByCommand(app: TestApp, shop: Wholesaler): Promise<void> {
  const { importFile, file } = shopOf(app.database, shop.tenantId, app.folder)
  const text = 'itemCode;colorCode;itemDim1Code;priceCB\nA1;01;S;91\n'
  expect(await importFile(await file('walk.csv', text))).toMatchObject({ applied: true })
}

async function fetchAll(app: TestApp, shop: Wholesaler): Promise<void> {
  allowNetworks(['127.0.0.1'])
  const erp = await startHttpErp()
  const kinds = syncKinds
  for (const kind of kinds) erp.pages[kind] = [[]]
  const amount = { currencyCode: 'TRY', balanceMinor: 100 }
  const document = {
    key: '1',
    kind: 'invoice',
    issuedOn: '2026-01-01',
    currencyCode: 'TRY',
    amountMinor: 100,
  }
  erp.pages.balances = [
    [{ code: '120.01', balances: [amount], documents: [document], creditLimitMinor: 500 }],
  ]
  const schedule = Object.fromEntries(kinds.map((kind) => [kind, 60]))
  const link = { kind: 'http', settings: { url: erp.url, schedule }, secret: erp.secret, isAutomatic: true }
  expect((await shop.admin.post('/api/Erp/SaveLink', link)).status).toBe(200)
  const logged: string[] = []
  const syncs = testJobs(app.database, { erpFetch: erpFetchJob(app) }, { said: logged })
  syncs.wake(shop.tenantId, 'erpFetch')
  const ended = async () => {
    const { body } = await shop.admin.get('/api/Erp/GetSyncs')
    return kinds.every((kind) =>
      body.data.runs.some((run: { what: string; endedAt?: string }) => run.what === kind && run.endedAt),
    )
  }
  await expect.poll(ended, { timeout: 10_000 }).toBe(true)
  await syncs.stop()
  expect(logged).toEqual([])
  await erp.close()
  allowNetworks([])
}

async function undoChange(shop: Wholesaler): Promise<void> {
  const id = shop.id('A1 S')
  const { body } = await shop.admin.post('/api/Shop/GetProductSheet', {})
  const product = body.data.products.find(({ items }: { items: { productId: string }[] }) =>
    items.some(({ productId }) => productId === id),
  )
  const saved = await shop.admin.post('/api/Shop/SaveProductSheet', {
    products: [{ id: product.id, items: [{ productId: id, barcode: { was: '', is: 'walk' } }] }],
  })
  const undone = await shop.admin.post('/api/Shop/UndoChanges', { id: saved.body.data.changeSetId })
  expect([undone.status, undone.body.data]).toEqual([200, expect.objectContaining({ restored: 1, kept: 0 })])
}

async function exportAll(shop: Wholesaler): Promise<void> {
  const lists = {
    'Shop/ExportOrders': columns.orderColumns,
    'Account/ExportChanges': columns.changeColumns,
    'Account/ExportCustomers': columns.customerColumns,
    'Account/ExportUsers': columns.userColumns,
    'Account/ExportSalesPersons': columns.agentColumns,
    'Shop/ExportProducts': undefined,
    'Shop/ExportBrands': undefined,
    'Shop/ExportCategories': undefined,
    'Price/ExportPriceRules': undefined,
    'Price/ExportQuantityRules': undefined,
  }
  for (const [path, names] of Object.entries(lists)) {
    const asked = { format: 'csv', ...(names ? { columns: names } : {}) }
    expect([path, (await shop.admin.post(`/api/${path}`, asked)).status]).toEqual([path, 200])
  }
  expect((await shop.admin.post('/api/Shop/GetProductSheet', {})).status).toBe(200)
  expect((await shop.admin.post('/api/Shop/GetOrders', { text: '1' })).status).toBe(200)
  expect((await shop.admin.post('/api/Account/GetChanges', {})).status).toBe(200)
}

async function saveSettings(shop: Wholesaler): Promise<void> {
  const { body } = await shop.admin.get('/api/Account/GetTenantSettings')
  const attributes = attributeNames.map((name) => ({ name, names: {}, isFacet: true }))
  const taxRates = [{ code: '20', name: '', percent: 20 }]
  for (const [path, given] of [
    ['Account/UpdateTenantSettings', { ...body.data, phone: '1', taxRates }],
    ['Shop/SaveAttributes', { attributes }],
    ['Shop/SaveRates', { currency: 'TRY', rates: [{ currency: 'EUR', rate: 50 }] }],
  ] as const) {
    expect([path, (await shop.admin.post(`/api/${path}`, given)).status]).toEqual([path, 200])
  }
}

async function savePriceRule(shop: Wholesaler): Promise<void> {
  const rule = {
    name: 'Walk',
    audience: 'everybody',
    target: 'item',
    itemCode: 'A1',
    basis: 'none',
    endsOthers: false,
  }
  const tenth = { effect: 'percent', tiers: [{ from: 0, percents: [10] }] }
  const saved = await shop.admin.post('/api/Price/SavePriceRule', { ...rule, ...tenth })
  expect(saved.status).toBe(200)
  await shop.update("tenant_settings set floor_price_group = 'TF'")
  for (const path of ['GetPriceRule', 'CheckPriceRule'])
    await shop.admin.get(`/api/Price/${path}`, { id: saved.body.data.id })
  for (const currAccCode of ['120.01', ''])
    await shop.admin.get('/api/Shop/GetSizeCurve', { itemCode: 'A1', currAccCode })
  const minimum = { audience: 'everybody', target: 'item', itemCode: 'A1', measure: 'pieces', minimum: 6 }
  const quantity = await shop.admin.post('/api/Price/SaveQuantityRule', minimum)
  expect(quantity.status).toBe(200)
  await shop.admin.get('/api/Price/CheckQuantityRule', { id: quantity.body.data.id })
  for (const [path, given] of [
    ['SaveQuantityRule', { id: quantity.body.data.id, ...minimum, maximum: 60 }],
    ['GetQuantityRules', { search: 'a1', currAccCode: '120.01' }],
    ['DeleteQuantityRule', { id: quantity.body.data.id }],
    ['RestoreQuantityRule', { id: quantity.body.data.id }],
    ['DeleteQuantityRule', { id: quantity.body.data.id }],
    ['SavePriceRule', { id: saved.body.data.id, ...rule, ...tenth, name: 'Walked' }],
    ['GetPriceRules', { search: 'walked', state: 'valid', currAccCode: '120.01' }],
    ['TryPrice', { currAccCode: '120.01', itemCode: 'A1' }],
    ['DeletePriceRule', { id: saved.body.data.id }],
    ['RestorePriceRule', { id: saved.body.data.id }],
    ['DeletePriceRule', { id: saved.body.data.id }],
  ] as const) {
    expect([path, (await shop.admin.post(`/api/Price/${path}`, given)).status]).toEqual([path, 200])
  }
}

async function holdOrders(app: TestApp, shop: Wholesaler): Promise<void> {
  await shop.update('accounts set credit_limit = 100')
  const [accepted, returned, withdrawn, expired] = await Promise.all(
    ['A1 M', 'A2 S', 'B1 S', 'B2 S'].map((name) => shop.place({ lines: { [name]: [3, 77] } })),
  )
  for (const [path, given] of [
    ['GetHeldOrders', { search: '1' }],
    ['AcceptHeldOrder', { id: accepted?.id, version: 1 }],
    ['ReturnHeldOrder', { id: returned?.id, version: 1, note: 'Walk' }],
    ['GetHeldOrders', { state: 'returned' }],
    ['AnswerReturnedOrder', { guidKey: withdrawn?.guidKey, version: 1, answer: 'withdraw' }],
  ] as const) {
    expect([path, (await shop.admin.post(`/api/Shop/${path}`, given)).status]).toEqual([path, 200])
  }
  await shop.update(`order_holds set keeps_until = '2026-01-01' where order_id = $2`, expired?.id)
  await makeDue(app.database, shop.tenantId, 'heldOrders')
  const jobs = testJobs(app.database, { heldOrders: heldOrdersJob(app) })
  jobs.start()
  const state = async () =>
    (await shop.admin.get('/api/Shop/GetOrderById', { id: expired?.id ?? '' })).body.data.state
  await expect.poll(state).toBe('cancelled')
  await jobs.stop()
}

async function importPriceRules({ admin }: Wholesaler): Promise<void> {
  const rules = (percent: number) =>
    Buffer.from(
      `Name;Customer code;Item code;What applies;Discount % or amount\nWalk;120.01;A1;Percent off;${percent}\n`,
    )
  const send = async (percent: number, apply: boolean) => {
    const fields = { apply: String(apply) }
    const path = '/api/Price/ImportPriceRules'
    const { status, body } = await upload(admin, path, rules(percent), 'rules.csv', fields)
    expect([status, body]).toMatchObject([200, { data: { problems: [] } }])
    return (body as { data: { id: string } }).data.id
  }
  await send(5, true)
  await send(7, false)
  const id = await send(7, true)
  const undone = await admin.post('/api/Shop/UndoFileImport', { id })
  expect(undone.body.data).toEqual({ restored: 1, removed: 0, kept: 0 })
  expect((await admin.get('/api/Shop/GetFileImports', { kind: 'priceRules' })).body.data).toHaveLength(2)
}

async function importQuantityRules({ admin }: Wholesaler): Promise<void> {
  const file = Buffer.from('Customer code;Item code;Minimum quantity\n120.02;A1;1\n')
  const fields = { apply: 'true', columns: '["currAccCode","itemCode","minimum"]' }
  const { status, body } = await upload(admin, '/api/Price/ImportQuantityRules', file, 'a.csv', fields)
  expect([status, body]).toMatchObject([200, { data: { id: expect.any(String), problems: [] } }])
}

async function uploadBalances({ admin }: Wholesaler): Promise<void> {
  const files = {
    balances: 'Customer code;Balance\n120.02;5,00\n',
    documents: 'Customer code;Date;Amount\n120.02;2026-01-31;5,00\n',
  }
  for (const [kind, file] of Object.entries(files)) {
    for (const apply of ['false', 'true']) {
      const sent = await upload(admin, '/api/Account/PostBalances', Buffer.from(file), 'a.csv', {
        kind,
        apply,
      })
      expect(sent).toMatchObject({ status: 200, body: { data: { problems: [] } } })
    }
  }
}
