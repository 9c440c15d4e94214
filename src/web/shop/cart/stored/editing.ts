import { pickHeader } from '#shared/orders/headerFields.ts'
import type { OrderDetail } from '#shared/orders/orders.ts'
import { lineDiscountOf, undiscounted } from '#shared/pricing/orderedDiscounts.ts'
import {
  type Cart,
  type CartLine,
  cartHeaderNames,
  type Editing,
  emptyCart,
  type OrderHeader,
  type PlacedLines,
} from './cart.ts'
import { subtractLines } from './movedLines.ts'

export type SentLines = { guidKey: string; lines: { productId: string; qty: number }[] }

/** `aside` reopens afterwards. */
export function cartOfOrder(order: OrderDetail, aside: Cart | null): Cart {
  return {
    ...emptyCart(),
    guidKey: order.guidKey,
    editing: editingOf(order, aside),
    changedAt: Date.now(),
    orderType: order.orderType,
    currAccCode: order.currAccCode,
    ...headerOf(order),
    pricedFor: order.currAccCode,
    lines: linesToAmend(order),
  }
}

/** At the list prices that the order's were made from. */
export const linesOfOrder = ({ lines }: OrderDetail): CartLine[] =>
  lines.map(({ listPrice, priceSteps: _steps, taxPercent: _percent, ...line }) => ({
    ...line,
    unitPrice: listPrice ?? line.unitPrice,
  }))

/** As {@link linesOfOrder}, with what an agent took off. */
export function linesToAmend(order: OrderDetail): CartLine[] {
  return linesOfOrder(order).map((line, at) => {
    const discount = lineDiscountOf(order.lines[at]?.priceSteps)
    return discount > 0 ? { ...line, discount } : line
  })
}

export function editingOf(order: OrderDetail, aside: Cart | null): Editing {
  return {
    orderNumber: order.orderNumber,
    version: order.version,
    takesStock: order.orderType === 'Rpt',
    placed: Object.fromEntries(order.lines.map((line) => [line.productId, placedLine(line)])),
    said: headerOf(order),
    tax: taxingOf(order),
    aside,
  }
}

function placedLine(line: OrderDetail['lines'][number]): PlacedLines[string] {
  const {
    qty,
    listPrice,
    unitPrice,
    priceCurrencyCode,
    itemCode,
    brandId,
    lotCode,
    piecesPerLot,
    taxPercent,
  } = line
  const agreed = undiscounted({ unitPrice, listPrice, steps: line.priceSteps })
  return {
    qty,
    unitPrice: listPrice ?? unitPrice,
    priceCurrencyCode,
    agreedPrice: agreed.unitPrice,
    steps: agreed.steps,
    itemCode,
    brandId,
    lotCode,
    discount: lineDiscountOf(line.priceSteps),
    piecesPerLot,
    taxPercent,
  }
}

const taxingOf = ({ taxTreatment: treatment, taxRounding: rounding }: OrderDetail): Editing['tax'] =>
  treatment && rounding && { treatment, rounding }

export function headerOf(order: OrderDetail): OrderHeader {
  const { subCurrAccId = '', salesPersonCode } = order
  return { subCurrAccId, salesPersonCode, ...pickHeader(order) }
}

export function isChanged({ editing, lines, ...now }: Cart): boolean {
  if (!editing) return false
  return (
    lines.length !== Object.keys(editing.placed).length ||
    lines.some(({ productId, qty, discount = 0 }) => {
      const placed = editing.placed[productId]
      return placed?.qty !== qty || (placed.discount ?? 0) !== discount
    }) ||
    (Object.keys(editing.said) as (keyof OrderHeader)[]).some((name) => editing.said[name] !== now[name])
  )
}

/** The aside cart, or an empty one for the same customer. */
export function afterEditing({ editing, currAccCode, orderType, salesPersonCode }: Cart): Cart {
  return editing?.aside ?? { ...emptyCart(), currAccCode, orderType, salesPersonCode }
}

/** Ends editing, unless the cart changed while sending. */
export function afterAmending(cart: Cart, sent: SentLines & SentHeader): Cart {
  const isUnchanged =
    quantityKey(cart.lines) === quantityKey(sent.lines) && headerText(cart) === headerText(sent)
  return isUnchanged ? afterEditing(cart) : cart
}

type SentHeader = Pick<OrderHeader, 'salesPersonCode' | 'description'> & {
  [Name in keyof OrderHeader]?: OrderHeader[Name] | undefined
}
const headerText = (header: SentHeader) => cartHeaderNames.map((name) => header[name] || '').join('\n')

/** Identifies variants and quantities. */
export function quantityKey(lines: SentLines['lines']): string {
  return lines.map(({ productId, qty }) => `${productId} ${qty}`).join()
}

/** Removes the sent lines under a new key; lines added meanwhile stay. Ignores a cart with another key. */
export function withoutPlaced(cart: Cart, placed: SentLines): Cart {
  if (cart.guidKey !== placed.guidKey) return cart
  const lines = subtractLines(cart.lines, placed.lines)
  const { orderType, currAccCode, salesPersonCode, pricedFor } = cart
  return { ...emptyCart(), orderType, currAccCode, salesPersonCode, pricedFor, lines }
}

/**
 * What came into the cart since the order was placed or its editing began, as a new cart. What somebody has taken out of
 * the order since then is not new.
 */
export function withoutOrdered(cart: Cart, order: OrderDetail): Cart {
  const { subCurrAccId, description, editing } = cart
  const lines = editing
    ? Object.entries(editing.placed).map(([productId, { qty }]) => ({ productId, qty }))
    : (order.placedLines ?? order.lines)
  return { ...withoutPlaced(cart, { guidKey: order.guidKey, lines }), subCurrAccId, description }
}
