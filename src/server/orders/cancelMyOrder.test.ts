import { expect, test } from 'vitest'
import { dataOf } from '#test/app.ts'
import { shopPerTest, useApp } from '#test/useShop.ts'

const app = useApp()
const shop = shopPerTest(app)

const allow = async (customerCancelMinutes: number) => {
  const settings = await dataOf(shop.admin.get('/api/Account/GetTenantSettings'))
  const { status } = await shop.admin.post('/api/Account/UpdateTenantSettings', {
    ...settings,
    customerCancelMinutes,
  })
  expect(status).toBe(200)
}
const cancel = (guidKey: string, client = shop.dealer) => client.post('/api/Shop/CancelMyOrder', { guidKey })
const restore = (guidKey: string, client = shop.dealer) =>
  client.post('/api/Shop/RestoreMyOrder', { guidKey })
const read = (guidKey: string, client = shop.dealer) =>
  dataOf(client.get('/api/Shop/GetShopHomeCart', { guidKey }))
const stock = async () => {
  const [row] = await shop.query<{ inventory: number }>(
    'select inventory from variants where tenant_id = $1 and id = $2',
    shop.id('A1 S'),
  )
  return row?.inventory
}

test('a customer cancels an order while the company lets them, and takes that back', async () => {
  await allow(60)
  const { guidKey } = await shop.place({ lines: { 'A1 S': 3 } })
  expect(Date.parse((await read(guidKey)).cancelBefore)).toBeGreaterThan(Date.now() + 59 * 60_000)
  // The office has its own way.
  expect((await read(guidKey, shop.admin)).cancelBefore).toBeUndefined()
  expect(await stock()).toBe(17)
  expect((await cancel(guidKey)).status).toBe(200)
  expect((await cancel(guidKey)).status).toBe(200)
  expect(await read(guidKey)).toMatchObject({ state: 'cancelled' })
  expect(await stock()).toBe(20)
  expect((await restore(guidKey)).status).toBe(200)
  expect((await restore(guidKey)).status).toBe(200)
  expect(await read(guidKey)).toMatchObject({ state: 'placed' })
  expect(await stock()).toBe(17)
})

test('not after the time, not where nobody may, and not once it is in the ERP', async () => {
  const { guidKey, number } = await shop.place({ lines: { 'A1 S': 3 } })
  const code = async (answer: ReturnType<typeof cancel>) => (await answer).body.code
  expect(await code(cancel(guidKey))).toBe('order.cancelTooLate')
  expect((await read(guidKey)).cancelBefore).toBeUndefined()
  await allow(60)
  await shop.update(`orders set placed_at = now() - interval '61 minutes' where number = $2`, number)
  expect(await code(cancel(guidKey))).toBe('order.cancelTooLate')
  expect((await read(guidKey)).cancelBefore).toBeUndefined()
  await allow(43_200)
  await shop.update(`orders set transferred_at = now() where number = $2`, number)
  expect(await code(cancel(guidKey))).toBe('order.transferred')
  expect((await read(guidKey)).cancelBefore).toBeUndefined()
  expect(await stock()).toBe(17)
})

test('only an own cancellation of the last minutes is taken back, and others’ orders are not found', async () => {
  await allow(60)
  const other = await shop.place(
    { lines: { 'A1 S': 1 }, currAccCode: '120.03', salesPersonCode: 'P2' },
    shop.admin,
  )
  expect((await cancel(other.guidKey)).status).toBe(404)
  expect((await restore(other.guidKey)).status).toBe(404)
  const { guidKey, id } = await shop.place({ lines: { 'A1 S': 1 } })
  await shop.admin.get('/api/Shop/DeleteOrder', { id })
  expect((await restore(guidKey)).body.code).toBe('order.cancelTooLate')
  await shop.admin.get('/api/Shop/RestoreOrder', { id })
  await cancel(guidKey)
  // Somebody else's, even of the same company.
  expect((await restore(guidKey, shop.agent)).body.code).toBe('order.cancelTooLate')
})

test('a customer’s own number stays with the order, and finds it', async () => {
  const { guidKey } = await shop.place({ lines: { 'A1 S': 1 }, customerOrderNumber: 'İST-2026/77' })
  await shop.place({ lines: { 'A1 S': 1 } })
  expect(await read(guidKey)).toMatchObject({ customerOrderNumber: 'İST-2026/77' })
  const found = async (text: string) =>
    (await dataOf(shop.dealer.post('/api/Shop/GetOrders', { text }))).items.map(
      (row: { customerOrderNumber?: string }) => row.customerOrderNumber,
    )
  expect(await found('ist-2026')).toEqual(['İST-2026/77'])
  expect(await found('ist-2027')).toEqual([])
})
