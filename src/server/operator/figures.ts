import { prepared } from '#server/db/statement.ts'
import type { Database } from '#server/db/tenant.ts'
import type { JobHandler } from '#server/jobs/jobs.ts'

/** Tables that hold nearly all of a tenant; the rest is rounding. */
const large = [
  'products',
  'variants',
  'prices',
  'product_images',
  'orders',
  'order_lines',
  'order_totals',
  'order_mails',
  'order_transfers',
  'transfer_attempts',
  'changes',
  'catalogue_changes',
  'search_words',
  'search_endings',
  'accounts',
]

/** With its indexes, as large as the table's rows are on average. */
const countRows = prepared(`
  select sum(count)::float8 as rows, coalesce(sum(count * width), 0)::float8 as bytes from (
    ${large
      .map(
        (table) => `select (select count(*) from ${table} where tenant_id = $1) as count,
      (select pg_total_relation_size(oid) / greatest(reltuples, 1) from pg_class where oid = '${table}'::regclass) as width`,
      )
      .join('\n    union all ')}) counts`)

const writeFigures = prepared(`
  insert into tenant_figures as f (
    tenant_id, rows, bytes, products, variants, photos, users, orders, counted_at, last_order_at)
  select $1, $2, $3,
    (select count(*) from products where tenant_id = $1), (select count(*) from variants where tenant_id = $1),
    (select count(distinct content_hash) from product_images where tenant_id = $1),
    (select count(*) from users where tenant_id = $1 and deleted_at is null),
    (select count(*) from orders where tenant_id = $1), now(),
    (select max(placed_at) from orders where tenant_id = $1)
  on conflict (tenant_id) do update set
    rows = excluded.rows, bytes = excluded.bytes, products = excluded.products, variants = excluded.variants,
    photos = excluded.photos, users = excluded.users, orders = excluded.orders, counted_at = excluded.counted_at,
    last_order_at = greatest(f.last_order_at, excluded.last_order_at)`)

/** Counts how large a tenant is, for the operator. */
export function figuresJob({ database }: { database: Database }): JobHandler {
  return async ({ tenantId }) => {
    const [counted] = await database.inTenant(tenantId, 'read', (tx) =>
      tx.query<{ rows: number; bytes: number }>(countRows),
    )
    await database.inTenant(tenantId, 'write', (tx) =>
      tx.last(writeFigures, Math.round(counted?.rows ?? 0), Math.round(counted?.bytes ?? 0)),
    )
    return undefined
  }
}
