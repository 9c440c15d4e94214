import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prepared } from '#server/db/statement.ts'
import { endpoints } from '#shared/api.ts'
import { authGroups, mayOpen, type PageName, pageIds, pages } from '#shared/pages.ts'
import { type Client, type TestApp, testApp } from './app.ts'
import { type Wholesaler, wholesaler } from './factories.ts'
import { type Group, groups, mayCall } from './mayCall.ts'

/**
 * Who may open what, written out by hand from the product's own description: not read from the table that server and
 * screens follow, but held against it.
 */
const own: PageName[] = ['dashboard', 'orders', 'order', 'profile', 'password', 'security', 'sessions']
const ofAgents: PageName[] = [...own, 'orderEdit', 'products', 'analysis', 'imagesPdf']
const opens: Record<string, PageName[]> = {
  dealer: own,
  agent: ofAgents,
  // An agent with the task of the catalogue alone.
  editor: [...ofAgents, 'brands', 'categories', 'attributes', 'productCreate', 'productEdit', 'productSheet'],
  // An agent with every number and task that can be given.
  clerk: [
    ...ofAgents,
    'brands',
    'categories',
    'attributes',
    'productCreate',
    'productEdit',
    'productSheet',
    'photos',
    'catalogueImport',
    'catalogueImportRun',
    'users',
    'userCreate',
    'userEdit',
    'agents',
    'agentCreate',
    'agentEdit',
    'settings',
    'changes',
  ],
  admin: Object.keys(pages) as PageName[],
}

let app: TestApp
let callers: Record<string, Client>
const permissions: Record<string, { roles: string[]; auths: []; pageAuths: [] }> = {}

beforeAll(async () => {
  app = await testApp()
  const shop = await wholesaler(app, 'permissions', { authRequired: false })
  const clerk = await wholesaler(app, 'clerk', { authRequired: false })
  const editor = await wholesaler(app, 'editor', { authRequired: false })
  const allPages = Object.values(pageIds).flatMap((numbers) =>
    Object.values(numbers).map((pageId) => ({ pageId, isAllow: true })),
  )
  const allTasks = Object.entries(authGroups).map(([groupName, bits]) => ({
    groupName,
    number: Object.values(bits).reduce((sum, bit) => sum + bit, 0),
  }))
  const give = ({ tenantId }: Wholesaler, tasks: object[], pageAuths: object[]) =>
    app.database.inTenant(tenantId, 'write', (tx) =>
      tx.query(
        prepared(`update users set auths = $2, page_auths = $3 where tenant_id = $1 and username = 'agent'`),
        JSON.stringify(tasks),
        JSON.stringify(pageAuths),
      ),
    )
  await give(clerk, allTasks, allPages)
  await give(editor, [{ groupName: 'catalogue', number: authGroups.catalogue.edit }], [])
  callers = {
    visitor: shop.visitor,
    dealer: shop.dealer,
    agent: shop.agent,
    editor: editor.agent,
    clerk: clerk.agent,
    admin: shop.admin,
  }
  for (const who of Object.keys(opens)) {
    permissions[who] = (await callers[who]?.get('/api/Account/GetUserInfo'))?.body
  }
})
afterAll(() => app.close())

/** Without input: whoever is let in is told what is missing, at worst. */
async function call(who: string, { method, path }: (typeof endpoints)[number]): Promise<number> {
  const client = callers[who]
  if (!client) throw new Error(`Nobody is called ${who}`)
  return (await (method === 'GET' ? client.get(path) : client.post(path, {}))).status
}

/** The last group that each caller is in: they are in all before it too. */
const lastGroup: Record<string, Group> = {
  visitor: 'everybody',
  dealer: 'signedIn',
  agent: 'staff',
  editor: 'editors',
  clerk: 'clerks',
  admin: 'admins',
}
const order = (group: Group | undefined) => groups.findIndex((one) => one === group)
const isIn = (group: Group, who: string) => order(group) >= 0 && order(group) <= order(lastGroup[who])
const isByOwnToken = (path: string) =>
  mayCall[path] === 'agentOfErp' || path === '/api/Account/CreateTokenByRefreshToken'

function groupOf(path: string): Group {
  const group = mayCall[path]
  if (!group) throw new Error(`${path} has no row in test/mayCall.ts: say who may call it`)
  return group
}

