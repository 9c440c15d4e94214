import { randomUUIDv7 } from 'node:crypto'
import { productCount, type Shop } from './seed.ts'

export type BenchCall = { method: 'GET' | 'POST'; url: string; payload?: object }

export type Workload = {
  title: string
  call: () => BenchCall
  /** If undefined, answers come uncompressed. */
  acceptEncoding?: string
  /** Without the catalogue in memory. */
  isFromSql?: true
  /** Connections; 16 if absent. */
  connections?: number
  /** Lines of each order, for calls that place one. */
  orderLines?: number
}

const post = (url: string, payload: () => object) => () => ({
  method: 'POST' as const,
  url,
  payload: payload(),
})
const get = (url: () => string) => () => ({ method: 'GET' as const, url: url() })

export function workloads(shop: Shop): Workload[] {
  const listing = post('/api/Shop/GetCategoryProducts', listings(shop))
  const search = post('/api/Shop/GetProductsBySearch', searches())
  const facets = post('/api/Shop/GetProductFacets', narrowings(shop))
  const ids = post('/api/Shop/GetProductsByIds', () => ({
    orderType: 'Rpt',
    ids: randomVariants(shop, 50).map(({ id }) => id),
  }))
  const order = (lines: number) => post('/api/Shop/PostShopCart', () => orderOf(shop, lines))
  const barcode = get(
    () =>
      `/api/Shop/GetProductByBarcode?barcode=869${String(1 + randomBelow(shop.variants.length)).padStart(10, '0')}`,
  )
  return [
    { title: 'Listing of 24', call: listing },
    { title: 'Listing of 24, compressed', call: listing, acceptEncoding: 'gzip, deflate, br' },
    { title: 'Listing of 24, 64 connections', call: listing, connections: 64 },
    { title: 'Listing of 24, 256 connections', call: listing, connections: 256 },
    { title: 'Listing of 24, from SQL', call: listing, isFromSql: true },
    { title: 'Search as typed', call: search },
    { title: 'Search as typed, from SQL', call: search, isFromSql: true },
    { title: 'Facets', call: facets },
    { title: 'Facets, from SQL', call: facets, isFromSql: true },
    { title: 'Home', call: get(() => '/api/Shop/GetShopHome') },
    { title: 'Barcode', call: barcode },
    { title: 'Products by 50 ids', call: ids },
    { title: 'Products by 50 ids, from SQL', call: ids, isFromSql: true },
    { title: 'Order of 20 lines', call: order(20), orderLines: 20 },
    { title: 'Order of 20 lines, one buyer', call: order(20), orderLines: 20, connections: 1 },
    { title: 'Order of 1,000 lines, one buyer', call: order(1000), orderLines: 1000, connections: 1 },
  ]
}

function listings(shop: Shop): () => object {
  const narrow = narrowings(shop)
  return () => {
    const narrowed: { brandId?: string; categoryId?: string } = narrow()
    const isLeaf = shop.leaves.includes(narrowed.categoryId ?? '')
    const all = Math.floor((productCount * 0.9) / 24)
    const pages = narrowed.brandId
      ? narrowed.categoryId
        ? 3
        : 16
      : isLeaf
        ? 5
        : narrowed.categoryId
          ? 40
          : all
    return { ...narrowed, limit: 24, page: 1 + randomBelow(Math.min(pages, all)) }
  }
}

/** By brand, category, subcategory, brand and category, or none. */
function narrowings({ brands, leaves, roots }: Shop): () => object {
  let turn = 0
  return () => {
    turn += 1
    const orderType = 'Rpt'
    switch (turn % 5) {
      case 0:
        return { orderType, brandId: randomOf(brands) }
      case 1:
        return { orderType, categoryId: randomOf(leaves) }
      case 2:
        return { orderType, categoryId: randomOf(roots) }
      case 3:
        return { orderType, brandId: randomOf(brands), categoryId: randomOf(roots) }
      default:
        return { orderType }
    }
  }
}

/** What people type until they find it: from three letters up, codes and names, without accents and in capitals. */
function searches(): () => object {
  const words = [
    'örme',
    'ORME',
    'kadın',
    'Kadin',
    'elbise',
    'ELBİSE',
    'uzun kollu',
    'pamuk',
    'Kalıp',
    'платье',
    'سترة',
  ]
  return () => {
    const item = randomBelow(productCount / 4)
    const typed = randomOf([...words, `A${String(item).padStart(5, '0')}`, `model ${item}`])
    return { orderType: 'Rpt', limit: 24, searchText: typed.slice(0, 3 + randomBelow(typed.length)) }
  }
}

function orderOf(shop: Shop, lines: number) {
  return {
    guidKey: randomUUIDv7(),
    orderType: 'Rpt',
    currAccCode: shop.account,
    salesPersonCode: shop.agent,
    lines: randomVariants(shop, lines).map(({ id, unitPrice }) => ({
      productId: id,
      qty: 1,
      unitPrice,
      priceCurrencyCode: 'TRY',
    })),
  }
}

const randomBelow = (count: number) => Math.floor(Math.random() * count)

function randomOf<Item>(list: Item[]): Item {
  const item = list[randomBelow(list.length)]
  if (item === undefined) throw new Error('Nothing to choose from')
  return item
}

function randomVariants({ variants }: Shop, count: number) {
  const picked = new Set<Shop['variants'][number]>()
  while (picked.size < count) picked.add(randomOf(variants))
  return [...picked]
}
