import { type Connections, connected } from '#server/db/connection.ts'
import type { ObjectStore } from '#server/images/objectStore.ts'
import type { Secrets } from '#server/secrets.ts'
import { StartupProblem } from '#server/startup.ts'
import type { BackedUpTenant, Manifest } from './manifest.ts'
import { restorePictures, restoreTenant } from './restore.ts'
import type { BackupSource } from './store.ts'
import type { BackupProgress } from './takeBackup.ts'

export type TenantImport = {
  connections: Connections
  objects: ObjectStore
  source: Pick<BackupSource, 'get'>
  manifest: Manifest
  /** Of the deployment that it comes from, and of this one. */
  secrets: { from: Secrets; to: Secrets }
  /** Another key, if this one is taken. */
  as?: string | undefined
  log: (line: string) => void
  onProgress?: ((progress: BackupProgress) => void) | undefined
}

/**
 * Adds an exported tenant beside those that are here. The running servers find it within two seconds.
 * @throws StartupProblem if its key, a host name or the tenant itself is here, or the versions differ
 */
export async function importTenant(request: TenantImport): Promise<BackedUpTenant> {
  const { connections, manifest, secrets, as } = request
  const [tenant, other] = manifest.tenants
  if (!tenant || other || manifest.deployment)
    throw new StartupProblem(
      'This is no export of one wholesaler, made with npm run tenant -- export. A backup is restored with npm run restore.',
    )
  await using client = await connected(connections.owner)
  const { rows: applied } = await client.query<{ name: string }>(
    'select name from schema_migrations order by name',
  )
  const names = (migrations: { name: string }[]) => migrations.map(({ name }) => name).join(' ')
  if (names(applied) !== names(manifest.migrations))
    throw new StartupProblem(
      'The export was made with another version of Toptan. Bring both deployments to the same version and export again.',
    )
  const key = as ?? tenant.key
  const { rows: there } = await client.query<{ id: string; key: string }>(
    'select id, key from tenants where id = $1 or key = $2',
    [tenant.id, key],
  )
  const same = there.find(({ id }) => id === tenant.id)
  if (same) throw new StartupProblem(`This wholesaler is here already, as ${same.key}.`)
  if (there.length > 0)
    throw new StartupProblem(`There is already a wholesaler ${key}. Give it another key with --as KEY.`)
  await restorePictures(request, tenant)
  const { rows: last } = await client.query<{ next: number }>(
    'select coalesce(max(sort_order), -1) + 1 as next from tenants',
  )
  await restoreTenant(request, client, tenant, { secrets, key, sortOrder: last[0]?.next ?? 0 }).catch(
    (error: Error) => {
      if (!error.message.includes('tenant_hosts_pkey')) throw error
      throw new StartupProblem(
        'A host name of this wholesaler belongs to another one here. Take it away there first: npm run tenant -- set KEY --remove-host NAME',
      )
    },
  )
  return tenant
}
