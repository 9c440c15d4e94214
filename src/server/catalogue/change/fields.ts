import {
  type FieldKind,
  productColumnNames,
  productColumns,
  variantField,
  variantFieldNames,
  variantFields,
  variantFileFields,
} from '#shared/catalogueFields.ts'

/* The table of fields as SQL: of variants `v`, of products `p`, and of change rows `c`. */

const columnTypes: Record<FieldKind, string> = {
  text: 'text',
  code: 'text',
  count: 'integer',
  stock: 'integer',
  flag: 'boolean',
  lotSizes: 'jsonb',
}

/** The variant fields with their columns and their types in PostgreSQL. */
export const variantColumns = variantFieldNames.map((name) => {
  const { column, kind, empty } = variantField(name)
  return { name, column, kind, type: columnTypes[kind], empty }
})

/** Those of imports and exports. */
export const variantFileColumns = variantFileFields.map((name) => ({
  name,
  column: variantFields[name].column,
  type: columnTypes[variantFields[name].kind],
}))

/** SQL of a change row's value after, as a column has it. '' of a code is null. */
function valueAfter(name: string, kind: FieldKind): string {
  if (kind === 'lotSizes') return `c.after->'${name}'`
  if (kind === 'code') return `nullif(c.after->>'${name}', '')`
  return `(c.after->>'${name}')::${columnTypes[kind]}`
}

/** SQL literal of what a new variant has that does not say. */
function literalOf(empty: (typeof variantColumns)[number]['empty'], kind: FieldKind): string {
  if (kind === 'code') return 'null'
  if (kind === 'lotSizes') return `'[]'::jsonb`
  return typeof empty === 'string' ? `'${empty}'` : String(empty)
}

/** SQL of whether a change row says anything of a field: it is in one side at least. */
export const says = (name: string) => `(c.before ? '${name}' or c.after ? '${name}')`

/** SET of an update of `variants v` by change rows: what a row says nothing of stays. */
export const variantAssignments = variantColumns
  .map(
    ({ name, column, kind, empty }) =>
      `${column} = case when ${says(name)} then coalesce(${valueAfter(name, kind)}, ${literalOf(empty, kind)})
        else v.${column} end`,
  )
  .join(', ')

/** Columns of new variants and their values, from change rows. */
export const newVariantColumns = variantColumns.map(({ column }) => column).join(', ')
export const newVariantValues = variantColumns
  .map(({ name, kind, empty }) => `coalesce(${valueAfter(name, kind)}, ${literalOf(empty, kind)})`)
  .join(', ')

/** SQL of a variant's fields and prices as change rows have them; without those that are null. */
export const variantSide = `jsonb_strip_nulls(jsonb_build_object(
    ${variantColumns.map(({ name, column }) => `'${name}', v.${column}`).join(', ')})) || coalesce((
      select jsonb_object_agg('price' || r.price_group,
        jsonb_build_object('amount', r.amount_minor, 'currency', r.currency_code))
      from prices r where r.tenant_id = $1 and r.variant_id = v.id), '{}')`

const productTypes: Partial<Record<string, string>> = {
  brandId: 'uuid',
  categoryId: 'uuid',
  isActive: 'boolean',
}

/** SET of an update of `products p` by change rows. */
export const productAssignments = [
  ...productColumnNames.map((name) => {
    const { [name]: column } = productColumns
    return `${column} = coalesce((c.after->>'${name}')::${productTypes[name] ?? 'text'}, p.${column})`
  }),
  `attributes = case when c.id is null then p.attributes else jsonb_strip_nulls(
    p.attributes || coalesce((
      select jsonb_object_agg(k, nullif(c.after->>k, '')) from jsonb_object_keys(c.before || c.after) k
      where k ^@ 'attribute'), '{}')) end`,
  `deleted_at = case when c.after ? 'isDeleted'
    then case when (c.after->>'isDeleted')::boolean then $3::timestamptz end else p.deleted_at end`,
  `was_active = coalesce((c.after->>'wasActive')::boolean, p.was_active)`,
].join(', ')

/** SQL of a product's fields as change rows have them, the names of brand and category beside their ids. */
export const productSide = `jsonb_build_object(
    ${productColumnNames.map((name) => `'${name}', p.${productColumns[name]}`).join(', ')},
    'brandName', b.name, 'categoryName', g.full_name,
    'photos', coalesce((
      select jsonb_agg(jsonb_build_array(i.file_name, i.content_hash) order by i.sort_order)
      from product_images i where i.tenant_id = $1 and i.product_id = p.id), '[]')) || p.attributes`
