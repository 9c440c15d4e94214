import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { verb } from '#server/http/http.ts'
import { getPriceGroups } from '#shared/customers/customers.ts'

/** SQL: steps through the price index group by group, as there are a million prices, but few groups. Ends with null. */
export const pricedGroups = `recursive priced (name) as (
    (select price_group from prices where tenant_id = $1 order by price_group limit 1)
    union all
    select (select p.price_group from prices p
            where p.tenant_id = $1 and p.price_group > priced.name order by p.price_group limit 1)
    from priced where priced.name is not null)`

const listGroups = prepared(`
  with ${pricedGroups}
  select name from (
    select name from priced where name is not null
    union select price_group from accounts where tenant_id = $1 and deleted_at is null
    union select price_group from tenant_settings where tenant_id = $1) groups
  order by name collate "tr-x-icu"`)

/** The price groups of prices, customers and the tenant. */
export async function readPriceGroups(tx: Pick<Tx, 'query'>): Promise<string[]> {
  return (await tx.query<{ name: string }>(listGroups)).map(({ name }) => name)
}

export const priceGroups = verb(getPriceGroups, ({ tx }) => readPriceGroups(tx))
