import type { Product } from '#shared/catalogue.ts'
import type { LineProblem } from '#shared/errors.ts'
import type { OrderDetail } from '#shared/orders.ts'
import type { OrderedItem } from '../OrderGrid.tsx'
import { type GridItem, type GridRow, itemsOf } from '../orderGrid.ts'

type Placed = { qty: number; unitPrice: number; priceCurrencyCode: string }
type Offer = { unitPrice: number; priceCurrencyCode: string; inventory: number }
/** A size or lot that the order has, or could have: what it was ordered at, and how it is offered today. */
type Known = GridItem & { placed?: Placed; offer?: Offer }

/** What is said of an order as a whole. */
export type Said = { salesPersonCode: string; subCurrAccId: string; description: string }

/** An order as it is being edited. `qty` has what somebody typed; everything else is as the order has it. */
export type OrderDraft = {
  order: OrderDetail
  known: ReadonlyMap<string, Known>
  qty: ReadonlyMap<string, number>
  said: Said
  /** Whether it is known what is offered today. Until then nothing is wrong with any quantity. */
  isOffered: boolean
}

/** A size or lot with its quantity and the price that it has at that quantity. */
export type DraftItem = OrderedItem & { was: number; most: number; problem?: 'gone' | 'short' }

/** Units of a line at most, whatever there is in stock. */
export const mostUnits = 1_000_000

export function draftOf(order: OrderDetail): OrderDraft {
  return { order, known: knownOf(order), qty: new Map(), said: saidOf(order), isOffered: false }
}

const saidOf = ({ salesPersonCode, subCurrAccId = '', description }: OrderDetail): Said => ({
  salesPersonCode,
  subCurrAccId,
  description,
})

function knownOf({ lines }: OrderDetail): Map<string, Known> {
  return new Map(
    lines.map(({ qty, unitPrice, priceCurrencyCode, inventory: _inventory, ...item }) => [
      item.productId,
      { ...item, placed: { qty, unitPrice, priceCurrencyCode } },
    ]),
  )
}

/** The draft once all that is offered today of its products is known. */
export function withAllOffers(draft: OrderDraft, products: Product[]): OrderDraft {
  return { ...withOffers(draft, products), isOffered: true }
}

/** The draft with what products are offered at today: all their sizes and lots can be ordered from then on. */
export function withOffers(draft: OrderDraft, products: Product[]): OrderDraft {
  const known = new Map(draft.known)
  for (const { items, ...product } of products) {
    for (const [index, item] of items.entries()) {
      const { unitPrice, currencyCode, inventory, ...size } = item
      const before = known.get(item.productId)
      const offer =
        unitPrice === undefined || currencyCode === undefined
          ? {}
          : { offer: { unitPrice, priceCurrencyCode: currencyCode, inventory } }
      known.set(item.productId, {
        ...pictured(product),
        ...size,
        sortOrder: before?.sortOrder ?? index,
        ...(before?.placed ? { placed: before.placed } : {}),
        ...offer,
      })
    }
  }
  return { ...draft, known }
}

function pictured(product: Omit<Product, 'items'>) {
  const { itemCode, itemDescription, brandName, colorCode, colorDescription, images, updatedDate } = product
  return { itemCode, itemDescription, brandName, colorCode, colorDescription, images, updatedDate }
}

export function withQty(draft: OrderDraft, productId: string, qty: number): OrderDraft {
  return { ...draft, qty: new Map(draft.qty).set(productId, Math.min(qty, mostUnits)) }
}

/** Every size and lot of a product taken out of the order. */
export function withoutRow(draft: OrderDraft, row: GridRow<DraftItem>): OrderDraft {
  return itemsOf(row).reduce((rest, { productId }) => withQty(rest, productId, 0), draft)
}

export const qtyOf = ({ qty, known }: OrderDraft, productId: string) =>
  qty.get(productId) ?? known.get(productId)?.placed?.qty ?? 0

/** All sizes and lots, each at what it costs at its quantity: no more than was ordered keeps the price it was ordered at. */
export function itemsOfDraft(draft: OrderDraft): DraftItem[] {
  return [...draft.known.values()].map(({ placed, offer, ...item }) => {
    const qty = qtyOf(draft, item.productId)
    const was = placed?.qty ?? 0
    const price = (placed && qty <= placed.qty ? placed : offer) ?? placed
    const most = mostOf(draft, was, offer)
    return {
      ...item,
      qty,
      was,
      most,
      unitPrice: price?.unitPrice ?? 0,
      priceCurrencyCode: price?.priceCurrencyCode ?? '',
      ...(qty > most ? { problem: offer ? ('short' as const) : ('gone' as const) } : {}),
    }
  })
}

