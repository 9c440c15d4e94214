import { join } from 'node:path'
import { StartupProblem } from '#server/process/startup.ts'
import type { StorePlace } from './openObjectStore.ts'

const required = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/** S3 if S3_ENDPOINT is set, else a folder in the data folder. */
export function readStorePlace(environment: NodeJS.ProcessEnv, dataDir: string): StorePlace {
  const endpoint = environment.S3_ENDPOINT
  if (!endpoint) return { folder: join(dataDir, 'photos') }
  if (!URL.canParse(endpoint) || !['http:', 'https:'].includes(new URL(endpoint).protocol)) {
    throw new StartupProblem('S3_ENDPOINT must be an address starting with https:// or http://.')
  }
  const missing = required.filter((name) => !environment[name])
  if (missing.length > 0) throw new StartupProblem(`S3_ENDPOINT also needs ${missing.join(' and ')}.`)
  return {
    endpoint,
    bucket: environment.S3_BUCKET ?? '',
    region: environment.S3_REGION || 'us-east-1',
    accessKeyId: environment.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: environment.S3_SECRET_ACCESS_KEY ?? '',
  }
}
