import type { Actor } from '#server/changes/record.ts'
import type { Statement } from '#server/db/statement.ts'
import type { BulkTx } from '#server/db/tenant.ts'
import type { Columns, Shop } from './columns.ts'
import * as differences from './differences.ts'
import { addBrands, addCategories } from './namesAdded.ts'
import type { ImageList } from './photos.ts'
import { pricesRecorded } from './recorded.ts'
import type { Counts, ImportReport } from './report.ts'

const insertProducts: Statement = {
  text: `insert into products
      (tenant_id, id, item_code, item_description, color_code, color_description, brand_id, category_id, attributes, updated_at)
    select $1, c.id, c.item_code, c.item_description, c.color_code, coalesce(c.color_description, ''), c.brand_id,
      c.category_id, jsonb_strip_nulls(c.attributes), $2::timestamptz
    from import_product_change c where c.is_new`,
}
const updateProducts: Statement = {
  text: `update products p set item_description = coalesce(c.item_description, p.item_description),
      color_description = coalesce(c.color_description, p.color_description),
      brand_id = coalesce(c.brand_id, p.brand_id), category_id = coalesce(c.category_id, p.category_id),
      attributes = jsonb_strip_nulls(p.attributes || c.attributes), updated_at = $2::timestamptz
    from import_product_change c where p.tenant_id = $1 and p.id = c.id and c.is_changed`,
}

/**
 * Orders lock variants in the order of their ids; whoever does the same never waits in a circle. A new price's
 * foreign key locks its variant too.
 */
const lockVariants: Statement = {
  text: `select count(*) from (
    select v.id from variants v
    where v.tenant_id = $1 and v.id in (
      select c.id from import_variant_change c where c.is_changed
      union all select r.variant_id from import_price_change r where r.action <> 'unchanged')
    order by v.id for no key update) locked`,
}
/** Barcodes that pass to another variant are free in between: uniqueness is judged row by row. */
const freeBarcodes: Statement = {
  text: `update variants v set barcode = null, updated_at = $2::timestamptz
    from import_variant_change c
    where v.tenant_id = $1 and v.id = c.id and c.barcode <> c.old_barcode
      and c.old_barcode in (select o.barcode from import_variant_change o where o.is_new or o.is_changed)`,
}
/** What the file does not give is taken as it stands under the lock: an order may have taken stock meanwhile. */
const updateVariants: Statement = {
  text: `update variants v set lot_description = coalesce(c.lot_description, v.lot_description),
      pieces_per_lot = coalesce(c.pieces_per_lot, v.pieces_per_lot),
      barcode = case when c.barcode is null then v.barcode else nullif(c.barcode, '') end,
      inventory = coalesce(c.inventory, v.inventory), sort_order = coalesce(c.sort_order, v.sort_order),
      updated_at = $2::timestamptz
    from import_variant_change c where v.tenant_id = $1 and v.id = c.id and c.is_changed`,
}
const insertVariants: Statement = {
  text: `insert into variants
      (tenant_id, id, product_id, size, lot_code, lot_description, pieces_per_lot, barcode, inventory, sort_order, updated_at)
    select $1, c.id, c.product_id, c.size, c.lot_code, coalesce(c.lot_description, ''), coalesce(c.pieces_per_lot, 1),
      nullif(c.barcode, ''), coalesce(c.inventory, 0), c.sort_order, $2::timestamptz
    from import_variant_change c where c.is_new order by c.line`,
}
const deletePrices: Statement = {
  text: `delete from prices r using import_price_change c
    where r.tenant_id = $1 and r.variant_id = c.variant_id and r.price_group = c.price_group and c.action = 'removed'`,
}
const updatePrices: Statement = {
  text: `update prices r set amount_minor = c.amount_minor, currency_code = coalesce(c.currency_code, r.currency_code)
    from import_price_change c
    where r.tenant_id = $1 and r.variant_id = c.variant_id and r.price_group = c.price_group and c.action = 'changed'`,
}
const insertPrices: Statement = {
  text: `insert into prices (tenant_id, variant_id, price_group, currency_code, amount_minor)
    select $1, c.variant_id, c.price_group, coalesce(c.currency_code, $2::text), c.amount_minor
    from import_price_change c where c.action = 'added'
    on conflict (tenant_id, variant_id, price_group) do update
      set currency_code = excluded.currency_code, amount_minor = excluded.amount_minor`,
}
const deleteImages: Statement = {
  text: `delete from product_images i using import_image_change c
    where i.tenant_id = $1 and i.product_id = c.product_id and i.file_name = c.file_name and c.action = 'removed'`,
}
const writeImages: Statement = {
  text: `insert into product_images (tenant_id, product_id, file_name, content_hash, sort_order)
    select $1, c.product_id, c.file_name, c.content_hash, c.sort_order
    from import_image_change c where c.action in ('added', 'changed')
    on conflict (tenant_id, product_id, file_name) do update
      set content_hash = excluded.content_hash, sort_order = excluded.sort_order`,
}
const touchProducts: Statement = {
  text: `update products p set updated_at = $2::timestamptz from import_touched t
    where p.tenant_id = $1 and p.id = t.id and p.updated_at is distinct from $2::timestamptz`,
}
const anythingTouched: Statement = {
  text: `select exists (select from import_touched) as touched`,
}
/** The shop's answers are kept by this version: it moves last, so that the row is held briefly. */
const moveVersion: Statement = {
  text: `update tenant_counters set catalogue_version = catalogue_version + 1 where tenant_id = $1`,
}

