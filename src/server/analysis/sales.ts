import { collectValues } from '#server/db/values.ts'
import { verb } from '#server/http/http.ts'
import { getSales, type Sales, type Step, type Sums } from '#shared/analysis/analysis.ts'
import { addDays, daysBetween, startOf } from '#shared/clock.ts'
import { countedOrders, joinOrdersIn, spanOf, totalsJson } from './counted.ts'

type Range = { from: string; to: string }

/** By length of the range. */
function stepOf({ from, to }: Range): Step {
  const days = daysBetween(from, to)
  if (days <= 62) return 'day'
  return days <= 366 ? 'week' : 'month'
}

/** The start of the next day, week or month. */
function nextPart(day: string, step: Step): string {
  if (step === 'day') return addDays(day, 1)
  const date = new Date(`${day}T00:00:00Z`)
  if (step === 'week') return addDays(day, 7 - ((date.getUTCDay() + 6) % 7))
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)).toISOString().slice(0, 10)
}

export function partsOf(range: Range): { step: Step; parts: Range[] } {
  const step = stepOf(range)
  const parts: Range[] = []
  for (let from = range.from; from <= range.to; ) {
    const next = nextPart(from, step)
    const last = addDays(next, -1)
    parts.push({ from, to: last < range.to ? last : range.to })
    from = next
  }
  return { step, parts }
}

/** Per part and in all. */
export const readSales = verb(getSales, async ({ tx, user, tenant: { timeZone } }, range) => {
  const { step, parts } = partsOf(range)
  const values = collectValues()
  const starts = values.add(parts.map(({ from }) => startOf(from, timeZone)))
  const text = `
    with orders_in as materialized (
      select o.id, o.qty, width_bucket(o.placed_at, ${starts}::timestamptz[]) as part
      ${countedOrders(user, spanOf(range, timeZone), values)}),
    counted as (select part, count(*)::int as orders, sum(qty)::float8 as qty from orders_in group by part),
    amounts as materialized (
      select i.part, t.currency_code, sum(t.amount_minor) as amount
      from orders_in i ${joinOrdersIn('order_totals', 't')} group by 1, 2)
    select part, orders, qty, ${totalsJson('from amounts s where s.part = c.part')} as totals from counted c
    union all
    select null, coalesce(sum(orders), 0)::int, coalesce(sum(qty), 0),
           ${totalsJson('from (select currency_code, sum(amount) as amount from amounts group by 1) s')}
    from counted`
  const rows = await tx.query<Sums & { part: number | null }>({ text }, ...values.list)
  const found = new Map(rows.map(({ part, ...sums }) => [part, sums]))
  const sumsOf = (part: number | null): Sums => found.get(part) ?? { orders: 0, qty: 0, totals: [] }
  const data: Sales = {
    step,
    parts: parts.map((part, index) => ({ ...part, ...sumsOf(index + 1) })),
    all: sumsOf(null),
  }
  return data
})
