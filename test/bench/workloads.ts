import { randomUUIDv7 } from 'node:crypto'
import type { Shop } from './seed.ts'

export type BenchCall = { method: 'GET' | 'POST'; url: string; payload?: object; langCode?: string }

export type Workload = {
  title: string
  call: () => BenchCall
  /** The quick bench measures only these. */
  isMain?: boolean
  /** Calls of the office instead of the dealer. */
  isOffice?: true
  /** If undefined, answers come uncompressed. */
  acceptEncoding?: string
  /** Without the catalogue in memory. */
  isFromSql?: true
  /** Connections; those of the plan if absent. */
  connections?: number
  /** Lines of each order, for calls that place one. */
  orderLines?: number
  /** Measured beside the same call in the catalogue's main language. */
  inMainLanguage?: () => BenchCall
  /** Measured beside commits of single rows. */
  isBesideCommits?: true
}

const post =
  (url: string, payload: () => object): (() => BenchCall) =>
  () => ({ method: 'POST', url, payload: payload() })
const get =
  (url: () => string): (() => BenchCall) =>
  () => ({ method: 'GET', url: url() })

const orderType = 'Rpt'
/** Nobody scrolls further; a page of SQL walks past all before it. */
const maxPages = 190
const mainFromSql = new Set(['Listing of 24', 'Listing of 24 in Russian', 'Search as typed', 'Facets'])

export function shopWorkloads(shop: Shop): Workload[] {
  const { brands, leaves, roots, productCount } = shop
  const listing = (asked: () => object) =>
    post('/api/Shop/GetCategoryProducts', () => ({ orderType, limit: 24, ...asked() }))
  const search = (text: () => string) =>
    post('/api/Shop/GetProductsBySearch', () => ({ orderType, limit: 24, searchText: text() }))
  const pages = Math.max(1, Math.min(maxPages, Math.floor((productCount * 0.9) / 24)))
  const page = () => ({ page: 1 + randomBelow(pages) })
  const firstPages = () => ({ page: 1 + randomBelow(Math.min(3, pages)) })
  const narrowed = () => ({ ...narrowing(), ...firstPages() })
  const narrowing = turns(
    () => ({ brandId: randomOf(brands) }),
    () => ({ categoryId: randomOf(leaves) }),
    () => ({ categoryId: randomOf(roots) }),
    () => ({ brandId: randomOf(brands), categoryId: randomOf(roots) }),
  )
  const plainListing = listing(page)
  const reads: Workload[] = [
    { title: 'Listing of 24', isMain: true, call: plainListing },
    { title: 'Listing narrowed by brand or category', isMain: true, call: listing(narrowed) },
    ...['newest', 'name', 'priceAsc', 'priceDesc'].map((sort) => ({
      title: `Listing sorted by ${sort}`,
      call: listing(() => ({ sort, ...page() })),
    })),
    { title: 'Search as typed', isMain: true, call: search(typed(productCount)) },
    { title: 'Exact code', call: search(() => itemCode(productCount)) },
    {
      title: 'Barcode',
      isMain: true,
      call: get(() => `/api/Shop/GetProductByBarcode?barcode=${randomOf(shop.variants).barcode}`),
    },
    {
      title: 'Facets',
      isMain: true,
      call: post('/api/Shop/GetProductFacets', () => ({ orderType, ...narrowing() })),
    },
    { title: 'Facets of all', call: post('/api/Shop/GetProductFacets', () => ({ orderType })) },
    { title: 'Home', isMain: true, call: get(() => '/api/Shop/GetShopHome') },
    {
      title: 'Products by 50 ids',
      isMain: true,
      call: post('/api/Shop/GetProductsByIds', () => ({
        orderType,
        ids: randomVariants(shop, 50).map(({ id }) => id),
      })),
    },
  ]
  const russianListing = () => ({ ...plainListing(), langCode: 'ru' })
  const inRussian: Workload[] = [
    { title: 'Listing of 24 in Russian', isMain: true },
    { title: 'Listing of 24 in Russian, compressed', acceptEncoding: 'gzip, deflate, br' },
  ].map((row) => ({ ...row, call: russianListing, inMainLanguage: plainListing }))
  const order = (lines: number) => ({
    call: post('/api/Shop/PostShopCart', () => orderOf(shop, lines)),
    orderLines: lines,
  })
  return [
    ...reads,
    ...inRussian,
    { title: 'Listing of 24, compressed', call: plainListing, acceptEncoding: 'gzip, deflate, br' },
    { title: 'Listing of 24, 256 connections', call: plainListing, connections: 256 },
    { title: 'Order of 20 lines, 16 buyers', isMain: true, ...order(20), connections: 16 },
    {
      title: 'Order of 20 lines, one buyer',
      isMain: true,
      ...order(20),
      connections: 1,
      isBesideCommits: true,
    },
    { title: 'Order of 1,000 lines, one buyer', ...order(1000), connections: 1 },
    ...[...reads, ...inRussian.slice(0, 1)].map((read) => ({
      ...read,
      title: `${read.title}, from SQL`,
      isFromSql: true as const,
      isMain: mainFromSql.has(read.title),
    })),
  ]
}

/** Each kind of call in turn. */
function turns(...kinds: (() => object)[]): () => object {
  let turn = 0
  return () => {
    turn += 1
    return kinds[turn % kinds.length]?.() ?? {}
  }
}

const itemCode = (productCount: number) =>
  `A${String(randomBelow(Math.ceil(productCount / 4))).padStart(5, '0')}`

/** What people type until they find it: from three letters up, codes and names, without accents and in capitals. */
function typed(productCount: number): () => string {
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
    const model = `model ${randomBelow(Math.ceil(productCount / 4))}`
    const text = randomOf([...words, itemCode(productCount), model])
    return text.slice(0, 3 + randomBelow(text.length))
  }
}

function orderOf(shop: Shop, lines: number) {
  return {
    guidKey: randomUUIDv7(),
    orderType,
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

export const randomBelow = (count: number) => Math.floor(Math.random() * count)

export function randomOf<Item>(list: Item[]): Item {
  const item = list[randomBelow(list.length)]
  if (item === undefined) throw new Error('Nothing to choose from')
  return item
}

function randomVariants({ variants }: Shop, count: number) {
  const picked = new Set<Shop['variants'][number]>()
  while (picked.size < count) picked.add(randomOf(variants))
  return [...picked]
}
