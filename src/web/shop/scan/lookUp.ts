import type { Product, ProductItem } from '#shared/catalogue/catalogue.ts'
import type { WhyNot } from '#shared/catalogue/listing.ts'
import type { OrderType } from '#shared/endpoint.ts'
import { api } from '#web/api.ts'
import { mergeProducts } from '#web/mergeProducts.ts'

/** Prices, brands and stock depend on it. */
export type Buyer = { currAccCode?: string | undefined; orderType: OrderType }

/** `choice`: several sizes or colours match. */
export type LookupResult =
  | { kind: 'item'; product: Product; item: ProductItem }
  | { kind: 'choice'; products: Product[] }
  | { kind: 'refused'; reason: WhyNot; product?: Product; item?: ProductItem }

const cacheMs = 60_000
const cache = new Map<string, { at: number; found: Promise<LookupResult> }>()

/**
 * Looks up the first matching reading. Repeats within a minute reuse the answer, also a pending one. Throws
 * CallFailed.
 */
export function lookUp(readings: string[], buyer: Buyer): Promise<LookupResult> {
  const key = JSON.stringify([readings[0], buyer.currAccCode, buyer.orderType])
  const earlier = cache.get(key)
  if (earlier && Date.now() - earlier.at < cacheMs) return earlier.found
  const found = fetchResult(readings, buyer)
  cache.set(key, { at: Date.now(), found })
  const evict = () => cache.delete(key)
  // Refusals may soon be over, so do not cache them.
  found.then(({ kind }) => kind === 'refused' && evict(), evict)
  return found
}

async function fetchResult(readings: string[], { currAccCode, orderType }: Buyer): Promise<LookupResult> {
  const account = currAccCode ? { currAccCode } : {}
  const barcode = readings.find((code) => code.length <= 50)
  if (barcode) {
    const answer = await api.get('/api/Shop/GetProductByBarcode', { barcode, ...account, orderType })
    const found = resultOf(answer.data, answer.productId, answer.whyNot)
    if (found) return found
  }
  const { data } = await api.post('/api/Shop/CheckOrderLines', {
    lines: readings.map((code) => ({ code, qty: 1 })),
    ...account,
    orderType,
  })
  const line = data.lines.find(({ status }) => status !== 'unknown' && status !== 'notInItem')
  if (!line || line.status === 'notInItem') return { kind: 'refused', reason: 'unknown' }
  if (line.status === 'ambiguous') {
    const candidates = new Set(line.candidates)
    const offered = data.products.filter((product) =>
      product.items.some((item) => candidates.has(item.productId)),
    )
    return { kind: 'choice', products: mergeProducts(offered) }
  }
  const product = data.products.find(({ items }) => items.some((item) => item.productId === line.productId))
  const reason = line.status === 'ok' || line.status === 'short' ? undefined : line.status
  return resultOf(product ?? null, line.productId, reason) ?? { kind: 'refused', reason: 'unknown' }
}

function resultOf(
  product: Product | null,
  productId: string | undefined,
  whyNot: WhyNot | undefined,
): LookupResult | undefined {
  const item = product?.items.find((one) => one.productId === productId)
  if (whyNot === 'unknown') return undefined
  if (whyNot) return { kind: 'refused', reason: whyNot, ...(product && item ? { product, item } : {}) }
  return product && item ? { kind: 'item', product, item } : undefined
}
