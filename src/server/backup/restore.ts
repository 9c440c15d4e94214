import { isDeepStrictEqual } from 'node:util'
import pLimit from 'p-limit'
import type pg from 'pg'
import { type Connections, connected } from '#server/db/connection.ts'
import { migrate, readMigrations, restoreUnderWay } from '#server/db/migrate.ts'
import { type ObjectStore, readStored } from '#server/images/objectStore.ts'
import type { Secrets } from '#server/secrets.ts'
import { StartupProblem } from '#server/startup.ts'
import { readBackedUpRows } from './checkBackup.ts'
import { type BackedUpTenant, deploymentOwner, type Manifest, pictureKey, readPictures } from './manifest.ts'
import { isWhole } from './pictures.ts'
import { resealSecrets } from './resealSecrets.ts'
import { readRows } from './rows.ts'
import type { BackupSource } from './store.ts'
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
}

/**
 * Fills an empty database: first with the schema that the backup was made with, then with its rows, then come the
 * migrations since. After an interruption, the same command goes on; until then no server starts.
 * @throws StartupProblem
 */
export async function restore(request: RestoreRequest): Promise<void> {
  const { connections, manifest, log } = request
  await refuseOtherMigrations(manifest)
  await using client = await connected(connections.owner)
  await refuseFilled(client, manifest.name)
  const only = manifest.migrations.map(({ name }) => name)
  await migrate(connections, { log, only })
  await restoreDeployment(request, client)
  await restoreTenants(request, client)
  await client.query('delete from secret_key')
  await client.query('insert into secret_key values ($1)', [manifest.key.fingerprint])
  await client.query(`drop table ${restoreUnderWay}`)
  await migrate(connections, { log })
  await client.query('analyze')
}

/** Those that the backup was made with must be known, word for word. */
async function refuseOtherMigrations({ name, migrations }: Manifest): Promise<void> {
  const known = new Map((await readMigrations()).map((file) => [file.name, file.hash]))
  const other = migrations.find((migration) => known.get(migration.name) !== migration.hash)
  if (other)
    throw new StartupProblem(
      `The backup ${name} was made by another version of Toptan (${other.name}). Restore it with that version or a newer one.`,
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

async function restoreDeployment({ source, manifest }: RestoreRequest, client: pg.ClientBase): Promise<void> {
  const { deployment, name } = manifest
  if (!deployment || Object.keys(deployment.rows).length === 0) return
  await client.query('begin')
  for (const table of Object.keys(deployment.rows)) await client.query(`delete from ${table}`)
  await readBackedUpRows(source, name, deploymentOwner, (text) => readRows(client, text))
  await client.query('commit')
}

async function restoreTenants(request: RestoreRequest, client: pg.ClientBase): Promise<void> {
  const { manifest, onProgress } = request
  const { rows } = await client.query<{ id: string }>('select id from tenants')
  const there = new Set(rows.map(({ id }) => id))
  for (const [index, tenant] of manifest.tenants.entries()) {
    onProgress?.({ phase: tenant.key, done: index, total: manifest.tenants.length })
    // Pictures first: once the tenant is there, it has them.
    if (!there.has(tenant.id)) {
      await restorePictures(request, tenant)
      await restoreTenant(request, client, tenant)
    }
  }
}

/** In one transaction. `secrets`: of a tenant that comes from another deployment. */
export async function restoreTenant(
  { source, manifest, isTrial = false }: Pick<RestoreRequest, 'source' | 'manifest' | 'isTrial'>,
  client: pg.ClientBase,
  { id, key, rows, sha256 }: BackedUpTenant,
  options: { secrets?: { from: Secrets; to: Secrets }; sortOrder?: number; key?: string } = {},
): Promise<void> {
  await client.query('begin')
  try {
    await client.query(`set local statement_timeout = 0; set local app.tenant_id = '${id}'`)
    const read = await readBackedUpRows(source, manifest.name, id, (text) => readRows(client, text))
    if (read.sha256 !== sha256 || !isDeepStrictEqual(read.result, rows))
      throw new StartupProblem(`The backup ${manifest.name} is damaged: the rows of ${key}.`)
    // Widths are made again, and files of a day's exports are not in a backup.
    for (const text of [...settled, ...(isTrial ? quiet : [])]) await client.query(text, [id])
    if (options.secrets) await resealSecrets(client, id, options.secrets)
    if (options.key) await client.query('update tenants set key = $2 where id = $1', [id, options.key])
    if (options.sortOrder !== undefined)
      await client.query('update tenants set sort_order = $2 where id = $1', [id, options.sortOrder])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
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
]
const quiet = [
  'update erp_links set is_paused = true where tenant_id = $1',
  `update order_mails set state = 'dropped' where tenant_id = $1 and state = 'pending'`,
]

const picturesAtOnce = 8

export async function restorePictures(
  { source, objects, manifest, log, onProgress }: Omit<RestoreRequest, 'connections'>,
  { id, key }: BackedUpTenant,
): Promise<void> {
  const pictures = await readPictures(source, manifest.name, id)
  let done = 0
  await pLimit(picturesAtOnce).map(pictures, async (object) => {
    if (!(await objects.has(object))) {
      const bytes = await readStored(source, pictureKey(object))
      // One picture less must not keep a shop closed.
      if (!bytes || !isWhole(object, bytes)) log(`${key}: the picture ${object} is missing or damaged`)
      else await objects.put(object, bytes, 'application/octet-stream')
    }
    done += 1
    onProgress?.({ phase: `pictures of ${key}`, done, total: pictures.length })
  })
}
