import { isAbsolute, resolve } from 'node:path'
import { openFolderStore } from '#server/images/folderStore.ts'
import type { ObjectStore } from '#server/images/objectStore.ts'
import type { S3Place } from '#server/images/s3Store.ts'
import { openS3Store } from '#server/images/s3Store.ts'
import { StartupProblem } from '#server/process/startup.ts'
import type { BackupSource, BackupTarget } from './store.ts'
import { readZip, writeZip } from './zipFile.ts'

/**
 * Where backups are: many, which share their pictures, or one file with one backup. Plain data, so that a
 * thread can open it.
 */
export type BackupPlace = { folder: string } | (S3Place & { prefix: string }) | { file: string }

/**
 * A name ending in `.zip` is a file, `s3://bucket/prefix` a bucket, anything else a folder. A relative path
 * starts at `from`.
 * @throws StartupProblem
 */
export function readBackupPlace(given: string, environment: NodeJS.ProcessEnv, from: string): BackupPlace {
  if (given.startsWith('s3://')) return bucketOf(given, environment)
  const path = isAbsolute(given) ? given : resolve(from, given)
  return path.endsWith('.zip') ? { file: path } : { folder: path }
}

function bucketOf(given: string, environment: NodeJS.ProcessEnv): BackupPlace {
  const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]+)\/?(.*?)\/*$/.exec(given) ?? []
  // A bucket elsewhere has its own login.
  const endpoint = environment.BACKUP_S3_ENDPOINT || environment.S3_ENDPOINT
  const accessKeyId = environment.BACKUP_S3_ACCESS_KEY_ID || environment.S3_ACCESS_KEY_ID
  const secretAccessKey = environment.BACKUP_S3_SECRET_ACCESS_KEY || environment.S3_SECRET_ACCESS_KEY
  const region = environment.BACKUP_S3_REGION || environment.S3_REGION || 'us-east-1'
  if (!bucket || !endpoint || !accessKeyId || !secretAccessKey)
    throw new StartupProblem(
      'A backup to s3://BUCKET/PREFIX needs BACKUP_S3_ENDPOINT, BACKUP_S3_ACCESS_KEY_ID and ' +
        'BACKUP_S3_SECRET_ACCESS_KEY, or those of the photos (S3_ENDPOINT and so on).',
    )
  return { endpoint, bucket, region, accessKeyId, secretAccessKey, prefix }
}

export function nameOfBackupPlace(place: BackupPlace): string {
  if ('file' in place) return place.file
  return 'folder' in place ? place.folder : `s3://${place.bucket}/${place.prefix}`
}

export function openBackupStore(place: Exclude<BackupPlace, { file: string }>): ObjectStore {
  if ('folder' in place) return openFolderStore(place.folder, 'backup')
  const { prefix, ...bucket } = place
  const store = openS3Store(bucket, 'backup')
  return prefix ? below(prefix, store) : store
}

export async function openBackupTarget(place: BackupPlace): Promise<BackupTarget> {
  if ('file' in place) return writeZip(place.file)
  const store = openBackupStore(place)
  await store.check()
  return { ...store, finish: async () => {}, abandon: async () => {} }
}

/** @throws StartupProblem if there is no such file */
export async function openBackupSource(place: BackupPlace): Promise<BackupSource> {
  if ('file' in place) return readZip(place.file)
  return { ...openBackupStore(place), [Symbol.asyncDispose]: async () => {} }
}

function below(prefix: string, store: ObjectStore): ObjectStore {
  const long = (key: string) => `${prefix}/${key}`
  return {
    put: (key, content, contentType) => store.put(long(key), content, contentType),
    get: (key) => store.get(long(key)),
    has: (key) => store.has(long(key)),
    remove: (...keys) => store.remove(...keys.map(long)),
    keys: async function* (start) {
      for await (const key of store.keys(long(start))) yield key.slice(prefix.length + 1)
    },
    check: () => store.check(),
  }
}
