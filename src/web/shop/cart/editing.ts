import { lineDiscountOf, undiscounted } from '#shared/orderedDiscounts.ts'
import type { OrderDetail } from '#shared/orders.ts'
import { type Cart, type CartLine, type Editing, emptyCart, type OrderHeader, subtractLines } from './cart.ts'

export type SentLines = { guidKey: string; lines: { productId: string; qty: number }[] }

export type Difference = { line: CartLine; before: number; after: number }

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
function linesToAmend(order: OrderDetail): CartLine[] {
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
    placed: Object.fromEntries(
      order.lines.map(
        ({
          productId,
          qty,
          listPrice,
          unitPrice,
          priceSteps: steps,
          priceCurrencyCode,
          piecesPerLot,
          taxPercent,
        }) => [
          productId,
          {
            qty,
            unitPrice: listPrice ?? unitPrice,
            priceCurrencyCode,
            agreedPrice: undiscounted({ unitPrice, listPrice, steps }).unitPrice,
            discount: lineDiscountOf(steps),
            piecesPerLot,
            taxPercent,
          },
        ],
      ),
    ),
    said: headerOf(order),
    tax: taxingOf(order),
    aside,
  }
}

const taxingOf = ({ taxTreatment: treatment, taxRounding: rounding }: OrderDetail): Editing['tax'] =>
  treatment && rounding && { treatment, rounding }

function headerOf(order: OrderDetail): OrderHeader {
  const { subCurrAccId = '', salesPersonCode, description, campaignCode } = order
  const { discount, discountReason, overrideReason } = order
  return {
    subCurrAccId,
    salesPersonCode,
    description,
    campaignCode,
    discount,
    discountReason,
    overrideReason,
  }
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

/** What somebody else changed since the order was read. */
export function differencesSince({ placed }: Editing, order: OrderDetail, mine: CartLine[]): Difference[] {
  const now = linesOfOrder(order)
  const nowIds = new Set(now.map((line) => line.productId))
  const gone = mine.filter(({ productId }) => placed[productId] !== undefined && !nowIds.has(productId))
  return [
    ...now.map((line) => ({ line, before: placed[line.productId]?.qty ?? 0, after: line.qty })),
    ...gone.map((line) => ({ line, before: placed[line.productId]?.qty ?? 0, after: 0 })),
  ].filter(({ before, after }) => before !== after)
}

/** Applies local changes to the current order. */
export function rebase(cart: Cart, order: OrderDetail): Cart {
  const { editing } = cart
  if (!editing || cart.guidKey !== order.guidKey) return cart
  const mine = new Map(cart.lines.map((line) => [line.productId, line]))
  const isMine = (productId: string) =>
    (mine.get(productId)?.qty ?? 0) !== (editing.placed[productId]?.qty ?? 0)
  const now = linesToAmend(order)
  const kept = now.flatMap((line) => {
    if (!isMine(line.productId)) return [line]
    const own = mine.get(line.productId)
    return own ? [{ ...line, qty: own.qty }] : []
  })
  const nowIds = new Set(now.map((line) => line.productId))
  const added = cart.lines.filter(({ productId }) => !nowIds.has(productId) && isMine(productId))
  return {
    ...cart,
    ...rebaseHeader(cart, editing.said, headerOf(order)),
    editing: editingOf(order, editing.aside),
    editable: true,
    changedAt: Date.now(),
    lines: [...kept, ...added],
  }
}

function rebaseHeader(mine: OrderHeader, before: OrderHeader, now: OrderHeader): OrderHeader {
  const merged = <Name extends keyof OrderHeader>(name: Name): OrderHeader[Name] =>
    mine[name] === before[name] ? now[name] : mine[name]
  return {
    subCurrAccId: merged('subCurrAccId'),
    salesPersonCode: merged('salesPersonCode'),
    description: merged('description'),
    campaignCode: merged('campaignCode'),
    discount: merged('discount'),
    discountReason: merged('discountReason'),
    overrideReason: merged('overrideReason'),
  }
}

/** The aside cart, or an empty one for the same customer. */
export function afterEditing({ editing, currAccCode, orderType, salesPersonCode }: Cart): Cart {
  return editing?.aside ?? { ...emptyCart(), currAccCode, orderType, salesPersonCode }
}

/** Removes the sent lines under a new key; lines added meanwhile stay. Ignores a cart with another key. */
export function withoutPlaced(cart: Cart, placed: SentLines): Cart {
  if (cart.guidKey !== placed.guidKey) return cart
  const lines = subtractLines(cart.lines, placed.lines)
  const { orderType, currAccCode, salesPersonCode, pricedFor } = cart
  return { ...emptyCart(), orderType, currAccCode, salesPersonCode, pricedFor, lines }
}

/** What the order lacks, as a new cart. */
export function withoutOrdered(cart: Cart, order: OrderDetail): Cart {
  const { subCurrAccId, description } = cart
  return { ...withoutPlaced(cart, order), subCurrAccId, description }
}
