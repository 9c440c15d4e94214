import { randomUUID } from 'node:crypto'
import type { Product, ProductItem } from '#shared/catalogue/catalogue.ts'
import type { OrderType } from '#shared/endpoint.ts'
import type { OrderDetail, OrderRow } from '#shared/orders/orders.ts'
import { authenticate, call } from './people.ts'

export type Client = { tenantKey: string; token: string }

export async function signedInClient(
  tenantKey: string,
  username: string,
  password?: string,
): Promise<Client> {
  const { token } = await authenticate(tenantKey, username, password)
  return { tenantKey, token }
}

export const ask = <Answer>({ tenantKey, token }: Client, path: string, input?: object): Promise<Answer> =>
  call<Answer>(tenantKey, path, input, token)

export type Offer = { product: Product; item: ProductItem; whyNot?: string }

export async function byBarcode(
  of: Client,
  barcode: string,
  currAccCode: string,
): Promise<Offer | undefined> {
  const query = new URLSearchParams({ barcode, currAccCode })
  const { data, productId, whyNot } = await ask<{
    data: Product | null
    productId?: string
    whyNot?: string
  }>(of, `/api/Shop/GetProductByBarcode?${query}`)
  const item = data?.items.find((one) => one.productId === productId)
  return data && item ? { product: data, item, ...(whyNot ? { whyNot } : {}) } : undefined
}

export async function offersOf(
  of: Client,
  ids: string[],
  currAccCode: string,
  orderType: OrderType = 'Rpt',
): Promise<Map<string, Offer>> {
  const input = { ids, currAccCode, orderType }
  const { data } = await ask<{ data: Product[] }>(of, '/api/Shop/GetProductsByIds', input)
  return new Map(
    data.flatMap((product) => product.items.map((item) => [item.productId, { product, item }] as const)),
  )
}

export async function colorsOf(of: Client, itemCode: string, currAccCode: string): Promise<Product[]> {
  const input = { itemCode, currAccCode, orderType: 'Rpt', limit: 200 }
  return (await ask<{ data: { products: Product[] } }>(of, '/api/Shop/GetCategoryProducts', input)).data
    .products
}

/** A cart's key; of an order, with its version. */
type Before = { guidKey: string; version?: number }

/** At today's prices; amends `before` if given. Returns the guidKey. */
export async function placeOrderOf(
  of: Client,
  currAccCode: string,
  wanted: Map<string, number>,
  orderType: OrderType = 'Rpt',
  before?: Before,
): Promise<string> {
  const offers = await offersOf(of, [...wanted.keys()], currAccCode, orderType)
  const agents = await ask<{ data: { salesPersonCode: string }[] }>(
    of,
    `/api/Shop/GetShopSalesPerson?currAccCode=${encodeURIComponent(currAccCode)}`,
  )
  const lines = [...wanted].map(([productId, qty]) => {
    const { unitPrice, currencyCode } = offers.get(productId)?.item ?? {}
    return { productId, qty, unitPrice, priceCurrencyCode: currencyCode }
  })
  const salesPersonCode = agents.data[0]?.salesPersonCode
  const guidKey = before?.guidKey ?? randomUUID()
  const version = before?.version ? { version: before.version } : {}
  await ask(of, '/api/Shop/PostShopCart', {
    guidKey,
    ...version,
    orderType,
    currAccCode,
    salesPersonCode,
    lines,
  })
  return guidKey
}

/** A variant that the dealer may order by the piece. */
export async function orderableVariant(dealer: Client): Promise<string> {
  const { data } = await ask<{ data: { products: Product[] } }>(dealer, '/api/Shop/GetCategoryProducts', {
    page: 1,
    limit: 50,
    orderType: 'Season',
  })
  const items = data.products.flatMap(({ items: variants }) => variants)
  return items.find(({ unitPrice, lotCode }) => unitPrice !== undefined && !lotCode)?.productId ?? ''
}

/** Places an order as the demo's dealer. */
export async function orderAsDealer(productId: string, qty: number, orderType: OrderType = 'Rpt') {
  const dealer = await signedInClient('default', 'dealer')
  const { currAccCode } = await ask<{ currAccCode: string }>(dealer, '/api/Account/GetUserInfo')
  return placeOrderOf(dealer, currAccCode, new Map([[productId, qty]]), orderType)
}

export async function readOrder(of: Client, guidKey: string): Promise<OrderDetail> {
  return (await ask<{ data: OrderDetail }>(of, `/api/Shop/GetShopHomeCart?guidKey=${guidKey}`)).data
}

export async function listOrders(of: Client, filters: object = {}): Promise<OrderRow[]> {
  const input = { limit: 200, ...filters }
  return (await ask<{ data: { items: OrderRow[] } }>(of, '/api/Shop/GetOrders', input)).data.items
}

/** Reduces an order to one unit, for other tests. */
export async function returnStock(of: Client, guidKey: string): Promise<void> {
  const order = await readOrder(of, guidKey)
  const one = order.lines.find((line) => !line.lotCode) ?? order.lines[0]
  if (one) await placeOrderOf(of, order.currAccCode, new Map([[one.productId, 1]]), order.orderType, order)
}

/** A new customer of the demo's agent. */
export async function addCustomer(admin: Client, name: string, priceGroup: string) {
  const mark = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 5)}`
  const customer = { currAccCode: `S${mark}`, currAccDescription: `${name} ${mark}` }
  const rest = { currencyCode: 'TRY', salesPersonCode: 'ST01', priceGroup }
  await ask(admin, '/api/Account/AddCustomer', { ...customer, ...rest })
  return customer
}

/** All price rules of the tenant. */
export async function removeRules(admin: Client): Promise<void> {
  const rules = '/api/Price/GetPriceRules'
  const { data } = await ask<{ data: { items: { id: string }[] } }>(admin, rules, { limit: 200 })
  for (const { id } of data.items) await ask(admin, '/api/Price/DeletePriceRule', { id })
}
