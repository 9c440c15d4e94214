import { expect, test } from 'vitest'
import { dataOf } from '#test/app.ts'
import { shopPerTest, useApp } from '#test/useShop.ts'

const app = useApp()
const shop = shopPerTest(app)

type Client = typeof shop.dealer
const set = (client: Client, productId: string | undefined, isFavourite = true) =>
  client.post('/api/Shop/SetFavourite', { productId, isFavourite })
const listed = async (client: Client): Promise<string[]> =>
  (await dataOf(client.get('/api/Shop/GetFavourites'))).map(({ itemCode }: { itemCode: string }) => itemCode)

test('favourites are the user’s own, the newest first, and go again', async () => {
  const { products } = await dataOf(
    shop.dealer.post('/api/Shop/GetCategoryProducts', { page: 1, limit: 50, orderType: 'Season' }),
  )
  const [one, other] = [
    ...new Map(products.map((product: { itemCode: string }) => [product.itemCode, product])).values(),
  ] as { itemCode: string; items: { productId: string }[] }[]
  expect(await listed(shop.dealer)).toEqual([])
  for (const product of [one, other, one]) {
    expect((await set(shop.dealer, product?.items[0]?.productId)).status).toBe(200)
  }
  expect(await listed(shop.dealer)).toEqual([other?.itemCode, one?.itemCode])
  expect(await listed(shop.agent)).toEqual([])
  await set(shop.dealer, other?.items.at(-1)?.productId, false)
  expect(await listed(shop.dealer)).toEqual([one?.itemCode])
  await shop.update(`products set is_active = false where item_code = $2`, one?.itemCode ?? '')
  expect(await listed(shop.dealer)).toEqual([])
})

test('a size that is not there is refused', async () => {
  expect((await set(shop.dealer, crypto.randomUUID())).status).toBe(404)
})

test('taking the mark from one colour takes it from the item, which the list shows once', async () => {
  await shop.update(`products set item_code = 'A1', color_code = 'ZZ' where item_code = 'B1'`)
  for (const size of ['A1 S', 'B1 S']) expect((await set(shop.dealer, shop.id(size))).status).toBe(200)
  expect(await listed(shop.dealer)).toEqual(['A1'])
  await set(shop.dealer, shop.id('A1 S'), false)
  expect(await listed(shop.dealer)).toEqual([])
})
