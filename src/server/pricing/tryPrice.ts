import { prepared } from '#server/db/statement.ts'
import { verb } from '#server/http/http.ts'
import { oneOf } from '#server/http/refuse.ts'
import type { Viewed } from '#server/users/session.ts'
import { viewedJson } from '#server/users/session.ts'
import { dayOf } from '#shared/clock.ts'
import { Refusal } from '#shared/errors.ts'
import { fromMinor, type Minor, toMinor } from '#shared/numbers/money.ts'
import { tryPrice } from '#shared/pricing/priceRules.ts'
import { type Counts, type Priced, priceOf } from '#shared/pricing/pricing.ts'

const findAccount = prepared(`
  select ${viewedJson('a')} as account from accounts a where a.tenant_id = $1 and a.code = $2 and a.deleted_at is null`)

const readItem = prepared(`
  select p.item_code as "itemCode", p.color_code as "colorCode", p.color_description as "colorDescription",
         p.brand_id as "brandId", p.category_id as "categoryId", v.size as "itemDim1Code", v.lot_code as "lotCode",
         v.pieces_per_lot as "piecesPerLot", r.amount_minor::float8 as "amountMinor", r.currency_code as "currencyCode"
  from products p
  join variants v on v.tenant_id = $1 and v.product_id = p.id and v.is_active
  left join prices r on r.tenant_id = $1 and r.variant_id = v.id and r.price_group = $2
  where p.tenant_id = $1 and p.item_code = $3 and ($4::text is null or p.color_code = $4) and p.is_active
  order by p.color_code, v.sort_order, v.size, v.lot_code`)
type Row = Priced & {
  colorDescription: string
  itemDim1Code: string
  lotCode: string
  amountMinor: Minor | null
  currencyCode: string | null
}

export const tryOne = verb(tryPrice, async ({ tx, tenant, services, now }, asked) => {
  const { currAccCode, itemCode, colorCode = null, day = dayOf(now, tenant.timeZone), code } = asked
  const account: Viewed | undefined = currAccCode
    ? (await oneOf(tx.query<{ account: Viewed }>(findAccount, currAccCode))).account
    : undefined
  const priceGroup = account?.priceGroup ?? tenant.priceGroup
  const [rules, rows] = await Promise.all([
    services.priceRules.current(tx),
    tx.query<Row>(readItem, priceGroup, itemCode, colorCode),
  ])
  const [first] = rows
  if (!first) throw new Refusal('notFound')
  const { index } = rules.for({ accountId: account?.id ?? null, priceGroup, day, code })
  return rows.map(({ amountMinor, currencyCode, ...row }) => {
    const { colorCode: color, colorDescription, itemDim1Code, lotCode } = row
    const named = { colorCode: color, colorDescription, itemDim1Code, lotCode }
    if (amountMinor === null || currencyCode === null) return { ...named, priceSteps: [] }
    const counts: Counts = {
      items: new Map([[row.itemCode, asked.pieces]]),
      brands: new Map([[row.brandId, asked.pieces + asked.brandPieces]]),
      amounts: new Map([[currencyCode, toMinor(asked.orderAmount)]]),
    }
    const listPrice = fromMinor(amountMinor)
    const { unitPrice, steps } = priceOf({ ...row, listPrice, currencyCode }, index, counts)
    return { ...named, listPrice, currencyCode, unitPrice, priceSteps: steps }
  })
})
