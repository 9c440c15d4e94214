import { readFile } from 'node:fs/promises'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prepared } from '#server/db/statement.ts'
import { endpoints } from '#shared/api.ts'
import { type Client, type TestApp, testApp } from './app.ts'
import { orderBody, type Wholesaler, wholesaler } from './factories.ts'

let app: TestApp
let first: Wholesaler
let rival: Wholesaler
/** Everything of the first tenant that an id or a code could name. */
let theirs: Record<
  | 'orderId'
  | 'guidKey'
  | 'variantId'
  | 'brandId'
  | 'categoryId'
  | 'subCurrAccId'
  | 'userId'
  | 'agentId'
  | 'accountId'
  | 'sessionId'
  | 'draftId',
  string
>
let firstToken: string
/** Words that stand in the first tenant's data and nowhere in the rival's. */
const secret = 'Gizli Kuzey'
const secretBarcode = '8690000000017'

beforeAll(async () => {
  app = await testApp()
  first = await wholesaler(app, 'first')
  rival = await wholesaler(app, 'rival')
  await app.database.inTenant(first.tenantId, 'write', async (tx) => {
    await tx.query(prepared(`update accounts set description = $2 || code where tenant_id = $1`), secret)
    await tx.query(
      prepared(`update products set item_description = $2 || item_code where tenant_id = $1`),
      secret,
    )
    await tx.query(
      prepared(`update variants set barcode = $2 where tenant_id = $1 and id = (
        select id from variants where tenant_id = $1 order by id limit 1)`),
      secretBarcode,
    )
    await tx.query(prepared(`update brands set name = $2 || name where tenant_id = $1`), secret)
    await tx.query(prepared(`update agents set name = $2 || name where tenant_id = $1`), secret)
    await tx.query(prepared(`update users set first_name = $2 where tenant_id = $1`), secret)
  })
  firstToken = (await signIn(first)).token
  const variant = await first.variant('A1', 'S')
  const body = orderBody({ lines: [[variant.id, 1]] })
  const placed = await first.dealer.post('/api/Shop/PostShopCart', body)
  const home = await first.dealer.get('/api/Shop/GetShopHome')
  const branches = await first.dealer.get('/api/Shop/GetSubCurrAccs', { currAccCode: '120.01' })
  const draft = { ...draftBody(variant.id), name: secret, isShared: true }
  await first.dealer.post('/api/Shop/SaveDraft', draft)
  theirs = {
    draftId: draft.id,
    orderId: placed.body.orderId,
    guidKey: body.guidKey,
    variantId: variant.id,
    brandId: home.body.data.brands[0].brandId,
    categoryId: home.body.data.categories[0].categoryId,
    subCurrAccId: branches.body.data[0].subCurrAccId,
    ...(await peopleOf(first)),
  }
})
afterAll(() => app.close())

/**
 * How the rival calls each endpoint with the first tenant's ids. Every endpoint stands here: one that is new and
 * missing fails the walk. `hidden` calls must answer 404 or 409 to whoever may
 * make them; the others may answer, with nothing of the first.
 */
