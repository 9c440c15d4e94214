import type pg from 'pg'
import { type Connections, connected } from '#server/db/connection.ts'
import type { ObjectStore } from '#server/images/objectStore.ts'
import type { Secrets } from '#server/process/secrets.ts'
import { StartupProblem } from '#server/process/startup.ts'
import { namedVersion, version } from '#server/process/version.ts'
import { diskProblem } from './damage.ts'
import type { BackedUpTenant, Manifest } from './manifest.ts'
import { removeAll } from './removeOld.ts'
import { restorePictures, restoreTenant } from './restore.ts'
import type { BackupSource } from './store.ts'
import { listTables } from './tables.ts'
import type { BackupProgress } from './takeBackup.ts'

export type TenantImport = {
  connections: Connections
  objects: ObjectStore
  source: Pick<BackupSource, 'get'>
  manifest: Manifest
  /** The keys of the deployment that it comes from, and of this one. */
  secrets: { from: Secrets; to: Secrets }
  /** Another key, if this one is taken. */
  as?: string | undefined
  log: (line: string) => void
  onProgress?: ((progress: BackupProgress) => void) | undefined
}

/** `leftOutHosts`: host names that the tenant had there. */
export type ImportedTenant = { key: string; takenAt: string; leftOutHosts: string[] }

/**
 * Adds an exported tenant beside those that are here. The running servers find it within two seconds. Its host names stay
 * behind: they may belong to somebody else here.
 * @throws StartupProblem if its key or the tenant itself is here, the versions differ, or the file has anything else
 */
export async function importTenant(request: TenantImport): Promise<ImportedTenant> {
  const { connections, objects, manifest, secrets } = request
  const [tenant, other] = manifest.tenants
  if (!tenant || other || manifest.deployment)
    throw new StartupProblem(
      'This is no export of one wholesaler, made with npm run tenant -- export. A backup is restored with npm run restore.',
    )
  const key = request.as ?? tenant.key
  await using client = await connected(connections.owner)
  await refuseOtherVersion(client, manifest)
  await refuseTaken(client, tenant, key)
  const tables = await listTables(client)
  const { rows: last } = await client.query<{ next: number }>(
    'select coalesce(max(sort_order), -1) + 1 as next from tenants',
  )
  const sortOrder = last[0]?.next ?? 0
  let leftOutHosts: string[] = []
  const change = async (table: string) => {
    if (table === 'tenants')
      // One that is being filled would have demo data made here.
      await client.query('update incoming set key = $1, sort_order = $2, is_being_filled = false', [
        key,
        sortOrder,
      ])
    if (table === 'tenant_hosts') {
      const { rows } = await client.query<{ name: string }>('delete from incoming returning name')
      leftOutHosts = rows.map(({ name }) => name).toSorted()
    }
  }
  const stored: string[] = []
  try {
    await restorePictures(request, tenant, stored)
    await restoreTenant(request, client, tenant, { tables, change, secrets })
  } catch (error) {
    await removeAll(objects, stored).catch(() => {})
    throw diskProblem(error, 'The import failed')
  }
  return { key, takenAt: tenant.takenAt, leftOutHosts }
}

async function refuseOtherVersion(
  client: pg.ClientBase,
  { migrations, version: madeBy }: Manifest,
): Promise<void> {
  const { rows: applied } = await client.query<{ name: string }>(
    'select name from schema_migrations order by name',
  )
  const names = (all: { name: string }[]) => all.map(({ name }) => name).join(' ')
  if (names(applied) !== names(migrations))
    throw new StartupProblem(
      `The export was made with ${namedVersion(madeBy)}, ` +
        `and this is Toptan ${version}. Bring both deployments to the same version and export again.`,
    )
}

async function refuseTaken(client: pg.ClientBase, { id }: BackedUpTenant, key: string): Promise<void> {
  const { rows: there } = await client.query<{ id: string; key: string }>(
    'select id, key from tenants where id = $1 or key = $2',
    [id, key],
  )
  const same = there.find((found) => found.id === id)
  if (same) throw new StartupProblem(`This wholesaler is here already, as ${same.key}.`)
  if (there.length > 0)
    throw new StartupProblem(`There is already a wholesaler ${key}. Give it another key with --as KEY.`)
}
