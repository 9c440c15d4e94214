import { prepared, type Statement } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { productTextNames, productTexts } from '#shared/catalogue/catalogueFields.ts'
import { hasPhoto, lowestOf, setPlanMode, stockOf } from '../figures.ts'
import { keepListedPrices } from '../listedPrices.ts'
import { noteWords } from '../searchWords.ts'
import { noteTranslations, translatedText } from '../texts/translatedText.ts'
import { codeColumns } from '../variantCodes.ts'
import type { EntityChange, Side } from './changeSet.ts'
import {
  hasPrices,
  hasVariantFields,
  mentions,
  newVariantColumns,
  newVariantValues,
  productAssignments,
  variantAssignments,
} from './fields.ts'

const rowsOf = (entity: 'product' | 'variant', state: EntityChange['state']) =>
  `c.tenant_id = $1 and c.set_id = $2 and c.entity = '${entity}' and c.state = '${state}'`

const deleteGonePrices = prepared(`
  delete from prices r using catalogue_changes c
  where ${rowsOf('variant', 'removed')} and r.tenant_id = $1 and r.variant_id = c.id`)
const deleteVariants = prepared(`
  delete from variants v using catalogue_changes c where ${rowsOf('variant', 'removed')} and v.tenant_id = $1 and v.id = c.id`)
const deletePhotosOfGone = prepared(`
  delete from product_images i using catalogue_changes c
  where ${rowsOf('product', 'removed')} and i.tenant_id = $1 and i.product_id = c.id`)
const deleteListedPrices = prepared(`
  delete from listed_prices l using catalogue_changes c
  where ${rowsOf('product', 'removed')} and l.tenant_id = $1 and l.product_id = c.id`)
const deleteProducts = prepared(`
  delete from products p using catalogue_changes c where ${rowsOf('product', 'removed')} and p.tenant_id = $1 and p.id = c.id`)

// Uniqueness is checked per row, so codes that move are cleared first. `is true` makes the planner hash the
// subquery; a join is planned for one row and becomes quadratic.
const freeCodes = codeColumns.map(({ name, column }) => ({
  name,
  statement: prepared(`
  update variants v set ${column} = null from catalogue_changes c
  where ${rowsOf('variant', 'changed')} and v.tenant_id = $1 and v.id = c.id and c.before ? '${name}' and (c.before->>'${name}' in (
    select n.after->>'${name}' from catalogue_changes n
    where n.tenant_id = $1 and n.set_id = $2 and n.entity = 'variant' and n.state in ('new', 'changed')
      and n.after ? '${name}')) is true`),
}))
const updateVariants = prepared(`
  update variants v set ${variantAssignments}, updated_at = $3::timestamptz
  from catalogue_changes c
  where ${rowsOf('variant', 'changed')} and v.tenant_id = $1 and v.id = c.id
    and ${hasVariantFields}`)
const insertVariants = prepared(`
  insert into variants (tenant_id, id, product_id, size, lot_code, ${newVariantColumns}, updated_at)
  select $1, c.id, c.product_id, case when c.is_lot then '' else c.size end, case when c.is_lot then c.size else '' end,
    ${newVariantValues}, $3::timestamptz
  from catalogue_changes c where ${rowsOf('variant', 'new')} order by c.line`)

// Finding the change of a stored price by key takes a quarter less time than listing the keys of each change.
const deletePrices = prepared(`
  delete from prices r using catalogue_changes c
  where ${rowsOf('variant', 'changed')} and ${hasPrices('c.before')} and r.tenant_id = $1 and r.variant_id = c.id
    and c.before ? ('price' || r.price_group) and not c.after ? ('price' || r.price_group)`)
// Apart from new ones: an update takes two thirds of the time of an insert that conflicts.
const updatePrices = prepared(`
  update prices r set currency_code = c.after->('price' || r.price_group)->>'currency',
    amount_minor = (c.after->('price' || r.price_group)->>'amount')::bigint
  from catalogue_changes c
  where ${rowsOf('variant', 'changed')} and ${hasPrices('c.after')} and r.tenant_id = $1 and r.variant_id = c.id
    and c.after ? ('price' || r.price_group)`)
