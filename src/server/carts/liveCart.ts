import { createHash } from 'node:crypto'
import { z } from 'zod'
import { prepared } from '#server/db/statement.ts'
import { verb } from '#server/http/http.ts'
import { id, orderType } from '#shared/endpoint.ts'
import { getLogCart, postLogCart, type StoredCart } from '#shared/orders/carts.ts'
import { sumsOf } from './sums.ts'

/** The contract's headers cartKey and orderType, in lower case as by node. */
const cartHeaders = z.object({ cartkey: id.optional(), ordertype: orderType.default('Rpt') })

/** Shorter absences count as online, in seconds. */
const minAbsenceSeconds = 60
const lifetimeMs = 30 * 24 * 3_600_000

// Unchanged lines are written back as stored, so that large ones are not rewritten.
const upsertCart = prepared(`
  insert into live_carts as known (tenant_id, user_id, session_id, account_id, guid_key, order_type, lines, qty, totals,
                                   quantities_hash, lines_hash, changed_at, online_since, seen_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12, $12)
  on conflict (tenant_id, user_id, session_id) do update
    set account_id = excluded.account_id, guid_key = excluded.guid_key, order_type = excluded.order_type,
        lines = case when known.lines_hash = excluded.lines_hash then known.lines else excluded.lines end,
        qty = excluded.qty, totals = excluded.totals,
        quantities_hash = excluded.quantities_hash, lines_hash = excluded.lines_hash,
        changed_at = case when known.quantities_hash = excluded.quantities_hash then known.changed_at
                          else excluded.changed_at end,
        online_since = case when known.seen_at >= $13 then known.online_since else excluded.online_since end,
        seen_at = greatest(known.seen_at, excluded.seen_at)
  returning online_since = $12 as "hasJustCome"`)
const forgetOld = prepared('delete from live_carts where tenant_id = $1 and seen_at < $2')

/**
 * Stores a customer's cart of this session and that they are online; ignores other roles. Deletes carts unseen for
 * thirty days.
 */
export const keepLiveCart = verb(postLogCart, async ({ tx, user, tenant, now, request }, lines) => {
  if (user.roles[0] !== 'customer' || !user.account) return
  const headers = cartHeaders.parse(request.headers)
  const { qty, totals } = sumsOf(lines)
  const absenceMs = Math.max(2 * tenant.onlineExpire, minAbsenceSeconds) * 1000
  const [stored] = await tx.query<{ hasJustCome: boolean }>(
    upsertCart,
    user.id,
    user.sessionId,
    user.account.id,
    headers.cartkey ?? null,
    headers.ordertype,
    JSON.stringify(lines),
    qty,
    JSON.stringify(totals),
    hashOf(lines.map((line) => `${line.productId} ${line.qty}`).toSorted()),
    hashOf(lines.map((line) => [line.productId, line.qty, line.currency, line.unitPrice])),
    now,
    new Date(now.getTime() - absenceMs),
  )
  if (stored?.hasJustCome) await tx.query(forgetOld, new Date(now.getTime() - lifetimeMs))
})

const hashOf = (content: unknown[]) => createHash('sha256').update(JSON.stringify(content)).digest()

const findCart = prepared(`
  select json_strip_nulls(json_build_object(
    'guidKey', c.guid_key, 'orderType', c.order_type,
    'changedAt', to_char(c.changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'lines', (select json_agg(json_build_object('productId', l.line->'productId', 'qty', l.line->'qty') order by l.position)
              from jsonb_array_elements(c.lines) with ordinality l (line, position)))) as cart
  from live_carts c
  where c.tenant_id = $1 and c.user_id = $2 and c.account_id = $4 and c.qty > 0
    and (c.session_id <> $3 or c.guid_key is distinct from $5::uuid)
    and not exists (select from order_keys k where k.tenant_id = $1 and k.guid_key = c.guid_key)
  order by c.changed_at desc, c.session_id limit 1`)

/**
 * The newest cart of another session, or one that this browser lost. Null if there is none, for placed orders and for
 * other roles.
 */
export const readLiveCart = verb(getLogCart, async ({ tx, user }, { guidKey }) => {
  if (user.roles[0] !== 'customer' || !user.account) return null
  const [found] = await tx.query<{ cart: StoredCart }>(
    findCart,
    user.id,
    user.sessionId,
    user.account.id,
    guidKey ?? null,
  )
  return found?.cart ?? null
})
