import { type AccountCredit, creditOf } from '#server/customers/credit.ts'
import type { Tx } from '#server/db/tenant.ts'
import type { Tenant } from '#server/tenancy/tenants.ts'
import type { User } from '#server/users/session.ts'
import type { OverdueAction } from '#shared/customers/credit.ts'
import { Refusal } from '#shared/errors.ts'
import { convertFrom } from '#shared/numbers/convert.ts'
import { fromMinor, minor, sumMinor, toMinor } from '#shared/numbers/money.ts'
import type { HoldReason } from '#shared/orders/holds.ts'
import { mayOpen, pages } from '#shared/pages.ts'
import { discountOf } from '#shared/pricing/discounts.ts'
import { lineDiscountOf } from '#shared/pricing/orderedDiscounts.ts'
import type { BrokenLimit } from '#shared/pricing/quantities.ts'
import type { PricedLine, Sums } from './content.ts'
import { compareToFloor, type Floors } from './floors.ts'

/** The tenant's settings that decide what orders are held for. */
export type HoldSettings = Pick<
  Tenant,
  'transferEnabled' | 'currencyCode' | 'timeZone' | 'holdFirstOrders' | 'heldStockHours' | 'floorPriceGroup'
>

/**
 * Terms of an account, and of the agent who orders for it. `maxDiscount` is null for the office, which has no
 * limit, and for customers, who give no discounts.
 */
export type Terms = { hasLimit: boolean; whenOverdue: OverdueAction; maxDiscount: number | null }

/** Customers agree to prices; sellers may give discounts and settle quantities. */
export const isSeller = (user: User | undefined) => user !== undefined && user.roles[0] !== 'customer'

/** What the order does not comply with: agreed quantities, and minimums of sizes. */
export type Deviations = { brokenLimits: BrokenLimit[]; isBelowMinimum: boolean }

type Order = {
  user: User | undefined
  /** Guests must not see the account that the tenant books their orders under. */
  isForGuest: boolean
  terms: Terms
  priced: PricedLine[]
  sums: Sums
  /** Percent that was taken off all lines. */
  discount: number
  deviations: Deviations
  /** Undefined if nothing depends on it. */
  credit: AccountCredit | undefined
  settings: HoldSettings
  /** Undefined if the tenant has none, and where prices are not judged. */
  floors?: Floors | undefined
  /** For an amended order that was accepted: the sums it was accepted with, and is not held for again. */
  accepted?: { sums: Sums }
  /**
   * For an amended order: its lines before, by variant, and the percentage taken off all of them.
   * `maxPercent`: the limit that discounts which wait for the office exceed; absent where none wait.
   */
  given?: { lines: ReadonlyMap<string, PricedLine>; discount: number; maxPercent?: number | undefined }
  /** For an amended order: its lines by variant, if their prices do not wait for the office. */
  agreedPrices?: ReadonlyMap<string, PricedLine>
}

export function needsCredit(terms: Terms, settings: HoldSettings): boolean {
  const { hasLimit, whenOverdue } = terms
  return hasLimit || whenOverdue === 'hold' || whenOverdue === 'refuse' || settings.holdFirstOrders
}

/**
 * Credit of the accounts that need it, locked until the transaction ends. `besides`: orders that are changed,
 * which do not count.
 */
export function lockCredit(
  tx: Tx,
  accounts: { accountId: string; terms: Terms }[],
  { settings, now, besides }: { settings: HoldSettings; now: Date; besides?: string[] },
): Promise<Map<string, AccountCredit>> {
  const needed = accounts.filter(({ terms }) => needsCredit(terms, settings))
  const accountIds = [...new Set(needed.map(({ accountId }) => accountId))]
  if (accountIds.length === 0) return Promise.resolve(new Map())
  return creditOf(tx, { accountIds, tenant: settings, now, isLocked: true, ...(besides ? { besides } : {}) })
}

/** Why an order waits for the office; none if it does not. Refuses with `order.overdue`. */
export function holdReasons(order: Order): HoldReason[] {
  const { user, credit, settings, accepted } = order
  const grows = !accepted || isLarger(order.sums, accepted.sums)
  const reasons: HoldReason[] = []
  if (credit && user && settings.holdFirstOrders && !credit.hasOrdered && !accepted)
    reasons.push({ kind: 'firstOrder' })
  if (credit && grows) reasons.push(...overdueReasons(credit), ...limitReasons(credit, order.sums))
  reasons.push(...quantityReasons(order), ...discountReasons(order))
  const hasRate = reasons.some(({ kind }) => kind === 'rate')
  reasons.push(...floorReasons(order).filter(({ kind }) => !(hasRate && kind === 'rate')))
  return order.isForGuest ? reasons.map(({ kind }) => ({ kind })) : reasons
}

