import type pg from 'pg'
import { type Connections, connected } from '#server/db/connection.ts'
import { migrate, readMigrations, restoreUnderWay } from '#server/db/migrate.ts'
import type { ObjectStore } from '#server/images/objectStore.ts'
import type { Secrets } from '#server/process/secrets.ts'
import { StartupProblem } from '#server/process/startup.ts'
import { namedVersion, version } from '#server/process/version.ts'
import { readBackedUpRows, refuseOthers } from './checkBackup.ts'
import { Damaged, damageProblem, diskProblem } from './damage.ts'
import { type BackedUpTenant, deploymentOwner, type Manifest, rowsKey } from './manifest.ts'
import { eachPicture, readPicture, readPictures } from './pictures.ts'
import { moveSecrets } from './resealSecrets.ts'
import { actFor, readRows } from './rows.ts'
import type { BackupSource } from './store.ts'
import { type BackedUpTable, listTables } from './tables.ts'
import type { BackupProgress } from './takeBackup.ts'

export type RestoreRequest = {
  connections: Connections
  /** For the photos. */
  objects: ObjectStore
  source: Pick<BackupSource, 'get'>
  manifest: Manifest
  log: (line: string) => void
  onProgress?: ((progress: BackupProgress) => void) | undefined
  /** Nothing leaves this machine: mails that wait are dropped, ERP links are paused. */
  isTrial?: boolean
  /** The next order gets the number after the last one of the backup; otherwise numbers skip ahead. */
  keepsNumbers?: boolean
}

/** The last order number that is taken, by tenant id. */
export type LastNumbers = Map<string, number>

/**
 * Fills an empty database: first with the schema that the backup was made with, then with its rows, then come the
 * migrations since. After an interruption, the same command goes on; until then no server starts.
 * @throws StartupProblem
 */
export async function restore(request: RestoreRequest): Promise<LastNumbers> {
  try {
    return await restoreAll(request)
  } catch (error) {
    throw diskProblem(error, 'The restore failed')
  }
}

async function restoreAll(request: RestoreRequest): Promise<LastNumbers> {
  const { connections, manifest, log } = request
  await refuseOtherMigrations(manifest)
  await using client = await connected(connections.owner)
  await refuseFilled(client, manifest.name)
  const only = manifest.migrations.map(({ name }) => name)
  await migrate(connections, { log, only })
  const tables = await listTables(client)
  await restoreDeployment(request, client, tables)
  const lastNumbers = await restoreTenants(request, client, tables)
  await client.query('delete from secret_key')
  await client.query('insert into secret_key values ($1)', [manifest.key.fingerprint])
  await client.query(`drop table ${restoreUnderWay}`)
  await migrate(connections, { log })
  await client.query('analyze')
  return lastNumbers
}

/** Those that the backup was made with must be known, word for word. */
async function refuseOtherMigrations({ name, migrations, version: madeBy }: Manifest): Promise<void> {
  const known = new Map((await readMigrations()).map((file) => [file.name, file.hash]))
  const other = migrations.find((migration) => known.get(migration.name) !== migration.hash)
  if (other)
    throw new StartupProblem(
      `The backup ${name} was made by ${namedVersion(madeBy)} ` +
        `(${other.name}), and this is Toptan ${version}. Restore it with that version or a newer one.`,
    )
}

async function refuseFilled(client: pg.ClientBase, name: string): Promise<void> {
  const { rows } = await client.query<{ tenants: string | null; under: string | null }>(
    `select to_regclass('public.tenants')::text as tenants, to_regclass('public.${restoreUnderWay}')::text as under`,
  )
  const [found] = rows
  if (found?.under) {
    const begun = await client.query<{ backup: string }>(`select backup from ${restoreUnderWay}`)
    if (begun.rows[0]?.backup === name) return
    throw new StartupProblem(
      `Another backup was being restored here: ${begun.rows[0]?.backup}. Go on with that one, or empty the database.`,
    )
  }
  if (found?.tenants) {
    const { rows: tenants } = await client.query<{ key: string }>(
      'select key from tenants order by sort_order',
    )
    if (tenants.length > 0)
      throw new StartupProblem(
        `A backup is restored into an empty database only. This one has ${tenants.length} wholesalers (${tenants
          .slice(0, 5)
          .map(({ key }) => key)
          .join(', ')}). Nothing was changed.`,
      )
    throw new StartupProblem(
      'A backup is restored into an empty database only, and this one has the tables of Toptan. Nothing was changed.',
    )
  }
  await client.query(`create table ${restoreUnderWay} as select $1::text as backup`, [name])
}

async function restoreDeployment(
  { source, manifest }: RestoreRequest,
  client: pg.ClientBase,
  tables: BackedUpTable[],
): Promise<void> {
  const { deployment, name } = manifest
  if (!deployment) return
  await client.query('begin')
  try {
    // A migration may have filled some.
    for (const table of tables)
      if (!table.isOfTenant && !table.opensDoor) await client.query(`delete from ${table.name}`)
    const read = await readBackedUpRows(source, name, deploymentOwner, (text) =>
      readRows(client, text, { tables, tenantId: undefined }),
    )
    refuseOthers(read, deployment)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw damageProblem(error, name, rowsKey(name, deploymentOwner))
  }
}

