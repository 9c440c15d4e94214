import { randomUUIDv7 } from 'node:crypto'
import { productCount, type Shop } from './seed.ts'

export type Workload = {
  title: string
  path: string
  body: () => object
  /** If undefined, answers come uncompressed. */
  acceptEncoding?: string
  placesOrders?: boolean
}

export const orderLines = 20

export function workloads(shop: Shop): Workload[] {
  const listing = { path: '/api/Shop/GetCategoryProducts', body: listings(shop) }
  return [
    { title: 'Listing of 24', ...listing },
    { title: 'Listing of 24, compressed', ...listing, acceptEncoding: 'gzip, deflate, br' },
    {
      title: 'Products by 50 ids',
      path: '/api/Shop/GetProductsByIds',
      body: () => ({ orderType: 'Rpt', ids: randomVariants(shop, 50).map(({ id }) => id) }),
    },
    {
      title: `Order of ${orderLines} lines`,
      path: '/api/Shop/PostShopCart',
      body: () => order(shop),
      placesOrders: true,
    },
  ]
}

function listings({ brands, leaves, roots }: Shop): () => object {
  let turn = 0
  return () => {
    turn += 1
    const randomPage = (maxPage: number) => 1 + Math.floor(Math.random() * maxPage)
    const base = { orderType: 'Rpt', limit: 24 }
    switch (turn % 5) {
      case 0:
        return { ...base, brandId: randomOf(brands), page: randomPage(16) }
      case 1:
        return { ...base, categoryId: randomOf(leaves), page: randomPage(5) }
      case 2:
        return { ...base, categoryId: randomOf(roots), page: randomPage(40) }
      case 3:
        return { ...base, brandId: randomOf(brands), categoryId: randomOf(roots), page: randomPage(3) }
      default:
        return { ...base, page: randomPage(Math.floor((productCount * 0.9) / 24)) }
    }
  }
}

function order(shop: Shop) {
  return {
    guidKey: randomUUIDv7(),
    orderType: 'Rpt',
    currAccCode: shop.account,
    salesPersonCode: shop.agent,
    lines: randomVariants(shop, orderLines).map(({ id, unitPrice }) => ({
      productId: id,
      qty: 1,
      unitPrice,
      priceCurrencyCode: 'TRY',
    })),
  }
}

function randomOf<Item>(list: Item[]): Item {
  const item = list[Math.floor(Math.random() * list.length)]
  if (item === undefined) throw new Error('Nothing to choose from')
  return item
}

function randomVariants({ variants }: Shop, count: number) {
  const picked = new Set<Shop['variants'][number]>()
  while (picked.size < count) picked.add(randomOf(variants))
  return [...picked]
}