function overdueReasons({ overdue, whenOverdue, currencyCode: currency }: AccountCredit): HoldReason[] {
  if (overdue <= 0) return []
  if (whenOverdue === 'refuse') throw new Refusal('order.overdue')
  return whenOverdue === 'hold' ? [{ kind: 'overdue', amount: overdue, currency }] : []
}

function limitReasons({ available, currencyCode, missing, rates }: AccountCredit, sums: Sums): HoldReason[] {
  if (available === undefined) return []
  const amount = convertFrom(moneyOf(sums), currencyCode, rates)
  const [unknown] = [...missing, ...amount.missing]
  const over = minor(toMinor(amount.amount) - toMinor(available))
  return [
    ...(unknown === undefined ? [] : [{ kind: 'rate' as const, currency: unknown }]),
    ...(over > 0 ? [{ kind: 'limit' as const, amount: fromMinor(over), currency: currencyCode }] : []),
  ]
}

function quantityReasons({ user, deviations: { brokenLimits, isBelowMinimum } }: Order): HoldReason[] {
  if (brokenLimits.length === 0 && !isBelowMinimum) return []
  const maySettle = isSeller(user) && !isBelowMinimum && brokenLimits.every(({ mayOverride }) => mayOverride)
  return maySettle ? [] : [{ kind: 'quantities' }]
}

/** Whether the user decides on held orders. */
const isOffice = (user: User | undefined) => user !== undefined && mayOpen(pages.heldOrders, user)

/** A price counts as agreed only for the quantity that had it. */
function floorReasons({ user, priced, floors, agreedPrices }: Order): HoldReason[] {
  if (!floors || isOffice(user)) return []
  const isAgreed = ({ variantId, qty, ticks, currencyCode }: PricedLine) => {
    const before = agreedPrices?.get(variantId)
    const isSameCurrency = before?.currencyCode === currencyCode
    return before !== undefined && isSameCurrency && qty <= before.qty && ticks >= before.ticks
  }
  const compared = priced.filter((line) => !isAgreed(line)).map((line) => compareToFloor(line, floors))
  const currency = compared.find(({ missing }) => missing !== undefined)?.missing
  return [
    ...(currency === undefined ? [] : [{ kind: 'rate' as const, currency }]),
    ...(compared.some(({ isBelow }) => isBelow) ? [{ kind: 'floor' as const }] : []),
  ]
}

/**
 * Like a price, a discount was given for the quantity that had it. A customer who amends their order cannot
 * give any: more of a discounted line, or another discounted line, waits for the office.
 */
function discountReasons({ user, terms, priced, discount, given }: Order): HoldReason[] {
  if (isOffice(user)) return []
  const maxDiscount = isSeller(user) ? terms.maxDiscount : 0
  if (maxDiscount === null) return []
  const wasGiven = ({ variantId, qty, steps }: PricedLine) => {
    const before = given?.lines.get(variantId)
    return (
      before !== undefined && qty <= before.qty && off(steps, discount) <= off(before.steps, given?.discount)
    )
  }
  const exceeding = priced.flatMap((line) => {
    const percent = off(line.steps, discount)
    const maxPercent = wasGiven(line) ? given?.maxPercent : maxDiscount
    return maxPercent !== undefined && percent > maxPercent ? [{ percent, maxPercent }] : []
  })
  const [most] = exceeding.toSorted((one, other) => other.percent - one.percent)
  return most ? [{ kind: 'discount', ...most }] : []
}

/** Percentage off a line, together with what is taken off all lines. */
const off = (steps: PricedLine['steps'], order?: number) => discountOf({ line: lineDiscountOf(steps), order })

/** Totals with VAT where it is known, because that is what will be owed. */
function moneyOf({ totals, taxes }: Sums) {
  return Array.from(totals, ([currency, net]) => ({
    currency,
    amount: fromMinor(sumMinor([net, taxes.get(currency)])),
  }))
}

function isLarger({ totals }: Sums, before: Sums): boolean {
  return [...totals].some(([currency, net]) => net > (before.totals.get(currency) ?? 0))
}

/** Subtracts an order that is about to be written from what the account may still order. */
export function takeFromCredit(credit: AccountCredit | undefined, sums: Sums, isHeld: boolean): void {
  if (!credit) return
  if (!isHeld) credit.hasOrdered = true
  if (credit.available === undefined) return
  const { amount } = convertFrom(moneyOf(sums), credit.currencyCode, credit.rates)
  credit.available = fromMinor(minor(toMinor(credit.available) - toMinor(amount)))
}

/** The time at which a held order is cancelled. */
export function keepsUntil(now: Date, { heldStockHours }: HoldSettings): Date {
  return new Date(now.getTime() + heldStockHours * 3_600_000)
}
