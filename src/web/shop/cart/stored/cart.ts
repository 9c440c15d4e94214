import { v7 as uuidv7 } from 'uuid'
import type { Product, ProductItem } from '#shared/catalogue/catalogue.ts'
import type { OrderType } from '#shared/endpoint.ts'
import { emptyHeader, type HeaderValues, headerNames } from '#shared/orders/headerFields.ts'
import type { PlaceOrderInput } from '#shared/orders/orders.ts'
import type { PriceStep } from '#shared/pricing/pricing.ts'
import type { TaxRounding, TaxTreatment } from '#shared/pricing/tax.ts'

/** Holds all that is needed to show the line without a call. `unitPrice`: the list price; rules change what it costs. */
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
  brandId: string
  brandName: string
  categoryId: string
  itemDim1Code: string
  lotCode: string
  lotDescription: string
  piecesPerLot: number
  /** Smallest quantity; absent if 1. */
  minQty?: number | undefined
  /** Percent that an agent takes off. */
  discount?: number | undefined
  images: string[]
  updatedDate: string
  /** Absent for the first rate of VAT. */
  taxCode?: string | undefined
  /** Position in the product; missing in old stored carts. */
  sortOrder?: number | undefined
}

/** guidKey becomes the order's key: sent twice, it is one order. */
export type Cart = HeaderValues & {
  guidKey: string
  /** '' unless a draft. */
  name: string
  isShared: boolean
  /** As last read or written here; 0 if no draft. */
  draftVersion: number
  /** The draft as the server has it; null if never read or written here. */
  saved: { fingerprint: string; isMine: boolean; ownerName: string } | null
  /** The order being amended, or null. */
  editing: Editing | null
  /** False while an order left open too long is locked. */
  editable: boolean
  /** Milliseconds; last manual change of the lines. */
  changedAt: number
  orderType: OrderType
  /** '' until chosen. */
  currAccCode: string
  subCurrAccId: string
  salesPersonCode: string
  /** Whose prices were seen last; '-' for guests, '' if unknown. */
  pricedFor: string
  lines: CartLine[]
  /** Absent until rules change what lines cost. */
  changedPrices?: ChangedPrices | undefined
}

/** By product id, what a unit cost and what it costs now; the same once the buyer has agreed. `guidKey`: the cart's. */
export type ChangedPrices = { guidKey: string; prices: Record<string, [was: number, now: number]> }

/**
 * `agreedPrice`: the price that rules made of the list price when it was ordered, by these `steps`. Optional
 * fields are missing in old stored carts.
 */
export type PlacedLines = Record<
  string,
  Pick<CartLine, 'qty' | 'unitPrice' | 'priceCurrencyCode'> & {
    agreedPrice?: number
    steps?: PriceStep[]
    itemCode?: string
    brandId?: string
    lotCode?: string
    discount?: number
    piecesPerLot?: number
    /** VAT percent; absent if not known. */
    taxPercent?: number | undefined
  }
>

/** A cart as it was when it was ordered. */
export type Order = PlaceOrderInput

export const cartHeaderNames = ['subCurrAccId', 'salesPersonCode', ...headerNames] as const
export type OrderHeader = Pick<Cart, (typeof cartHeaderNames)[number]>

export type Editing = {
  orderNumber: string
  version: number
  /** An Rpt order's own units can be ordered again. */
  takesStock: boolean
  /** By productId; ordered prices stay valid. */
  placed: PlacedLines
  said: OrderHeader
  /** Absent: the order states no VAT. */
  tax?: { treatment: TaxTreatment; rounding: TaxRounding } | undefined
  /** The previous cart, reopened afterwards. */
  aside: Cart | null
}

export function emptyCart(): Cart {
  return {
    guidKey: uuidv7(),
    name: '',
    isShared: false,
    draftVersion: 0,
    saved: null,
    editing: null,
    editable: true,
    changedAt: 0,
    orderType: 'Rpt',
    currAccCode: '',
    subCurrAccId: '',
    salesPersonCode: '',
    ...emptyHeader,
    pricedFor: '',
    lines: [],
  }
}

