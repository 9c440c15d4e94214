import type { Product, ProductItem } from '#shared/catalogue.ts'
import type { OrderType } from '#shared/endpoint.ts'
import type { WhyNot } from '#shared/listing.ts'
import { api } from '#web/api.ts'

/** For whom and for what kind of order something is looked up: prices, brands and stock depend on it. */
export type Buying = { currAccCode?: string | undefined; orderType: OrderType }

/** What a scanned or typed code turned out to be. `choice`: several sizes or colours answer to it. */
export type Found =
  | { kind: 'item'; product: Product; item: ProductItem }
  | { kind: 'choice'; products: Product[] }
  | { kind: 'refused'; reason: WhyNot; product?: Product; item?: ProductItem }

/** How long what is known of a code is good enough for the next scan of it, in milliseconds. */
const freshFor = 60_000
const known = new Map<string, { at: number; found: Promise<Found> }>()

/**
 * Looks a code up, by the first of its readings that is one. The same code again within a minute, or while the
 * first answer is on its way, asks nobody. Throws CallFailed.
 */
export function lookUp(readings: string[], buying: Buying): Promise<Found> {
  const key = JSON.stringify([readings[0], buying.currAccCode, buying.orderType])
  const earlier = known.get(key)
  if (earlier && Date.now() - earlier.at < freshFor) return earlier.found
  const found = ask(readings, buying)
  known.set(key, { at: Date.now(), found })
  const forget = () => known.delete(key)
  // Only what can be ordered is worth remembering: a refusal may be over a moment later.
  found.then(({ kind }) => kind === 'refused' && forget(), forget)
  return found
}

async function ask(readings: string[], { currAccCode, orderType }: Buying): Promise<Found> {
  const account = currAccCode ? { currAccCode } : {}
  const barcode = readings.find((code) => code.length <= 50)
  if (barcode) {
    const answer = await api.get('/api/Shop/GetProductByBarcode', { barcode, ...account, orderType })
    const found = asFound(answer.data, answer.productId, answer.whyNot)
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
    return { kind: 'choice', products: joined(offered) }
  }
  const product = data.products.find(({ items }) => items.some((item) => item.productId === line.productId))
  const reason = line.status === 'ok' || line.status === 'short' ? undefined : line.status
  return asFound(product ?? null, line.productId, reason) ?? { kind: 'refused', reason: 'unknown' }
}

function asFound(
  product: Product | null,
  productId: string | undefined,
  whyNot: WhyNot | undefined,
): Found | undefined {
  const item = product?.items.find((one) => one.productId === productId)
  if (whyNot === 'unknown') return undefined
  if (whyNot) return { kind: 'refused', reason: whyNot, ...(product && item ? { product, item } : {}) }
  return product && item ? { kind: 'item', product, item } : undefined
}

/** Products of one item each, put together again by item and colour. */
function joined(products: Product[]): Product[] {
  const whole = new Map<string, Product>()
  for (const product of products) {
    const key = `${product.itemCode}\n${product.colorCode}`
    const begun = whole.get(key)
    whole.set(key, begun ? { ...begun, items: [...begun.items, ...product.items] } : product)
  }
  return [...whole.values()]
}
