import type { z } from 'zod'
import { viewedAccount } from '#server/customers/reach.ts'
import { prepared } from '#server/db/statement.ts'
import { type Call, RawJson } from '#server/http.ts'
import type { CheckedLine, checkOrderLines } from '#shared/catalogue.ts'
import type { OrderType } from '#shared/endpoint.ts'
import type { WhyNot } from '#shared/listing.ts'
import { type Item, lineFinder, readLine } from './lineCodes.ts'
import { viewersValues } from './narrowing.ts'
import { productJson } from './productJson.ts'

type Input = z.output<typeof checkOrderLines.input>

/** How many candidates a line names at most, and all lines together: somebody is to choose among them. */
const mostCandidates = { line: 50, all: 2000 }

/** Why a product, and whatever of it, is nothing to the viewer, the account $2. */
const whyUnseen = `
  case when exists (
      select from excluded_brands x where x.tenant_id = $1 and x.account_id = $2::uuid and x.brand_id = p.brand_id)
    then 'brandExcluded'
    when not (p.is_active and b.is_active and c.is_active) then 'inactive' end`
const joinNames = `
  join brands b on b.tenant_id = $1 and b.id = p.brand_id
  join categories c on c.tenant_id = $1 and c.id = p.category_id`

/** The items whose folded codes are $3, with their sizes and lots in order: id, what it is called, whether it is active. */
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

const findBarcodes = prepared(`
  select v.barcode, v.id, coalesce(${whyUnseen}, case when not v.is_active then 'inactive' end) as unseen
  from variants v join products p on p.tenant_id = $1 and p.id = v.product_id ${joinNames}
  where v.tenant_id = $1 and v.barcode = any ($3::text[])`)

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
  left join prices r on r.tenant_id = $1 and r.variant_id = one.id and r.price_group = $2
  cross join lateral (${productJson('asked.id')}) j
  where not exists (
    select from excluded_brands x where x.tenant_id = $1 and x.account_id = $4::uuid and x.brand_id = p.brand_id)`)
type Chosen = { id: string; inventory: number; hasPrice: boolean; product: string }

/** What each of many typed lines stands for: two looks at the database, however many lines. */
export async function checkLines(
  { tx, user, tenant }: Call<typeof checkOrderLines>,
  { lines, currAccCode, orderType }: Input,
): Promise<RawJson> {
  const account = await viewedAccount(tx, user, currAccCode)
  const readings = lines.map(readLine)
  const codes = new Set(readings.flatMap(({ splits }) => splits.map(({ itemCode }) => itemCode)))
  const barcodes = new Set(readings.flatMap((reading) => [reading.code, ...reading.barcodes]))
  const [items, byBarcode] = await Promise.all([
    tx.query<ItemRow>(findItems, account?.id ?? null, [...codes]),
    tx.query<Variant & { barcode: string }>(findBarcodes, account?.id ?? null, [...barcodes]),
  ])
  const find = lineFinder(items.map(itemOf), new Map(byBarcode.map((variant) => [variant.barcode, variant])))
  const meanings = withinReason(readings.map((reading) => meaningOf(find(reading))))
  const values = viewersValues(account, tenant, orderType)
  values.add([...new Set(meanings.flatMap(({ ids }) => ids))])
  const chosen = await tx.query<Chosen>(findChosen, ...values.list)
  const checked = judged(lines, meanings, new Map(chosen.map((one) => [one.id, one])), orderType)
  const products = chosen.map(({ product }) => product).join()
  return new RawJson(`{"success":true,"data":{"lines":${JSON.stringify(checked)},"products":[${products}]}}`)
}

function itemOf({ unseen, variants, ...item }: ItemRow): Item<Variant> {
  return {
    ...item,
    variants: variants.map(([id, name, isActive]) => ({
      name,
      variant: { id, unseen: unseen ?? (isActive ? null : 'inactive') },
    })),
  }
}

/** The sizes and lots that a line may mean, or why the viewer is told of none. */
type Meaning = { ids: string[]; isNear?: true; whyNot?: WhyNot }

/** What the viewer may not see counts for nothing beside what they may. */
function meaningOf({ found, isNear }: ReturnType<ReturnType<typeof lineFinder<Variant>>>): Meaning {
  const ids = found.filter(({ unseen }) => !unseen).map(({ id }) => id)
  if (ids.length > 0) return { ids, ...(isNear ? { isNear } : {}) }
  if (found.length === 0 || isNear) return { ids, whyNot: 'unknown' }
  return {
    ids,
    whyNot: found.some(({ unseen }) => unseen === 'brandExcluded') ? 'brandExcluded' : 'inactive',
  }
}

/** Leaves each line, and all together, no more candidates than somebody can choose among. */
function withinReason(meanings: Meaning[]): (Meaning & { isAmbiguous: boolean })[] {
  let left = mostCandidates.all
  return meanings.map(({ ids, ...meaning }) => {
    if (ids.length < 2 && !meaning.isNear) return { ...meaning, ids, isAmbiguous: false }
    const kept = ids.slice(0, Math.min(mostCandidates.line, left))
    left -= kept.length
    return { ...meaning, ids: kept, isAmbiguous: true }
  })
}

/** What is said of each line. Stock is counted down line by line: each has what those before it leave. */
function judged(
  lines: Input['lines'],
  meanings: ReturnType<typeof withinReason>,
  chosen: Map<string, Chosen>,
  orderType: OrderType,
): CheckedLine[] {
  const asked = new Map<string, number>()
  return lines.map(({ qty }, index) => {
    const { ids = [], isNear, isAmbiguous = false, whyNot = 'unknown' } = meanings[index] ?? {}
    const known = ids.filter((id) => chosen.has(id))
    const status = isNear ? 'notInItem' : 'ambiguous'
    if (isAmbiguous) return { status, ...(known.length > 0 ? { candidates: known } : {}) }
    const one = chosen.get(known[0] ?? '')
    if (!one) return { status: whyNot }
    const total = (asked.get(one.id) ?? 0) + qty
    asked.set(one.id, total)
    return { status: statusOf(one, total, orderType), productId: one.id }
  })
}

function statusOf(
  { hasPrice, inventory }: Chosen,
  asked: number,
  orderType: OrderType,
): CheckedLine['status'] {
  if (!hasPrice) return 'noPrice'
  if (orderType === 'Season') return 'ok'
  if (inventory === 0) return 'noStock'
  return inventory < asked ? 'short' : 'ok'
}
