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
  /** Where its size or lot stands among those of its product; absent in a cart kept from before it was known. */
  sortOrder?: number | undefined
}

/** guidKey is made when the cart starts and becomes the order's key: sent twice, it is one order. */
export type Cart = {
  guidKey: string
  /** What a draft kept on the server is called; '' where the cart is only here. */
  name: string
  isShared: boolean
  /** Of the draft as this browser has read or written it; 0 where it is none. */
  draftVersion: number
  /** The order that is being amended; null where the cart becomes a new one. */
  editing: Editing | null
  /** Lines can be changed only while it is: an order left open is locked until editing is enabled again. */
  editable: boolean
  /** When lines were last changed by hand, in milliseconds. */
  changedAt: number
  orderType: OrderType
  /** The account ordered for; '' until an agent has chosen one. */
  currAccCode: string
  subCurrAccId: string
  salesPersonCode: string
  description: string
  /** The account whose prices were seen last, '-' for nobody's, '' where that is not known. */
  pricedFor: string
  lines: CartLine[]
}

export type Placed = Record<string, Pick<CartLine, 'qty' | 'unitPrice' | 'priceCurrencyCode'>>

/** What is said of an order as a whole. */
export type Said = Pick<Cart, 'subCurrAccId' | 'salesPersonCode' | 'description'>

/** An order under amendment, as it was read. */
export type Editing = {
  orderNumber: string
  version: number
  /** Its own units can be ordered again: an Rpt order holds them. */
  takesStock: boolean
  /** Its lines by productId. What it has already can be had again, at the price it was ordered at. */
  placed: Placed
  said: Said
  /** The cart that was open before, to come back afterwards. */
  aside: Cart | null
}

export function emptyCart(): Cart {
  return {
    guidKey: uuidv7(),
    name: '',
    isShared: false,
    draftVersion: 0,
    editing: null,
    editable: true,
    changedAt: 0,
    orderType: 'Rpt',
    currAccCode: '',
    subCurrAccId: '',
    salesPersonCode: '',
    description: '',
    pricedFor: '',
    lines: [],
  }
}

/** Units that can be ordered: those in stock, and those that the order under amendment holds already. */
export function available({ editing, orderType }: Cart, productId: string, inventory: number): number {
  return editing?.takesStock && orderType === 'Rpt'
    ? inventory + (editing.placed[productId]?.qty ?? 0)
    : inventory
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
      ? { ...lineOf(cart, product, item, unitPrice, currencyCode), qty: line.qty }
      : line,
  )
  return { ...cart, lines }
}

/** {@link withQty} bounded by the stock that is on the screen now, not by what was when the line was added. */
export function withItemQty(cart: Cart, product: Product, item: ProductItem, qty: number): Cart {
  const { lines, ...rest } = withQty(withRenewed(cart, product, item), item.productId, qty)
  // No more than the order under amendment has keeps the price that it was ordered at.
  const placed = cart.editing?.placed[item.productId]
  if (!placed || qty > placed.qty) return { ...rest, lines }
  const { unitPrice, priceCurrencyCode } = placed
  return {
    ...rest,
    lines: lines.map((line) =>
      line.productId === item.productId ? { ...line, unitPrice, priceCurrencyCode } : line,
    ),
  }
}

/**
 * Adds a size or lot of a product: one that is in the cart already goes up by one, a new one enters with `qty`.
 * What has no stock or no price is not added.
 */
export function withAdded(cart: Cart, product: Product, item: ProductItem, qty = 1): Cart {
  const known = cart.lines.find((line) => line.productId === item.productId)
  const most = available(cart, item.productId, item.inventory)
  // What has become too much is the person's to decide: adding takes nothing away.
  if (known && known.qty >= most) return withRenewed(cart, product, item)
  if (known) return withItemQty(cart, product, item, known.qty + 1)
  if (most <= 0 || item.unitPrice === undefined || item.currencyCode === undefined) return cart
  const line = {
    ...lineOf(cart, product, item, item.unitPrice, item.currencyCode),
    qty: Math.min(qty, most),
  }
  return { ...cart, lines: [...cart.lines, line] }
}

/** A size or lot that is to go into the cart, and how many. */
export type Wanted = { product: Product; item: ProductItem; qty: number }

/**
 * Adds many at once: what is in the cart already goes up. Quantities are taken as wanted, even above the stock: the
 * cart shows it and the person decides. What has no price is left out.
 */
export function withMany(cart: Cart, wanted: Wanted[]): Cart {
  const lines = new Map(cart.lines.map((line) => [line.productId, line]))
  for (const { product, item, qty } of wanted) {
    if (item.unitPrice === undefined || item.currencyCode === undefined) continue
    const known = lines.get(item.productId)?.qty ?? 0
    const line = lineOf(cart, product, item, item.unitPrice, item.currencyCode)
    lines.set(item.productId, { ...line, qty: known + qty })
  }
  return { ...cart, lines: [...lines.values()] }
}

/** Sets many at once, each from 0 (which removes its line) to what is available; what has no price is left as it is. */
export function withQuantities(cart: Cart, wanted: Wanted[]): Cart {
  const lines = new Map(cart.lines.map((line) => [line.productId, line]))
  for (const { product, item, qty } of wanted) {
    const bounded = Math.min(qty, available(cart, item.productId, item.inventory))
    if (bounded <= 0) lines.delete(item.productId)
    else if (item.unitPrice !== undefined && item.currencyCode !== undefined) {
      const line = lineOf(cart, product, item, item.unitPrice, item.currencyCode)
      lines.set(item.productId, { ...line, qty: bounded })
    }
  }
  return { ...cart, lines: [...lines.values()] }
}

/** Lines with more of them: of what is among them already there is more, at the price that came last. */
export function withMore(lines: CartLine[], more: CartLine[]): CartLine[] {
  const sums = new Map(lines.map((line) => [line.productId, line]))
  for (const line of more) {
    sums.set(line.productId, { ...line, qty: line.qty + (sums.get(line.productId)?.qty ?? 0) })
  }
  return [...sums.values()]
}

/** Lines without so many units of each; one that nothing is left of goes. */
export function withTakenOut(
  lines: CartLine[],
  taken: readonly { productId: string; qty: number }[],
): CartLine[] {
  const out = new Map<string, number>()
  for (const { productId, qty } of taken) out.set(productId, (out.get(productId) ?? 0) + qty)
  return lines.flatMap((line) => {
    const qty = line.qty - (out.get(line.productId) ?? 0)
    if (qty <= 0) return []
    return qty === line.qty ? line : { ...line, qty }
  })
}

/** A line as the catalogue has it now, without a quantity. */
export function lineOf(
  cart: Cart,
  product: Product,
  item: ProductItem,
  unitPrice: number,
  currency: string,
): Omit<CartLine, 'qty'> {
  return {
    productId: item.productId,
    unitPrice,
    priceCurrencyCode: currency,
    inventory: available(cart, item.productId, item.inventory),
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
    sortOrder: item.sortOrder,
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