/** What the order holds it can have again, whatever has become of the product. */
function mostOf({ order, isOffered }: OrderDraft, was: number, offer: Offer | undefined): number {
  if (!isOffered) return mostUnits
  if (!offer) return was
  return order.orderType === 'Rpt' ? was + offer.inventory : mostUnits
}

export function isChanged(draft: OrderDraft): boolean {
  const before = saidOf(draft.order)
  const names = Object.keys(before) as (keyof Said)[]
  return changedLines(draft).length > 0 || names.some((name) => before[name] !== draft.said[name])
}

/** What has another quantity than in the order. */
export function changedLines(draft: OrderDraft): DraftItem[] {
  return itemsOfDraft(draft).filter(({ qty, was }) => qty !== was)
}

/** The order as the call takes it. */
export function amendmentOf(draft: OrderDraft) {
  const { guidKey, version, orderType, currAccCode } = draft.order
  const { salesPersonCode, subCurrAccId, description } = draft.said
  const lines = itemsOfDraft(draft)
    .filter(({ qty }) => qty > 0)
    .map(({ productId, qty, unitPrice, priceCurrencyCode }) => ({
      productId,
      qty,
      unitPrice,
      priceCurrencyCode,
    }))
  const branch = subCurrAccId ? { subCurrAccId } : {}
  return { guidKey, version, orderType, currAccCode, salesPersonCode, ...branch, description, lines }
}

/** The draft with what the server knows better of some of its lines: their price, or what is left of them. */
export function withProblems(draft: OrderDraft, code: string, problems: LineProblem[]): OrderDraft {
  const known = new Map(draft.known)
  for (const { productId, inventory, newUnitPrice, newPriceCurrencyCode } of problems) {
    const item = known.get(productId)
    if (!item) continue
    const { offer, ...rest } = item
    if (code === 'order.lineUnavailable') known.set(productId, rest)
    else if (!offer) continue
    else if (inventory !== undefined) {
      const left = Math.max(0, inventory - (item.placed?.qty ?? 0))
      known.set(productId, { ...rest, offer: { ...offer, inventory: left } })
    } else if (newUnitPrice != null && newPriceCurrencyCode) {
      const price = { unitPrice: newUnitPrice, priceCurrencyCode: newPriceCurrencyCode }
      known.set(productId, { ...rest, offer: { ...offer, ...price } })
    }
  }
  return { ...draft, known }
}

/** The draft upon the order as somebody else has left it: what was changed here stays changed, the rest is theirs. */
export function rebased(draft: OrderDraft, order: OrderDetail): OrderDraft {
  const before = saidOf(draft.order)
  const now = saidOf(order)
  const said = (name: keyof Said) => (draft.said[name] === before[name] ? now[name] : draft.said[name])
  const theirs = knownOf(order)
  const mine = [...draft.known].map(([productId, { placed: _placed, ...item }]): [string, Known] => {
    const placed = theirs.get(productId)?.placed
    return [productId, { ...item, ...(placed ? { placed } : {}) }]
  })
  return {
    ...draft,
    order,
    known: new Map([...theirs, ...mine]),
    qty: new Map(changedLines(draft).map(({ productId, qty }) => [productId, qty])),
    said: {
      salesPersonCode: said('salesPersonCode'),
      subCurrAccId: said('subCurrAccId'),
      description: said('description'),
    },
  }
}

/** What somebody else has made of the lines: `A1 01 S: 3 → 5`. */
export function changedMeanwhile(draft: OrderDraft, order: OrderDetail): string[] {
  const theirs = knownOf(order)
  const all = new Map<string, Known>([...draft.known, ...theirs])
  return [...all].flatMap(([productId, item]) => {
    const was = draft.known.get(productId)?.placed?.qty ?? 0
    const is = theirs.get(productId)?.placed?.qty ?? 0
    return was === is ? [] : [`${nameOf(item)}: ${was} → ${is}`]
  })
}

/** What people call a size or lot: A1 01 S. */
export const nameOf = ({ itemCode, colorCode, itemDim1Code, lotCode }: GridItem) =>
  [itemCode, colorCode, itemDim1Code || lotCode].filter(Boolean).join(' ')
