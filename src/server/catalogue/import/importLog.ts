import { type Actor, recordChange } from '#server/changes/record.ts'
import { newId } from '#server/db/newId.ts'
import { type Statement, unprepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import type { ImportReport } from '#server/tableFiles/report.ts'

type Priced = {
  /** SQL: rows with variant_id and price_group. */
  rows: string
  /** SQL for such a row c, with its stored price r. */
  isRemoved: string
  amount: string
  currency: string
  condition?: string
}

/**
 * Logs price changes while variants are locked and old prices still stored. $3 to $5: who; $6: an id whose last eight
 * digits become the row number (distributed engines refuse random ids here), descending because the log shows the newest
 * first.
 */
const recordPrices = ({ rows, isRemoved, amount, currency, condition = 'true' }: Priced) =>
  unprepared(`insert into changes
    (tenant_id, id, at, user_id, user_name, address, subject, subject_id, subject_name, action, before, after)
  select $1, (left($6::text, 28) || lpad(to_hex(row_number() over (
      order by p.item_code desc, p.color_code desc, v.sort_order desc, v.id, c.price_group desc)), 8, '0'))::uuid,
    $2::timestamptz, $3::uuid, $4::text, $5::text, 'price', v.id,
    concat_ws(' ', p.item_code, nullif(p.color_code, ''), v.size || v.lot_code, c.price_group),
    case when ${isRemoved} then 'deleted' when r.variant_id is null then 'added' else 'changed' end,
    case when r.variant_id is not null then
      jsonb_build_object('price', (r.amount_minor / 100.0)::numeric(20, 2), 'currency', r.currency_code) end,
    case when not ${isRemoved} then
      jsonb_build_object('price', (${amount} / 100.0)::numeric(20, 2), 'currency', ${currency}) end
  from ${rows} c
  join variants v on v.tenant_id = $1 and v.id = c.variant_id
  join products p on p.tenant_id = $1 and p.id = v.product_id
  left join prices r on r.tenant_id = $1 and r.variant_id = c.variant_id and r.price_group = c.price_group
  where ${condition}`)

const wantedCurrency = 'coalesce(c.currency_code, r.currency_code, $7::text)'
/** Logs imported prices, without those of new variants. */
const recordImported = recordPrices({
  rows: `(select c.* from import_price_change c
    join import_variant_change n on n.id = c.variant_id and not n.is_new where c.action <> 'unchanged')`,
  isRemoved: `(c.action = 'removed')`,
  amount: 'c.amount_minor',
  currency: wantedCurrency,
  condition: `case when c.action = 'removed' then r.variant_id is not null
    else (c.amount_minor, ${wantedCurrency}) is distinct from (r.amount_minor, r.currency_code) end`,
})

/** `currencyCode`: default for new prices. */
export function priceLogStep(actor: Actor, at: Date, currencyCode: string): [Statement, ...unknown[]] {
  return [recordImported, at, actor.userId, actor.name, actor.address, newId(), currencyCode]
}

/** The same for prices restored by an undo, from undo_variant. */
const recordUndone = recordPrices({
  rows: `(
    select u.id as variant_id, substr(k, length('price') + 1) as price_group, u.put->k as price
    from undo_variant u cross join lateral jsonb_object_keys(u.put) k where k like 'price%')`,
  isRemoved: `(c.price = 'null')`,
  amount: `(c.price->>'amount')::bigint`,
  currency: `c.price->'currency'`,
})

export function undonePriceLogStep(actor: Actor, at: Date): [Statement, ...unknown[]] {
  return [recordUndone, at, actor.userId, actor.name, actor.address, newId()]
}

const kinds = ['products', 'variants', 'prices', 'images', 'texts'] as const
type Counted = Pick<ImportReport, 'rows' | (typeof kinds)[number] | 'brandsAdded' | 'categoriesAdded'>

/** Logs an import with its non-zero counts, if any. */
export async function recordImport(
  tx: Tx,
  actor: Actor,
  at: Date,
  { file, rows, ...counted }: Counted & { file: string },
): Promise<void> {
  const { brandsAdded, categoriesAdded } = counted
  const counts = {
    ...Object.fromEntries(
      kinds.flatMap((kind) => [
        [`${kind}Added`, counted[kind].added],
        [`${kind}Changed`, counted[kind].changed],
      ]),
    ),
    brandsAdded,
    categoriesAdded,
  }
  const some = Object.entries(counts).filter(([, count]) => count > 0)
  if (some.length === 0) return
  await recordChange(tx, actor, at, {
    subject: 'catalogue',
    subjectName: file,
    action: 'imported',
    after: { rows, ...Object.fromEntries(some) },
  })
}