/** What the merge itself can say of an import. */
export type Merged = Pick<
  ImportReport,
  'products' | 'variants' | 'prices' | 'images' | 'brandsAdded' | 'categoriesAdded'
>

export const nothingMerged = (): Merged => ({
  products: { added: 0, changed: 0, unchanged: 0 },
  variants: { added: 0, changed: 0, unchanged: 0 },
  prices: { added: 0, changed: 0, unchanged: 0 },
  images: { added: 0, changed: 0, unchanged: 0 },
  brandsAdded: 0,
  categoriesAdded: 0,
})

/**
 * Brings the staged rows into the catalogue by a fixed number of statements, whatever their number. Only what
 * differs is written, stamped with `at`; where nothing does, nothing is, and the catalogue's version stays.
 * `onStep` hears of each statement.
 */
export async function mergeRows(
  tx: BulkTx,
  columns: Columns,
  options: {
    shop: Shop
    images: ImageList
    actor: Actor
    at: Date
    onStep: (done: number, total: number) => void
  },
): Promise<Merged> {
  const { shop, images, actor, at } = options
  let done = 0
  const steps: [Statement, ...unknown[]][] = [
    [insertProducts, at],
    [updateProducts, at],
    [lockVariants],
    pricesRecorded(actor, at, shop.currencyCode),
    [freeBarcodes, at],
    [updateVariants, at],
    [insertVariants, at],
    [deletePrices],
    [updatePrices],
    [insertPrices, shop.currencyCode],
    [deleteImages],
    [writeImages],
    [touchProducts, at],
    [moveVersion],
  ]
  const step = () => options.onStep((done += 1), steps.length + 4)
  const attributes = columns.attributes.map(({ name }) => name)

  await tx.temporary(differences.createProducts(attributes.length))
  const brandsAdded = await addBrands(tx, at)
  const categoriesAdded = await addCategories(tx, at)
  await tx.query(differences.compareProducts, attributes)
  step()
  await tx.query(differences.compareVariants, describesProducts(columns))
  step()
  const groups = columns.prices.map(({ group }) => group)
  await tx.query(differences.comparePrices, groups)
  step()
  const { itemCodes, colorCodes, fileNames, hashes, replaces } = images
  await tx.query(differences.compareImages, itemCodes, colorCodes, fileNames, hashes, replaces)
  await tx.temporary(differences.collectTouched)
  const counts = await tx.temporary<{ kind: keyof Merged } & Counts>(differences.countDifferences)
  step()

  const [{ touched } = { touched: false }] = await tx.temporary<{ touched: boolean }>(anythingTouched)
  if (touched) {
    for (const [statement, ...values] of steps) {
      await tx.query(statement, ...values)
      step()
    }
  }
  const merged = { ...nothingMerged(), brandsAdded, categoriesAdded }
  for (const { kind, ...count } of counts) Object.assign(merged, { [kind]: count })
  return merged
}

/** True where the file says all that a product has: then the order of its rows is the order of the sizes. */
function describesProducts({ at, identity }: Columns): boolean {
  return identity === 'codes' && at.has('brandName') && at.has('categoryName') && at.has('itemDescription')
}
