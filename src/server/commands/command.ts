import { type Config, readConfig } from '#server/config.ts'
import type { Connections } from '#server/db/connection.ts'
import { migrate } from '#server/db/migrate.ts'
import { nameOfDatabase, openStorage, requireDatabase, type Storage } from '#server/db/open.ts'
import { type Database, openDatabase } from '#server/db/tenant.ts'
import { notePhoto } from '#server/images/keptPhotos.ts'
import { openPhotoStore, type PhotoStore } from '#server/images/photoStore.ts'
import { listTenants, type TenantEntry } from '#server/tenancy/tenants.ts'

export type Opened = AsyncDisposable & {
  connections: Connections
  database: Database
  tenants: TenantEntry[]
  photos: PhotoStore
  storePhoto(path: string, tenantId: string): Promise<string>
}

/** The settings of a command, which first says on standard error what database they name. */
export function readCommandConfig(): Config {
  const config = readConfig()
  console.error(`Database: ${nameOfDatabase(config)}`)
  return config
}

/**
 * The database of a command: a running Toptan's, else started for the command's duration.
 * @throws StartupProblem if there is none: a command without the service's settings must not succeed in an empty one
 */
export async function openCommandStorage(config: Config): Promise<Storage> {
  await requireDatabase(config)
  return openStorage(config, { share: true })
}

/** Opens what most commands need. Migrates first. */
export async function openForCommand(): Promise<Opened> {
  const config = readCommandConfig()
  const storage = await openCommandStorage(config)
  try {
    await migrate(storage.connections, { log: (line) => console.error(line) })
    const database = await openDatabase(storage.connections, { poolSize: 4 })
    const photos = openPhotoStore(config.photos)
    return {
      connections: storage.connections,
      database,
      tenants: await listTenants(database),
      photos,
      storePhoto: async (path, tenantId) => {
        const hash = await photos.store(tenantId, path)
        await database.inTenant(tenantId, 'write', (tx) => notePhoto(tx, hash, 'ready', new Date()))
        return hash
      },
      [Symbol.asyncDispose]: async () => {
        await database.close()
        await storage.close()
      },
    }
  } catch (error) {
    await storage.close()
    throw error
  }
}
