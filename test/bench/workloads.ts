import { randomUUIDv7 } from 'node:crypto'
import { productCount, type Shop } from './seed.ts'

/** A kind of call to measure; `body` makes the next one's. */
export type Workload = {
  title: string
  path: string
  body: () => object
  /** What the client says it takes: absent, the answers come uncompressed. */
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
      body: () => ({ orderType: 'Rpt', ids: pick(shop, 50).map(({ id }) => id) }),
    },
    {
      title: `Order of ${orderLines} lines`,
      path: '/api/Shop/PostShopCart',
      body: () => order(shop),
      placesOrders: true,
    },
  ]
}

/** In turn a brand, a category, a root of the tree, both and neither, each on another page every time. */
function listings({ brands, leaves, roots }: Shop): () => object {
  let turn = 0
  return () => {
    turn += 1
    const page = (most: number) => 1 + Math.floor(Math.random() * most)
    const all = { orderType: 'Rpt', limit: 24 }
    switch (turn % 5) {
      case 0:
        return { ...all, brandId: any(brands), page: page(16) }
      case 1:
        return { ...all, categoryId: any(leaves), page: page(5) }
      case 2:
        return { ...all, categoryId: any(roots), page: page(40) }
      case 3:
        return { ...all, brandId: any(brands), categoryId: any(roots), page: page(3) }
      default:
        return { ...all, page: page(Math.floor((productCount * 0.9) / 24)) }
    }
  }
}

function order(shop: Shop) {
  return {
    guidKey: randomUUIDv7(),
    orderType: 'Rpt',
    currAccCode: shop.account,
    salesPersonCode: shop.agent,
    lines: pick(shop, orderLines).map(({ id, unitPrice }) => ({
      productId: id,
      qty: 1,
      unitPrice,
      priceCurrencyCode: 'TRY',
    })),
  }
}

function any<Item>(list: Item[]): Item {
  const item = list[Math.floor(Math.random() * list.length)]
  if (item === undefined) throw new Error('Nothing to choose from')
  return item
}

/** Distinct variants at random. */
function pick({ variants }: Shop, count: number) {
  const picked = new Set<Shop['variants'][number]>()
  while (picked.size < count) picked.add(any(variants))
  return [...picked]
}