async function restoreTenants(
  request: RestoreRequest,
  client: pg.ClientBase,
  tables: BackedUpTable[],
): Promise<LastNumbers> {
  const { manifest, onProgress, keepsNumbers } = request
  const { rows } = await client.query<{ id: string }>('select id from tenants')
  const there = new Set(rows.map(({ id }) => id))
  const lastNumbers: LastNumbers = new Map()
  for (const [index, tenant] of manifest.tenants.entries()) {
    onProgress?.({ phase: tenant.key, done: index, total: manifest.tenants.length })
    // Pictures first: once the tenant is there, it has them.
    if (!there.has(tenant.id)) {
      await restorePictures(request, tenant)
      const settle = async () => {
        lastNumbers.set(tenant.id, keepsNumbers ? tenant.lastOrderNumber : await skipNumbers(client, tenant))
      }
      await restoreTenant(request, client, tenant, { tables, settle })
    }
  }
  return lastNumbers
}

const skip = `
  update tenant_counters c set last_order_number = (c.last_order_number + g.gap + 999) / 1000 * 1000
  from (
    select greatest(1000, 2 * coalesce(max(d.orders), 0) * (current_date - $2::date + 1)) as gap from (
      select count(*) as orders from orders
      where tenant_id = $1 and placed_at > $2::timestamptz - interval '90 days' group by placed_at::date) d) g
  where c.tenant_id = $1 returning c.last_order_number::float8 as number`

/**
 * Numbers of orders that were placed after the backup stand on papers and in the ERP: they are not given again. To a full
 * thousand, at least 1,000 ahead and twice what days like the busiest would have made since.
 */
async function skipNumbers(client: pg.ClientBase, { id, takenAt }: BackedUpTenant): Promise<number> {
  const { rows } = await client.query<{ number: number }>(skip, [id, takenAt])
  return rows[0]?.number ?? 0
}

type TenantOptions = {
  tables: BackedUpTable[]
  /** See {@link readRows}. */
  change?: (table: string) => Promise<void>
  /** In the same transaction, when all rows are there. */
  settle?: () => Promise<void>
  /** For a tenant that comes from another deployment. */
  secrets?: { from: Secrets; to: Secrets }
}

/**
 * In one transaction.
 * @throws StartupProblem if the file has anything else than the tenant's rows
 */
export async function restoreTenant(
  { source, manifest, isTrial = false }: Pick<RestoreRequest, 'source' | 'manifest' | 'isTrial'>,
  client: pg.ClientBase,
  tenant: BackedUpTenant,
  { tables, change, settle, secrets }: TenantOptions,
): Promise<void> {
  const { id } = tenant
  await client.query('begin')
  try {
    await client.query('set local statement_timeout = 0')
    await actFor(client, id)
    const read = await readBackedUpRows(source, manifest.name, id, (text) =>
      readRows(client, text, { tables, tenantId: id, ...(change ? { change } : {}) }),
    )
    refuseOthers(read, tenant)
    if (read.result.tenants !== 1) throw new Damaged('the wholesaler itself is not in it')
    // Widths are made again, and files of a day's exports are not in a backup.
    for (const text of [...settled, ...(isTrial ? quiet : [])]) await client.query(text, [id])
    if (secrets) await moveSecrets(client, id, secrets)
    await settle?.()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw damageProblem(error, manifest.name, rowsKey(manifest.name, id))
  }
}

const settled = [
  `delete from photos where tenant_id = $1 and state = 'going'`,
  `update photos set state = 'waiting', attempts = 0, next_attempt_at = now()
   where tenant_id = $1 and state in ('waiting', 'ready', 'missing')`,
  `insert into photos (tenant_id, content_hash, state, next_attempt_at)
   select distinct tenant_id, content_hash, 'waiting', now() from product_images where tenant_id = $1
   on conflict (tenant_id, content_hash) do nothing`,
  'delete from order_files where tenant_id = $1',
  'delete from photo_catalogues where tenant_id = $1',
  `update jobs set due_at = '-infinity', holder = null, held_until = '-infinity', attempts = 0, error = ''
   where tenant_id = $1`,
  `insert into jobs (tenant_id, kind, due_at) select $1, 'photos', now()
   where exists (select from photos where tenant_id = $1)
   on conflict (tenant_id, kind) do nothing`,
  // What the ERP got since is compared as soon as it answers.
  `update erp_states set reconcile_at = '-infinity' where tenant_id = $1`,
]
const quiet = [
  'update erp_links set is_paused = true where tenant_id = $1',
  `update order_mails set state = 'dropped' where tenant_id = $1 and state = 'pending'`,
]

const picturesAtOnce = 8

/** Adds to `stored` those that were not there before. */
export async function restorePictures(
  { source, objects, manifest, log, onProgress }: Omit<RestoreRequest, 'connections'>,
  tenant: BackedUpTenant,
  stored: string[] = [],
): Promise<void> {
  const { key } = tenant
  const pictures = await readPictures(source, manifest.name, tenant)
  let done = 0
  await eachPicture(pictures, picturesAtOnce, async (object) => {
    if (!(await objects.has(object))) {
      const bytes = await readPicture(source, object)
      // One picture less must not keep a shop closed.
      if (!bytes) log(`${key}: the picture ${object} is missing or damaged`)
      else {
        await objects.put(object, bytes, 'application/octet-stream')
        stored.push(object)
      }
    }
    done += 1
    onProgress?.({ phase: `pictures of ${key}`, done, total: pictures.length })
  })
}