const walk: Record<string, { input: () => Record<string, unknown>; hidden?: boolean }> = {
  '/api/Shop/GetAppSettings': { input: () => ({}) },
  '/api/Account/GetTenantSettings': { input: () => ({}) },
  '/api/Account/UpdateTenantSettings': { input: () => ({}) },
  '/api/Account/PostTenantLogo': { input: () => ({}) },
  '/api/Account/DeleteTenantLogo': { input: () => ({}) },
  '/api/Account/ChangeRole': { input: () => ({ role: 'nobody' }) },
  '/api/Account/PasswordChange': {
    input: () => ({ oldPassword: 'x', newPassword: 'y', newPasswordConfirm: 'y' }),
  },
  '/api/Account/RequestPasswordReset': { input: () => ({ username: 'nobody' }) },
  '/api/Account/ResetPassword': {
    input: () => ({
      token: 'x'.repeat(43),
      newPassword: 'Kuzey 47 gemi',
      newPasswordConfirm: 'Kuzey 47 gemi',
    }),
  },
  '/api/Account/GetSessions': { input: () => ({}) },
  '/api/Account/EndSession': { input: () => ({ id: theirs.sessionId }), hidden: true },
  '/api/Account/EndOtherSessions': { input: () => ({}) },
  '/api/Account/GetProfile': { input: () => ({}) },
  '/api/Account/UpdateProfile': {
    input: () => ({ firstName: 'Rival', lastName: '', email: '', phone: '', introduction: '' }),
  },
  '/api/Account/PostAvatar': { input: () => ({}) },
  '/api/Account/DeleteAvatar': { input: () => ({}) },
  '/api/Account/StartTotp': { input: () => ({ password: 'x' }) },
  '/api/Account/ConfirmTotp': { input: () => ({ code: '000000' }) },
  '/api/Account/EndTotp': { input: () => ({ password: 'x' }) },
  '/api/Account/NewRecoveryCodes': { input: () => ({ password: 'x' }) },
  '/api/Account/GetSystemUsers': { input: () => ({}) },
  '/api/Account/GetSystemUserById': { input: () => ({ id: theirs.userId }), hidden: true },
  '/api/Account/AddUser': {
    input: () => ({
      username: 'newcomer',
      roles: ['customer'],
      currAccCode: 'only.theirs',
      password: 'Kuzey 47 gemi',
    }),
  },
  '/api/Account/UpdateUser': {
    input: () => ({ id: theirs.userId, username: 'newcomer', roles: ['admin'] }),
    hidden: true,
  },
  '/api/Account/DeleteUser': { input: () => ({ id: theirs.userId }), hidden: true },
  '/api/Account/RestoreUser': { input: () => ({ id: theirs.userId }), hidden: true },
  '/api/Account/EndUserSessions': { input: () => ({ id: theirs.userId }), hidden: true },
  '/api/Account/ResetUserTotp': { input: () => ({ id: theirs.userId }), hidden: true },
  '/api/Account/GetAccountsForSelect': { input: () => ({}) },
  '/api/Account/GetSalesPersonForSelect': { input: () => ({}) },
  '/api/Account/GetSalesPersons': { input: () => ({}) },
  '/api/Account/GetSalesPersonById': { input: () => ({ id: theirs.agentId }), hidden: true },
  '/api/Account/AddSalesPerson': { input: () => ({ salesPersonCode: 'R1', firstLastName: 'Rival' }) },
  '/api/Account/UpdateSalesPerson': {
    input: () => ({ id: theirs.agentId, firstLastName: 'Rival' }),
    hidden: true,
  },
  '/api/Account/DeleteSalesPerson': { input: () => ({ id: theirs.agentId }), hidden: true },
  '/api/Account/RestoreSalesPerson': { input: () => ({ id: theirs.agentId }), hidden: true },
  '/api/Account/HandOverCustomers': {
    input: () => ({ id: theirs.agentId, toSalesPersonCode: 'P2' }),
    hidden: true,
  },
  '/api/Account/GetCustomerList': { input: () => ({}) },
  '/api/Account/GetCustomerById': { input: () => ({ id: theirs.accountId }), hidden: true },
  '/api/Account/AddCustomer': {
    input: () => ({
      currAccCode: 'R.1',
      currAccDescription: 'Rival',
      currencyCode: 'TRY',
      priceGroup: 'CB',
      salesPersonCode: 'only.theirs',
    }),
  },
  '/api/Account/UpdateCustomer': {
    input: () => ({
      currAccCode: 'only.theirs',
      currAccDescription: 'Rival',
      currencyCode: 'TRY',
      priceGroup: 'CB',
      subCurrAccs: [],
    }),
    hidden: true,
  },
  '/api/Account/DeleteCustomer': { input: () => ({ id: theirs.accountId }), hidden: true },
  '/api/Account/RestoreCustomer': { input: () => ({ id: theirs.accountId }), hidden: true },
  '/api/Account/GetPriceGroups': { input: () => ({}) },
  '/api/Shop/GetExcludeBrands': { input: () => ({ userId: theirs.userId }), hidden: true },
  '/api/Shop/PostExcludeBrands': { input: () => ({ userId: theirs.accountId, brandIds: [] }), hidden: true },
  '/api/Shop/GetBrands': { input: () => ({}) },
  '/api/Account/GetChanges': { input: () => ({ subjectId: theirs.userId }) },
  '/api/Account/authenticate': { input: () => ({ username: 'nobody', password: 'nothing' }) },
  '/api/Account/CreateTokenByRefreshToken': {
    input: () => ({ refreshToken: `${uuidv7()}.${'x'.repeat(43)}` }),
  },
  '/api/Account/Logout': { input: () => ({}) },
  '/api/Account/GetUserInfo': { input: () => ({}) },
  '/api/Shop/GetCustomers': { input: () => ({}) },
  '/api/Shop/GetSubCurrAccs': { input: () => ({ currAccCode: '120.01' }) },
  '/api/Shop/GetShopSalesPerson': { input: () => ({ currAccCode: '120.01' }) },
  '/api/Shop/GetShopHome': { input: () => ({}) },
  '/api/Shop/GetCategoryProducts': {
    input: () => ({ brandId: theirs.brandId, categoryId: theirs.categoryId, orderType: 'Rpt' }),
    hidden: true,
  },
  '/api/Shop/GetProductsBySearch': { input: () => ({ searchText: secret, orderType: 'Rpt' }) },
  '/api/Shop/GetProductFacets': {
    input: () => ({ searchText: secret, facets: { brandIds: [theirs.brandId] }, orderType: 'Rpt' }),
  },
  '/api/Shop/GetProductByBarcode': { input: () => ({ barcode: secretBarcode }) },
  '/api/Shop/CheckOrderLines': {
    input: () => ({ lines: [{ code: secretBarcode, qty: 1 }], orderType: 'Rpt' }),
  },
  '/api/Shop/GetProductsByIds': { input: () => ({ ids: [theirs.variantId], orderType: 'Rpt' }) },
  '/api/Shop/PostLogCart': { input: () => ({}) },
  '/api/Shop/GetLogCart': { input: () => ({ guidKey: theirs.guidKey }) },
  '/api/Shop/GetDrafts': { input: () => ({}) },
  '/api/Shop/GetDraftById': { input: () => ({ id: theirs.draftId }), hidden: true },
  '/api/Shop/SaveDraft': {
    input: () => ({ ...draftBody(theirs.variantId), id: theirs.draftId, version: 1 }),
    hidden: true,
  },
  '/api/Shop/DeleteDraft': { input: () => ({ id: theirs.draftId }), hidden: true },
  '/api/Shop/RestoreDraft': { input: () => ({ id: theirs.draftId }), hidden: true },
  '/api/Shop/PostShopCart': { input: () => orderBody({ lines: [[theirs.variantId, 1]] }), hidden: true },
  '/api/Shop/GetShopHomeCart': { input: () => ({ guidKey: theirs.guidKey }), hidden: true },
  '/api/Shop/GetOrderPdf': { input: () => ({ guidKey: theirs.guidKey }), hidden: true },
  '/api/Shop/GetOrderExcel': { input: () => ({ guidKey: theirs.guidKey }), hidden: true },
  '/api/Shop/GetOrderById': { input: () => ({ id: theirs.orderId }), hidden: true },
  '/api/Shop/GetOrders': { input: () => ({}) },
  '/api/Shop/GetDashboard': {
    input: () => {
      const longAgo = '2020-01-01T00:00:00.000Z'
      return { dayStart: longAgo, weekStart: longAgo, monthStart: longAgo }
    },
  },
}

