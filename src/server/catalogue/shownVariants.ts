import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'

const readShown = prepared(`
  select id from (
  select distinct on (p.item_code) given.position, v.id
  from unnest($2::uuid[]) with ordinality given (id, position)
  join products p on p.tenant_id = $1 and p.id = given.id
  join brands b on b.tenant_id = $1 and b.id = p.brand_id and b.is_active
  join categories c on c.tenant_id = $1 and c.id = p.category_id and c.is_active
  join variants v on v.tenant_id = $1 and v.product_id = p.id and v.is_active
  where p.is_active and not exists (
    select from excluded_brands x where x.tenant_id = $1 and x.account_id = $3::uuid and x.brand_id = p.brand_id)
  order by p.item_code, given.position, v.inventory = 0, v.sort_order, v.size, v.lot_code) shown
  order by position limit $4`)

type Asked = {
  productIds: string[]
  /** Whose excluded brands are left out. */
  accountId: string
  limit: number
}

/** A variant, rather one in stock, of each item that the shop offers among the products, in their order. */
export async function shownVariants(
  tx: Pick<Tx, 'query'>,
  { productIds, accountId, limit }: Asked,
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(readShown, productIds, accountId, limit)
  return rows.map(({ id }) => id)
}
