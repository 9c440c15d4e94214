import pg from 'pg'
import { operatorActor, recordChange } from '#server/changes/record.ts'
import { assigned, columnOf, pick } from '#server/db/columns.ts'
import { type Connections, connected } from '#server/db/connection.ts'
import { newId } from '#server/db/newId.ts'
import { unprepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { StartupProblem } from '#server/startup.ts'
import { type Tenant, tenantColumns } from './tenants.ts'

const requiredFields = [
  'key',
  'displayName',
  'languages',
  'priceGroup',
  'currencyCode',
  'authRequired',
  'orderAuthRequired',
  'transferEnabled',
  'descriptionVisible',
  'homeVisibleType',
] as const
/** The schema has defaults for these. */
const optionalFields = ['address', 'taxOffice', 'taxNumber', 'phone', 'hosts', 'onlineExpire'] as const

export type NewTenant = Pick<Tenant, (typeof requiredFields)[number]> &
  Partial<Pick<Tenant, (typeof optionalFields)[number]>>

/**
 * Returns the id, also of an existing tenant with that key. `isBeingFilled`: demo data follow. Runs as the owner,
 * because the application may write only parts of its own tenant.
 */
export async function addTenant(
  connections: Connections,
  tenant: NewTenant,
  sortOrder: number,
  isBeingFilled = false,
): Promise<string> {
  return asOwner(connections, async (client) => {
    await insertTenant(client, tenant, sortOrder, isBeingFilled)
    const { rows } = await client.query<{ id: string }>('select id from tenants where key = $1', [tenant.key])
    const id = rows[0]?.id
    if (!id) throw new Error(`Tenant ${tenant.key} was not added`)
    await addCounters(await asTenant(client, id))
    return id
  })
}

/**
 * Adds a tenant after all others, together with what `fill` writes, in one transaction. Throws {@link StartupProblem}
 * if key or host is taken.
 */
export async function createTenant(
  connections: Connections,
  tenant: NewTenant,
  fill: (tx: Tx) => Promise<void>,
): Promise<string> {
  return asOwner(connections, async (client) => {
    const others = await lockAllTenants(client)
    refuseTakenHosts(tenant.hosts ?? [], others)
    const { rows } = await client.query<{ next: number }>(
      'select coalesce(max(sort_order), -1) + 1 as next from tenants',
    )
    const id = await insertTenant(client, tenant, rows[0]?.next ?? 0, false)
    if (!id) throw new StartupProblem(`There is already a wholesaler ${tenant.key}.`)
    const tx = await asTenant(client, id)
    await addCounters(tx)
    const { displayName: subjectName, ...after } = tenant
    await recordChange(tx, operatorActor, new Date(), {
      subject: 'settings',
      subjectName,
      action: 'added',
      after,
    })
    await fill(tx)
    return id
  })
}

const operatorFields = [
  'displayName',
  'hosts',
  'languages',
  'priceGroup',
  'currencyCode',
  'authRequired',
  'transferEnabled',
] as const

export type TenantChange = Partial<Omit<Pick<Tenant, (typeof operatorFields)[number]>, 'hosts'>> & {
  addHosts?: string[]
  removeHosts?: string[]
}

/** Throws {@link StartupProblem} for an unknown key or a taken host. */
export async function changeTenant(
  connections: Connections,
  key: string,
  { addHosts = [], removeHosts = [], ...change }: TenantChange,
): Promise<void> {
  await asOwner(connections, async (client) => {
    const all = await lockAllTenants(client)
    const tenant = all.find((one) => one.key === key)
    if (!tenant) throw new StartupProblem(`There is no wholesaler ${key}.`)
    refuseTakenHosts(
      addHosts,
      all.filter((one) => one !== tenant),
    )
    const missing = removeHosts.find((host) => !tenant.hosts.includes(host))
    if (missing) throw new StartupProblem(`${key} does not have the host name ${missing}.`)
    const hosts = new Set([...tenant.hosts, ...addHosts])
    for (const host of removeHosts) hosts.delete(host)
    const before = pick(tenant, operatorFields)
    const after = { ...before, ...change, hosts: [...hosts] }
    await client.query(
      `update tenants set ${assigned(operatorFields, 2)}, version = version + 1 where id = $1`,
      [tenant.id, ...operatorFields.map((field) => after[field])],
    )
    const tx = await asTenant(client, tenant.id)
    await tx.query(unprepared('update tenant_versions set settings = settings + 1 where tenant_id = $1'))
    const about = { subject: 'settings', subjectName: after.displayName, action: 'changed' } as const
    await recordChange(tx, operatorActor, new Date(), { ...about, before, after })
  })
}

/** The demo data are complete: from now on its demo accounts are shown. */
export async function markAsDemo(connections: Connections, tenantId: string): Promise<void> {
  await asOwner(connections, (client) =>
    client.query('update tenants set is_demo = true, is_being_filled = false where id = $1', [tenantId]),
  )
}

/** Locks out other changes of tenants, because no constraint keeps hosts unique. */
async function lockAllTenants(client: pg.Client): Promise<Tenant[]> {
  await client.query(`select pg_advisory_xact_lock(hashtext('toptan.tenants'))`)
  const { rows } = await client.query<Tenant>(`select ${tenantColumns} from tenants for no key update`)
  return rows.map((tenant) => ({ ...tenant, hosts: tenant.hosts.map((host) => host.toLowerCase()) }))
}

function refuseTakenHosts(hosts: string[], others: Tenant[]): void {
  for (const host of hosts) {
    const owner = others.find((other) => other.hosts.includes(host))
    if (owner) throw new StartupProblem(`The host name ${host} already belongs to ${owner.key}.`)
  }
}

/** Undefined if the key is taken. */
async function insertTenant(
  client: pg.Client,
  tenant: NewTenant,
  sortOrder: number,
  isBeingFilled: boolean,
): Promise<string | undefined> {
  const given = [...requiredFields, ...optionalFields].filter((field) => tenant[field] !== undefined)
  const own = { id: newId(), sort_order: sortOrder, created_at: new Date(), is_being_filled: isBeingFilled }
  const columns = [...Object.keys(own), ...given.map(columnOf)]
  const { rows } = await client.query<{ id: string }>(
    `insert into tenants (${columns.join(', ')}) values (${columns.map((_, index) => `$${index + 1}`).join(', ')})
     on conflict (key) do nothing returning id`,
    [...Object.values(own), ...given.map((field) => tenant[field])],
  )
  return rows[0]?.id
}

async function addCounters(tx: Tx): Promise<void> {
  for (const table of ['tenant_counters', 'tenant_versions'])
    await tx.query(unprepared(`insert into ${table} (tenant_id) values ($1) on conflict do nothing`))
}

async function asOwner<T>(connections: Connections, work: (client: pg.Client) => Promise<T>): Promise<T> {
  await using client = await connected(connections.owner)
  await client.query('begin')
  const result = await work(client)
  await client.query('commit')
  return result
}

/** Row-level security applies to the owner too. */
async function asTenant(client: pg.Client, tenantId: string): Promise<Tx> {
  await client.query(`set local app.tenant_id = '${tenantId}'`)
  const query: Tx['query'] = async (statement, ...values) =>
    (await client.query({ ...statement, values: [tenantId, ...values] })).rows
  const afterCommit = () => {
    throw new Error('Nothing follows on the making of a tenant')
  }
  return { tenantId, query, last: query, afterCommit }
}
