import { type Cart, withMore, withTakenOut } from './cart.ts'

/**
 * The cart that is open, and those of other customers that whoever orders for others has begun: each customer has one
 * at most, and it waits until they are chosen again.
 */
export type Carts = { open: Cart; others: readonly Cart[] }

/** Whether something would be lost with it. */
const isBegun = ({ lines, draftVersion, description }: Cart) =>
  lines.length > 0 || draftVersion > 0 || description !== ''

export const waitingFor = ({ others }: Carts, currAccCode: string): Cart | undefined =>
  others.find((one) => one.currAccCode === currAccCode)

const without = (others: readonly Cart[], gone: Cart) => others.filter((one) => one !== gone)

/** Whether a cart of this key is open or waits. */
export const holds = ({ open, others }: Carts, guidKey: string): boolean =>
  open.guidKey === guidKey || others.some((one) => one.guidKey === guidKey)

/** The carts after a change of the one that has this key. */
export function withChanged(carts: Carts, guidKey: string, next: (cart: Cart) => Partial<Cart>): Carts {
  const { open, others } = carts
  if (open.guidKey === guidKey) return joined({ open: { ...open, ...next(open) }, others })
  return {
    open,
    others: others.flatMap((one) => {
      if (one.guidKey !== guidKey) return [one]
      const now = { ...one, ...next(one) }
      return isBegun(now) ? [now] : []
    }),
  }
}

/**
 * The open cart has become one of a customer who has one waiting, as when lines were collected before anybody was chosen:
 * they come together, under the key of the one that waited, or of the one that is a draft.
 */
function joined({ open, others }: Carts): Carts {
  if (open.currAccCode === '' || open.editing) return { open, others }
  const waiting = waitingFor({ open, others }, open.currAccCode)
  if (!waiting) return { open, others }
  const rest = without(others, waiting)
  if (waiting.guidKey === open.guidKey) return { open, others: rest }
  const [base, more] = open.draftVersion > 0 && waiting.draftVersion === 0 ? [open, waiting] : [waiting, open]
  const description = base.description || more.description
  return { open: { ...base, description, lines: withMore(base.lines, more.lines) }, others: rest }
}

/**
 * Opens the cart of a customer, `fresh` where they have none, and leaves the one that is open to wait for its own. What was
 * collected for nobody goes to whoever is chosen first. An order under amendment keeps its customer.
 */
export function withCustomer({ open, others }: Carts, fresh: Cart): Carts {
  const { currAccCode, salesPersonCode } = fresh
  if (open.editing || open.currAccCode === currAccCode) return { open, others }
  if (open.currAccCode === '') {
    const given = { ...open, currAccCode, subCurrAccId: '', salesPersonCode }
    return isBegun(open) || !waitingFor({ open, others }, currAccCode)
      ? joined({ open: given, others })
      : opened({ open, others }, currAccCode, fresh)
  }
  return opened({ open, others: isBegun(open) ? [open, ...others] : others }, currAccCode, fresh)
}

function opened(carts: Carts, currAccCode: string, fresh: Cart): Carts {
  const waiting = waitingFor(carts, currAccCode)
  return waiting
    ? { open: waiting, others: without(carts.others, waiting) }
    : { open: fresh, others: carts.others }
}

/** Takes the lines of a cart that waits into the open one. A draft stays as it is among the drafts, and so does its cart. */
export function withTakenAlong({ open, others }: Carts, guidKey: string): Carts {
  const from = others.find((one) => one.guidKey === guidKey)
  if (!from) return { open, others }
  return {
    open: {
      ...open,
      // The cart then says what another customer's prices change.
      ...(open.lines.length === 0 ? { pricedFor: from.pricedFor || from.currAccCode } : {}),
      changedAt: Date.now(),
      lines: withMore(open.lines, from.lines),
    },
    others: from.draftVersion > 0 ? others : without(others, from),
  }
}

/** Takes back {@link withTakenAlong}, or that the lines collected for nobody went to the customer chosen first. */
export function withPutBack({ open, others }: Carts, from: Cart): Carts {
  const left = { ...open, changedAt: Date.now(), lines: withTakenOut(open.lines, from.lines) }
  if (from.currAccCode === '') return { open: from, others: isBegun(left) ? [left, ...others] : others }
  if (from.draftVersion > 0) return { open: left, others }
  const waiting = waitingFor({ open, others }, from.currAccCode)
  // Another one may have been begun for them meanwhile, as in another tab.
  const back = waiting ? { ...waiting, lines: withMore(waiting.lines, from.lines) } : from
  return { open: left, others: [back, ...others.filter((one) => one !== waiting)] }
}

/** The open cart becomes another one, and `aside`, that of another customer, waits for them again. */
export function withAsideBack({ others }: Carts, open: Cart, aside: Cart): Carts {
  return joined({ open, others: [aside, ...others] })
}
