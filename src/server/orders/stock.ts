import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'

/** Units that an order takes of a variant; below zero it gives them back. */
export type Taken = { variantId: string; qty: number }

/** `turn`: how many more variants of the product are in stock now. */
type Moved = { productId: string; turn: -1 | 0 | 1 }

// The order in which all lock, lest they wait in a circle: a row of its own that a verb changes (an order, a run of an
// import), then products by id, then their variants by id, then what these refer to, the tenant's counter last. An order
// locks the products that it may sell out of, although it seldom writes them: locked afterwards, they would be waited
// for by those who hold the products and wait for the variants. See docs/decisions, 24.
const lockProducts = prepared(`
  select id from products where tenant_id = $1 and id in (
    select product_id from variants where tenant_id = $1 and id = any ($2::uuid[])) order by id for no key update`)
const lockVariants = prepared(
  `select id, inventory from variants where tenant_id = $1 and id = any ($2::uuid[]) order by id for no key update`,
)

/** Locks variants and their products against everybody else who would move their stock; answers what there is. */
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

/** Takes the stock of rows that this transaction has locked and looked at. */
export async function takeStock(tx: Tx, taken: Taken[]): Promise<void> {
  const ids = taken.map(({ variantId }) => variantId)
  const quantities = taken.map(({ qty }) => qty)
  const moved = await tx.query<Moved>(decrement, ids, quantities)
  if (moved.length !== taken.length) throw new Error('Locked stock changed under the order')
  await countInStock(
    tx,
    moved.filter(({ turn }) => turn !== 0),
  )
}

const count = prepared(`
  update products p set variants_in_stock = p.variants_in_stock + t.turns
  from (
    select id, sum(turn)::integer as turns from unnest($2::uuid[], $3::integer[]) t (id, turn) group by id
  ) t
  where p.tenant_id = $1 and p.id = t.id and t.turns <> 0`)

/** Keeps the figures of products of which something has sold out, or is there again: see figures.ts of the catalogue. */
async function countInStock(tx: Tx, turned: Moved[]): Promise<void> {
  if (turned.length === 0) return
  const ids = turned.map(({ productId }) => productId)
  const turns = turned.map(({ turn }) => turn)
  await tx.query(count, ids, turns)
}

/** SQL of the products that the order $2 has lines of, as an array. */
export const productsOfOrder = `(select array_agg(distinct v.product_id) from order_lines l
  join variants v on v.tenant_id = $1 and v.id = l.variant_id where l.tenant_id = $1 and l.order_id = $2)`
