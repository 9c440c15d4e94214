import { isoTime } from '#server/db/isoTime.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { stateThat } from '#server/orders/stateSql.ts'
import type { Tenant } from '#server/tenancy/tenants.ts'
import { dayOf } from '#shared/clock.ts'
import type { Credit, OverdueAction } from '#shared/customers/credit.ts'
import { convertFrom, ratesTo } from '#shared/numbers/convert.ts'
import { fromMinor, minor, toMinor } from '#shared/numbers/money.ts'
import type { Money } from '#shared/orders/orders.ts'
import { isOpenOrder, overdueOf } from './owed.ts'

/** `hasOrdered`: an order of theirs has been accepted before. */
export type AccountCredit = Omit<Credit, 'rates'> & { accountId: string; hasOrdered: boolean; rates: Rates }

/** Units of the tenant's currency, `base`, for one of another. */
type Rates = { base: string; rates: { currency: string; rate: number }[] }

type Balance = { currency: string; balance: number; openOrders: number | null }
type Row = {
  accountId: string
  currencyCode: string
  limit: number | null
  whenOverdue: OverdueAction
  paymentTerms: string
  hasOrdered: boolean
  asOf: string | null
  balances: Balance[]
  overdue: Money[]
  ordered: Money[]
  rates: Rates['rates']
}

const lock = prepared(
  'select id from accounts where tenant_id = $1 and id = any ($2::uuid[]) order by id for no key update',
)

const read = prepared(`
  select a.id as "accountId", a.currency_code as "currencyCode", a.credit_limit as "limit",
         a.when_overdue as "whenOverdue", a.payment_terms as "paymentTerms", ${isoTime('x.as_of')} as "asOf",
         exists (select from orders o where o.tenant_id = $1 and o.account_id = a.id and ${stateThat('isSold')}
                 and o.id <> all ($3::uuid[])) as "hasOrdered", (
           select coalesce(json_agg(json_build_object('currency', b.currency_code, 'balance', b.balance,
             'openOrders', b.open_orders)), '[]')
           from account_balances b where b.tenant_id = $1 and b.account_id = a.id) as balances,
         ${overdueOf('a.id', '$4::date')} as overdue, (
           select coalesce(json_agg(json_build_object('currency', s.currency_code, 'amount', s.amount)), '[]')
           from (select t.currency_code, sum(t.amount_minor + coalesce(t.tax_minor, 0)) / 100::float8 as amount
                 from orders o join order_totals t on t.tenant_id = $1 and t.order_id = o.id
                 where o.tenant_id = $1 and o.account_id = a.id and o.id <> all ($3::uuid[])
                   and ${isOpenOrder('$5', 'x.as_of')}
                 group by t.currency_code) s) as ordered, (
           select coalesce(json_agg(json_build_object('currency', r.currency_code, 'rate', r.rate)), '[]')
           from exchange_rates r where r.tenant_id = $1 and r.base_code = $6) as rates
  from accounts a
  cross join lateral (
    select min(b.as_of) as as_of from account_balances b where b.tenant_id = $1 and b.account_id = a.id) x
  where a.tenant_id = $1 and a.id = any ($2::uuid[])`)

type Asked = {
  accountIds: string[]
  /** Not counted: orders that are changed. */
  besides?: string[]
  now: Date
  tenant: Pick<Tenant, 'transferEnabled' | 'currencyCode' | 'timeZone'>
  /** Until the transaction ends, so that orders cannot pass a limit together. */
  isLocked: boolean
}

/** What accounts may still order. Separate statement after the lock, so it sees orders committed while we waited. */
export async function creditOf(tx: Tx, asked: Asked): Promise<Map<string, AccountCredit>> {
  const { accountIds, besides = [], now, tenant, isLocked } = asked
  const { transferEnabled, currencyCode: base, timeZone } = tenant
  const [, rows] = await Promise.all([
    isLocked && tx.query(lock, accountIds),
    tx.query<Row>(read, accountIds, besides, dayOf(now, timeZone), transferEnabled, base),
  ])
  return new Map(rows.map((row) => [row.accountId, summed(row, base)]))
}

function summed({ balances, overdue, ordered, limit, rates: given, asOf, ...row }: Row, base: string) {
  const { currencyCode } = row
  const rates = { base, rates: given }
  const inOwn = (amounts: Money[]) => convertFrom(amounts, currencyCode, rates)
  const balance = inOwn(balances.map((one) => ({ currency: one.currency, amount: one.balance })))
  const known = balances.map(({ currency, openOrders }) => ({ currency, amount: openOrders ?? 0 }))
  const openOrders = inOwn([...ordered, ...known])
  const due = inOwn(overdue)
  const left =
    limit === null
      ? {}
      : {
          limit,
          available: fromMinor(minor(toMinor(limit) - toMinor(balance.amount) - toMinor(openOrders.amount))),
        }
  return {
    ...row,
    ...left,
    ...(asOf === null ? {} : { asOf }),
    balance: balance.amount,
    openOrders: openOrders.amount,
    overdue: due.amount,
    missing: [...new Set([...balance.missing, ...openOrders.missing, ...due.missing])],
    rates,
  }
}

/** As it is told to people. */
export function shownCredit({
  accountId: _id,
  hasOrdered: _ordered,
  rates,
  ...credit
}: AccountCredit): Credit {
  return { ...credit, rates: [...ratesTo(credit.currencyCode, rates)] }
}
