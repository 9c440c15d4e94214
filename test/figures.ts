import { expect } from 'vitest'
import { hasPhoto, lowestOf, stockOf } from '#server/catalogue/figures.ts'
import { prepared } from '#server/db/statement.ts'
import type { TestApp } from './app.ts'

export type Figures = {
  stock: number
  soldOut: boolean
  prices: Record<string, number>
  currencies: Record<string, string>
  fully: string[] | null
  photo: boolean
}

const columns = `p.variants_in_stock, p.lowest_prices, p.lowest_currencies, p.fully_priced_in`
const read = prepared(`
  select p.item_code as code, json_build_array(${columns}, p.has_photo)::text as kept,
    json_build_array(${columns.replaceAll(/p\.(variants)/g, 's.$1').replaceAll('p.', 'l.')}, ${hasPhoto('p.id')})::text as computed,
    p.variants_in_stock as stock, p.is_sold_out as "soldOut", p.lowest_prices as prices, p.lowest_currencies as currencies,
    p.fully_priced_in as fully, p.has_photo as photo
  from products p cross join lateral (${stockOf('p.id')}) s cross join lateral (${lowestOf('p.id')}) l
  where p.tenant_id = $1 order by p.item_code, p.color_code`)

const readListed = prepared(`
  select
    (select coalesce(json_agg(l order by item_code, color_code, price_group), '[]')::text from (
      select price_group, product_id, currency_code, amount_minor, item_code, color_code, brand_id, category_id, facet_keys
      from listed_prices where tenant_id = $1) l) as stored,
    (select coalesce(json_agg(l order by item_code, color_code, price_group), '[]')::text from (
      select r.key as price_group, p.id as product_id, p.lowest_currencies->>r.key as currency_code,
        r.value::bigint as amount_minor, p.item_code, p.color_code, p.brand_id, p.category_id, p.facet_keys
      from products p cross join lateral jsonb_each_text(p.lowest_prices) r
      where p.tenant_id = $1 and p.is_active) l) as computed,
    (select coalesce(json_agg(distinct w.word), '[]')::text from products p
      cross join lateral regexp_split_to_table(p.search_text, '\\s+') w (word)
      where p.tenant_id = $1 and w.word <> '' and not exists (
        select from search_words s join search_endings e on e.tenant_id = $1 and e.word = s.word and e.ending = left(s.word, 40)
        where s.tenant_id = $1 and s.word = w.word and (s.product_ids is null or p.id = any (s.product_ids)))) as "missingWords"`)

/** Stored figures by item code, after comparing them, listed prices and words with computed ones. */
export async function figuresOf(
  app: Pick<TestApp, 'database'>,
  tenantId: string,
): Promise<Map<string, Figures>> {
  const rows = await app.database.inTenant(tenantId, 'read', (tx) =>
    tx.query<Figures & { code: string; kept: string; computed: string }>(read),
  )
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.map(({ code, kept: stored }) => [code, stored])).toEqual(
    rows.map(({ code, computed }) => [code, computed]),
  )
  const [listed] = await app.database.inTenant(tenantId, 'read', (tx) =>
    tx.query<{ stored: string; computed: string; missingWords: string }>(readListed),
  )
  expect(JSON.parse(listed?.stored ?? '')).toEqual(JSON.parse(listed?.computed ?? ''))
  expect(listed?.missingWords).toBe('[]')
  return new Map(
    rows.map(({ code, stock, soldOut, prices, currencies, fully: fullyPriced, photo }) => [
      code,
      { stock, soldOut, prices, currencies, fully: fullyPriced, photo },
    ]),
  )
}
