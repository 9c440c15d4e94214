import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { Leg } from './interleave.ts'
import { type PgbenchOptions, scriptLeg } from './pgbench.ts'
import type { Shop } from './seed.ts'

const table = 'bench_ideal_variants'

/**
 * The least that an order on these tables can be: one statement, in a transaction of its own, takes the stock, a number
 * and the key that keeps it from being placed twice, and writes order, lines and total, at the price it is told. Nothing is
 * read for it or checked, and nobody hears of it. The tables have their keys, indexes and policies.
 */
export async function idealOrderLeg(
  { tenantId, account, variants }: Shop,
  lines: number,
  options: PgbenchOptions,
): Promise<Leg> {
  const client = new pg.Client(options.connections.owner)
  await client.connect()
  try {
    await client.query(`drop table if exists ${table}`)
    await client.query(`create table ${table} (n integer primary key, id uuid not null)`)
    await client.query(`grant select on ${table} to public`)
    await client.query(
      `insert into ${table} (n, id) select n, id from unnest($1::uuid[]) with ordinality v (id, n)`,
      [variants.map(({ id }) => id)],
    )
    await client.query(`vacuum analyze ${table}`)
  } finally {
    await client.end()
  }
  const file = join(options.folder, `ideal-${lines}.sql`)
  await writeFile(file, script(tenantId, account, variants.length - lines, lines))
  return scriptLeg(['-f', file], options)
}

const script = (tenantId: string, account: string, last: number, lines: number) => `\\set n random(1, ${last})
\\startpipeline
begin;
set local app.tenant_id = '${tenantId}';
with wanted as materialized (
  select v.id, v.product_id, v.size, v.lot_code, v.lot_description, v.pieces_per_lot, v.barcode,
         row_number() over (order by v.id)::integer as line_no
  from ${table} i join variants v on v.tenant_id = '${tenantId}' and v.id = i.id
  where i.n between :n and :n + ${lines - 1}
), taken as (
  update variants v set inventory = v.inventory - 1 from wanted w
  where v.tenant_id = '${tenantId}' and v.id = w.id and v.inventory >= 1 returning v.id
), counted as (
  update tenant_counters set last_order_number = last_order_number + 1, order_version = order_version + 1
  where tenant_id = '${tenantId}' and (select count(*) from taken) = ${lines}
  returning last_order_number as number, order_version as change_no
), made as materialized (select uuidv7() as id, uuidv7() as guid_key
), keyed as (
  insert into order_keys (tenant_id, guid_key, order_id, content_hash)
  select '${tenantId}', guid_key, id, sha256('') from made
), ordered as (
  insert into orders (tenant_id, id, number, guid_key, order_type, state, account_id, agent_id, placed_by, price_group, qty,
                      placed_at, change_no, amount_minor, amount_currency, brand_ids)
  select '${tenantId}', m.id, c.number, m.guid_key, 'Rpt', 'placed', a.id, a.agent_id, u.id, a.price_group, ${lines}, now(),
         c.change_no, ${lines * 1000}, 'TRY', '{}'
  from made m, counted c, accounts a, users u
  where a.tenant_id = '${tenantId}' and a.code = '${account}' and u.tenant_id = '${tenantId}' and u.account_id = a.id
), lined as (
  insert into order_lines (tenant_id, order_id, line_no, variant_id, qty, unit_price_minor, currency_code, item_code,
                           item_description, color_code, color_description, size, lot_code, lot_description,
                           pieces_per_lot, barcode, product_id, list_price_minor)
  select '${tenantId}', m.id, w.line_no, w.id, 1, 1000, 'TRY', p.item_code, p.item_description, p.color_code,
         p.color_description, w.size, w.lot_code, w.lot_description, w.pieces_per_lot, w.barcode, w.product_id, 1000
  from made m, wanted w join products p on p.tenant_id = '${tenantId}' and p.id = w.product_id
)
insert into order_totals (tenant_id, order_id, currency_code, amount_minor)
select '${tenantId}', id, 'TRY', ${lines * 1000} from made;
commit;
\\endpipeline
`
