import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { raiseCatalogue } from '#server/db/versions.ts'

/** Negative returns stock. */
export type StockChange = { variantId: string; qty: number }

/** `turn`: change of the product's variants in stock. */
type StockTurn = { productId: string; turn: -1 | 0 | 1 }

// Lock order, to prevent deadlocks: the changed row itself (order, import run), products by id, variants by id, what
// these refer to, the tenant's counter last. Products are locked although seldom written: locking them after variants
// could deadlock. See docs/decisions, 24.
const lockProducts = prepared(`
  select id from products where tenant_id = $1 and id in (
    select product_id from variants where tenant_id = $1 and id = any ($2::uuid[])) order by id for no key update`)
const lockVariants = prepared(
  `select id, inventory from variants where tenant_id = $1 and id = any ($2::uuid[]) order by id for no key update`,
)

/** Returns the stock by variant. */
export async function lockStock(tx: Tx, variantIds: string[]): Promise<Map<string, number>> {
  const [, rows] = await Promise.all([
    tx.query(lockProducts, variantIds),
    tx.query<{ id: string; inventory: number }>(lockVariants, variantIds),
  ])
  return new Map(rows.map(({ id, inventory }) => [id, inventory]))
}

const decrement = prepared(`
  update variants v set inventory = v.inventory - t.qty
  from unnest($2::uuid[], $3::integer[]) t (id, qty)
  where v.tenant_id = $1 and v.id = t.id and v.inventory >= t.qty
  returning v.product_id as "productId", case when not v.is_active then 0
    else (v.inventory > 0)::integer - (v.inventory + t.qty > 0)::integer end as turn`)

/** The rows must be locked and checked. */
export async function takeStock(tx: Tx, taken: StockChange[]): Promise<void> {
  const ids = taken.map(({ variantId }) => variantId)
  const quantities = taken.map(({ qty }) => qty)
  const changed = await tx.query<StockTurn>(decrement, ids, quantities)
  if (changed.length !== taken.length) throw new Error('Locked stock changed under the order')
  await countInStock(
    tx,
    changed.filter(({ turn }) => turn !== 0),
  )
}

const count = prepared(`
  update products p set variants_in_stock = p.variants_in_stock + t.turns
  from (
    select id, sum(turn)::integer as turns from unnest($2::uuid[], $3::integer[]) t (id, turn) group by id
  ) t
  where p.tenant_id = $1 and p.id = t.id and t.turns <> 0`)

/** Updates the products' counts of variants in stock; see figures.ts of the catalogue. */
async function countInStock(tx: Tx, changes: StockTurn[]): Promise<void> {
  if (changes.length === 0) return
  const ids = changes.map(({ productId }) => productId)
  const turns = changes.map(({ turn }) => turn)
  await tx.query(count, ids, turns)
}

/** SQL of the variants that the order $2 has lines of, as an array. */
export const variantsOfOrder =
  'array(select l.variant_id from order_lines l where l.tenant_id = $1 and l.order_id = $2)'

/** CTEs that raise the catalogue version for variants (SQL of an array) whose stock was taken before. */
export const raiseForStock = (variants: string, order: Parameters<typeof raiseCatalogue>[1]) =>
  raiseCatalogue(
    {
      products: `'{}'`,
      stock: `select coalesce(array_agg(v.id), '{}') as ids, coalesce(array_agg(v.inventory), '{}') as inventories
      from variants v where v.tenant_id = $1 and v.id = any (${variants})`,
    },
    order,
  )