const insertPrices = prepared(`
  insert into prices (tenant_id, variant_id, price_group, currency_code, amount_minor)
  select $1, c.id, substr(k, length('price') + 1), price->>'currency', (price->>'amount')::bigint
  from catalogue_changes c cross join lateral jsonb_each(c.after) e (k, price)
  where c.tenant_id = $1 and c.set_id = $2 and c.entity = 'variant' and ${hasPrices('c.after')} and k ^@ 'price'
    and (c.state = 'new' or c.state = 'changed' and not c.before ? k)`)

const deletePhotos = prepared(`
  delete from product_images i using catalogue_changes c
  where ${rowsOf('product', 'changed')} and c.after ? 'photos' and i.tenant_id = $1 and i.product_id = c.id
    and not exists (select from jsonb_array_elements(c.after->'photos') f where f->>0 = i.file_name)`)
const putPhotos = prepared(`
  insert into product_images (tenant_id, product_id, file_name, content_hash, sort_order)
  select $1, c.id, f.photo->>0, f.photo->>1, f.position
  from catalogue_changes c
  cross join lateral jsonb_array_elements(c.after->'photos') with ordinality f (photo, position)
  where c.tenant_id = $1 and c.set_id = $2 and c.entity = 'product' and c.state in ('new', 'changed') and c.after ? 'photos'
  on conflict (tenant_id, product_id, file_name) do update
    set content_hash = excluded.content_hash, sort_order = excluded.sort_order`)

// After their sizes, prices and photos, from which their figures derive.
const insertProducts = prepared(`
  insert into products (tenant_id, id, item_code, item_description, color_code, color_description, brand_id, category_id,
                        attributes, is_active, updated_at, variants_in_stock, lowest_prices, lowest_currencies,
                        fully_priced_in, has_photo, translated_text, ${productTextNames.map((name) => productTexts[name].column).join(', ')})
  select $1, c.id, c.item_code, c.after->>'itemDescription', c.color_code, coalesce(c.after->>'colorDescription', ''),
    (c.after->>'brandId')::uuid, (c.after->>'categoryId')::uuid, coalesce((
      select jsonb_object_agg(k, c.after->>k) from jsonb_object_keys(c.after) k where k ^@ 'attribute' and c.after->>k <> ''),
      '{}'),
    coalesce((c.after->>'isActive')::boolean, true), $3::timestamptz, s.variants_in_stock, l.lowest_prices,
    l.lowest_currencies, l.fully_priced_in, ${hasPhoto('c.id')}, ${translatedText({
      item: "c.after->>'itemDescription'",
      color: "coalesce(c.after->>'colorDescription', '')",
      values: "select f.value from jsonb_each_text(c.after) f where f.key ^@ 'attribute'",
    })}, ${productTextNames.map((name) => `coalesce(c.after->>'${name}', '')`).join(', ')}
  from catalogue_changes c cross join lateral (${stockOf('c.id')}) s cross join lateral (${lowestOf('c.id')}) l
  where ${rowsOf('product', 'new')}
  returning id, version`)

/** SQL: whether the change row may change the lowest prices of its product. */
const isRepriced = `(c.entity = 'variant' and (c.state <> 'changed' or ${mentions('isActive')}
  or ${mentions('isFreeSample')} or ${hasPrices('c.before')} or ${hasPrices('c.after')}))`

// Last, because figures derive from what was written. New products have them. $4 false: stock changes raise no version.
const updateProducts = prepared(`
  with touched as (
    select c.product_id as id,
      bool_or(c.entity = 'variant' and (c.state <> 'changed' or ${mentions('inventory')} or ${mentions('isActive')})) as is_restocked,
      bool_or(${isRepriced}) as is_repriced,
      bool_or(c.entity = 'product' and ${mentions('photos')}) as is_pictured,
      bool_or($4::boolean or c.entity = 'product' or c.state <> 'changed'
        or (c.before || c.after) - 'inventory' <> '{}') as is_versioned
    from catalogue_changes c
    where c.tenant_id = $1 and c.set_id = $2 and c.entity in ('product', 'variant')
      and c.state in ('new', 'changed', 'removed')
    group by c.product_id
    having not bool_or(c.entity = 'product' and c.state = 'new')
  )
  update products p set ${productAssignments},
    updated_at = case when t.is_versioned then $3::timestamptz else p.updated_at end,
    version = p.version + t.is_versioned::integer,
    variants_in_stock = case when t.is_restocked then s.variants_in_stock else p.variants_in_stock end,
    lowest_prices = case when t.is_repriced then l.lowest_prices else p.lowest_prices end,
    lowest_currencies = case when t.is_repriced then l.lowest_currencies else p.lowest_currencies end,
    fully_priced_in = case when t.is_repriced then l.fully_priced_in else p.fully_priced_in end,
    has_photo = case when t.is_pictured then ${hasPhoto('p.id')} else p.has_photo end
  from touched t
  left join catalogue_changes c on ${rowsOf('product', 'changed')} and c.id = t.id
  cross join lateral (${stockOf('case when t.is_restocked then t.id end')}) s
  cross join lateral (${lowestOf('case when t.is_repriced then t.id end')}) l
  where p.tenant_id = $1 and p.id = t.id
  returning p.id, p.version`)