test('the table of who may call what has a row for every call, and for nothing else', () => {
  expect(Object.keys(mayCall).toSorted()).toEqual(endpoints.map(({ path }) => path).toSorted())
})

describe.each(Object.keys(opens))('%s', (who) => {
  test('is shown by the panel what they may open, and no more', () => {
    const user = permissions[who]
    if (!user) throw new Error('nobody has signed in')
    const open = (Object.keys(pages) as PageName[]).filter((name) => mayOpen(pages[name], user))
    expect(open.toSorted()).toEqual(opens[who]?.toSorted())
  })

  test.each(endpoints.map((endpoint) => [endpoint.path, endpoint] as const))('at %s', async (_, endpoint) => {
    const status = await call(who, endpoint)
    // A refresh without a token, and an agent's call, are refused by their own token, not by who calls.
    if (isByOwnToken(endpoint.path)) expect(status).toBe(401)
    else if (isIn(groupOf(endpoint.path), who)) expect([401, 403]).not.toContain(status)
    else expect(status).toBe(403)
  })
})

describe('a visitor', () => {
  test.each(endpoints.map((endpoint) => [endpoint.path, endpoint] as const))('at %s', async (_, endpoint) => {
    const status = await call('visitor', endpoint)
    if (isByOwnToken(endpoint.path)) expect(status).toBe(401)
    else if (isIn(groupOf(endpoint.path), 'visitor')) expect([401, 403]).not.toContain(status)
    else expect(status).toBe(401)
  })

  test('may look at a shop without login, and call nothing else but what signs in', () => {
    const open = endpoints.filter(({ access }) => access === 'open').map(({ path }) => path)
    const shop = endpoints.filter(({ access }) => access === 'shop').map(({ path }) => path)
    expect(open).toEqual([
      '/api/Shop/GetAppSettings',
      '/api/Account/authenticate',
      '/api/Account/CreateTokenByRefreshToken',
      '/api/Account/Logout',
      '/api/Account/RequestPasswordReset',
      '/api/Account/ResetPassword',
      // By the token of an agent, which is nobody's session.
      '/api/ErpAgent/Next',
      '/api/ErpAgent/Answer',
    ])
    expect(shop).toEqual([
      '/api/Shop/GetShopHome',
      '/api/Shop/GetCategoryProducts',
      '/api/Shop/GetProductsByIds',
      '/api/Shop/GetProductsBySearch',
      '/api/Shop/GetProductFacets',
      '/api/Shop/GetProductByBarcode',
      '/api/Shop/CheckOrderLines',
    ])
  })
})

test('whoever is signed in may call these without any further permission, each for themselves alone', () => {
  const forAll = endpoints.filter(({ access }) => access === 'signedIn').map(({ path }) => path)
  expect(forAll).toEqual([
    '/api/Account/GetUserInfo',
    '/api/Account/ChangeRole',
    '/api/Account/PasswordChange',
    '/api/Account/GetSessions',
    '/api/Account/EndSession',
    '/api/Account/EndOtherSessions',
    '/api/Account/GetProfile',
    '/api/Account/UpdateProfile',
    '/api/Account/PostAvatar',
    '/api/Account/DeleteAvatar',
    '/api/Account/StartTotp',
    '/api/Account/ConfirmTotp',
    '/api/Account/EndTotp',
    '/api/Account/NewRecoveryCodes',
    '/api/Account/GetSavedFilters',
    '/api/Account/SaveFilter',
    '/api/Account/DeleteSavedFilter',
    '/api/Shop/GetCustomers',
    '/api/Shop/GetSubCurrAccs',
    '/api/Shop/GetShopSalesPerson',
    '/api/Shop/PostLogCart',
    '/api/Shop/GetLogCart',
    '/api/Shop/GetDrafts',
    '/api/Shop/GetDraftById',
    '/api/Shop/SaveDraft',
    '/api/Shop/DeleteDraft',
    '/api/Shop/RestoreDraft',
  ])
})

test('whoever is signed in may order and see what came of it, and a visitor where the tenant lets them', () => {
  const forOrders = endpoints.filter(({ access }) => access === 'order').map(({ path }) => path)
  expect(forOrders).toEqual([
    '/api/Shop/PostShopCart',
    '/api/Shop/GetShopHomeCart',
    '/api/Shop/GetOrderPdf',
    '/api/Shop/GetOrderExcel',
  ])
})
