import { v7 as uuidv7 } from 'uuid'
import type { Product, ProductItem } from '#shared/catalogue.ts'
import type { OrderType } from '#shared/endpoint.ts'
import { fromMinor, toMinor } from '#shared/money.ts'
import type { Money } from '#shared/orders.ts'

/** A size or lot in the cart, with what the screen needs to show it without a call. */
export type CartLine = {
  productId: string
  qty: number
  unitPrice: number
  priceCurrencyCode: string
  inventory: number
  itemCode: string
  itemDescription: string
  colorCode: string
  colorDescription: string
  brandName: string
  itemDim1Code: string
  lotCode: string
  lotDescription: string
  piecesPerLot: number
  images: string[]
  updatedDate: string
}

/** guidKey is made when the cart starts and becomes the order's key: sent twice, it is one order. */
export type Cart = {
  guidKey: string
  orderType: OrderType
  /** The account ordered for; '' until an agent has chosen one. */
  currAccCode: string
  subCurrAccId: string
  salesPersonCode: string
  description: string
  lines: CartLine[]
}

export function emptyCart(): Cart {
  return {
    guidKey: uuidv7(),
    orderType: 'Rpt',
    currAccCode: '',
    subCurrAccId: '',
    salesPersonCode: '',
    description: '',
    lines: [],
  }
}

/** Sets a line's quantity, from 0 (which removes it) to its inventory. */
export function withQty(cart: Cart, productId: string, qty: number): Cart {
  const lines = cart.lines
    .map((line) => (line.productId === productId ? { ...line, qty: Math.min(qty, line.inventory) } : line))
    .filter((line) => line.qty > 0)
  return { ...cart, lines }
}

/** A line with the stock and price that the screen has just read; the rest of the cart as it is. */
function withRenewed(cart: Cart, product: Product, item: ProductItem): Cart {
  const { unitPrice, currencyCode } = item
  if (unitPrice === undefined || currencyCode === undefined) return cart
  const lines = cart.lines.map((line) =>
    line.productId === item.productId
      ? { ...lineOf(product, item, unitPrice, currencyCode), qty: line.qty }
      : line,
  )
  return { ...cart, lines }
}

/** {@link withQty} bounded by the stock that is on the screen now, not by what was when the line was added. */
export function withItemQty(cart: Cart, product: Product, item: ProductItem, qty: number): Cart {
  return withQty(withRenewed(cart, product, item), item.productId, qty)
}

/**
 * The cart after an order was placed from it: without what was sent, under a new key. What was added while the
 * order was under way stays. A cart that has been started anew meanwhile is left alone.
 */
export function withoutPlaced(
  cart: Cart,
  placed: { guidKey: string; lines: { productId: string; qty: number }[] },
): Cart {
  if (cart.guidKey !== placed.guidKey) return cart
  const sent = new Map(placed.lines.map(({ productId, qty }) => [productId, qty]))
  const lines = cart.lines
    .map((line) => ({ ...line, qty: line.qty - (sent.get(line.productId) ?? 0) }))
    .filter((line) => line.qty > 0)
  const { orderType, currAccCode, salesPersonCode } = cart
  return { ...emptyCart(), orderType, currAccCode, salesPersonCode, lines }
}

/**
 * Adds a size or lot of a product: one that is in the cart already goes up by one, a new one enters with `qty`.
 * What has no stock or no price is not added.
 */
export function withAdded(cart: Cart, product: Product, item: ProductItem, qty = 1): Cart {
  const known = cart.lines.find((line) => line.productId === item.productId)
  if (known) return withItemQty(cart, product, item, known.qty + 1)
  if (item.inventory <= 0 || item.unitPrice === undefined || item.currencyCode === undefined) return cart
  const line = {
    ...lineOf(product, item, item.unitPrice, item.currencyCode),
    qty: Math.min(qty, item.inventory),
  }
  return { ...cart, lines: [...cart.lines, line] }
}

/** A change that came with fresh prices and stock, for the screen to tell. */
export type CartChange = { line: CartLine; newUnitPrice: number; newPriceCurrencyCode: string }

/**
 * Brings lines up to date with what the server offers now. Quantities stay as they were typed, even above the
 * stock: the screen shows it and the person decides. Answers the price changes and the lines no longer offered.
 */
export function withFresh(
  cart: Cart,
  products: Product[],
): { cart: Cart; changes: CartChange[]; gone: CartLine[] } {
  const fresh = new Map(
    products.flatMap((product) => product.items.map((item) => [item.productId, { product, item }])),
  )
  const changes: CartChange[] = []
  const gone: CartLine[] = []
  const lines = cart.lines.map((line) => {
    const found = fresh.get(line.productId)
    const { unitPrice, currencyCode } = found?.item ?? {}
    if (!found || unitPrice === undefined || currencyCode === undefined) {
      gone.push(line)
      return line
    }
    if (unitPrice !== line.unitPrice || currencyCode !== line.priceCurrencyCode) {
      changes.push({ line, newUnitPrice: unitPrice, newPriceCurrencyCode: currencyCode })
    }
    return { ...lineOf(found.product, found.item, unitPrice, currencyCode), qty: line.qty }
  })
  return { cart: { ...cart, lines }, changes, gone }
}

function lineOf(
  product: Product,
  item: ProductItem,
  unitPrice: number,
  currency: string,
): Omit<CartLine, 'qty'> {
  return {
    productId: item.productId,
    unitPrice,
    priceCurrencyCode: currency,
    inventory: item.inventory,
    itemCode: product.itemCode,
    itemDescription: product.itemDescription,
    colorCode: product.colorCode,
    colorDescription: product.colorDescription,
    brandName: product.brandName,
    itemDim1Code: item.itemDim1Code,
    lotCode: item.lotCode,
    lotDescription: item.lotDescription,
    piecesPerLot: item.piecesPerLot,
    images: product.images,
    updatedDate: product.updatedDate,
  }
}

/** Ordered units of all lines: what the badge shows. */
export function totalQty(lines: CartLine[]): number {
  return lines.reduce((sum, line) => sum + line.qty, 0)
}

/** Pieces of all lines: a lot counts its pieces. */
export function totalPieces(lines: CartLine[]): number {
  return lines.reduce((sum, line) => sum + line.qty * line.piecesPerLot, 0)
}

/** Amount per currency, in minor units inside so that cents add up. */
export function totalsOf(lines: CartLine[]): Money[] {
  const minor = new Map<string, number>()
  for (const { priceCurrencyCode, unitPrice, qty } of lines) {
    minor.set(priceCurrencyCode, (minor.get(priceCurrencyCode) ?? 0) + toMinor(unitPrice) * qty)
  }
  return [...minor].map(([currency, amount]) => ({ currency, amount: fromMinor(amount) }))
}

/** Lines of one item in one colour stand together, in the order first added. */
export function groupLines(lines: CartLine[]): CartLine[][] {
  const groups = new Map<string, CartLine[]>()
  for (const line of lines) {
    const key = `${line.itemCode}\n${line.colorCode}`
    const group = groups.get(key)
    if (group) group.push(line)
    else groups.set(key, [line])
  }
  return [...groups.values()]
}
