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

/** Stored figures by item code, after comparing them with computed ones. */
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
  return new Map(
    rows.map(({ code, stock, soldOut, prices, currencies, fully: fullyPriced, photo }) => [
      code,
      { stock, soldOut, prices, currencies, fully: fullyPriced, photo },
    ]),
  )
}
