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
  // A lot whose content is not known adds nothing.
  expect(await curve()).toEqual(['usual', ['S', 500], ['M', 500]])
  await shop.update(
    `variants set lot_sizes = '[{"size": "S", "pieces": 1}, {"size": "M", "pieces": 2}, {"size": "L", "pieces": 1}]' where lot_code = 'L4'`,
  )
  expect(await curve()).toEqual(['usual', ['S', 250], ['M', 500], ['L', 250]])
  // What only one or two others bought is not shown.
  const sell = (code: string, pieces: number, client = shop.admin) =>
    shop.place({ currAccCode: code, lines: { 'A1 S': pieces } }, client)
  await sell('120.02', 5000)
  await sell('120.02', 3000)
  await sell('120.03', 7000)
  expect(await curve()).toEqual(['usual', ['S', 250], ['M', 500], ['L', 250]])
  await sell('120.01', 1)
  const [source, s] = await curve(shop.admin)
  expect([source, s]).toEqual(['all', ['S', 932]])
  // The same with a thousand pieces more or less.
  await sell('120.03', 1000)
  expect(await curve(shop.admin)).toEqual(['all', ['S', 932], ['M', 45], ['L', 23]])
  // The account's own last order of the item counts, with what was in its lots.
  await shop.place({ lines: { 'A1 S': 900, 'A2 M': 1 } })
  await shop.place({ lines: { 'A1 S': 1, 'A1 L4': 119 } })
  await shop.place({ lines: { 'A2 S': 1 } })
  const own = ['own', ['S', 284], ['M', 477], ['L', 239]]
  expect(await curve()).toEqual(own)
  expect(await curve(shop.agent, { currAccCode: '120.01' })).toEqual(own)
  expect(
    (await shop.dealer.get('/api/Shop/GetSizeCurve', { itemCode: 'A1', currAccCode: '120.02' })).status,
  ).toBe(404)
})
