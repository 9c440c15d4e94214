import { expect, test } from 'vitest'
import { shopPerTest, useApp } from '#test/useShop.ts'

const app = useApp()
const shop = shopPerTest(app)

test('the curve follows the account’s last order of the item, then all customers’, by their pieces', async () => {
  const curve = async (client = shop.dealer, asked: Record<string, string> = {}) => {
    const { data } = (await client.get('/api/Shop/GetSizeCurve', { itemCode: 'A1', ...asked })).body
    return [
      data.source,
      ...data.sizes.map(({ size, pieces }: { size: string; pieces: number }) => [size, pieces]),
    ]
  }
  await shop.update('variants set inventory = 100000')
  // Of a lot whose content is not known, nothing.
  expect(await curve()).toEqual(['usual', ['S', 500], ['M', 500]])
  await shop.update(
    `variants set lot_sizes = '[{"size": "S", "pieces": 1}, {"size": "M", "pieces": 2}, {"size": "L", "pieces": 1}]' where lot_code = 'L4'`,
  )
  expect(await curve()).toEqual(['usual', ['S', 250], ['M', 500], ['L', 250]])
  // A small order of somebody else leaves no size out.
  await shop.place({ currAccCode: '120.02', lines: { 'A1 S': 16 } }, shop.agent)
  expect(await curve()).toEqual(['usual', ['S', 550], ['M', 300], ['L', 150]])
  await shop.place({ currAccCode: '120.02', lines: { 'A1 S': 960 } }, shop.agent)
  expect(await curve()).toEqual(['all', ['S', 982], ['M', 12], ['L', 6]])
  // Their own last order of the item, with what was in its lots.
  await shop.place({ lines: { 'A1 S': 900, 'A2 M': 1 } })
  await shop.place({ lines: { 'A1 S': 1, 'A1 L4': 119 } })
  await shop.place({ lines: { 'A2 S': 1 } })
  const own = ['own', ['S', 280], ['M', 480], ['L', 240]]
  expect(await curve()).toEqual(own)
  expect(await curve(shop.agent, { currAccCode: '120.01' })).toEqual(own)
  expect(
    (await shop.dealer.get('/api/Shop/GetSizeCurve', { itemCode: 'A1', currAccCode: '120.02' })).status,
  ).toBe(404)
})
