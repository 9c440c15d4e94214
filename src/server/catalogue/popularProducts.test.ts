import { expect, test } from 'vitest'
import type { Product } from '#shared/catalogue/catalogue.ts'
import { type Client, dataOf } from '#test/app.ts'
import { shopPerTest, useApp } from '#test/useShop.ts'

const app = useApp()
const shop = shopPerTest(app)

const popular = async (client: Client, input: Record<string, string> = {}): Promise<string> => {
  const products: Product[] = await dataOf(client.get('/api/Shop/GetPopularProducts', input))
  for (const { items } of products) expect(items).toHaveLength(1)
  return products.map(({ itemCode }) => itemCode).join(' ')
}
const place = (lines: Record<string, number>, more: object = {}) => shop.place({ lines, ...more }, shop.admin)
const asOther = { currAccCode: '120.03', salesPersonCode: 'P2' }

test('what an account orders most comes first, then what all order', async () => {
  await place({ 'A1 S': 2, 'A2 S': 5 })
  await place({ 'B1 S': 9, 'B1 M': 3, 'A1 M': 1 }, asOther)
  // A lot of four counts four pieces.
  await place({ 'B2 S': 10 }, asOther)
  expect(await popular(shop.dealer)).toBe('A2 A1 B1 B2')
  expect(await popular(shop.agent, { currAccCode: '120.01' })).toBe('A2 A1 B1 B2')
})

test('cancelled orders, old ones, hidden brands and inactive products do not count', async () => {
  const cancelled = await place({ 'A1 S': 9 })
  await shop.update(`orders set state = 'cancelled' where number = $2`, cancelled.number)
  const old = await place({ 'A2 S': 9 })
  await shop.update(`orders set placed_at = now() - interval '61 days' where number = $2`, old.number)
  await place({ 'B1 S': 1, 'B2 S': 2 })
  await shop.update(`products set is_active = false where item_code = 'B2'`)
  expect(await popular(shop.dealer)).toBe('B1')
  // 120.02 does not see the brand of B1.
  expect(await popular(shop.agent, { currAccCode: '120.02' })).toBe('')
})
