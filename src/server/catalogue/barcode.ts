import { viewedAccount } from '#server/customers/reach.ts'
import { prepared } from '#server/db/statement.ts'
import { verb } from '#server/http/http.ts'
import { getProductByBarcode } from '#shared/catalogue/catalogue.ts'
import type { WhyNot } from '#shared/catalogue/listing.ts'
import { foldForSearch } from '#shared/text/text.ts'
import { isPriced } from './figures.ts'
import { barcodesLike } from './lineCodes.ts'
import { viewerParameters } from './productFilters.ts'
import { productJson } from './productJson.ts'
import { answerWithPrices } from './rulePrices.ts'
import { codeColumns, hasCode } from './variantCodes.ts'

/** SQL: the variant whose code is $5; a barcode counts before other codes. */
const exact = codeColumns
  .map(
    ({ column }, rank) =>
      `select v.product_id, v.id, ${rank} as rank from variants v where v.tenant_id = $1 and v.${column} = $5`,
  )
  .join(' union all ')

/**
 * $5: the code as typed. $6: with other leading zeros; used only if one barcode matches, and neither $5 nor the item
 * code $7 does.
 */
const byBarcode = prepared(`
  with named as (
    (select e.product_id, e.id from (${exact}) e order by e.rank limit 1)
    union all
    select min(v.product_id::text)::uuid, min(v.id::text)::uuid from variants v
    where v.tenant_id = $1 and v.barcode = any ($6::text[])
      and not exists (select from variants x where x.tenant_id = $1 and ${hasCode('x', 'array[$5]')})
      and not exists (select from products k where k.tenant_id = $1 and k.code_key = $7)
    having count(*) = 1)
  select why."whyNot", case when v.is_active and why.is_seen then v.id end as "productId",
         case when why.is_seen then j.product end as product
  from named n
  join variants v on v.tenant_id = $1 and v.id = n.id
  join products p on p.tenant_id = $1 and p.id = n.product_id
  join brands b on b.tenant_id = $1 and b.id = p.brand_id
  join categories c on c.tenant_id = $1 and c.id = p.category_id
  left join prices r on r.tenant_id = $1 and r.variant_id = v.id and r.price_group = $2 and ${isPriced()}
  cross join lateral (
    select case when exists (
        select from excluded_brands x where x.tenant_id = $1 and x.account_id = $4::uuid and x.brand_id = b.id)
      then 'brandExcluded'
      when not (p.is_active and b.is_active and c.is_active) then 'inactive' end as unseen) hidden
  cross join lateral (
    select hidden.unseen is null as is_seen, coalesce(hidden.unseen, case
      when not v.is_active then 'inactive' when r.variant_id is null then 'noPrice'
      when $3 <> 'Season' and v.inventory = 0 then 'noStock' end) as "whyNot") why
  cross join lateral (${productJson()}) j`)

type Found = { whyNot: WhyNot | null; productId: string | null; product: string | null }

/** Finds a product by a code of one of its sizes or lots, and why it cannot be ordered. */
export const productByBarcode = verb(getProductByBarcode, async (call, input) => {
  const { tx, user, tenant } = call
  const account = await viewedAccount(tx, user, input.currAccCode)
  const values = viewerParameters(account, tenant, input.orderType)
  values.add(input.barcode)
  values.add(barcodesLike(input.barcode))
  values.add(foldForSearch(input.barcode))
  const [found] = await tx.query<Found>(byBarcode, ...values.list)
  const { whyNot, productId, product } = found ?? { whyNot: 'unknown', productId: null, product: null }
  const named = productId ? `,"productId":"${productId}"` : ''
  const json = `{"success":true,"data":${product ?? 'null'}${named}${whyNot ? `,"whyNot":"${whyNot}"` : ''}}`
  return answerWithPrices(call, input, json)
})
