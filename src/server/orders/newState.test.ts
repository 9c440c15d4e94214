import { expect, test, vi } from 'vitest'
import { dataOf } from '#test/app.ts'
import { tellBalance } from '#test/balances.ts'
import { runSql } from '#test/database.ts'
import { linkErp } from '#test/factories.ts'
import { shopPerFile, useApp } from '#test/useShop.ts'

/* A state that nobody uses, like `placed` but fixed, shows that one table says what a state means. */

vi.mock('#shared/orders/orderStates.ts', async (original) => {
  const states = await original<typeof import('#shared/orders/orderStates.ts')>()
  Object.assign(states.orderStates, { confirmed: { ...states.orderStates.placed, mayChange: false } })
  states.orderStateNames.push('confirmed' as never)
  return states
})

const app = useApp()
const shop = shopPerFile(app)

test('an order in a new state counts, keeps its goods and goes to the ERP as its row says', async () => {
  await runSql(app.connections.owner, 'alter table orders drop constraint orders_state_check')
  await linkErp(app, shop.tenantId)
  const before = await shop.inventory('A1 S')
  const { id, body } = await shop.place({ lines: { 'A1 S': 3 } }, shop.admin)
  await shop.update(`orders set state = 'confirmed' where id = $2`, id)

  const list = await dataOf(shop.admin.post('/api/Shop/GetOrders', { state: 'confirmed' }))
  expect(list.items).toMatchObject([{ id, state: 'confirmed' }])
  const dashboard = await dataOf(shop.admin.get('/api/Shop/GetDashboard'))
  expect(dashboard).toMatchObject({ today: { orders: 1 }, untransferred: 1 })
  const page = await dataOf(shop.admin.get('/api/Account/GetAccountPage', { id: '120.01' }))
  expect(page).toMatchObject({ openCount: 1, openOrders: [{ state: 'confirmed' }] })
  expect(page.months.at(-1)).toMatchObject({ orders: 1 })

  expect(await shop.inventory('A1 S')).toBe(before - 3)
  const amended = { ...shop.orderBody({ lines: { 'A1 S': 1 } }), guidKey: body.guidKey, version: 1 }
  expect((await shop.admin.post('/api/Shop/PostShopCart', amended)).status).toBe(409)

  const transfer = await dataOf(shop.admin.post('/api/Shop/TransferOrders', { ids: [id] }))
  expect(transfer.orders).toEqual([{ id, outcome: 'queued' }])
  const waiting = await dataOf(shop.admin.post('/api/Shop/GetOrders', { isWaiting: true }))
  expect(waiting.items).toMatchObject([{ id, isWaiting: true, transferState: 'pending' }])

  // For a customer with a limit, the order counts towards it.
  await tellBalance(shop, '120.01', { balance: 100, asOf: new Date(0) })
  const { credit } = await dataOf(shop.admin.get('/api/Shop/GetCredit', { currAccCode: '120.01' }))
  expect(credit).toMatchObject({ openOrders: 300 })
})
