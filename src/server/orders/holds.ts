import { type AccountCredit, creditOf } from '#server/customers/credit.ts'
import type { Tx } from '#server/db/tenant.ts'
import type { Tenant } from '#server/tenancy/tenants.ts'
import type { User } from '#server/users/session.ts'
import { convertFrom } from '#shared/convert.ts'
import type { OverdueAction } from '#shared/credit.ts'
import { discountOf } from '#shared/discounts.ts'
import { Refusal } from '#shared/errors.ts'
import type { HoldReason } from '#shared/holds.ts'
import { fromMinor, toMinor } from '#shared/money.ts'
import { lineDiscountOf } from '#shared/orderedDiscounts.ts'
import { mayOpen, pages } from '#shared/pages.ts'
import type { Unmet } from '#shared/quantities.ts'
import type { PricedLine, Sums } from './content.ts'
import { compareToFloor, type Floors } from './floors.ts'

/** The tenant's part of what orders are held for. */
export type HoldSettings = Pick<
  Tenant,
  'transferEnabled' | 'currencyCode' | 'timeZone' | 'holdFirstOrders' | 'heldStockHours' | 'floorPriceGroup'
>

/**
 * Of an account, and of the agent who orders for it, or whose order its customer amends: `maxDiscount` is null for the
 * office, which has no limit, and for new orders of customers, who give none.
 */
export type Terms = { hasLimit: boolean; whenOverdue: OverdueAction; maxDiscount: number | null }

/** Customers agree to prices; whoever sells may give discounts and settle quantities. */
export const isSeller = (user: User | undefined) => user !== undefined && user.roles[0] !== 'customer'

/** What the order does not keep: agreed quantities, and sizes' own minimums. */
export type Deviations = { unmet: Unmet[]; isBelowMinimum: boolean }

type Order = {
  user: User | undefined
  /** Who must not see the account that the tenant books their orders under. */
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
  /** Of an amended order that was accepted: what it was accepted with, and so is not held for again. */
  accepted?: { sums: Sums }
  /** Of an amended order: lines by variant whose discounts nobody waits for, with what was taken off all of them. */
  agreed?: { lines: ReadonlyMap<string, PricedLine>; discount: number }
  /** Of an amended order: lines by variant whose prices nobody waits for. */
  agreedPrices?: ReadonlyMap<string, PricedLine>
}

export function needsCredit(terms: Terms, settings: HoldSettings): boolean {
  const { hasLimit, whenOverdue } = terms
  return hasLimit || whenOverdue === 'hold' || whenOverdue === 'refuse' || settings.holdFirstOrders
}

/** Of accounts that need it, locked until the transaction ends; `besides`: orders that are changed. */
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
  const over = toMinor(amount.amount) - toMinor(available)
  return [
    ...(unknown === undefined ? [] : [{ kind: 'rate' as const, currency: unknown }]),
    ...(over > 0 ? [{ kind: 'limit' as const, amount: fromMinor(over), currency: currencyCode }] : []),
  ]
}

function quantityReasons({ user, deviations: { unmet, isBelowMinimum } }: Order): HoldReason[] {
  if (unmet.length === 0 && !isBelowMinimum) return []
  const maySettle = isSeller(user) && !isBelowMinimum && unmet.every(({ mayOverride }) => mayOverride)
  return maySettle ? [] : [{ kind: 'quantities' }]
}

/** Who decides about held orders. */
const isOffice = (user: User | undefined) => user !== undefined && mayOpen(pages.heldOrders, user)

/** A price was agreed for the quantity that had it. */
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

/** A discount was agreed for the quantity that had it, like a price. */
function discountReasons({ user, terms: { maxDiscount }, priced, discount, agreed }: Order): HoldReason[] {
  if (maxDiscount === null || isOffice(user)) return []
  const isAgreed = ({ variantId, qty, steps }: PricedLine) => {
    const before = agreed?.lines.get(variantId)
    return (
      before !== undefined && qty <= before.qty && off(steps, discount) <= off(before.steps, agreed?.discount)
    )
  }
  const percent = priced.reduce(
    (most, line) => (isAgreed(line) ? most : Math.max(most, off(line.steps, discount))),
    0,
  )
  return percent > maxDiscount ? [{ kind: 'discount', percent, maxPercent: maxDiscount }] : []
}

/** Percent off a line, with what is taken off all lines. */
const off = (steps: PricedLine['steps'], order?: number) => discountOf({ line: lineDiscountOf(steps), order })

/** With VAT where it is known: that is what will be owed. */
function moneyOf({ totals, taxes }: Sums) {
  return Array.from(totals, ([currency, minor]) => ({
    currency,
    amount: fromMinor(minor + (taxes.get(currency) ?? 0)),
  }))
}

function isLarger({ totals }: Sums, before: Sums): boolean {
  return [...totals].some(([currency, minor]) => minor > (before.totals.get(currency) ?? 0))
}

/** Takes an order that is about to be written from what the account may still order. */
export function takeFromCredit(credit: AccountCredit | undefined, sums: Sums, isHeld: boolean): void {
  if (!credit) return
  if (!isHeld) credit.hasOrdered = true
  if (credit.available === undefined) return
  const { amount } = convertFrom(moneyOf(sums), credit.currencyCode, credit.rates)
  credit.available = fromMinor(toMinor(credit.available) - toMinor(amount))
}

/** When a held order is cancelled. */
export function keepsUntil(now: Date, { heldStockHours }: HoldSettings): Date {
  return new Date(now.getTime() + heldStockHours * 3_600_000)
}
