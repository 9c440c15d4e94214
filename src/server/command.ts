import { readConfig } from './config.ts'
import type { Connections } from './db/connection.ts'
import { migrate } from './db/migrate.ts'
import { openStorage } from './db/open.ts'
import { type Database, openDatabase } from './db/tenant.ts'
import { notePhoto } from './images/keptPhotos.ts'
import { openPhotoStore, type PhotoStore } from './images/photoStore.ts'
import { listTenants, type TenantEntry } from './tenancy/tenants.ts'

export type Opened = AsyncDisposable & {
  connections: Connections
  database: Database
  tenants: TenantEntry[]
  photos: PhotoStore
  storePhoto(path: string, tenantId: string): Promise<string>
}

/**
 * Opens the configured database for a command: a running Toptan's, else its own for the command's duration. Migrates
 * first.
 */
export async function openForCommand(): Promise<Opened> {
  const config = readConfig()
  const storage = await openStorage(config, { share: true })
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
