import { type Cart, mergeLines, type Order } from './cart.ts'

/**
 * Each customer has at most one cart; others wait until their customer is chosen. `orders`: to be sent, until the server
 * has answered; their lines stay in their carts.
 */
export type Carts = { open: Cart; others: readonly Cart[]; orders: readonly Order[] }

/** Whether deleting it would lose something. */
export const hasContent = ({ lines, draftVersion, description }: Cart) =>
  lines.length > 0 || draftVersion > 0 || description !== ''

export const waitingFor = ({ others }: Pick<Carts, 'others'>, currAccCode: string): Cart | undefined =>
  others.find((one) => one.currAccCode === currAccCode)

export const exclude = (others: readonly Cart[], gone: Cart) => others.filter((one) => one !== gone)

export const hasCart = ({ open, others }: Carts, guidKey: string): boolean =>
  open.guidKey === guidKey || others.some((one) => one.guidKey === guidKey)

export const isBeingOrdered = ({ orders }: Pick<Carts, 'orders'>, guidKey: string | undefined): boolean =>
  orders.some((order) => order.guidKey === guidKey)

export function withChanged(carts: Carts, guidKey: string, next: (cart: Cart) => Partial<Cart>): Carts {
  const { open, others } = carts
  if (open.guidKey === guidKey) return mergeWaiting({ ...carts, open: { ...open, ...next(open) } })
  return {
    ...carts,
    others: others.flatMap((one) => {
      if (one.guidKey !== guidKey) return [one]
      const now = { ...one, ...next(one) }
      return hasContent(now) ? [now] : []
    }),
  }
}

/**
 * Merges the open cart with one waiting for its customer. Keeps the waiting cart's key, or the draft's: but not a
 * draft's in place of one that is being ordered.
 */
export function mergeWaiting(carts: Carts): Carts {
  const { open, others } = carts
  if (open.currAccCode === '' || open.editing) return carts
  const waiting = waitingFor(carts, open.currAccCode)
  if (!waiting) return carts
  const remaining = exclude(others, waiting)
  if (waiting.guidKey === open.guidKey) return { ...carts, others: remaining }
  const isDraft = open.draftVersion > 0 && waiting.draftVersion === 0
  const [base, more] = isDraft && !isBeingOrdered(carts, waiting.guidKey) ? [open, waiting] : [waiting, open]
  const description = base.description || more.description
  const campaignCode = base.campaignCode || more.campaignCode
  const lines = mergeLines(base.lines, more.lines)
  return { ...carts, open: { ...base, description, campaignCode, lines }, others: remaining }
}

/**
 * Opens the customer's cart, or `fresh`; the open one waits. Lines without a customer go to the first one
 * chosen. An amended order keeps its customer.
 */
export function withCustomer(carts: Carts, fresh: Cart): Carts {
  const { open, others } = carts
  const { currAccCode, salesPersonCode } = fresh
  if (open.editing || open.currAccCode === currAccCode) return carts
  if (open.currAccCode === '') {
    const given = { ...open, currAccCode, subCurrAccId: '', salesPersonCode }
    return hasContent(open) || !waitingFor(carts, currAccCode)
      ? mergeWaiting({ ...carts, open: given })
      : openFor(carts, currAccCode, fresh)
  }
  return openFor({ ...carts, others: hasContent(open) ? [open, ...others] : others }, currAccCode, fresh)
}

function openFor(carts: Carts, currAccCode: string, fresh: Cart): Carts {
  const waiting = waitingFor(carts, currAccCode)
  return waiting
    ? { ...carts, open: waiting, others: exclude(carts.others, waiting) }
    : { ...carts, open: fresh }
}
