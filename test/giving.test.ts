import { randomUUIDv7 } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from '#server/http/verbs.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { type PageName, pageIds, pages } from '#shared/pages.ts'
import { type Client, refusal } from './app.ts'
import { password } from './factories.ts'
import { shopPerTest, useApp } from './useShop.ts'

/*
 * Nobody gives themselves, or others, what they lack: permissions, reach, discounts. All calls that give such a thing, and
 * that others than admins may have, are tried here by a sales agent who may edit users and sales agents.
 */

const app = useApp()
const shop = shopPerTest(app)

const allPages = [...Object.values(pageIds.users), ...Object.values(pageIds.agents)].map((pageId) => ({
  pageId,
  isAllow: true,
}))

let clerk: Client
beforeEach(async () => {
  await shop.query(
    `update users set page_auths = $2 where tenant_id = $1 and username = 'agent'`,
    JSON.stringify(allPages),
  )
  await shop.query(`update agents set max_discount = 10 where tenant_id = $1 and code = 'P1'`)
  clerk = shop.agent
})

const agentNamed = async (code: string) =>
  (await shop.admin.post('/api/Account/GetSalesPersons', { limit: 200 })).body.data.items.find(
    ({ salesPersonCode }: { salesPersonCode: string }) => salesPersonCode === code,
  )
const newUser = (more: object) => ({
  username: `user.${randomUUIDv7()}`.slice(0, 40),
  firstName: 'A',
  lastName: 'B',
  roles: ['sp'],
  salesPersonCode: 'P1',
  auths: [],
  pageAuths: [],
  password,
  passwordConfirm: password,
  ...more,
})
const tasks = { auths: [{ groupName: 'office', number: 8 }] }

/** What is refused, by call. */
const attempts: Record<string, (path: string) => Promise<unknown[]>> = {
  '/api/Account/AddUser': (path) =>
    Promise.all(
      [{ roles: ['admin'] }, { roles: ['sp', 'admin'] }, tasks].map((more) =>
        clerk.post(path, newUser(more)),
      ),
    ),
  '/api/Account/UpdateUser': async (path) => {
    const [self, dealer] = [await shop.user('agent'), await shop.user('dealer')]
    const changes = [
      { ...self, roles: ['sp', 'admin'] },
      { ...self, ...tasks },
      { ...self, salesPersonCode: 'P2' },
      { ...self, roles: ['sp', 'customer'], currAccCode: '120.01' },
      { ...dealer, roles: ['customer', 'admin'] },
      { ...dealer, ...tasks },
    ]
    return Promise.all(changes.map((change) => clerk.post(path, change)))
  },
  '/api/Account/AddSalesPerson': async (path) => [
    await clerk.post(path, { salesPersonCode: 'P9', firstLastName: 'Yeni', maxDiscount: 11 }),
  ],
  '/api/Account/UpdateSalesPerson': async (path) => [
    await clerk.post(path, { ...(await agentNamed('P1')), maxDiscount: 100 }),
    await clerk.post(path, { ...(await agentNamed('P1')), maxDiscount: 5 }),
    await clerk.post(path, { ...(await agentNamed('P2')), maxDiscount: 50 }),
  ],
  '/api/Account/HandOverCustomers': async (path) => [
    await clerk.post(path, { id: (await agentNamed('P2')).id, toSalesPersonCode: 'P1' }),
  ],
}

/** The office's own work, for others and for all: prices, goods, settings; they need a task of their own. */
const officeWork: PageName[] = [
  'settings',
  'productEdit',
  'productSheet',
  'catalogueImport',
  'priceRules',
  'priceRuleCreate',
  'priceRuleEdit',
  'quantityRules',
  'priceTry',
  'imagesPdf',
]
const given =
  /^(roles|auths|pageAuths|salesPersonCode|toSalesPersonCode|maxDiscount|currAccCode|creditLimit|priceGroup|password)$/

function fieldsOf(schema: z.core.$ZodType, found = new Set<string>()): Set<string> {
  const def = (schema as z.ZodType).def as unknown as Record<string, unknown>
  const inner = [def.element, def.innerType, def.in, def.out, def.valueType]
  for (const [name, field] of Object.entries((def.shape as Record<string, z.ZodType> | undefined) ?? {})) {
    found.add(name)
    fieldsOf(field, found)
  }
  for (const one of inner) if (one) fieldsOf(one as z.ZodType, found)
  return found
}

test('each call that gives something is tried here', () => {
  const isForAdminsOnly = (name: PageName) => {
    const { roles } = pages[name] as { roles?: readonly string[] }
    return roles?.length === 1 && roles[0] === 'admin'
  }
  const giving = (endpoints as readonly Endpoint[]).flatMap(({ path, access, transaction, input }) => {
    if (transaction === 'read' || typeof access !== 'object') return []
    const open = access.pages.filter((name) => !isForAdminsOnly(name) && !officeWork.includes(name))
    return open.length > 0 && [...fieldsOf(input)].some((field) => given.test(field)) ? [path] : []
  })
  expect(giving.toSorted()).toEqual(Object.keys(attempts).toSorted())
})

test.each(Object.keys(attempts))('%s gives nobody what the giver lacks', async (path) => {
  const answers = (await attempts[path]?.(path)) ?? []
  expect(answers.length).toBeGreaterThan(0)
  for (const answer of answers)
    expect(answer).toMatchObject({
      status: expect.any(Number),
      body: { code: expect.stringMatching(/^user\.(oneself|notYours)$/) },
    })
})

test('what somebody has they may give, and leave as it is', async () => {
  const own = await agentNamed('P1')
  expect((await clerk.post('/api/Account/UpdateSalesPerson', { ...own, phone: '1' })).status).toBe(200)
  const other = await agentNamed('P2')
  const within = await clerk.post('/api/Account/UpdateSalesPerson', { ...other, maxDiscount: 10 })
  expect(within.status).toBe(200)
  expect((await clerk.post('/api/Account/AddUser', newUser({}))).status).toBe(200)
})

test('a dealer’s user with the task for held orders decides about none', async () => {
  await shop.query(
    `update users set auths = $2 where tenant_id = $1 and username = 'dealer'`,
    JSON.stringify(tasks.auths),
  )
  await shop.query(`update accounts set credit_limit = 1 where tenant_id = $1 and code = '120.01'`)
  const { body } = await shop.order()
  expect(body.hold).toMatchObject([{ kind: 'limit' }])
  const accepted = await shop.dealer.post('/api/Shop/AcceptHeldOrder', { id: body.orderId, version: 1 })
  expect(accepted).toMatchObject(refusal(403, 'permission.denied'))
  const note = { id: body.orderId, version: 1, note: 'x' }
  expect((await shop.dealer.post('/api/Shop/ReturnHeldOrder', note)).status).toBe(403)
  expect((await shop.dealer.post('/api/Shop/GetHeldOrders', {})).status).toBe(403)
  // Amended by its customer it waits on.
  const more = shop.orderBody({ lines: { 'A1 S': 2 } })
  const amended = await shop.dealer.post('/api/Shop/PostShopCart', {
    ...more,
    guidKey: body.guidKey,
    version: 1,
  })
  expect(amended.body.hold).toMatchObject([{ kind: 'limit' }])
})
