import { randomUUIDv7 } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { User } from '#server/users/session.ts'
import type { PlaceOrderInput } from '#shared/orders.ts'
import { orderBody, orderLine } from '#test/factories.ts'
import { shopPerTest, useApp } from '#test/useShop.ts'
import { openPlacing, type Placing } from './placing.ts'

const app = useApp()
const shop = shopPerTest(app)
let placing: Placing
let transactions: number
beforeEach(async () => {
  transactions = 0
  placing = openPlacing({
    inTenant: (tenantId, mode, work, isUrgent) => {
      if (mode === 'write') transactions += 1
      return app.database.inTenant(tenantId, mode, work, isUrgent)
    },
  })
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
    input: body as PlaceOrderInput,
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
  const { id } = await shop.variant('A1', 'S')
  const user = await admin()
  const numbers = await settled(
    Array.from({ length: 12 }, () => place(orderBody({ lines: [[id, 1]] }), user)),
  )
  expect(numbers.toSorted()).toEqual(numbered(1001, 12))
  expect(transactions).toBeLessThan(6)
  expect(await shop.inventory(id)).toBe(8)
})

test('a refused order takes nothing from those beside it', async () => {
  const { id, inventory } = await shop.variant('A1', 'S')
  const other = (await shop.variant('A2', 'S')).id
  const user = await admin()
  expect(await settled([place(orderBody({ lines: [[id, inventory - 1]] }), user)])).toEqual(['1001'])
  const results = await settled([
    place(orderBody({ lines: [[id, 1, 99]] }), user),
    place(
      orderBody({
        lines: [orderLine(other, 1), orderLine(id, 2)],
      }),
      user,
    ),
    place(orderBody({ lines: [[id, 1]] }), user),
    place(orderBody({ lines: [[id, 1]] }), user),
    place({ ...orderBody({ lines: [[other, 1]] }), currAccCode: 'none' }, user),
    place({ ...orderBody({ lines: [[other, 1]] }), salesPersonCode: 'none' }, user),
    place(orderBody({ lines: [[other, 1]] }), user),
  ])
  expect(results).toEqual([
    'order.priceChanged',
    'order.inventoryNotSufficient',
    '1002',
    'order.inventoryNotSufficient',
    'order.accountGone',
    'order.agentGone',
    '1003',
  ])
  expect([await shop.inventory(id), await shop.inventory(other)]).toEqual([0, 19])
})

test('an order that the database rejects does not fail those beside it', async () => {
  const { id } = await shop.variant('A1', 'S')
  const user = await admin()
  const unknown = { ...user, id: randomUUIDv7() }
  const results = await settled(
    [user, user, unknown, user].map((by) => place(orderBody({ lines: [[id, 1]] }), by)),
  )
  expect(results[2]).toBe('23503')
  expect(results.toSorted()).toEqual(['1001', '1002', '1003', '23503'])
})

test('calls with the same guidKey get the same order, refused ones may be sent again', async () => {
  const { id } = await shop.variant('A1', 'S')
  const user = await admin()
  const order = orderBody({ lines: [[id, 1]] })
  expect(await settled(Array.from({ length: 5 }, () => place(order, user)))).toEqual(Array(5).fill('1001'))
  const expensive = orderBody({ lines: [[id, 1, 99]] })
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
  const { id, inventory } = await shop.variant('A1', 'S')
  const user = await admin()
  const elsewhere = openPlacing(app.database)
  const order = orderBody({ lines: [[id, 1]] })
  const request = { input: order as PlaceOrderInput, user, now: new Date(), address: '' }
  const results = await settled(
    Array.from({ length: 6 }, (_, index) =>
      index % 2 === 0 ? place(order, user) : elsewhere.place(shop.tenantId, request),
    ),
  )
  expect(results).toEqual(Array(6).fill('1001'))
  expect(await shop.inventory(id)).toBe(inventory - 1)
})
