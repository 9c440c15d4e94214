import { isoTime } from '#server/db/isoTime.ts'
import { escapeLike } from '#server/db/search.ts'
import type { Database } from '#server/db/tenant.ts'
import { type ListedTenant, tenantSorts } from '#shared/operator.ts'

type Asked = { page: number; limit: number; sort: (typeof tenantSorts)[number]; search?: string | undefined }

const orders: Record<Asked['sort'], string> = {
  calls: 'coalesce(u.calls, 0) desc, f.last_order_at desc nulls last',
  lastOrder: 'f.last_order_at desc nulls last',
  bytes: 'coalesce(f.bytes, 0) desc',
  orders: 'coalesce(f.orders, 0) desc',
  key: 't.key',
}

/** Those whose key or host name contains the text. */
export async function listTenantsForOperator(
  database: Database,
  { page, limit, sort, search = '' }: Asked,
): Promise<{ items: ListedTenant[]; total: number }> {
  const matched = `from tenants t where $1 = '' or t.key like $1
    or exists (select from tenant_hosts h where h.tenant_id = t.id and h.name like $1)`
  const pattern = search === '' ? '' : `%${escapeLike(search.toLowerCase())}%`
  const [[counted], items] = await Promise.all([
    database.global<{ total: number }>(`select count(*)::int as total ${matched}`, [pattern]),
    database.global<ListedTenant>(
      `select t.key, array(select h.name from tenant_hosts h where h.tenant_id = t.id order by h.position) as hosts,
         coalesce(u.calls, 0)::int as calls, coalesce(u.orders, 0)::int as "recentOrders",
         ${isoTime('f.last_order_at')} as "lastOrderAt", coalesce(f.orders, 0)::int as orders,
         coalesce(f.products, 0) as products, coalesce(f.variants, 0) as variants, coalesce(f.photos, 0) as photos,
         coalesce(f.users, 0) as users, coalesce(f.bytes, 0)::float8 as bytes, ${isoTime('f.counted_at')} as "countedAt"
       from (select t.id, t.key ${matched}) t
       left join tenant_figures f on f.tenant_id = t.id
       left join (select tenant_id, sum(calls) as calls, sum(orders) as orders from tenant_usage
                  where hour > now() - interval '24 hours' group by tenant_id) u on u.tenant_id = t.id
       order by ${orders[sort]}, t.key limit $2 offset $3`,
      [pattern, limit, (page - 1) * limit],
    ),
  ])
  return { items, total: counted?.total ?? 0 }
}
