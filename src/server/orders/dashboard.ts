import { reachOf } from '#server/customers/reach.ts'
import { prepared } from '#server/db/statement.ts'
import type { Call } from '#server/http.ts'
import type { Dashboard, getDashboard } from '#shared/orders.ts'

const since = (start: string) => `
  (select json_build_object(
     'orders', (select count(*) from visible where placed_at >= ${start}),
     'totals', coalesce((select json_agg(json_build_object('currency', currency_code, 'amount', amount / 100::float8)
                                         order by currency_code)
       from (select t.currency_code, sum(t.amount_minor) as amount
             from visible o join order_totals t on t.tenant_id = $1 and t.order_id = o.id
             where o.placed_at >= ${start} group by t.currency_code) summed), '[]'::json)))`

const read = prepared(`
  with visible as materialized (
    select o.id, o.placed_at from orders o join accounts a on a.tenant_id = $1 and a.id = o.account_id
    where o.tenant_id = $1 and o.state <> 'cancelled' and o.placed_at >= least($4, $5, $6::timestamptz)
      and ($2::uuid is null or a.agent_id = $2) and ($3::uuid is null or o.account_id = $3))
  select ${since('$4::timestamptz')} as today, ${since('$5::timestamptz')} as week, ${since('$6::timestamptz')} as month,
         (select count(*)::int from orders o join accounts a on a.tenant_id = $1 and a.id = o.account_id
          where o.tenant_id = $1 and o.state <> 'cancelled' and o.transferred_at is null
            and ($2::uuid is null or a.agent_id = $2) and ($3::uuid is null or o.account_id = $3)) as untransferred`)

/** Orders and totals per currency of the day, week and month that start at the instants given. */
export async function readDashboard(
  { tx, user }: Call<typeof getDashboard>,
  starts: { dayStart: string; weekStart: string; monthStart: string },
) {
  const reach = reachOf(user)
  const [row] = await tx.query<Dashboard>(
    read,
    reach.agentId,
    reach.accountId,
    starts.dayStart,
    starts.weekStart,
    starts.monthStart,
  )
  if (!row) throw new Error('The dashboard has no row')
  return { success: true as const, data: row }
}
