import { joinLivingAgent } from '#server/customers/account.ts'
import { collectValues } from '#server/db/values.ts'
import { verb } from '#server/http/http.ts'
import { getQuietCustomers, type QuietCustomer } from '#shared/analysis/analysis.ts'
import { habitDays } from '#shared/analysis/analysisRules.ts'
import { addDays, dayOf, startOf } from '#shared/clock.ts'
import { countedOrders } from './counted.ts'

/**
 * Customers who ordered on at least three days in a year, and not for twice their usual interval (and `days`).
 * Without those who may not order.
 */
export const readQuietCustomers = verb(getQuietCustomers, async ({ tx, user, tenant, now }, asked) => {
  const values = collectValues()
  const { timeZone } = tenant
  const since = addDays(dayOf(now, timeZone), 1 - habitDays)
  // Numbered from 1.
  const days = Array.from({ length: habitDays }, (_, index) => startOf(addDays(since, index), timeZone))
  const day = `width_bucket(o.placed_at, ${values.add(days)}::timestamptz[])`
  const text = `
    with habits as (
      select account_id, sum(orders)::int as orders, max(day) as last_day,
             (max(day) - min(day))::float8 / nullif(count(*) - 1, 0) as usual
      from (select o.account_id, ${day} as day, count(*) as orders
            ${countedOrders(user, { from: startOf(since, timeZone), until: now }, values)} group by 1, 2) o
      group by 1 having count(*) >= 3),
    quiet as materialized (
      select a.code, a.description, coalesce(g.name, '') as agent, h.*,
             ${habitDays} - h.last_day as days,
             row_number() over (order by h.orders desc, h.last_day, a.code) as position
      from habits h
      join accounts a on a.tenant_id = $1 and a.id = h.account_id and a.deleted_at is null and not a.is_blocked
                     and a.code <> ${values.add(tenant.guestAccountCode)}
      ${joinLivingAgent}
      where ${habitDays} - h.last_day >= greatest(2 * h.usual, ${values.add(asked.days)}::integer))
    select coalesce((
             select json_agg(json_build_object(
               'currAccCode', code, 'currAccDescription', description, 'salesPerson', agent, 'lastDay', ${values.add(since)}::date + last_day - 1,
               'days', days, 'usualDays', greatest(1, round(usual)), 'orders', orders) order by position)
             from quiet where position <= ${values.add(asked.limit)}), '[]'::json) as items,
           (select count(*)::int from quiet) as total`
  const [row] = await tx.query<{ items: QuietCustomer[]; total: number }>({ text }, ...values.list)
  return { since, ...(row ?? { items: [], total: 0 }) }
})