/** A draft of account 120.01 with one size in it. */
function draftBody(productId: string) {
  const line = { productId, qty: 1, unitPrice: 100, priceCurrencyCode: 'TRY' }
  const whose = { currAccCode: '120.01', salesPersonCode: 'P1' }
  return {
    ...whose,
    id: uuidv7(),
    name: '',
    isShared: false,
    orderType: 'Rpt',
    description: '',
    lines: [line],
  }
}

function call(client: Client, endpoint: (typeof endpoints)[number], input: Record<string, unknown>) {
  return endpoint.method === 'GET'
    ? client.get(endpoint.path, input as Record<string, string>)
    : client.post(endpoint.path, input)
}

describe('a rival tenant, with the ids of the first,', () => {
  for (const endpoint of endpoints) {
    test(`gets nothing from ${endpoint.path}`, async () => {
      const step = walk[endpoint.path]
      if (!step) throw new Error(`${endpoint.path} is not on the walk: say how a rival would call it`)
      for (const client of [rival.admin, rival.agent, rival.dealer]) {
        const answer = await call(client, endpoint, step.input())
        if (step.hidden && answer.status !== 403) expect([404, 409]).toContain(answer.status)
        if (client === rival.admin) expect(answer.status).not.toBe(403)
        expect(answer.status).toBeLessThan(500)
        const said = JSON.stringify(answer.body)
        expect(said).not.toContain(secret)
        for (const id of Object.values(theirs)) {
          // What the caller sent may come back in a refusal of it.
          if (!JSON.stringify(step.input()).includes(id)) expect(said).not.toContain(id)
        }
      }
    })

    test(`cannot use the first tenant's token at ${endpoint.path}`, async () => {
      const step = walk[endpoint.path]
      if (endpoint.access === 'open') return expect(step).toBeDefined()
      const answer = await call(app.at('rival').as({ token: firstToken }), endpoint, step?.input() ?? {})
      expect(answer.status).toBe(401)
    })
  }

  test('cannot refresh or end the first tenant’s session', async () => {
    const tokens = await signIn(first)
    const at = app.at('rival')
    const refreshed = await at.get('/api/Account/CreateTokenByRefreshToken', {
      refreshToken: tokens.refreshToken,
    })
    expect(refreshed.status).toBe(401)
    await at.post('/api/Account/Logout', { refreshToken: tokens.refreshToken })
    const info = await app.at('first').as({ token: tokens.token }).get('/api/Account/GetUserInfo')
    expect(info.status).toBe(200)
  })

  test('may use the same key for a draft of its own', async () => {
    const draft = { ...draftBody(theirs.variantId), id: theirs.draftId }
    expect((await rival.dealer.post('/api/Shop/SaveDraft', draft)).body.data.version).toBe(1)
    const read = await first.dealer.get('/api/Shop/GetDraftById', { id: theirs.draftId })
    expect(read.body.data).toMatchObject({ name: secret, version: 1 })
  })

  test('may use the same guidKey for an order of its own', async () => {
    const { id } = await rival.variant('A1', 'S')
    const body = { ...orderBody({ lines: [[id, 1]] }), guidKey: theirs.guidKey }
    const placed = await rival.dealer.post('/api/Shop/PostShopCart', body)
    expect(placed.status).toBe(200)
    expect(placed.body.orderId).not.toBe(theirs.orderId)
  })
})