/** Stock plus what the amended order already holds. */
export function availableQty({ editing, orderType }: Cart, productId: string, inventory: number): number {
  return editing?.takesStock && orderType === 'Rpt'
    ? inventory + (editing.placed[productId]?.qty ?? 0)
    : inventory
}

/** Clamps to the inventory; 0, or one less than the minimum, removes the line. */
export function withQty(cart: Cart, productId: string, qty: number): Cart {
  const isStepBelow = (line: CartLine) =>
    qty < (line.minQty ?? 1) && line.qty === line.minQty && qty === line.qty - 1
  const lines = cart.lines
    .map((line) =>
      line.productId === productId
        ? { ...line, qty: isStepBelow(line) ? 0 : Math.min(qty, line.inventory) }
        : line,
    )
    .filter((line) => line.qty > 0)
  return { ...cart, lines }
}

function withCatalogueData(cart: Cart, product: Product, item: ProductItem): Cart {
  const { unitPrice, currencyCode } = item
  if (unitPrice === undefined || currencyCode === undefined) return cart
  const lines = cart.lines.map((line) =>
    line.productId === item.productId
      ? { ...line, ...lineOf(cart, product, item, unitPrice, currencyCode) }
      : line,
  )
  return { ...cart, lines }
}

/** {@link withQty}, limited by the stock shown. */
export function withItemQty(cart: Cart, product: Product, item: ProductItem, qty: number): Cart {
  const { lines, ...rest } = withQty(withCatalogueData(cart, product, item), item.productId, qty)
  // The ordered price holds up to the ordered quantity.
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

/** An existing line goes up by one, a new one starts at `qty`, the minimum. Skips variants without stock or price. */
export function withAdded(cart: Cart, product: Product, item: ProductItem, qty = item.minQty ?? 1): Cart {
  const existing = cart.lines.find((line) => line.productId === item.productId)
  const maxQty = availableQty(cart, item.productId, item.inventory)
  // Adding never reduces.
  if (existing && existing.qty >= maxQty) return withCatalogueData(cart, product, item)
  if (existing) return withItemQty(cart, product, item, existing.qty + 1)
  if (maxQty <= 0 || item.unitPrice === undefined || item.currencyCode === undefined) return cart
  const line = {
    ...lineOf(cart, product, item, item.unitPrice, item.currencyCode),
    qty: Math.min(qty, maxQty),
  }
  return { ...cart, lines: [...cart.lines, line] }
}

export type ItemQty = { product: Product; item: ProductItem; qty: number }

/** Sums quantities; `more` decides the price. */
export function mergeLines(lines: CartLine[], more: CartLine[]): CartLine[] {
  const sums = new Map(lines.map((line) => [line.productId, line]))
  for (const line of more) {
    sums.set(line.productId, { ...line, qty: line.qty + (sums.get(line.productId)?.qty ?? 0) })
  }
  return [...sums.values()]
}

/** A line with today's catalogue data. */
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
    inventory: availableQty(cart, item.productId, item.inventory),
    itemCode: product.itemCode,
    itemDescription: product.itemDescription,
    colorCode: product.colorCode,
    colorDescription: product.colorDescription,
    brandId: product.brandId,
    brandName: product.brandName,
    categoryId: product.categoryId,
    itemDim1Code: item.itemDim1Code,
    lotCode: item.lotCode,
    lotDescription: item.lotDescription,
    piecesPerLot: item.piecesPerLot,
    minQty: item.minQty,
    images: product.images,
    updatedDate: product.updatedDate,
    taxCode: product.taxCode,
    sortOrder: item.sortOrder,
  }
}

/** Units of all lines. */
export function totalQty(lines: CartLine[]): number {
  return lines.reduce((sum, line) => sum + line.qty, 0)
}

/** Whether an agent takes anything off. */
export const hasDiscount = ({ discount, lines }: Pick<Cart, 'discount' | 'lines'>): boolean =>
  discount > 0 || lines.some(({ discount: own = 0 }) => own > 0)
