import { boundedMap } from '#server/boundedMap.ts'
import { noAccount, viewedAccount } from '#server/customers/reach.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { verb } from '#server/http/http.ts'
import { stateThat } from '#server/orders/stateSql.ts'
import { getPopularProducts } from '#shared/catalogue/catalogue.ts'
import { productsOfVariants } from './products.ts'
import { shownVariants } from './shownVariants.ts'

/** Orders of this many days count, and of these the newest. */
const popularDays = 60
const maxOrders = 1000
const maxOwnOrders = 60
const maxProducts = 16

const soldIn = (orders: string) => `
  select p.item_code, p.id, sum(l.qty * l.pieces_per_lot) as pieces
  from (${orders}) o
  join order_lines l on l.tenant_id = $1 and l.order_id = o.id
  join products p on p.tenant_id = $1 and p.id = l.product_id and p.is_active
  group by 1, 2`

/** Items with the most pieces, each with its best colour. */
const bestOf = (orders: string) =>
  prepared(`
  with sold as materialized (${soldIn(orders)}), items as (
    select item_code, sum(pieces) as pieces, (array_agg(id order by pieces desc, id))[1] as id from sold group by 1)
  select coalesce(array_agg(id order by pieces desc, id), '{}') as ids
  from (select * from items order by pieces desc, id limit ${3 * maxProducts}) i`)

const recent = `o.tenant_id = $1 and ${stateThat('isSold')} and o.placed_at >= now() - interval '${popularDays} days'`
const readOwn = bestOf(`
    select o.id from orders o where ${recent} and o.account_id = $2 order by o.number desc limit ${maxOwnOrders}`)
const readAll = bestOf(
  `select o.id from orders o where ${recent} order by o.placed_at desc limit ${maxOrders}`,
)

const freshForMs = 600_000
/** Ids of products of tenants. `until`: by `performance.now()`. */
const kept = boundedMap<{ ids: string[]; until: number }>({
  maxBytes: 4_000_000,
  bytesOf: ({ ids }) => 100 * ids.length,
})

async function bestOfTenant(tx: Tx, tenantId: string): Promise<string[]> {
  const known = kept.get(tenantId)
  if (known && performance.now() < known.until) return known.ids
  const [row] = await tx.query<{ ids: string[] }>(readAll)
  const ids = row?.ids ?? []
  kept.set(tenantId, { ids, until: performance.now() + freshForMs })
  return ids
}

/** What sells well: first what the account orders most, then what all do. Each product comes with one size or lot. */
export const popularProducts = verb(getPopularProducts, async (call, input) => {
  const { tx, user, tenant } = call
  const account = await viewedAccount(tx, user, input.currAccCode)
  const [own] = account ? await tx.query<{ ids: string[] }>(readOwn, account.id) : []
  const ids = [...new Set([...(own?.ids ?? []), ...(await bestOfTenant(tx, tenant.id))])]
  const accountId = account?.id ?? noAccount
  const found = await shownVariants(tx, { productIds: ids, accountId, limit: maxProducts })
  return productsOfVariants(call, account, { ...input, rulePrices: false }, found)
})
