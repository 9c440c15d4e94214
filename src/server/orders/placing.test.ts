import { randomUUIDv7 } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { openPriceRules } from '#server/pricing/tenantRules.ts'
import { readTenant, type Tenant } from '#server/tenancy/tenants.ts'
import type { User } from '#server/users/session.ts'
import type { PlaceOrderInput } from '#shared/orders/orders.ts'
import type { Quantities } from '#test/factories.ts'
import { shopPerTest, useApp } from '#test/useShop.ts'
import { openPlacing, type Placing } from './placing.ts'

const app = useApp()
const shop = shopPerTest(app)
let placing: Placing
let transactions: number
let tenant: Tenant
beforeEach(async () => {
  transactions = 0
  tenant = await readTenant(app.database, shop.tenantId)
  const counted = {
    ...app.database,
    isDistributed: false,
    inTenant: <T>(...[tenantId, mode, work, isUrgent]: Parameters<typeof app.database.inTenant<T>>) => {
      if (mode === 'write') transactions += 1
      return app.database.inTenant(tenantId, mode, work, isUrgent)
    },
  }
  placing = openPlacing(counted, openPriceRules())
})

async function admin(): Promise<User> {
  const [row] = await shop.query<{ id: string }>(
    `select id from users where tenant_id = $1 and username = 'admin'`,
  )
  const roles: User['roles'] = ['admin']
  const none = { agentId: null, account: null, owesSecondFactor: false, auths: [], pageAuths: [] }
  return { id: row?.id ?? '', sessionId: '', username: 'admin', roles, allRoles: roles, ...none }
}

const place = async (body: object, user?: User) =>
  placing.place(shop.tenantId, {
    input: { campaignCode: '', overrideReason: '', ...body } as PlaceOrderInput,
    tenant,
    user: user ?? (await admin()),
    now: new Date(),
    address: '',
  })
const settled = async (orders: Promise<{ orderNumber: string }>[]) =>
  (await Promise.allSettled(orders)).map((one) =>
    one.status === 'fulfilled' ? one.value.orderNumber : String((one.reason as { code?: string }).code),
  )
const numbered = (from: number, length: number) => Array.from({ length }, (_, index) => String(from + index))

test('orders that arrive together share transactions, and their numbers have no holes', async () => {
  const user = await admin()
  const numbers = await settled(Array.from({ length: 12 }, () => place(shop.orderBody(), user)))
  expect(numbers.toSorted()).toEqual(numbered(1001, 12))
  expect(transactions).toBeLessThan(6)
  expect(await shop.inventory('A1 S')).toBe(8)
})

test('a refused order takes nothing from those beside it', async () => {
  const user = await admin()
  const all = (...lines: Quantities[]) =>
    settled(lines.map((one, index) => place(shop.orderBody({ lines: one, ...changes[index] }), user)))
  const changes: Record<number, object> = { 4: { currAccCode: 'none' }, 5: { salesPersonCode: 'none' } }
  expect(await all({ 'A1 S': 19 })).toEqual(['1001'])
  const [a1, a2] = [{ 'A1 S': 1 }, { 'A2 S': 1 }]
  expect(await all({ 'A1 S': [1, 99] }, { 'A2 S': 1, 'A1 S': 2 }, a1, a1, a2, a2, a2)).toEqual([
    'order.priceChanged',
    'order.inventoryNotSufficient',
    '1002',
    'order.inventoryNotSufficient',
    'order.accountGone',
    'order.agentGone',
    '1003',
  ])
  expect([await shop.inventory('A1 S'), await shop.inventory('A2 S')]).toEqual([0, 19])
})

test('an order that the database rejects does not fail those beside it', async () => {
  const user = await admin()
  const unknown = { ...user, id: randomUUIDv7() }
  const results = await settled([user, user, unknown, user].map((by) => place(shop.orderBody(), by)))
  expect(results[2]).toBe('23503')
  expect(results.toSorted()).toEqual(['1001', '1002', '1003', '23503'])
})

test('calls with the same guidKey get the same order, refused ones may be sent again', async () => {
  const user = await admin()
  const order = shop.orderBody()
  expect(await settled(Array.from({ length: 5 }, () => place(order, user)))).toEqual(Array(5).fill('1001'))
  const expensive = shop.orderBody({ lines: { 'A1 S': [1, 99] } })
  const corrected = { ...expensive, lines: order.lines }
  expect(await settled([place(expensive, user), place(corrected, user), place(expensive, user)])).toEqual([
    'order.priceChanged',
    '1002',
    '1002',
  ])
  const other = { ...order, lines: [{ ...order.lines[0], qty: 2 }] }
  expect(await settled([place(other, user)])).toEqual(['order.alreadyPlaced'])
})

test('two processes place the same order once', async () => {
  const user = await admin()
  const elsewhere = openPlacing(app.database, openPriceRules())
  const order = shop.orderBody()
  const request = {
    input: { campaignCode: '', overrideReason: '', ...order } as PlaceOrderInput,
    tenant,
    user,
    now: new Date(),
    address: '',
  }
  const results = await settled(
    Array.from({ length: 6 }, (_, index) =>
      index % 2 === 0 ? place(order, user) : elsewhere.place(shop.tenantId, request),
    ),
  )
  expect(results).toEqual(Array(6).fill('1001'))
  expect(await shop.inventory('A1 S')).toBe(19)
})
