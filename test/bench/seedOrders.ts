import type { Connections } from '#server/db/connection.ts'
import { asSuperuser } from './seed.ts'

/**
 * Adds customers, and orders eleven minutes apart: every third season, every 29th cancelled, 95 % transferred. Writes
 * directly what placing them would write.
 */
export async function seedOrders(
  connections: Connections,
  tenantId: string,
  count: { orders: number; customers: number },
): Promise<void> {
  await asSuperuser(connections, async (client) => {
    await client.query(addCustomers, [tenantId, count.customers])
    await client.query(numberVariants, [tenantId])
    await client.query(numberCustomers, [tenantId])
    await client.query(drawOrders, [count.orders])
    for (const table of ['numbered_variants', 'numbered_customers', 'drawn'])
      await client.query(`analyze ${table}`)
    for (const text of [addKeys, addOrders, addTotals, addLines]) await client.query(text, [tenantId])
    await client.query('update tenant_counters set last_order_number = 1000000 where tenant_id = $1', [
      tenantId,
    ])
  })
}

const addCustomers = `
  insert into accounts (tenant_id, id, code, description, city, currency_code, price_group, agent_id, updated_at)
  select $1, uuidv7(), '200.' || n,
    (array['Yıldız', 'İnci', 'Çınar', 'Şahin', 'Öz', 'Gül', 'Ümit', 'Ege'])[1 + n % 8] || ' '
      || (array['Tekstil', 'Moda', 'Giyim', 'Mağazası', 'Butik'])[1 + n % 5] || ' ' || n,
    (array['İstanbul', 'Ankara', 'İzmir', 'Bursa'])[1 + n % 4], 'TRY', 'CB',
    (select id from agents where tenant_id = $1 order by id limit 1), now()
  from generate_series(1, $2::integer) n`

const numberVariants = `
  create temp table numbered_variants on commit drop as
  select v.id, v.product_id, p.brand_id, p.item_code, p.item_description, p.color_code, p.color_description, v.size, v.lot_code,
    v.lot_description, v.pieces_per_lot, v.barcode, row_number() over (order by v.id) as n
  from variants v join products p on p.tenant_id = $1 and p.id = v.product_id
  where v.tenant_id = $1 order by v.id limit 60000`

const numberCustomers = `
  create temp table numbered_customers on commit drop as
  select id, agent_id, row_number() over (order by id) as n from accounts where tenant_id = $1`

const drawOrders = `
  create temp table drawn on commit drop as
  select uuidv7() as id, uuidv7() as guid_key, n,
    1 + (n * 7919 % (select count(*) from numbered_customers)) as customer,
    now() - ($1::integer - n) * interval '11 minutes' as placed_at,
    1 + (n * 104729 % ((select count(*) from numbered_variants) - 6)) as variant
  from generate_series(1::bigint, $1::integer) n`

const addKeys = `
  insert into order_keys (tenant_id, guid_key, order_id, content_hash) select $1, guid_key, id, '\\x00' from drawn`

const addOrders = `
  insert into orders (tenant_id, id, number, guid_key, order_type, state, account_id, agent_id, placed_by, price_group,
    qty, placed_at, transferred_at, amount_minor, amount_currency, brand_ids)
  select $1, d.id, 5000 + d.n, d.guid_key, case when d.n % 3 = 0 then 'Season' else 'Rpt' end,
    case when d.n % 29 = 0 then 'cancelled' else 'placed' end, c.id, c.agent_id,
    (select id from users where tenant_id = $1 limit 1), 'CB', 18, d.placed_at,
    case when d.n % 29 <> 0 and d.n < (select count(*) from drawn) * 0.95 then d.placed_at + interval '1 hour' end,
    1000 + d.n * 7907 % 10000000, 'TRY', b.brand_ids
  from drawn d
  join numbered_customers c on c.n = d.customer
  join (
    select d.id, array_agg(distinct v.brand_id) as brand_ids
    from drawn d cross join generate_series(0, 5) line join numbered_variants v on v.n = d.variant + line
    group by d.id) b on b.id = d.id
  order by d.n`

const addTotals = `
  insert into order_totals (tenant_id, order_id, currency_code, amount_minor)
  select $1, o.id, 'TRY', o.amount_minor from drawn d join orders o on o.tenant_id = $1 and o.id = d.id
  order by d.n`

const addLines = `
  insert into order_lines (tenant_id, order_id, line_no, variant_id, qty, unit_price_minor, currency_code, item_code,
    item_description, color_code, color_description, size, lot_code, lot_description, pieces_per_lot, barcode, product_id)
  select $1, d.id, line + 1, v.id, 3, 1000, 'TRY', v.item_code, v.item_description, v.color_code,
    v.color_description, v.size, v.lot_code, v.lot_description, v.pieces_per_lot, v.barcode,
    v.product_id
  from drawn d cross join generate_series(0, 5) line join numbered_variants v on v.n = d.variant + line
  order by d.n, line`
