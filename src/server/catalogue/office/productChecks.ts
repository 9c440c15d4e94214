import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import type { Call } from '#server/http/http.ts'
import { type Problem, refuseFields } from '#server/http/refuse.ts'
import { type VariantCodeField, variantCodeFields } from '#shared/catalogue/catalogueFields.ts'
import type { OfficeProduct } from '#shared/catalogue/products.ts'
import type { SentProduct } from '#shared/catalogue/sentProducts.ts'
import { ownersOf } from '../variantCodes.ts'

export type Wanted = { id: string; itemCode: string; given: SentProduct; stored: OfficeProduct | undefined }

type Row = {
  brands: Record<string, string> | null
  categories: Record<string, string> | null
  colors: { colorCode: string; isDeleted: boolean }[] | null
  codes: { field: VariantCodeField; code: string; owner: string }[] | null
}

export type Lookup = {
  brands: Map<string, string>
  categories: Map<string, string>
  /** Existing colours of the item. */
  colors: { colorCode: string; isDeleted: boolean }[]
  /** Codes of other products' variants by {@link codeKey}, with the owners' names. */
  owners: Map<string, string>
}

const findAll = prepared(`
  select
    (select json_object_agg(id, name) from brands where tenant_id = $1 and id = any ($2::uuid[])) as brands,
    (select json_object_agg(id, full_name) from categories
     where tenant_id = $1 and id = any ($3::uuid[])) as categories,
    (select json_agg(json_build_object('colorCode', color_code, 'isDeleted', deleted_at is not null))
     from products where tenant_id = $1 and item_code = $4) as colors,
    (select json_agg(json_build_object('field', o.field, 'code', o.code, 'owner',
              concat_ws(' ', p.item_code, nullif(p.color_code, ''), p.color_description, o.name)))
     from (${ownersOf('$5')}) o join products p on p.tenant_id = $1 and p.id = o.product_id
     where o.product_id <> all ($6::uuid[])) as codes`)

const codeKey = (field: VariantCodeField, code: string) => `${field} ${code}`

export async function lookUp(tx: Tx, itemCode: string, products: SentProduct[]): Promise<Lookup> {
  const [row] = await tx.query<Row>(
    findAll,
    products.map(({ brandId }) => brandId),
    products.map(({ categoryId }) => categoryId),
    itemCode,
    products.flatMap(({ items }) =>
      items.flatMap((item) => variantCodeFields.flatMap((field) => item[field] || [])),
    ),
    products.flatMap(({ id }) => id ?? []),
  )
  return {
    brands: new Map(Object.entries(row?.brands ?? {})),
    categories: new Map(Object.entries(row?.categories ?? {})),
    colors: row?.colors ?? [],
    owners: new Map((row?.codes ?? []).map(({ field, code, owner }) => [codeKey(field, code), owner])),
  }
}

type Checked = { wanted: Wanted[]; lookup: Lookup; isNew: boolean; pathOf: (index: number) => string }

/** @throws Refusal naming every invalid field. */
export function refuseProblems(
  { language, tenant }: Pick<Call, 'language' | 'tenant'>,
  { wanted, lookup, isNew, pathOf }: Checked,
): void {
  const taxCodes = new Set(tenant.taxRates.map(({ code }) => code))
  const problems: Record<string, Problem> = {}
  if (isNew && lookup.colors.length > 0) problems.itemCode = takenProblem(lookup.colors)
  for (const [index, one] of wanted.entries()) {
    for (const [field, problem] of problemsOf(one, lookup, taxCodes))
      problems[`${pathOf(index)}${field}`] ??= problem
  }
  if (Object.keys(problems).length > 0) refuseFields(language, problems)
}

function takenProblem(colors: Lookup['colors']): Problem {
  return colors.every(({ isDeleted }) => isDeleted) ? 'field.takenByDeleted' : 'field.taken'
}

function* problemsOf(
  { given, stored }: Wanted,
  lookup: Lookup,
  taxCodes: ReadonlySet<string>,
): Generator<[field: string, Problem]> {
  if (!lookup.brands.has(given.brandId)) yield ['brandId', 'field.unknown']
  if (!lookup.categories.has(given.categoryId)) yield ['categoryId', 'field.unknown']
  const { taxCode = '' } = given
  if (taxCode && taxCode !== stored?.taxCode && !taxCodes.has(taxCode)) yield ['taxCode', 'field.unknown']
  const same = lookup.colors.filter(({ colorCode }) => colorCode === given.colorCode)
  if (!stored && same.length > 0) yield ['colorCode', takenProblem(same)]
  if (stored && stored.colorCode !== given.colorCode) yield ['colorCode', 'field.unchangeable']
  const before = new Map(stored?.items.map((item) => [item.productId, item]))
  for (const [index, item] of given.items.entries()) {
    const old = item.productId ? before.get(item.productId) : undefined
    const isRenamed = old && (old.itemDim1Code !== item.itemDim1Code || old.lotCode !== item.lotCode)
    if (isRenamed) yield [`items.${index}.itemDim1Code`, 'field.unchangeable']
    for (const field of variantCodeFields) {
      const owner = lookup.owners.get(codeKey(field, item[field]))
      if (owner) yield [`items.${index}.${field}`, { key: 'field.codeOf', values: { owner } }]
    }
    if (old) before.delete(old.productId)
  }
  // Those left would be deleted.
  const ordered = [...before.values()].filter(({ isOrdered }) => isOrdered)
  if (ordered.length > 0) {
    const names = ordered.map(({ itemDim1Code, lotCode }) => itemDim1Code || lotCode).join(', ')
    yield ['items', { key: 'field.ordered', values: { names } }]
  }
}
