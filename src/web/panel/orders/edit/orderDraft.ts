import type { Product } from '#shared/catalogue/catalogue.ts'
import type { LineProblem } from '#shared/errors.ts'
import { type BasketItem, type PricedItem, pricedBasket } from '#shared/orders/basket.ts'
import type { OrderDetail } from '#shared/orders/orders.ts'
import { discounted } from '#shared/pricing/discounts.ts'
import { lineDiscountOf, undiscounted } from '#shared/pricing/orderedDiscounts.ts'
import { type LinePrice, noRules, type Rules } from '#shared/pricing/pricing.ts'
import { percentOf, type TaxSum, taxOfOrder } from '#shared/pricing/tax.ts'
import { settings } from '#web/settings.ts'
import { variantLabel } from '#web/sizes.ts'
import type { OrderedItem } from '../OrderGrid.tsx'
import { type GridItem, type GridRow, itemsOf } from '../orderGrid.ts'

type PlacedLine = {
  qty: number
  unitPrice: number
  priceCurrencyCode: string
  taxPercent: number | undefined
  /** What an agent took off, and the price before that with the list price it was made from. */
  discount: number
  agreed: LinePrice
  listPrice: number
  piecesPerLot: number
}
type Offer = { unitPrice: number; priceCurrencyCode: string; inventory: number }
/** An item that the order has or could have. An offer is at its list price. */
type PossibleItem = GridItem &
  Pick<Product, 'brandId' | 'categoryId' | 'taxCode'> & { placed?: PlacedLine; offer?: Offer }

export type OrderHeader = {
  salesPersonCode: string
  subCurrAccId: string
  description: string
  /** What the customer calls the order. */
  customerOrderNumber: string
  /** Why something is taken off the prices. */
  discountReason: string
  /** Why to keep quantities that rules forbid. */
  overrideReason: string
}

/** An order being edited. `qty` and `discounts`, in percent, have only what was typed. */
export type OrderDraft = {
  order: OrderDetail
  items: ReadonlyMap<string, PossibleItem>
  qty: ReadonlyMap<string, number>
  discounts: ReadonlyMap<string, number>
  header: OrderHeader
  /** Whether today's offers are loaded. Until then no quantity is wrong. */
  hasOffers: boolean
  /** What the customer's prices are worked out from. */
  rules: Rules
}

/** Priced for its current quantity. */
export type DraftItem = OrderedItem & {
  orderedQty: number
  /** Percent that is taken off, and that was when the order was loaded. */
  discount: number
  orderedDiscount: number
  maxQty: number
  /** VAT percent; null if not known. */
  taxPercent: number | null
  /** The agreed price, if the order no longer meets its condition. */
  lostPrice?: number
  problem?: 'gone' | 'short'
}

/** Limit per line, regardless of the stock. */
export const maxLineUnits = 1_000_000

export function draftOf(order: OrderDetail): OrderDraft {
  return {
    order,
    items: placedItemsOf(order),
    qty: new Map(),
    discounts: new Map(),
    header: headerOf(order),
    hasOffers: false,
    rules: noRules,
  }
}

const headerOf = (order: OrderDetail): OrderHeader => ({
  salesPersonCode: order.salesPersonCode,
  subCurrAccId: order.subCurrAccId ?? '',
  description: order.description,
  customerOrderNumber: order.customerOrderNumber,
  discountReason: order.discountReason,
  overrideReason: order.overrideReason,
})

function placedItemsOf({ lines }: OrderDetail): Map<string, PossibleItem> {
  return new Map(
    lines.map(({ qty, unitPrice, priceCurrencyCode, taxPercent, inventory: _inventory, ...item }) => {
      const { listPrice, priceSteps: steps } = item
      const discount = lineDiscountOf(steps)
      const agreed = undiscounted({ unitPrice, listPrice, steps })
      const placed = {
        qty,
        unitPrice,
        priceCurrencyCode,
        taxPercent,
        discount,
        agreed,
        listPrice: agreed.steps.length > 0 ? (listPrice ?? unitPrice) : agreed.unitPrice,
        piecesPerLot: item.piecesPerLot,
      }
      return [item.productId, { ...item, placed }]
    }),
  )
}

export function withAllOffers(draft: OrderDraft, products: Product[]): OrderDraft {
  return { ...withOffers(draft, products), hasOffers: true }
}

/** Adds products' current offers; all their sizes and lots become orderable. */
export function withOffers(draft: OrderDraft, products: Product[]): OrderDraft {
  const known = new Map(draft.items)
  for (const { items, ...product } of products) {
    for (const [index, item] of items.entries()) {
      const { unitPrice, currencyCode, inventory, ...size } = item
      const before = known.get(item.productId)
      const offer =
        unitPrice === undefined || currencyCode === undefined
          ? {}
          : { offer: { unitPrice, priceCurrencyCode: currencyCode, inventory } }
      known.set(item.productId, {
        ...productFields(product),
        ...size,
        sortOrder: before?.sortOrder ?? index,
        ...(before?.placed ? { placed: before.placed } : {}),
        ...offer,
      })
    }
  }
  return { ...draft, items: known }
}