const changedProducts = (condition: string) => `
  select distinct c.product_id as id from catalogue_changes c
  where c.tenant_id = $1 and c.set_id = $2 and c.state in ('new', 'changed', 'removed') and ${condition}`
const listPrices = prepared(keepListedPrices(changedProducts(`(c.entity = 'product' or ${isRepriced})`)))
const noteProductTexts = prepared(
  noteTranslations(changedProducts(`c.entity = 'product' and c.state = 'changed'`)),
)
const noteProductWords = prepared(noteWords(changedProducts(`c.entity = 'product' and c.state <> 'removed'`)))

export type WriteOptions = {
  at: Date
  /** Whether a stock change alone raises the product's version, so that saving an open form is refused. */
  isStockVersioned?: boolean
  /** All rows of the set, if known: statements that concern none of them are not sent. */
  changes?: EntityChange[]
  onStep?: (done: number, total: number) => void
}

/** Whether the statement concerns the row; the statement and its values after the set's id. */
type Step = [isFor: (change: EntityChange) => boolean, statement: Statement, ...values: unknown[]]

const isOf =
  (entity: EntityChange['entity'], ...states: EntityChange['state'][]) =>
  (change: EntityChange) =>
    change.entity === entity && states.includes(change.state)
const hasOtherPrices = (side: Side, than: Side) =>
  Object.keys(side).some((name) => name.startsWith('price') && !(name in than))

const stepsOf = ({ at, isStockVersioned = true }: WriteOptions): Step[] => [
  [isOf('variant', 'removed'), deleteGonePrices],
  [isOf('variant', 'removed'), deleteVariants],
  [isOf('product', 'removed'), deletePhotosOfGone],
  [isOf('product', 'removed'), deleteListedPrices],
  [isOf('product', 'removed'), deleteProducts],
  ...freeCodes.map(
    ({ name, statement }): Step => [
      ({ entity, state, before }) => entity === 'variant' && state === 'changed' && name in before,
      statement,
    ],
  ),
  [isOf('variant', 'changed'), updateVariants, at],
  [isOf('variant', 'new'), insertVariants, at],
  [({ before, after }) => hasOtherPrices(before, after), deletePrices],
  [isOf('variant', 'changed'), updatePrices],
  [({ before, after }) => hasOtherPrices(after, before), insertPrices],
  [isOf('product', 'changed'), deletePhotos],
  [isOf('product', 'new', 'changed'), putPhotos],
  [isOf('product', 'new'), insertProducts, at],
  [() => true, updateProducts, at, isStockVersioned],
  [() => true, listPrices],
  [isOf('product', 'changed'), noteProductTexts],
  [isOf('product', 'new', 'changed'), noteProductWords],
]

/** Larger sets are planned for the tables as they are; see {@link setPlanMode}. */
const manyChanges = 200

/**
 * Applies a change set in at most twenty statements, whatever its size. The caller has locked and compared. Returns
 * each product's new version.
 */
export async function writeChanges(
  tx: Tx,
  setId: string,
  options: WriteOptions,
): Promise<Map<string, number>> {
  const { changes, onStep } = options
  const steps = stepsOf(options).filter(([isFor]) => !changes || changes.some(isFor))
  const isLarge = !changes || changes.length > manyChanges
  let done = 0
  const send = async ([, statement, ...values]: Step) => {
    const sent = isLarge ? { text: statement.text } : statement
    const rows = await tx.query<{ id: string; version: number }>(sent, setId, ...values)
    onStep?.((done += 1), steps.length)
    return rows
  }
  const [, rows] = await Promise.all([
    isLarge && tx.query(setPlanMode, 'force_generic_plan'),
    Promise.all(steps.map(send)),
    isLarge && tx.query(setPlanMode, 'auto'),
  ])
  return new Map(rows.flat().map(({ id, version }) => [id, version]))
}
