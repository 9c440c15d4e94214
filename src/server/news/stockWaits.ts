import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { verb } from '#server/http/http.ts'
import { requestJobs } from '#server/jobs/jobs.ts'
import { Refusal } from '#shared/errors.ts'
import { getStockWaits, maxStockWaits, setStockWaits } from '#shared/news/news.ts'
import { replacesOlder, waysOf } from './tell.ts'

/** How often stock is looked at while somebody waits: it changes in many ways. */
export const lookEveryMs = 2 * 60_000

const read = prepared(`
  select w.variant_id as id from stock_waits w
  join variants v on v.tenant_id = $1 and v.id = w.variant_id
  join products p on p.tenant_id = $1 and p.id = v.product_id
  where w.tenant_id = $1 and w.user_id = $2 and p.item_code = $3`)

export const listStockWaits = verb(getStockWaits, async ({ tx, user }, { itemCode }) => {
  const rows = await tx.query<{ id: string }>(read, user.id, itemCode)
  return rows.map(({ id }) => id)
})

const findVariants = prepared('select id from variants where tenant_id = $1 and id = any ($2::uuid[])')
const add = prepared(`
  insert into stock_waits (tenant_id, user_id, variant_id, noted_at)
  select $1, $2, v.id, $4::timestamptz from unnest($3::uuid[]) v (id)
  on conflict (tenant_id, user_id, variant_id) do nothing`)
/** Keeps the newest. */
const removeOldest = prepared(`
  delete from stock_waits where tenant_id = $1 and user_id = $2 and variant_id in (
    select variant_id from stock_waits where tenant_id = $1 and user_id = $2
    order by noted_at desc, variant_id offset ${maxStockWaits})`)
const remove = prepared(`
  delete from stock_waits where tenant_id = $1 and user_id = $2 and variant_id = any ($3::uuid[])`)

export const writeStockWaits = verb(setStockWaits, async ({ tx, user, now }, { productIds, isWaiting }) => {
  const ids = [...new Set(productIds)]
  if ((await tx.query(findVariants, ids)).length !== ids.length) throw new Refusal('notFound')
  if (!isWaiting) {
    await tx.query(remove, user.id, ids)
    return
  }
  await tx.query(add, user.id, ids, now)
  await Promise.all([
    tx.query(removeOldest, user.id),
    requestJobs(tx, undefined, ['news'], new Date(now.getTime() + lookEveryMs)),
  ])
})

// Nobody is told of what the shop does not show them.
const noteArrived = prepared(`
  with arrived as (
    delete from stock_waits w using variants v, products p, brands b, categories c, users u
    where w.tenant_id = $1 and u.tenant_id = $1 and u.id = w.user_id and v.tenant_id = $1 and v.id = w.variant_id and v.inventory > 0 and v.is_active
      and p.tenant_id = $1 and p.id = v.product_id and p.is_active and p.deleted_at is null
      and b.tenant_id = $1 and b.id = p.brand_id and b.is_active
      and c.tenant_id = $1 and c.id = p.category_id and c.is_active
      and not exists (
        select from excluded_brands x where x.tenant_id = $1 and x.account_id = u.account_id and x.brand_id = p.brand_id)
    returning w.user_id, p.id as product_id, v.size || v.lot_code as size, v.sort_order)
  insert into news (tenant_id, user_id, subject_id, kind, sizes, noted_at, unsent, next_attempt_at)
  select $1, t.user_id, t.product_id, 'backInStock', t.sizes, $2, ${waysOf('u', 'stock')}, $2
  from (select user_id, product_id, array_agg(size order by sort_order, size) as sizes
        from arrived group by user_id, product_id) t
  join users u on u.tenant_id = $1 and u.id = t.user_id
  ${replacesOlder}`)
const anyWaits = prepared('select from stock_waits where tenant_id = $1 limit 1')

/** Turns waits for what is in stock again into news. Answers whether others still wait. */
export async function noteBackInStock(tx: Tx, now: Date): Promise<boolean> {
  await tx.query(noteArrived, now)
  return (await tx.query(anyWaits)).length > 0
}
