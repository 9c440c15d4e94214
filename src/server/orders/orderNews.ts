import { reachOf } from '#server/customers/reach.ts'
import { isoTime } from '#server/db/isoTime.ts'
import { unprepared } from '#server/db/statement.ts'
import { collectValues } from '#server/db/values.ts'
import { verb } from '#server/http/http.ts'
import { getOrderNews, maxOrderNews, type OrderNews } from '#shared/orders/officeOrders.ts'
import { orderRows, reachConditions } from './orderRows.ts'

type NewsRow = Omit<OrderNews, 'returned'> & { returned: OrderNews['returned'] | null }

/**
 * What changed in the user's orders since their last call, which of them wait for the user's answer, and how much news
 * is unread. Cheap enough for polling: without changes it reads one row, the end of an index, and two small indexes.
 */
export const readOrderNews = verb(getOrderNews, async ({ tx, user }, { since }) => {
  const values = collectValues()
  const version = values.add(since?.version ?? Number.MAX_SAFE_INTEGER)
  const lastNumber = values.add(since?.lastNumber ?? Number.MAX_SAFE_INTEGER)
  const reach = reachOf(user)
  const isReached = reachConditions(reach, values).join(' and ')
  const where = `${isReached} and o.change_no > ${version}`
  const isOffice = reach.agentId === null && reach.accountId === null
  const [news] = await tx.query<NewsRow>(
    unprepared(`
  with shown as materialized (
    select id, row_number() over () as position from (
      select o.id from orders o where ${where} order by o.change_no desc, o.id limit ${maxOrderNews}) newest)
  select c.order_version::float8 as version, c.last_order_number::float8 as "lastNumber",
         coalesce((select json_agg(r.item order by r.position) from (${orderRows(user)}) r), '[]'::json) as rows,
         (select count(*)::int from orders o where ${where} and o.number > ${lastNumber}) as added,
         (select count(*)::int from news n where n.tenant_id = $1 and n.user_id = ${values.add(user.id)} and n.read_at is null) as unread,
         ${isOffice ? 'null::json' : returnedJson(isReached)} as returned
  from tenant_counters c where c.tenant_id = $1`),
    ...values.list,
  )
  if (!news) throw new Error('The tenant has no counters')
  const { returned, ...changed } = news
  return { ...changed, ...(returned ? { returned } : {}) }
})

/** SQL: how many orders were returned to the customer, and when the first of them is cancelled; null for none. */
const returnedJson = (isReached: string) => `(
    select json_build_object('count', count(*), 'keepsUntil', ${isoTime('min(h.keeps_until)')})
    from orders o join order_holds h on h.tenant_id = $1 and h.order_id = o.id
    where ${isReached} and o.state = 'returned' having count(*) > 0)`
