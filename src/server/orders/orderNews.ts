import { reachOf } from '#server/customers/reach.ts'
import { unprepared } from '#server/db/statement.ts'
import { collectValues } from '#server/db/values.ts'
import { verb } from '#server/http.ts'
import { getOrderNews, maxOrderNews, type OrderNews } from '#shared/officeOrders.ts'
import { orderRows, reachConditions } from './orderRows.ts'

/**
 * What changed in the user's orders since their last call. Cheap enough for polling: without changes it reads one row
 * and the end of an index.
 */
export const readOrderNews = verb(getOrderNews, async ({ tx, user }, { since }) => {
  const values = collectValues()
  const version = values.add(since?.version ?? Number.MAX_SAFE_INTEGER)
  const lastNumber = values.add(since?.lastNumber ?? Number.MAX_SAFE_INTEGER)
  const where = [...reachConditions(reachOf(user), values), `o.change_no > ${version}`].join(' and ')
  const [news] = await tx.query<OrderNews>(
    unprepared(`
  with shown as materialized (
    select id, row_number() over () as position from (
      select o.id from orders o where ${where} order by o.change_no desc, o.id limit ${maxOrderNews}) newest)
  select c.order_version::float8 as version, c.last_order_number::float8 as "lastNumber",
         coalesce((select json_agg(r.item order by r.position) from (${orderRows(user)}) r), '[]'::json) as rows,
         (select count(*)::int from orders o where ${where} and o.number > ${lastNumber}) as added
  from tenant_counters c where c.tenant_id = $1`),
    ...values.list,
  )
  if (!news) throw new Error('The tenant has no counters')
  return news
})
