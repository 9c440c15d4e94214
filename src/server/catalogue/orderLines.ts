import type { z } from 'zod'
import { noAccount, viewedAccount } from '#server/customers/reach.ts'
import { prepared } from '#server/db/statement.ts'
import { verb } from '#server/http/http.ts'
import { JsonBytes } from '#server/http/jsonBytes.ts'
import type { Tenant } from '#server/tenancy/tenants.ts'
import { type CheckedLine, checkOrderLines } from '#shared/catalogue/catalogue.ts'
import { type VariantCodeField, variantCodeFields } from '#shared/catalogue/catalogueFields.ts'
import type { WhyNot } from '#shared/catalogue/listing.ts'
import type { OrderType } from '#shared/endpoint.ts'
import { isPriced } from './figures.ts'
import { type Item, lineFinder, readLine } from './lineCodes.ts'
import { viewerParameters } from './productFilters.ts'
import { productJson } from './productJson.ts'
import { ownersOf } from './variantCodes.ts'

type Input = z.output<typeof checkOrderLines.input>

const candidateLimits = { line: 50, all: 2000 }

const whyUnseen = `
  case when exists (
      select from excluded_brands x where x.tenant_id = $1 and x.account_id = $2::uuid and x.brand_id = p.brand_id)
    then 'brandExcluded'
    when not (p.is_active and b.is_active and c.is_active) then 'inactive' end`
const joinNames = `
  join brands b on b.tenant_id = $1 and b.id = p.brand_id
  join categories c on c.tenant_id = $1 and c.id = p.category_id`

/** By folded codes $3. */
const findItems = prepared(`
  select p.code_key as "itemCode", p.color_code as "colorCode", p.color_description as "colorDescription",
         ${whyUnseen} as unseen, v.all as variants
  from products p ${joinNames}
  cross join lateral (
    select json_agg(json_build_array(v.id, v.size || v.lot_code, v.is_active)
                    order by v.sort_order, v.size, v.lot_code) as all
    from variants v where v.tenant_id = $1 and v.product_id = p.id) v
  where p.tenant_id = $1 and p.code_key = any ($3::text[]) and v.all is not null
  order by p.item_code, p.color_code`)

const findCodes = prepared(`
  select o.field, o.code, v.id, coalesce(${whyUnseen}, case when not v.is_active then 'inactive' end) as unseen
  from (${ownersOf('$3')}) o join variants v on v.tenant_id = $1 and v.id = o.id
  join products p on p.tenant_id = $1 and p.id = v.product_id ${joinNames}`)

type Unseen = 'brandExcluded' | 'inactive' | null
type Variant = { id: string; unseen: Unseen }
type ItemRow = Omit<Item<Variant>, 'variants'> & {
  unseen: Unseen
  variants: [id: string, name: string, isActive: boolean][]
}

const findChosen = prepared(`
  select asked.id, one.inventory, r.variant_id is not null as "hasPrice", j.product
  from unnest($5::uuid[]) asked (id)
  join variants one on one.tenant_id = $1 and one.id = asked.id and one.is_active
  join products p on p.tenant_id = $1 and p.id = one.product_id and p.is_active
  join brands b on b.tenant_id = $1 and b.id = p.brand_id and b.is_active
  join categories c on c.tenant_id = $1 and c.id = p.category_id and c.is_active
  left join prices r on r.tenant_id = $1 and r.variant_id = one.id and r.price_group = $2 and ${isPriced('one')}
  cross join lateral (${productJson('asked.id')}) j
  where not exists (
    select from excluded_brands x where x.tenant_id = $1 and x.account_id = $4::uuid and x.brand_id = p.brand_id)`)
type Chosen = { id: string; inventory: number; hasPrice: boolean; product: string }