function productFields(product: Omit<Product, 'items'>) {
  const { itemCode, itemDescription, brandId, brandName, categoryId } = product
  const { colorCode, colorDescription, images, updatedDate, taxCode } = product
  const item = { itemCode, itemDescription, brandId, brandName, categoryId }
  return { ...item, colorCode, colorDescription, images, updatedDate, taxCode }
}

export function withQty(draft: OrderDraft, productId: string, qty: number): OrderDraft {
  return { ...draft, qty: new Map(draft.qty).set(productId, Math.min(qty, maxLineUnits)) }
}

export function withoutRow(draft: OrderDraft, row: GridRow<DraftItem>): OrderDraft {
  return itemsOf(row).reduce((rest, { productId }) => withQty(rest, productId, 0), draft)
}

/** Takes a percent off all sizes and lots of a row. */
export function withRowDiscount(draft: OrderDraft, row: GridRow<DraftItem>, percent: number): OrderDraft {
  const discounts = new Map(draft.discounts)
  for (const { productId } of itemsOf(row)) discounts.set(productId, percent)
  return { ...draft, discounts }
}

const discountOf = ({ discounts, items }: OrderDraft, productId: string) =>
  discounts.get(productId) ?? items.get(productId)?.placed?.discount ?? 0

/** Whether anything is taken off, of a size or of the whole order. */
export const hasDiscount = (draft: OrderDraft): boolean =>
  draft.order.discount > 0 || itemsOfDraft(draft).some(({ qty, discount }) => qty > 0 && discount > 0)

export const qtyOf = ({ qty, items }: OrderDraft, productId: string) =>
  qty.get(productId) ?? items.get(productId)?.placed?.qty ?? 0

/**
 * Up to the ordered quantity, an item keeps its ordered price while the order meets that price's condition.
 * Above that quantity, it costs today's price.
 */
export function itemsOfDraft(draft: OrderDraft): DraftItem[] {
  const items = [...draft.items.values()].map((item) => ({ item, inBasket: basketItemOf(draft, item) }))
  const { discount } = draft.order
  const basket = pricedBasket(
    items.map(({ inBasket }) => inBasket),
    { rules: draft.rules, discount, amends: { keepsCode: true } },
  )
  return items.map(({ item: { placed, offer, ...item } }, index) => {
    const { qty, isKept, byRules, price, listPrice, piecesPerLot, currencyCode } = basket.items[
      index
    ] as PricedItem
    const orderedQty = placed?.qty ?? 0
    const kept = isKept ? placed : undefined
    const ownDiscount = discountOf(draft, item.productId)
    const maxQty = maxQtyOf(draft, orderedQty, offer)
    const lost = kept && qty > 0 && byRules.unitPrice !== kept.agreed.unitPrice ? kept : undefined
    return {
      ...item,
      qty,
      orderedQty,
      discount: ownDiscount,
      orderedDiscount: placed?.discount ?? 0,
      maxQty,
      taxPercent: kept
        ? (kept.taxPercent ?? null)
        : percentOf(settings.tax?.rates ?? [], draft.order.taxTreatment ?? null, item.taxCode),
      unitPrice: price.unitPrice,
      priceCurrencyCode: currencyCode,
      listPrice: price.steps.length > 0 ? listPrice : undefined,
      priceSteps: price.steps,
      ...(lost
        ? {
            lostPrice: discounted(lost.agreed, { line: ownDiscount, order: discount }, piecesPerLot)
              .unitPrice,
          }
        : {}),
      ...(qty > maxQty ? { problem: offer ? ('short' as const) : ('gone' as const) } : {}),
    }
  })
}

/** Without an offer, today's price is what it was ordered at: it is shown as gone. */
function basketItemOf(draft: OrderDraft, { placed, offer, ...item }: PossibleItem): BasketItem {
  const { unitPrice: listPrice = 0, priceCurrencyCode: currencyCode = '' } = offer ?? placed ?? {}
  return {
    ...item,
    qty: qtyOf(draft, item.productId),
    offer: { listPrice, currencyCode, piecesPerLot: item.piecesPerLot },
    ordered: placed && { ...placed, currencyCode: placed.priceCurrencyCode },
    discount: discountOf(draft, item.productId),
  }
}

/** VAT as the order states it, regardless of today's settings. */
export const taxesOfDraft = (draft: OrderDraft): TaxSum[] =>
  taxOfOrder(
    itemsOfDraft(draft)
      .filter(({ qty }) => qty > 0)
      .map(({ priceCurrencyCode: currency, ...item }) => ({ ...item, currency })),
    draft.order.taxRounding,
  )

