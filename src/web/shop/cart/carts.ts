import { type Cart, mergeLines, subtractLines } from './cart.ts'

/** Each customer has at most one cart; others wait until their customer is chosen. */
export type Carts = { open: Cart; others: readonly Cart[] }

/** Whether deleting it would lose something. */
const hasContent = ({ lines, draftVersion, description }: Cart) =>
  lines.length > 0 || draftVersion > 0 || description !== ''

export const waitingFor = ({ others }: Carts, currAccCode: string): Cart | undefined =>
  others.find((one) => one.currAccCode === currAccCode)

const exclude = (others: readonly Cart[], gone: Cart) => others.filter((one) => one !== gone)

export const hasCart = ({ open, others }: Carts, guidKey: string): boolean =>
  open.guidKey === guidKey || others.some((one) => one.guidKey === guidKey)

export function withChanged(carts: Carts, guidKey: string, next: (cart: Cart) => Partial<Cart>): Carts {
  const { open, others } = carts
  if (open.guidKey === guidKey) return mergeWaiting({ open: { ...open, ...next(open) }, others })
  return {
    open,
    others: others.flatMap((one) => {
      if (one.guidKey !== guidKey) return [one]
      const now = { ...one, ...next(one) }
      return hasContent(now) ? [now] : []
    }),
  }
}

/** Merges the open cart with one waiting for its customer. Keeps the waiting cart's key, or the draft's. */
function mergeWaiting({ open, others }: Carts): Carts {
  if (open.currAccCode === '' || open.editing) return { open, others }
  const waiting = waitingFor({ open, others }, open.currAccCode)
  if (!waiting) return { open, others }
  const remaining = exclude(others, waiting)
  if (waiting.guidKey === open.guidKey) return { open, others: remaining }
  const [base, more] = open.draftVersion > 0 && waiting.draftVersion === 0 ? [open, waiting] : [waiting, open]
  const description = base.description || more.description
  const campaignCode = base.campaignCode || more.campaignCode
  const lines = mergeLines(base.lines, more.lines)
  return { open: { ...base, description, campaignCode, lines }, others: remaining }
}

/**
 * Opens the customer's cart, or `fresh`; the open one waits. Lines without a customer go to the first one
 * chosen. An amended order keeps its customer.
 */
export function withCustomer({ open, others }: Carts, fresh: Cart): Carts {
  const { currAccCode, salesPersonCode } = fresh
  if (open.editing || open.currAccCode === currAccCode) return { open, others }
  if (open.currAccCode === '') {
    const given = { ...open, currAccCode, subCurrAccId: '', salesPersonCode }
    return hasContent(open) || !waitingFor({ open, others }, currAccCode)
      ? mergeWaiting({ open: given, others })
      : openFor({ open, others }, currAccCode, fresh)
  }
  return openFor({ open, others: hasContent(open) ? [open, ...others] : others }, currAccCode, fresh)
}

function openFor(carts: Carts, currAccCode: string, fresh: Cart): Carts {
  const waiting = waitingFor(carts, currAccCode)
  return waiting
    ? { open: waiting, others: exclude(carts.others, waiting) }
    : { open: fresh, others: carts.others }
}

/** A draft keeps its own lines. */
export function withLinesMoved({ open, others }: Carts, guidKey: string): Carts {
  const from = others.find((one) => one.guidKey === guidKey)
  if (!from) return { open, others }
  return {
    open: {
      ...open,
      // So the cart reports price differences.
      ...(open.lines.length === 0 ? { pricedFor: from.pricedFor || from.currAccCode } : {}),
      changedAt: Date.now(),
      lines: mergeLines(open.lines, from.lines),
    },
    others: from.draftVersion > 0 ? others : exclude(others, from),
  }
}

/** Also undoes lines without a customer going to the first one chosen. */
export function withMoveUndone({ open, others }: Carts, from: Cart): Carts {
  const left = { ...open, changedAt: Date.now(), lines: subtractLines(open.lines, from.lines) }
  if (from.currAccCode === '') return { open: from, others: hasContent(left) ? [left, ...others] : others }
  if (from.draftVersion > 0) return { open: left, others }
  const waiting = waitingFor({ open, others }, from.currAccCode)
  // Another tab may have created one for them.
  const back = waiting ? { ...waiting, lines: mergeLines(waiting.lines, from.lines) } : from
  return { open: left, others: [back, ...others.filter((one) => one !== waiting)] }
}

export function withAsideWaiting({ others }: Carts, open: Cart, aside: Cart): Carts {
  return mergeWaiting({ open, others: [aside, ...others] })
}
