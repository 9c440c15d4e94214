import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import type { Connections } from '#server/db/connection.ts'
import type { Tenant } from './tenants.ts'

type NewTenant = Omit<
  Tenant,
  'id' | 'hosts' | 'detailVisible' | 'imageExtension' | 'onlineExpire' | 'themeColor' | 'isDemo'
>

/**
 * Adds a tenant with its counters (`isBeingFilled` while demo data are to come), or answers the id of the one that has the key already.
 * Runs as the owner: the application may only read who the tenants are.
 */
export async function addTenant(
  connections: Connections,
  tenant: NewTenant,
  sortOrder: number,
  isBeingFilled = false,
): Promise<string> {
  return asOwner(connections, async (client) => {
    await client.query('begin')
    await client.query(
      `insert into tenants (id, key, display_name, sort_order, languages, price_group, currency_code, auth_required,
                            order_auth_required, transfer_enabled, description_visible, home_visible_type, created_at,
                            is_being_filled)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) on conflict (key) do nothing`,
      [
        uuidv7(),
        tenant.key,
        tenant.displayName,
        sortOrder,
        tenant.languages,
        tenant.priceGroup,
        tenant.currencyCode,
        tenant.authRequired,
        tenant.orderAuthRequired,
        tenant.transferEnabled,
        tenant.descriptionVisible,
        tenant.homeVisibleType,
        new Date(),
        isBeingFilled,
      ],
    )
    const { rows } = await client.query<{ id: string }>('select id from tenants where key = $1', [tenant.key])
    const id = rows[0]?.id
    if (!id) throw new Error(`Tenant ${tenant.key} was not added`)
    // Row-level security holds the owner too.
    await client.query(`set local app.tenant_id = '${id}'`)
    await client.query('insert into tenant_counters (tenant_id) values ($1) on conflict do nothing', [id])
    await client.query('commit')
    return id
  })
}

/** Says that a tenant holds demo data, whole: its demo accounts are shown from now on. */
export async function markAsDemo(connections: Connections, tenantId: string): Promise<void> {
  await asOwner(connections, (client) =>
    client.query('update tenants set is_demo = true, is_being_filled = false where id = $1', [tenantId]),
  )
}

async function asOwner<T>(connections: Connections, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connections.owner)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
