import { reachOf } from '#server/customers/reach.ts'
import { isoTime } from '#server/db/isoTime.ts'
import { readPage } from '#server/db/listPage.ts'
import { containsWords } from '#server/db/search.ts'
import { prepared } from '#server/db/statement.ts'
import { collectValues, type Values } from '#server/db/values.ts'
import { verb } from '#server/http/http.ts'
import {
  type ErpLinkShown,
  type ErpState,
  getErpLink,
  getOrderTransfer,
  getTransfers,
  type Transfer,
  type TransferAttempt,
  type TransferFilter,
} from '#shared/erp/erp.ts'
import { Refusal } from '#shared/errors.ts'
import { linkJoins, waitReason } from './waitReason.ts'

const readLink = prepared(`
  select kind, settings, secret is not null as "hasSecret", is_automatic as "isAutomatic", is_paused as "isPaused", version
  from erp_links where tenant_id = $1`)

const readState = prepared(`
  select json_strip_nulls(json_build_object(
    'condition', case when s.failing_since is not null then coalesce(nullif(s.error_class, ''), 'down')
      when s.last_success_at is not null then 'up' else 'idle' end,
    'error', coalesce(s.error, ''), 'failingSince', ${isoTime('s.failing_since')},
    'nextTryAt', case when s.failing_since is not null
      then ${isoTime(`nullif(greatest(s.next_try_at, $3::timestamptz), 'infinity')`)} end,
    'lastSuccessAt', ${isoTime('s.last_success_at')}, 'agentSeenAt', ${isoTime('s.agent_seen_at')},
    'oldestAt', ${isoTime('counts.oldest_at')}, 'waiting', counts.waiting, 'uncertain', counts.uncertain,
    'dead', counts.dead, 'held', counts.held,
    'sent', (select count(*) from order_transfers where tenant_id = $1 and state = 'sent' and settled_at > $2),
    'refusals', coalesce((
      select json_agg(json_build_object('error', error, 'count', count) order by count desc, error) from (
        select error, count(*) as count from order_transfers where tenant_id = $1 and state = 'dead'
        group by error order by count(*) desc, error limit 10) refused), '[]'))) as item
  from (select count(*) filter (where state in ('pending', 'sending')) as waiting,
               min(requested_at) filter (where state in ('pending', 'sending')) as oldest_at,
               count(*) filter (where may_exist) as uncertain,
               count(*) filter (where state = 'dead') as dead,
               count(*) filter (where state = 'held') as held
        from order_transfers where tenant_id = $1 and state <> 'sent') counts
  left join erp_states s on s.tenant_id = $1`)

const dayMs = 24 * 60 * 60_000

export const readErpLink = verb(getErpLink, async ({ tx, now }) => {
  const [[link], [state]] = await Promise.all([
    tx.query<ErpLinkShown>(readLink),
    tx.query<{ item: ErpState }>(readState, new Date(now.getTime() - dayMs), now),
  ])
  if (!state) throw new Error('Counting found nothing')
  return { ...(link ? { link } : {}), state: state.item }
})

const transferItem = `
  json_strip_nulls(json_build_object(
    'orderId', o.id, 'orderNumber', o.number::text, 'customer', a.description, 'state', q.state,
    'heldBecause', q.held_because, 'requestedAt', ${isoTime('q.requested_at')}, 'attempts', q.attempts,
    'mayExist', q.may_exist,
    'waitsFor', case when q.state = 'pending' then ${waitReason} end, 'errorClass', q.error_class, 'error', q.error, 'erpNumber', q.erp_number,
    'made', (select string_agg(distinct made.value, ', ') from jsonb_each_text(q.made) made),
    'settledAt', ${isoTime('q.settled_at')}))`
const transferJoins = `
  join orders o on o.tenant_id = $1 and o.id = q.order_id
  join accounts a on a.tenant_id = $1 and a.id = o.account_id ${linkJoins}`

export const listTransfers = verb(getTransfers, ({ tx, now }, filter) => {
  const values = collectValues()
  const conditions = ['q.tenant_id = $1']
  if (filter.state) conditions.push(stateCondition(filter.state, values, now))
  if (filter.errorClass) conditions.push(`q.error_class = ${values.add(filter.errorClass)}`)
  if (filter.text) conditions.push(textCondition(filter.text, values))
  const isSent = filter.state === 'sent' || filter.state === 'sentLately'
  const isOldestFirst = filter.state !== undefined && !isSent
  return readPage<Transfer>(
    tx,
    {
      matched: `
        select q.order_id as id, ${isSent ? 'q.settled_at' : 'q.requested_at'} as key, q.order_id as tie
        from order_transfers q where ${conditions.join(' and ')}`,
      rows: `
        select shown.position, ${transferItem} as item from shown
        join order_transfers q on q.tenant_id = $1 and q.order_id = shown.id ${transferJoins}`,
      values,
    },
    { ...filter, order: isOldestFirst ? 'asc' : 'desc' },
  )
})

function stateCondition(state: TransferFilter, values: Values, now: Date): string {
  if (state === 'waiting') return `q.state in ('pending', 'sending')`
  if (state === 'uncertain') return `q.state <> 'sent' and q.may_exist`
  if (state !== 'sentLately') return `q.state = ${values.add(state)}`
  return `q.state = 'sent' and q.settled_at > ${values.add(new Date(now.getTime() - dayMs))}`
}

function textCondition(text: string, values: Values): string {
  const number = values.add(`${text}%`)
  return `q.order_id in (
    select o.id from orders o join accounts a on a.tenant_id = $1 and a.id = o.account_id
    where o.tenant_id = $1 and (o.number::text like ${number} or ${containsWords('a.search_text', text, values)}))`
}

const readOrder = prepared(`
  select ${transferItem} as item from order_transfers q ${transferJoins} where q.tenant_id = $1 and q.order_id = $2`)
const mayRead = prepared(`
  select from orders o join accounts a on a.tenant_id = $1 and a.id = o.account_id
  where o.tenant_id = $1 and o.id = $2
    and ($3::uuid is null or a.agent_id = $3) and ($4::uuid is null or o.account_id = $4)`)
const readAttempts = prepared(`
  select json_strip_nulls(json_build_object('attempt', attempt, 'startedAt', ${isoTime('started_at')},
           'endedAt', ${isoTime('ended_at')}, 'orderVersion', order_version, 'outcome', outcome, 'error', error, 'raw', raw,
           'erpNumber', erp_number)) as item
  from transfer_attempts where tenant_id = $1 and order_id = $2 order by attempt desc limit 200`)

/** With its last 200 attempts. Refuses with `notFound`. */
export const readOrderTransfer = verb(getOrderTransfer, async ({ tx, user }, { id }) => {
  const { agentId, accountId } = reachOf(user)
  const [reached, [transfer], attempts] = await Promise.all([
    tx.query(mayRead, id, agentId, accountId),
    tx.query<{ item: Transfer }>(readOrder, id),
    tx.query<{ item: TransferAttempt }>(readAttempts, id),
  ])
  if (reached.length === 0) throw new Refusal('notFound')
  return { ...(transfer ? { transfer: transfer.item } : {}), attempts: attempts.map(({ item }) => item) }
})