/** Units the order already holds stay orderable, even if the product is gone. */
function maxQtyOf({ order, hasOffers }: OrderDraft, orderedQty: number, offer: Offer | undefined): number {
  if (!hasOffers) return maxLineUnits
  if (!offer) return orderedQty
  return order.orderType === 'Rpt' ? orderedQty + offer.inventory : maxLineUnits
}

export function isChanged(draft: OrderDraft): boolean {
  const before = headerOf(draft.order)
  const names = Object.keys(before) as (keyof OrderHeader)[]
  return changedLines(draft).length > 0 || names.some((name) => before[name] !== draft.header[name])
}

export function changedLines(draft: OrderDraft): DraftItem[] {
  return itemsOfDraft(draft).filter(
    ({ qty, orderedQty, discount, orderedDiscount }) =>
      qty !== orderedQty || (qty > 0 && discount !== orderedDiscount),
  )
}

/** The request body. */
export function amendmentOf(draft: OrderDraft) {
  const { guidKey, version, orderType, currAccCode, campaignCode } = draft.order
  const { salesPersonCode, subCurrAccId, ...others } = draft.header
  const lines = itemsOfDraft(draft)
    .filter(({ qty }) => qty > 0)
    .map(({ productId, qty, unitPrice, priceCurrencyCode, discount }) => ({
      productId,
      qty,
      unitPrice,
      priceCurrencyCode,
      ...(draft.discounts.has(productId) ? { discount } : {}),
    }))
  const branch = subCurrAccId ? { subCurrAccId } : {}
  const head = { guidKey, version, orderType, currAccCode, campaignCode }
  return { ...head, salesPersonCode, ...branch, ...others, lines }
}

/** Applies prices and stock from a rejected save. */
export function withProblems(draft: OrderDraft, code: string, problems: LineProblem[]): OrderDraft {
  const items = new Map(draft.items)
  for (const {
    productId,
    inventory,
    newUnitPrice,
    newListPrice = newUnitPrice,
    newPriceCurrencyCode,
  } of problems) {
    const item = items.get(productId)
    if (!item) continue
    const { offer, ...rest } = item
    if (code === 'order.lineUnavailable') items.set(productId, rest)
    else if (!offer) continue
    else if (inventory !== undefined) {
      const left = Math.max(0, inventory - (item.placed?.qty ?? 0))
      items.set(productId, { ...rest, offer: { ...offer, inventory: left } })
    } else if (newListPrice != null && newPriceCurrencyCode) {
      const price = { unitPrice: newListPrice, priceCurrencyCode: newPriceCurrencyCode }
      items.set(productId, { ...rest, offer: { ...offer, ...price } })
    }
  }
  return { ...draft, items }
}

/** Applies the draft's changes to someone else's newer version of the order. */
export function rebase(draft: OrderDraft, order: OrderDetail): OrderDraft {
  const before = headerOf(draft.order)
  const now = headerOf(order)
  const header = (name: keyof OrderHeader) =>
    draft.header[name] === before[name] ? now[name] : draft.header[name]
  const theirs = placedItemsOf(order)
  const mine = [...draft.items].map(([productId, { placed: _placed, ...item }]): [string, PossibleItem] => {
    const placed = theirs.get(productId)?.placed
    return [productId, { ...item, ...(placed ? { placed } : {}) }]
  })
  return {
    ...draft,
    order,
    items: new Map([...theirs, ...mine]),
    qty: new Map(
      changedLines(draft).flatMap(({ productId, qty, orderedQty }) =>
        qty === orderedQty ? [] : [[productId, qty]],
      ),
    ),
    header: {
      salesPersonCode: header('salesPersonCode'),
      subCurrAccId: header('subCurrAccId'),
      description: header('description'),
      customerOrderNumber: header('customerOrderNumber'),
      discountReason: header('discountReason'),
      overrideReason: header('overrideReason'),
    },
  }
}

/** Someone else's line changes, as texts: `A1 01 S: 3 → 5`. */
export function describeChanges(draft: OrderDraft, order: OrderDetail): string[] {
  const theirs = placedItemsOf(order)
  const all = new Map<string, PossibleItem>([...draft.items, ...theirs])
  return [...all].flatMap(([productId, item]) => {
    const before = draft.items.get(productId)?.placed?.qty ?? 0
    const after = theirs.get(productId)?.placed?.qty ?? 0
    return before === after ? [] : [`${nameOf(item)}: ${before} → ${after}`]
  })
}

/** A1 01 S. */
export const nameOf = (item: GridItem) =>
  [item.itemCode, item.colorCode, variantLabel(item)].filter(Boolean).join(' ')
