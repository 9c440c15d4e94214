import { Client } from 'pg'
import { v7 } from 'uuid'
import type { Connections } from '#server/db/connection.ts'

/**
 * Adds a shop, as the owner of the schema, and resolves with its id. Prices are in `currencyCode` for the group
 * `priceGroup`, unless given TRY and CB.
 */
export async function addTenant(
  connections: Connections,
  key: string,
  { currencyCode = 'TRY', priceGroup = 'CB' } = {},
): Promise<string> {
  const id = v7()
  const client = new Client(connections.owner)
  await client.connect()
  try {
    await client.query('begin')
    await client.query(
      `insert into tenants (id, key, display_name, sort_order, languages, price_group, currency_code,
         auth_required, order_auth_required, transfer_enabled, description_visible, created_at)
       values ($1, $2, $2, 0, '{tr,en}', $3, $4, true, true, false, true, now())`,
      [id, key, priceGroup, currencyCode],
    )
    // The owner, too, is held by the policies.
    await client.query(`set local app.tenant_id = '${id}'`)
    await client.query('insert into tenant_counters (tenant_id) values ($1)', [id])
    await client.query('commit')
    return id
  } finally {
    await client.end()
  }
}