/** Resolves typed order lines in a fixed number of statements. */
export const checkLines = verb(
  checkOrderLines,
  async ({ tx, user, tenant }, { lines, currAccCode, orderType }) => {
    const account = await viewedAccount(tx, user, currAccCode)
    const readings = lines.map(readLine)
    const codes = new Set(readings.flatMap(({ splits }) => splits.map(({ itemCode }) => itemCode)))
    const variantCodes = new Set(readings.flatMap((reading) => [reading.code, ...reading.barcodes]))
    const [items, coded] = await Promise.all([
      tx.query<ItemRow>(findItems, account?.id ?? noAccount, [...codes]),
      tx.query<CodedVariant>(findCodes, account?.id ?? noAccount, [...variantCodes]),
    ])
    const find = lineFinder(
      items.map((item) => itemOf(item, tenant)),
      firstByCode(coded),
    )
    const matches = limitCandidates(readings.map((reading) => matchOf(find(reading))))
    const values = viewerParameters(account, tenant, orderType)
    values.add([...new Set(matches.flatMap(({ ids }) => ids))])
    const chosen = await tx.query<Chosen>(findChosen, ...values.list)
    const checked = checkedLines(lines, matches, new Map(chosen.map((one) => [one.id, one])), orderType)
    const products = chosen.map(({ product }) => product).join()
    return JsonBytes.ofText(
      `{"success":true,"data":{"lines":${JSON.stringify(checked)},"products":[${products}]}}`,
    )
  },
)

type CodedVariant = Variant & { field: VariantCodeField; code: string }

/** The same text may be the barcode of one and another code of another: the barcode counts. */
function firstByCode(coded: CodedVariant[]): Map<string, Variant> {
  const byField = variantCodeFields.map((name) => coded.filter(({ field }) => field === name))
  return new Map(
    byField
      .toReversed()
      .flat()
      .map((variant) => [variant.code, variant]),
  )
}

function itemOf({ unseen, variants, ...item }: ItemRow, { sizeTexts }: Tenant): Item<Variant> {
  return {
    ...item,
    variants: variants.map(([id, name, isActive]) => ({
      names: [name, ...Object.values(sizeTexts[name] ?? {})],
      variant: { id, unseen: unseen ?? (isActive ? null : 'inactive') },
    })),
  }
}

type Match = { ids: string[]; isNear?: true; whyNot?: WhyNot }

/** Prefers visible variants; hidden ones only explain why. */
function matchOf({ found, isNear }: ReturnType<ReturnType<typeof lineFinder<Variant>>>): Match {
  const ids = found.filter(({ unseen }) => !unseen).map(({ id }) => id)
  if (ids.length > 0) return { ids, ...(isNear ? { isNear } : {}) }
  if (found.length === 0 || isNear) return { ids, whyNot: 'unknown' }
  return {
    ids,
    whyNot: found.some(({ unseen }) => unseen === 'brandExcluded') ? 'brandExcluded' : 'inactive',
  }
}

function limitCandidates(matches: Match[]): (Match & { isAmbiguous: boolean })[] {
  let remaining = candidateLimits.all
  return matches.map(({ ids, ...meaning }) => {
    if (ids.length < 2 && !meaning.isNear) return { ...meaning, ids, isAmbiguous: false }
    const kept = ids.slice(0, Math.min(candidateLimits.line, remaining))
    remaining -= kept.length
    return { ...meaning, ids: kept, isAmbiguous: true }
  })
}

/** Stock is counted down across lines. */
function checkedLines(
  lines: Input['lines'],
  matches: ReturnType<typeof limitCandidates>,
  chosen: Map<string, Chosen>,
  orderType: OrderType,
): CheckedLine[] {
  const orderedQty = new Map<string, number>()
  return lines.map(({ qty }, index) => {
    const { ids = [], isNear, isAmbiguous = false, whyNot = 'unknown' } = matches[index] ?? {}
    const known = ids.filter((id) => chosen.has(id))
    const status = isNear ? 'notInItem' : 'ambiguous'
    if (isAmbiguous) return { status, ...(known.length > 0 ? { candidates: known } : {}) }
    const one = chosen.get(known[0] ?? '')
    if (!one) return { status: whyNot }
    const total = (orderedQty.get(one.id) ?? 0) + qty
    orderedQty.set(one.id, total)
    return { status: statusOf(one, total, orderType), productId: one.id }
  })
}

function statusOf(
  { hasPrice, inventory }: Chosen,
  orderedQty: number,
  orderType: OrderType,
): CheckedLine['status'] {
  if (!hasPrice) return 'noPrice'
  if (orderType === 'Season') return 'ok'
  if (inventory === 0) return 'noStock'
  return inventory < orderedQty ? 'short' : 'ok'
}
