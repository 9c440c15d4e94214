import type { Config } from '#server/config.ts'
import { type Connections, connected } from '#server/db/connection.ts'
import { openObjectStore } from '#server/images/openObjectStore.ts'
import { readSecretKey, secretsOf } from '#server/secrets.ts'
import { StartupProblem } from '#server/startup.ts'
import { checkBackup } from './checkBackup.ts'
import { backupName, type Manifest } from './manifest.ts'
import { noteBackup, unnoted } from './noted.ts'
import {
  type BackupPlace,
  nameOfBackupPlace,
  openBackupSource,
  openBackupStore,
  openBackupTarget,
} from './place.ts'
import { removeOldBackups } from './removeOld.ts'
import { sealKey } from './sealedKey.ts'
import { type BackupProgress, takeBackup } from './takeBackup.ts'

export type BackupSettings = {
  config: Pick<Config, 'dataDir' | 'secretKey' | 'photos'>
  connections: Connections
  place: BackupPlace
  /** Seals the key; without one the backup has no key. */
  passphrase?: string | undefined
  keepDays?: number | undefined
  tenantKey?: string | undefined
  scheduledFor?: Date | undefined
  onProgress?: (progress: BackupProgress) => void
  signal?: AbortSignal
}

/** `removed`: older backups that were removed. */
export type BackupReport = { manifest: Manifest; removed: string[] }

/**
 * Makes a backup and reads it back. Undefined: this scheduled one is made elsewhere.
 * @throws StartupProblem
 */
export async function runBackup(settings: BackupSettings): Promise<BackupReport | undefined> {
  const { config, connections, place, keepDays, tenantKey, onProgress, signal } = settings
  await using client = await connected(connections.owner)
  const key = await keyOf(client, settings)
  const noted = tenantKey
    ? unnoted
    : await noteBackup(client, nameOfBackupPlace(place), settings.scheduledFor)
  if (!noted) return undefined
  try {
    const target = await openBackupTarget(place)
    const taken = await takeBackup({
      connections,
      objects: openObjectStore(config.photos),
      target,
      name: backupName(new Date()),
      key,
      tenantKey,
      workFolder: config.dataDir,
      onProgress,
      signal,
    }).catch(async (error: unknown) => {
      await target.abandon()
      throw error
    })
    await target.finish()
    await using source = await openBackupSource(place)
    // Those of earlier backups were read when they were written.
    const readsPicture = (object: string) => taken.stored.has(object)
    await checkBackup(source, taken.manifest, { readsPicture, onProgress, signal })
    const removed =
      'file' in place || keepDays === undefined
        ? []
        : await removeOldBackups(openBackupStore(place), keepDays, new Date())
    await noted.done(taken.manifest)
    return { manifest: taken.manifest, removed }
  } catch (error) {
    await noted.failed(error instanceof Error ? error.message : String(error)).catch(() => {})
    throw error
  }
}

type KeyClient = Parameters<typeof noteBackup>[0]

async function keyOf(client: KeyClient, { config, passphrase }: BackupSettings): Promise<Manifest['key']> {
  const { rows } = await client.query<{ fingerprint: string }>('select fingerprint from secret_key')
  const fingerprint = rows[0]?.fingerprint ?? 'unknown'
  if (passphrase === undefined) return { fingerprint }
  const key = await readSecretKey(config)
  if (key === undefined || secretsOf(key).fingerprint !== fingerprint)
    throw new StartupProblem(
      `The key that this database was used with (${fingerprint}) is neither in SECRET_KEY nor in ${config.dataDir}/secret.key.`,
    )
  return { fingerprint, sealed: sealKey(key, passphrase) }
}
