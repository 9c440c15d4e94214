import type { Config } from '#server/config.ts'
import { type Connections, connected } from '#server/db/connection.ts'
import { openObjectStore } from '#server/images/openObjectStore.ts'
import { readSecretKey, secretsOf } from '#server/process/secrets.ts'
import { StartupProblem } from '#server/process/startup.ts'
import { checkBackup } from './checkBackup.ts'
import { diskProblem } from './damage.ts'
import { backupName, type Manifest, readManifest } from './manifest.ts'
import { noteBackup, unnoted } from './noted.ts'
import {
  type BackupPlace,
  nameOfBackupPlace,
  openBackupSource,
  openBackupStore,
  openBackupTarget,
} from './place.ts'
import { type Keeping, removeOldBackups } from './removeOld.ts'
import { sealKey } from './sealedKey.ts'
import { type BackupProgress, type BackupRequest, type TakenBackup, takeBackup } from './takeBackup.ts'

export type BackupSettings = {
  config: Pick<Config, 'dataDir' | 'secretKey' | 'photos'>
  connections: Connections
  place: BackupPlace
  /** Seals the key; without one the backup has no key. */
  passphrase?: string | undefined
  /** Without it none is removed. */
  keeping?: Keeping | undefined
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
  const { config, connections, place, keeping, tenantKey, onProgress, signal } = settings
  await using client = await connected(connections.owner)
  const noted = tenantKey
    ? unnoted
    : await noteBackup(client, nameOfBackupPlace(place), settings.scheduledFor)
  if (!noted) return undefined
  try {
    const key = await keyOf(client, settings)
    const taken = await writeTo(place, {
      connections,
      objects: openObjectStore(config.photos),
      name: backupName(new Date()),
      key,
      tenantKey,
      workFolder: config.dataDir,
      onProgress,
      signal,
    })
    await using source = await openBackupSource(place)
    const manifest = await readManifest(source, taken.manifest.name)
    // Those of earlier backups were read when they were written.
    const readsPicture = (object: string) => taken.stored.has(object)
    await checkBackup(source, manifest, { readsPicture, onProgress, signal })
    const removed =
      'file' in place || keeping === undefined
        ? []
        : await removeOldBackups(openBackupStore(place), keeping, new Date())
    await noted.done(manifest)
    return { manifest, removed }
  } catch (thrown) {
    const error = diskProblem(thrown, `The backup to ${nameOfBackupPlace(place)} failed`)
    await noted.failed(error instanceof Error ? error.message : String(error)).catch(() => {})
    throw error
  }
}

async function writeTo(place: BackupPlace, request: Omit<BackupRequest, 'target'>): Promise<TakenBackup> {
  const target = await openBackupTarget(place)
  try {
    const taken = await takeBackup({ ...request, target })
    await target.finish()
    return taken
  } catch (error) {
    await target.abandon()
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
