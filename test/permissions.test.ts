import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#server/http/verbs.ts'
import { authGroups, mayOpen, type PageName, pageIds, pages } from '#shared/pages.ts'
import type { Client } from './app.ts'
import { type CallerGroup, everyCall, groups, type Theirs } from './everyCall.ts'
import { type Wholesaler, wholesaler } from './factories.ts'
import { useApp } from './useShop.ts'

/** Written by hand, to compare with the table of server and screens. */
const ownPages: PageName[] = ['dashboard', 'orders', 'order', 'profile', 'password', 'security', 'sessions']
const agentPages: PageName[] = [...ownPages, 'orderEdit', 'statement', 'products', 'analysis', 'imagesPdf']
const editorPages: PageName[] = [
  ...agentPages,
  'brands',
  'categories',
  'attributes',
  'productCreate',
  'productEdit',
  'productSheet',
  'translations',
  'dictionary',
]
const openPages: Record<string, PageName[]> = {
  dealer: ownPages,
  agent: agentPages,
  editor: editorPages,
  clerk: [
    ...editorPages,
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
    'heldOrders',
    'priceRules',
    'priceRuleCreate',
    'priceRuleEdit',
    'quantityRules',
    'priceTry',
  ],
  admin: Object.keys(pages) as PageName[],
}

const app = useApp()
let callers: Record<string, Client>
const permissions: Record<string, { roles: string[]; auths: []; pageAuths: [] }> = {}

beforeAll(async () => {
  const shop = await wholesaler(app, 'permissions', { authRequired: false })
  const clerk = await wholesaler(app, 'clerk', { authRequired: false })
  const editor = await wholesaler(app, 'editor')
  const allPages = Object.values(pageIds).flatMap((numbers) =>
    Object.values(numbers).map((pageId) => ({ pageId, isAllow: true })),
  )
  const allTasks = Object.entries(authGroups).map(([groupName, bits]) => ({
    groupName,
    number: Object.values(bits).reduce((sum, bit) => sum + bit, 0),
  }))
  const give = ({ query }: Wholesaler, tasks: object[], pageAuths: object[]) =>
    query(
      `update users set auths = $2, page_auths = $3 where tenant_id = $1 and username = 'agent'`,
      JSON.stringify(tasks),
      JSON.stringify(pageAuths),
    )
  await give(clerk, allTasks, allPages)
  await give(editor, [{ groupName: 'catalogue', number: authGroups.catalogue.edit }], [])
  callers = {
    stranger: editor.visitor,
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

/** Each caller is in this group and in all earlier ones. */
const lastGroup: Record<string, CallerGroup> = {
  stranger: 'everybody',
  visitor: 'guests',
  dealer: 'users',
  agent: 'staff',
  editor: 'editors',
  clerk: 'clerks',
  admin: 'admins',
}
const order = (group: CallerGroup | undefined) => groups.findIndex((one) => one === group)
const isInGroup = (group: CallerGroup, caller: string) =>
  order(group) >= 0 && order(group) <= order(lastGroup[caller])
const calls = everyCall({} as Theirs)
const hasOwnToken = (path: string) =>
  ['agentOfErp', 'operators'].includes(groupOf(path)) || path === '/api/Account/CreateTokenByRefreshToken'

function groupOf(path: string): CallerGroup {
  const found = calls.get(path)
  if (!found) throw new Error(`${path} is not in test/everyCall.ts: say who may call it`)
  return found.group
}

test('only existing calls are listed', () => {
  expect([...calls.keys()].toSorted()).toEqual(endpoints.map(({ path }) => path).toSorted())
})

test.each(Object.keys(openPages))('%s can open exactly the expected pages', (caller) => {
  const user = permissions[caller]
  if (!user) throw new Error('nobody has signed in')
  const open = (Object.keys(pages) as PageName[]).filter((name) => mayOpen(pages[name], user))
  expect(open.toSorted()).toEqual(openPages[caller]?.toSorted())
})

describe.each([...Object.keys(openPages), 'visitor', 'stranger'])('%s', (caller) => {
  test.each(endpoints.map((endpoint) => [endpoint.path, endpoint] as const))('at %s', async (_, endpoint) => {
    const status = await call(caller, endpoint)
    if (hasOwnToken(endpoint.path)) expect(status).toBe(401)
    else if (isInGroup(groupOf(endpoint.path), caller)) expect([401, 403]).not.toContain(status)
    else expect(status).toBe(caller in openPages ? 403 : 401)
  })
})

/** The group of a call by its access; other calls need a page, which decides the group. */
const groupOfAccess = {
  open: 'everybody',
  shop: 'guests',
  order: 'buyers',
  signedIn: 'signedIn',
  operator: 'operators',
} as const

test.each(endpoints.map(({ path, access }) => [path, access] as const))('access to %s', (path, access) => {
  const group = groupOf(path)
  if (group === 'agentOfErp') expect(access).toBe('open')
  else if (typeof access === 'string') expect(groupOfAccess[access]).toBe(group)
  else expect(Object.values(groupOfAccess)).not.toContain(group)
})
