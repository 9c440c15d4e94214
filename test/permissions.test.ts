import { beforeAll, describe, expect, test } from 'vitest'
import { prepared } from '#server/db/statement.ts'
import { endpoints } from '#server/verbs.ts'
import { authGroups, mayOpen, type PageName, pageIds, pages } from '#shared/pages.ts'
import type { Client } from './app.ts'
import { type Wholesaler, wholesaler } from './factories.ts'
import { type CallerGroup, groups, requiredGroup } from './requiredGroup.ts'
import { useApp } from './useShop.ts'

/** Written by hand, to compare with the table of server and screens. */
const ownPages: PageName[] = ['dashboard', 'orders', 'order', 'profile', 'password', 'security', 'sessions']
const agentPages: PageName[] = [...ownPages, 'orderEdit', 'products', 'analysis', 'imagesPdf']
const openPages: Record<string, PageName[]> = {
  dealer: ownPages,
  agent: agentPages,
  editor: [
    ...agentPages,
    'brands',
    'categories',
    'attributes',
    'productCreate',
    'productEdit',
    'productSheet',
  ],
  clerk: [
    ...agentPages,
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

const app = useApp()
let callers: Record<string, Client>
const permissions: Record<string, { roles: string[]; auths: []; pageAuths: [] }> = {}

beforeAll(async () => {
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
  for (const caller of Object.keys(openPages)) {
    permissions[caller] = (await callers[caller]?.get('/api/Account/GetUserInfo'))?.body
  }
})

/** Invalid, so that allowed calls change nothing. */
async function call(caller: string, { method, path }: (typeof endpoints)[number]): Promise<number> {
  const client = callers[caller]
  if (!client) throw new Error(`Nobody is called ${caller}`)
  return (await (method === 'GET' ? client.get(path) : client.post(path, {}))).status
}

/** And in all earlier groups. */
const lastGroup: Record<string, CallerGroup> = {
  visitor: 'everybody',
  dealer: 'signedIn',
  agent: 'staff',
  editor: 'editors',
  clerk: 'clerks',
  admin: 'admins',
}
const order = (group: CallerGroup | undefined) => groups.findIndex((one) => one === group)
const isInGroup = (group: CallerGroup, caller: string) =>
  order(group) >= 0 && order(group) <= order(lastGroup[caller])
const hasOwnToken = (path: string) =>
  requiredGroup[path] === 'agentOfErp' || path === '/api/Account/CreateTokenByRefreshToken'

function groupOf(path: string): CallerGroup {
  const group = requiredGroup[path]
  if (!group) throw new Error(`${path} has no row in test/requiredGroup.ts: say who may call it`)
  return group
}

test('requiredGroup lists exactly the existing endpoints', () => {
  expect(Object.keys(requiredGroup).toSorted()).toEqual(endpoints.map(({ path }) => path).toSorted())
})

test.each(Object.keys(openPages))('%s can open exactly the expected pages', (caller) => {
  const user = permissions[caller]
  if (!user) throw new Error('nobody has signed in')
  const open = (Object.keys(pages) as PageName[]).filter((name) => mayOpen(pages[name], user))
  expect(open.toSorted()).toEqual(openPages[caller]?.toSorted())
})

describe.each([...Object.keys(openPages), 'visitor'])('%s', (caller) => {
  test.each(endpoints.map((endpoint) => [endpoint.path, endpoint] as const))('at %s', async (_, endpoint) => {
    const status = await call(caller, endpoint)
    if (hasOwnToken(endpoint.path)) expect(status).toBe(401)
    else if (isInGroup(groupOf(endpoint.path), caller)) expect([401, 403]).not.toContain(status)
    else expect(status).toBe(caller === 'visitor' ? 401 : 403)
  })
})

describe('a visitor', () => {
  test('may browse a shop without login and sign in, nothing else', () => {
    const open = endpoints.filter(({ access }) => access === 'open').map(({ path }) => path)
    const shop = endpoints.filter(({ access }) => access === 'shop').map(({ path }) => path)
    expect(open).toEqual([
      '/api/Shop/GetAppSettings',
      '/api/Account/authenticate',
      '/api/Account/CreateTokenByRefreshToken',
      '/api/Account/Logout',
      '/api/Account/RequestPasswordReset',
      '/api/Account/ResetPassword',
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

test('signed-in users may call these without further permission', () => {
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

test('signed-in users may order and see their orders, visitors if the tenant allows it', () => {
  const forOrders = endpoints.filter(({ access }) => access === 'order').map(({ path }) => path)
  expect(forOrders).toEqual([
    '/api/Shop/PostShopCart',
    '/api/Shop/GetShopHomeCart',
    '/api/Shop/GetOrderPdf',
    '/api/Shop/GetOrderExcel',
  ])
})
