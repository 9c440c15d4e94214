import type { Actor } from '#server/changes/record.ts'
import type { Statement } from '#server/db/statement.ts'
import type { BulkTx } from '#server/db/tenant.ts'
import { hasPhoto, lowestOf, planAsUsual, planForAnyTenant, stockOf } from '../figures.ts'
import * as differences from './differences.ts'
import type { Columns, Shop } from './file/columns.ts'
import type { Counts, ImportReport } from './file/report.ts'
import { holdParents, insertBrands, insertCategories, nameBrands, nameCategories } from './names.ts'
import type { ImageList } from './photos.ts'
import { pricesRecorded } from './recorded.ts'

/** With the figures (see figures.ts) of what is to come of them. $3 is the currency of prices that name none. */
const insertProducts: Statement = {
  text: `with offered as (
      select product_id, count(*) as variants, count(*) filter (where inventory > 0) as variants_in_stock
      from import_variant_change where product_id in (select id from import_product_change where is_new)
      group by product_id
    ), lowest as (
      select distinct on (c.product_id, c.price_group) c.product_id, c.price_group, c.amount_minor,
        coalesce(c.currency_code, $3::text) as currency_code, o.variants,
        count(*) over (partition by c.product_id, c.price_group) as priced
      from import_price_change c join offered o on o.product_id = c.product_id
      where c.action = 'added'
      order by c.product_id, c.price_group, c.amount_minor, coalesce(c.currency_code, $3::text)
    ), priced as (
      select product_id, jsonb_object_agg(price_group, amount_minor) as prices,
        jsonb_object_agg(price_group, currency_code) as currencies,
        array_agg(price_group order by price_group) filter (where priced = variants) as fully
      from lowest group by product_id
    )
    insert into products
      (tenant_id, id, item_code, item_description, color_code, color_description, brand_id, category_id, attributes,
       updated_at, variants_in_stock, lowest_prices, lowest_currencies, fully_priced_in, has_photo)
    select $1, c.id, c.item_code, c.item_description, c.color_code, coalesce(c.color_description, ''), c.brand_id,
      c.category_id, jsonb_strip_nulls(c.attributes), $2::timestamptz, coalesce(o.variants_in_stock, 0),
      coalesce(l.prices, '{}'), coalesce(l.currencies, '{}'),
      coalesce(l.fully, case when o.variants > 0 then '{}'::text[] end),
      c.id in (select i.product_id from import_image_change i where i.action = 'added')
    from import_product_change c
    left join offered o on o.product_id = c.id
    left join priced l on l.product_id = c.id
    where c.is_new`,
}

/**
 * All that are written: what is noted of them as they were is what is then replaced. Locked as stock.ts of the orders
 * says, so that nobody waits in a circle: products by id, then variants by id, of which a new price's foreign key
 * locks its own too.
 */
const lockProducts: Statement = {
  text: `select count(*) from (
    select p.id from products p
    where p.tenant_id = $1 and p.id in (select t.id from import_touched t where not t.is_new)
    order by p.id for no key update) locked`,
}
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
/**
 * What the file does not give is taken as it stands under the lock. An order may have taken stock since it was compared:
 * what it took stays taken. A file says no sizes of a lot: those that are known go where it says that something else is
 * in it.
 */
