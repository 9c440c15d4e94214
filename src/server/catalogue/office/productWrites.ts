import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { writeFigures } from '../figures.ts'

/** A product as its row is written; a new one gets version 1. */
export type ProductRow = {
  id: string
  item_code: string
  item_description: string
  color_code: string
  color_description: string
  brand_id: string
  category_id: string
  attributes: Record<string, string>
  is_active: boolean
}
export type VariantRow = {
  id: string
  product_id: string
  size: string
  lot_code: string
  lot_description: string
  pieces_per_lot: number
  lot_sizes: { size: string; pieces: number }[]
  barcode: string | null
  inventory: number
  sort_order: number
  is_active: boolean
}
export type PriceRow = {
  variant_id: string
  price_group: string
  currency_code: string
  amount_minor: number
}

/** What is to be written, whatever the number of products. */
export type Writes = {
  products: ProductRow[]
  removed: string[]
  /** Variants whose barcode changes: others may get it, and uniqueness is judged row by row. */
  freed: string[]
  variants: VariantRow[]
  prices: PriceRow[]
  unpriced: Pick<PriceRow, 'variant_id' | 'price_group'>[]
}

export const emptyWrites = (): Writes => ({
  products: [],
  removed: [],
  freed: [],
  variants: [],
  prices: [],
  unpriced: [],
})

const writeProducts = prepared(`
  insert into products (tenant_id, id, item_code, item_description, color_code, color_description, brand_id,
                        category_id, attributes, is_active, updated_at)
  select $1, n.id, n.item_code, n.item_description, n.color_code, n.color_description, n.brand_id, n.category_id,
         n.attributes, n.is_active, $3
  from jsonb_to_recordset($2) n (id uuid, item_code text, item_description text, color_code text,
    color_description text, brand_id uuid, category_id uuid, attributes jsonb, is_active boolean)
  on conflict (tenant_id, id) do update
    set item_description = excluded.item_description, color_description = excluded.color_description,
        brand_id = excluded.brand_id, category_id = excluded.category_id, attributes = excluded.attributes,
        is_active = excluded.is_active, updated_at = excluded.updated_at, version = products.version + 1
  returning id, version`)

const deletePricesOf = prepared('delete from prices where tenant_id = $1 and variant_id = any ($2::uuid[])')
const deleteVariants = prepared('delete from variants where tenant_id = $1 and id = any ($2::uuid[])')
const freeBarcodes = prepared(
  'update variants set barcode = null where tenant_id = $1 and id = any ($2::uuid[])',
)

const writeVariants = prepared(`
  insert into variants (tenant_id, id, product_id, size, lot_code, lot_description, pieces_per_lot, lot_sizes, barcode,
                        inventory, sort_order, is_active, updated_at)
  select $1, n.id, n.product_id, n.size, n.lot_code, n.lot_description, n.pieces_per_lot, n.lot_sizes, n.barcode,
         n.inventory, n.sort_order, n.is_active, $3
  from jsonb_to_recordset($2) n (id uuid, product_id uuid, size text, lot_code text, lot_description text,
    pieces_per_lot integer, lot_sizes jsonb, barcode text, inventory integer, sort_order integer, is_active boolean)
  on conflict (tenant_id, id) do update
    set lot_description = excluded.lot_description, pieces_per_lot = excluded.pieces_per_lot,
        lot_sizes = excluded.lot_sizes, barcode = excluded.barcode, inventory = excluded.inventory,
        sort_order = excluded.sort_order, is_active = excluded.is_active, updated_at = excluded.updated_at`)

const writePrices = prepared(`
  insert into prices (tenant_id, variant_id, price_group, currency_code, amount_minor)
  select $1, n.variant_id, n.price_group, n.currency_code, n.amount_minor
  from jsonb_to_recordset($2) n (variant_id uuid, price_group text, currency_code text, amount_minor bigint)
  on conflict (tenant_id, variant_id, price_group) do update
    set currency_code = excluded.currency_code, amount_minor = excluded.amount_minor`)

const deletePrices = prepared(`
  delete from prices r using jsonb_to_recordset($2) n (variant_id uuid, price_group text)
  where r.tenant_id = $1 and r.variant_id = n.variant_id and r.price_group = n.price_group`)

/**
 * Writes products with their variants, prices and figures in eight statements at most, one behind the other without waiting.
 * The caller holds the products and their variants. Answers the version of each product.
 */
export async function write(tx: Tx, writes: Writes, now: Date): Promise<Map<string, number>> {
  const { products, removed, freed, variants, prices, unpriced } = writes
  const sent = tx.query<{ id: string; version: number }>(writeProducts, JSON.stringify(products), now)
  const [rows] = await Promise.all([
    sent,
    ...(removed.length > 0 ? [tx.query(deletePricesOf, removed), tx.query(deleteVariants, removed)] : []),
    ...(freed.length > 0 ? [tx.query(freeBarcodes, freed)] : []),
    ...(variants.length > 0 ? [tx.query(writeVariants, JSON.stringify(variants), now)] : []),
    ...(unpriced.length > 0 ? [tx.query(deletePrices, JSON.stringify(unpriced))] : []),
    ...(prices.length > 0 ? [tx.query(writePrices, JSON.stringify(prices))] : []),
    tx.query(
      writeFigures,
      products.map(({ id }) => id),
    ),
  ])
  return new Map(rows.map(({ id, version }) => [id, version]))
}

const bump = prepared(
  'update tenant_counters set catalogue_version = catalogue_version + 1 where tenant_id = $1',
)

/** The shop's answers are kept by this version: it moves last, with the commit behind it. */
export async function bumpCatalogue(tx: Tx): Promise<void> {
  await tx.last(bump)
}
