import { expect, test } from 'vitest'
import { shopPerTest, useApp } from '#test/useShop.ts'

const app = useApp()
const shop = shopPerTest(app)

test('the curve is the account’s last order of the item, else what all bought of it', async () => {
  await shop.update(
    `variants set lot_sizes = '[{"size": "S", "pieces": 1}, {"size": "M", "pieces": 3}]' where lot_code = 'L4'`,
  )
  const curve = async (client = shop.dealer, asked: Record<string, string> = {}) =>
    (await client.get('/api/Shop/GetSizeCurve', { itemCode: 'A1', ...asked })).body.data
  expect(await curve()).toEqual({ sizes: [], isOwn: false })
  await shop.place({ currAccCode: '120.02', lines: { 'A1 S': 2, 'A1 M': 4 } }, shop.agent)
  const all = {
    sizes: [
      { size: 'S', pieces: 2 },
      { size: 'M', pieces: 4 },
    ],
    isOwn: false,
  }
  expect(await curve()).toEqual(all)
  await shop.place({ lines: { 'A1 S': 9, 'A2 M': 1 } })
  await shop.place({ lines: { 'A1 S': 1, 'A1 L4': 2 } })
  await shop.place({ lines: { 'A2 S': 1 } })
  const own = {
    sizes: [
      { size: 'S', pieces: 3 },
      { size: 'M', pieces: 6 },
    ],
    isOwn: true,
  }
  expect(await curve()).toEqual(own)
  expect(await curve(shop.agent, { currAccCode: '120.01' })).toEqual(own)
  expect(
    (await shop.dealer.get('/api/Shop/GetSizeCurve', { itemCode: 'A1', currAccCode: '120.02' })).status,
  ).toBe(404)
})