const updateVariants: Statement = {
  text: `update variants v set lot_description = coalesce(c.lot_description, v.lot_description),
      pieces_per_lot = coalesce(c.pieces_per_lot, v.pieces_per_lot),
      lot_sizes = case when (c.lot_description <> v.lot_description or c.pieces_per_lot <> v.pieces_per_lot) is true
                  then '[]' else v.lot_sizes end,
      barcode = case when c.barcode is null then v.barcode else nullif(c.barcode, '') end,
      inventory = greatest(0, coalesce(c.inventory - c.old_inventory, 0) + v.inventory), sort_order = coalesce(c.sort_order, v.sort_order),
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
/** Products that were there before, last of all: their figures are of what has been written of their sizes, prices and photos. */
const updateProducts: Statement = {
  text: `update products p set item_description = coalesce(c.item_description, p.item_description),
      color_description = coalesce(c.color_description, p.color_description),
      brand_id = coalesce(c.brand_id, p.brand_id), category_id = coalesce(c.category_id, p.category_id),
      attributes = case when c.id is null then p.attributes else jsonb_strip_nulls(p.attributes || c.attributes) end,
      updated_at = $2::timestamptz, version = p.version + 1,
      variants_in_stock = case when t.is_restocked then s.variants_in_stock else p.variants_in_stock end,
      lowest_prices = case when t.is_repriced then l.lowest_prices else p.lowest_prices end,
      lowest_currencies = case when t.is_repriced then l.lowest_currencies else p.lowest_currencies end,
      fully_priced_in = case when t.is_repriced then l.fully_priced_in else p.fully_priced_in end,
      has_photo = ${hasPhoto}
    from import_touched t
    left join import_product_change c on c.id = t.id and c.is_changed
    cross join lateral (${stockOf('case when t.is_restocked then t.id end')}) s
    cross join lateral (${lowestOf('case when t.is_repriced then t.id end')}) l
    where p.tenant_id = $1 and p.id = t.id and not t.is_new`,
}
const anythingTouched: Statement = {
  text: `select exists (select from import_touched) as touched`,
}
/** The shop's answers are kept by this version: it moves last of all, so that the row is held briefly. */
export const moveVersion: Statement = {
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
 * Works out what the staged rows would change, into temporary tables, and changes nothing. `onStep` hears of each
 * statement; `runId` is the run that was checked before, if any.
 */
export async function compareRows(
  tx: BulkTx,
  columns: Columns,
  options: { images: ImageList; runId?: string; onStep: OnStep },
): Promise<Merged> {
  const { images, runId } = options
  let done = 0
  const step = () => options.onStep((done += 1), 6)
  const attributes = columns.attributes.map(({ name }) => name)

  await tx.temporary(differences.createProducts(attributes.length))
  const brandsAdded = await nameBrands(tx)
  const categoriesAdded = await nameCategories(tx)
  step()
  await tx.query(differences.compareProducts, attributes)
  step()
  const checked = runId === undefined ? [] : [runId]
  await tx.query(differences.compareVariants(runId !== undefined), describesProducts(columns), ...checked)
  step()
  const groups = columns.prices.map(({ group }) => group)
  await tx.query(differences.comparePrices, groups)
  step()
  const { itemCodes, colorCodes, fileNames, hashes, replaces } = images
  await tx.query(differences.compareImages, itemCodes, colorCodes, fileNames, hashes, replaces)
  await tx.temporary(differences.collectTouched)
  step()
  const counts = await tx.temporary<{ kind: keyof Merged } & Counts>(differences.countDifferences)
  step()
  const merged = { ...nothingMerged(), brandsAdded, categoriesAdded }
  for (const { kind, ...count } of counts) Object.assign(merged, { [kind]: count })
  return merged
}

type OnStep = (done: number, total: number) => void

/**
 * Brings what was compared into the catalogue by a fixed number of statements, whatever the number of rows. Only what
 * differs is written, stamped with `at`; where nothing does, nothing is. Resolves with whether anything was: then the
 * catalogue's version is still to be moved, as the transaction's last step.
 * `beforeWriting` has everything locked that will be changed, and may still refuse by throwing.
 */
export async function writeRows(
  tx: BulkTx,
  options: { shop: Shop; actor: Actor; at: Date; onStep: OnStep; beforeWriting: () => Promise<void> },
): Promise<boolean> {
  const { shop, actor, at } = options
  const [{ touched } = { touched: false }] = await tx.temporary<{ touched: boolean }>(anythingTouched)
  if (!touched) return false
  const steps: [Statement, ...unknown[]][] = [
    pricesRecorded(actor, at, shop.currencyCode),
    [insertBrands, at],
    [holdParents],
    [insertCategories, at],
    [insertProducts, at, shop.currencyCode],
    [freeBarcodes, at],
    [updateVariants, at],
    [insertVariants, at],
    [deletePrices],
    [updatePrices],
    [insertPrices, shop.currencyCode],
    [deleteImages],
    [writeImages],
  ]
  let done = 0
  const step = () => options.onStep((done += 1), steps.length + 3)
  await tx.query(lockProducts)
  await tx.query(lockVariants)
  step()
  await options.beforeWriting()
  step()
  for (const [statement, ...values] of steps) {
    // From here on prices are gone through, of which a shop that was filled just now may have none by the statistics.
    if (statement === deletePrices) await tx.temporary(planForAnyTenant)
    await tx.query(statement, ...values)
    step()
  }
  await tx.query(updateProducts, at)
  await tx.temporary(planAsUsual)
  step()
  return true
}

/** True where the file says all that a product has: then the order of its rows is the order of the sizes. */
function describesProducts({ at, identity }: Columns): boolean {
  return identity === 'codes' && at.has('brandName') && at.has('categoryName') && at.has('itemDescription')
}