test('the first tenant still has all that was asked for', async () => {
  const order = await first.dealer.get('/api/Shop/GetOrderById', { id: theirs.orderId })
  expect(order.body.data.currAccDescription).toContain(secret)
})

test('every endpoint is served, and the document names each', async () => {
  const document = await app.at('first').get('/api/openapi.json')
  expect(Object.keys(document.body.paths).toSorted()).toEqual(endpoints.map(({ path }) => path).toSorted())
  expect(document.body.openapi).toBe('3.1.0')
})

test('every statement on a table names the tenant', async () => {
  const { readdir } = await import('node:fs/promises')
  const folder = new URL('../src/server/', import.meta.url)
  const files = (await readdir(folder, { recursive: true })).filter((name) => /(?<!\.test)\.ts$/.test(name))
  const suspects: string[] = []
  for (const name of files) {
    const text = await readFile(new URL(name, folder), 'utf8')
    for (const [, statement = ''] of text.matchAll(/prepared\(\s*[`']([^`]*)[`']/g)) {
      if (!statement.includes('tenant_id')) suspects.push(`${name}: ${statement.trim().slice(0, 80)}`)
    }
  }
  expect(suspects).toEqual([])
})

async function signIn(shop: Wholesaler): Promise<{ token: string; refreshToken: string }> {
  const answer = await shop.visitor.post('/api/Account/authenticate', {
    username: 'dealer',
    password: 'a long enough password',
  })
  return answer.body
}

/** Ids of the first tenant's people, as its own admin sees them. */
async function peopleOf(shop: Wholesaler) {
  const users = await shop.admin.post('/api/Account/GetSystemUsers', { search: 'dealer' })
  const agents = await shop.admin.post('/api/Account/GetSalesPersons', {})
  const accounts = await shop.admin.post('/api/Account/GetCustomerList', {})
  const sessions = await shop.dealer.get('/api/Account/GetSessions')
  return {
    userId: users.body.data.items[0].id,
    agentId: agents.body.data.items[0].id,
    accountId: accounts.body.data.items[0].id,
    sessionId: sessions.body.data[0].id,
  }
}
