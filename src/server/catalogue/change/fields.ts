import {
  type FieldKind,
  productColumnNames,
  productColumns,
  productTexts,
  variantField,
  variantFieldNames,
  variantFields,
  variantFileFields,
} from '#shared/catalogue/catalogueFields.ts'

/* The field table as SQL, for variants `v`, products `p` and change rows `c`. */

const columnTypes: Record<FieldKind, string> = {
  text: 'text',
  code: 'text',
  count: 'integer',
  stock: 'integer',
  flag: 'boolean',
  lotSizes: 'jsonb',
}

export const variantColumns = variantFieldNames.map((name) => {
  const { column, kind, empty } = variantField(name)
  return { name, column, kind, type: columnTypes[kind], empty }
})

export const variantFileColumns = variantFileFields.map((name) => ({
  name,
  column: variantFields[name].column,
  type: columnTypes[variantFields[name].kind],
}))

/** SQL: the field's new value; an empty code is null. */
function valueAfter(name: string, kind: FieldKind): string {
  if (kind === 'lotSizes') return `c.after->'${name}'`
  if (kind === 'code') return `nullif(c.after->>'${name}', '')`
  return `(c.after->>'${name}')::${columnTypes[kind]}`
}

/** SQL: the default for a new variant. */
function emptyLiteral(empty: (typeof variantColumns)[number]['empty'], kind: FieldKind): string {
  if (kind === 'code') return 'null'
  if (kind === 'lotSizes') return `'[]'::jsonb`
  return typeof empty === 'string' ? `'${empty}'` : String(empty)
}

/** SQL: whether the change row has the field on either side. */
export const mentions = (name: string) => `(c.before ? '${name}' or c.after ? '${name}')`

const variantNames = `array[${variantFieldNames.map((name) => `'${name}'`).join(', ')}]`

/** SQL: whether the variant's change row has a field other than prices. Several times faster than listing its keys. */
export const hasVariantFields = `(c.before ?| ${variantNames} or c.after ?| ${variantNames})`
/** SQL: whether the side of a variant's change row has prices. */
export const hasPrices = (side: string) => `(${side} - ${variantNames} <> '{}')`

export const variantAssignments = variantColumns
  .map(
    ({ name, column, kind, empty }) =>
      `${column} = case when ${mentions(name)} then coalesce(${valueAfter(name, kind)}, ${emptyLiteral(empty, kind)})
        else v.${column} end`,
  )
  .join(', ')

export const newVariantColumns = variantColumns.map(({ column }) => column).join(', ')
export const newVariantValues = variantColumns
  .map(({ name, kind, empty }) => `coalesce(${valueAfter(name, kind)}, ${emptyLiteral(empty, kind)})`)
  .join(', ')

/** SQL: a variant as one side of a change row, without nulls. */
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

export const productAssignments = [
  ...productColumnNames.map((name) => {
    const { [name]: column } = productColumns
    if (name === 'colorDescription' || name in productTexts)
      return `${column} = case when ${mentions(name)} then coalesce(c.after->>'${name}', '') else p.${column} end`
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

/** SQL: a product as one side of a change row. */
export const productSide = `jsonb_build_object(
    ${productColumnNames.map((name) => `'${name}', p.${productColumns[name]}`).join(', ')},
    'brandName', b.name, 'categoryName', g.full_name,
    'photos', coalesce((
      select jsonb_agg(jsonb_build_array(i.file_name, i.content_hash) order by i.sort_order)
      from product_images i where i.tenant_id = $1 and i.product_id = p.id), '[]')) || p.attributes`
