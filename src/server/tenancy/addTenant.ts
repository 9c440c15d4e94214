import pg from 'pg'
import { operatorActor, recordChange } from '#server/changes/record.ts'
import { assigned, columnOf, selected } from '#server/db/columns.ts'
import { type Connections, connected } from '#server/db/connection.ts'
import { newId } from '#server/db/newId.ts'
import { prepared, unprepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { oneOf } from '#server/http/refuse.ts'
import { requestJobs } from '#server/jobs/jobs.ts'
import { StartupProblem } from '#server/process/startup.ts'
import { entryColumns, storedSetting, type Tenant, type TenantEntry } from './tenants.ts'

const requiredFields = [
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
const optionalFields = [
  'mainLanguage',
  'timeZone',
  'address',
  'taxOffice',
  'taxNumber',
  'taxRates',
  'phone',
  'onlineExpire',
] as const

export type NewTenant = Pick<Tenant, 'key' | (typeof requiredFields)[number]> &
  Partial<Pick<Tenant, 'hosts' | (typeof optionalFields)[number]>>

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
    const added = await insertTenant(client, tenant, sortOrder, isBeingFilled)
    const id = added?.tenantId ?? (await findTenant(client, tenant.key))?.id
    if (!id) throw new Error(`Tenant ${tenant.key} was not added`)
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
    const { rows } = await client.query<{ next: number }>(
      'select coalesce(max(sort_order), -1) + 1 as next from tenants',
    )
    const tx = await insertTenant(client, tenant, rows[0]?.next ?? 0, false)
    if (!tx) throw new StartupProblem(`There is already a wholesaler ${tenant.key}.`)
    const { displayName: subjectName, ...after } = tenant
    await recordChange(tx, operatorActor, new Date(), {
      subject: 'settings',
      subjectName,
      action: 'added',
      after,
    })
    await fill(tx)
    return tx.tenantId
  })
}

const operatorFields = [
  'displayName',
  'languages',
  'mainLanguage',
  'timeZone',
  'priceGroup',
  'currencyCode',
  'authRequired',
  'transferEnabled',
] as const

export type TenantChange = Partial<Pick<Tenant, (typeof operatorFields)[number]>> & {
  addHosts?: string[]
  removeHosts?: string[]
}

const lockSettings = prepared(`
  select ${selected(operatorFields)} from tenant_settings where tenant_id = $1 for no key update`)
const writeSettings = prepared(`
  update tenant_settings set ${assigned(operatorFields, 2)}, version = version + 1 where tenant_id = $1`)

/** Throws {@link StartupProblem} for an unknown key or a taken host. */
export async function changeTenant(
  connections: Connections,
  key: string,
  { addHosts = [], removeHosts = [], ...change }: TenantChange,
): Promise<void> {
  await asOwner(connections, async (client) => {
    const tenant = await findTenant(client, key)
    if (!tenant) throw new StartupProblem(`There is no wholesaler ${key}.`)
    const tx = await asTenant(client, tenant.id)
    const stored = await oneOf(tx.query<Pick<Tenant, (typeof operatorFields)[number]>>(lockSettings))
    const missing = removeHosts.find((host) => !tenant.hosts.includes(host))
    if (missing) throw new StartupProblem(`${key} does not have the host name ${missing}.`)
    const kept = tenant.hosts.filter((host) => !removeHosts.includes(host))
    const hosts = [...new Set([...kept, ...addHosts])]
    const before = { ...stored, hosts: tenant.hosts }
    const after = { ...stored, ...change, hosts }
    await tx.query(writeSettings, ...operatorFields.map((field) => after[field]))
    await client.query('delete from tenant_hosts where tenant_id = $1', [tenant.id])
    await addHostNames(client, tenant.id, hosts)
    await tx.query(raiseSettings)
    const about = { subject: 'settings', subjectName: after.displayName, action: 'changed' } as const
    await recordChange(tx, operatorActor, new Date(), { ...about, before, after })
  })
}
const raiseSettings = prepared('update tenant_versions set settings = settings + 1 where tenant_id = $1')

/** The demo data are complete: from now on its demo accounts are shown. */
export async function markAsDemo(connections: Connections, tenantId: string): Promise<void> {
  await asOwner(connections, (client) =>
    client.query('update tenants set is_demo = true, is_being_filled = false where id = $1', [tenantId]),
  )
}

/** Undefined if there is none. Locked until the transaction ends. */
async function findTenant(client: pg.Client, key: string): Promise<TenantEntry | undefined> {
  const { rows } = await client.query<TenantEntry>(
    `select ${entryColumns} from tenants t where key = $1 for no key update`,
    [key],
  )
  return rows[0]
}

/** @throws StartupProblem if one belongs to another tenant. */
async function addHostNames(client: pg.Client, tenantId: string, hosts: string[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `insert into tenant_hosts (name, tenant_id, position)
     select name, $1, position from unnest($2::text[]) with ordinality h (name, position)
     on conflict (name) do nothing returning name`,
    [tenantId, hosts],
  )
  const taken = hosts.find((host) => !rows.some(({ name }) => name === host))
  if (taken === undefined) return
  const owner = await client.query<{ key: string }>(
    'select t.key from tenant_hosts h join tenants t on t.id = h.tenant_id where h.name = $1',
    [taken],
  )
  throw new StartupProblem(`The host name ${taken} already belongs to ${owner.rows[0]?.key}.`)
}

/** With its settings, counters and host names. Undefined if the key is taken. */
async function insertTenant(
  client: pg.Client,
  tenant: NewTenant,
  sortOrder: number,
  isBeingFilled: boolean,
): Promise<Tx | undefined> {
  const { rows } = await client.query<{ id: string }>(
    `insert into tenants (id, key, sort_order, created_at, is_being_filled) values ($1, $2, $3, now(), $4)
     on conflict (key) do nothing returning id`,
    [newId(), tenant.key, sortOrder, isBeingFilled],
  )
  const id = rows[0]?.id
  if (!id) return undefined
  await addHostNames(client, id, tenant.hosts ?? [])
  const tx = await asTenant(client, id)
  const given = [...requiredFields, ...optionalFields].filter((field) => tenant[field] !== undefined)
  await tx.query(
    unprepared(`insert into tenant_settings (tenant_id, ${given.map(columnOf).join(', ')})
      values ($1, ${given.map((_, index) => `$${index + 2}`).join(', ')})`),
    ...given.map((field) => storedSetting(field, tenant[field])),
  )
  for (const table of ['tenant_counters', 'tenant_versions'])
    await tx.query(unprepared(`insert into ${table} (tenant_id) values ($1)`))
  await requestJobs(tx, undefined, ['retention'], new Date(Date.now() + 24 * 60 * 60_000))
  return tx
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
