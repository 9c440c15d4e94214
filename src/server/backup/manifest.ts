import { z } from 'zod'
import { type ObjectStore, readStored } from '#server/images/objectStore.ts'
import { StartupProblem } from '#server/startup.ts'

const stored = z.object({
  /** Of the compressed rows. */
  sha256: z.string(),
  bytes: z.number(),
  rows: z.record(z.string(), z.number()),
})

const tenant = stored.extend({
  id: z.string(),
  key: z.string(),
  /** All rows are of this moment. */
  takenAt: z.iso.datetime(),
  lastOrderNumber: z.number(),
  pictures: z.number(),
  /** That the database names, and that were not in their store. */
  missingPictures: z.number(),
})
export type BackedUpTenant = z.output<typeof tenant>

const manifest = z.object({
  format: z.literal(1),
  name: z.string(),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), hash: z.string() })),
  /** `sealed`: by the passphrase; without one the key must be kept elsewhere. */
  key: z.object({ fingerprint: z.string(), sealed: z.string().optional() }),
  /** Rows of no tenant; none in the export of one. */
  deployment: stored.optional(),
  tenants: z.array(tenant),
})
/** What a backup holds. Stored last: without it a backup is not complete. */
export type Manifest = z.output<typeof manifest>

const backups = 'backups/'
const manifestName = 'backup.json'
export const folderOf = (name: string) => `${backups}${name}/`
export const manifestKey = (name: string) => `${folderOf(name)}${manifestName}`
export const rowsKey = (name: string, owner: string) => `${folderOf(name)}${owner}.rows.zst`
/** A line for each. */
export const picturesKey = (name: string, tenantId: string) => `${folderOf(name)}${tenantId}.pictures`
export const deploymentOwner = 'deployment'
const pictures = 'pictures/'
/** Backups share what they both hold. */
export const pictureKey = (object: string) => `${pictures}${object}`

/** Sorts by time. */
export function backupName(at: Date): string {
  return at
    .toISOString()
    .replaceAll(':', '-')
    .replace(/\.\d+Z$/, 'Z')
}

/** Oldest first; also those that were interrupted. */
export async function listBackups(
  source: Pick<ObjectStore, 'keys'>,
): Promise<{ name: string; isComplete: boolean; keys: string[] }[]> {
  const found = new Map<string, string[]>()
  for await (const key of source.keys(backups)) {
    const [, name = ''] = key.split('/')
    const keys = found.get(name) ?? []
    if (keys.push(key) === 1) found.set(name, keys)
  }
  return [...found]
    .map(([name, keys]) => ({ name, keys, isComplete: keys.includes(manifestKey(name)) }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

/** @throws StartupProblem if there is none that is complete */
export async function newestBackup(source: Pick<ObjectStore, 'keys'>): Promise<string> {
  const newest = (await listBackups(source)).findLast(({ isComplete }) => isComplete)
  if (!newest) throw new StartupProblem('There is no complete backup.')
  return newest.name
}

/** Objects of the tenant's store that a backup has under {@link pictureKey}. */
export async function readPictures(
  source: Pick<ObjectStore, 'get'>,
  name: string,
  tenantId: string,
): Promise<string[]> {
  const bytes = await readStored(source, picturesKey(name, tenantId))
  if (!bytes) throw new StartupProblem(`The backup ${name} is damaged: the list of pictures is missing.`)
  return bytes.toString().split('\n').filter(Boolean)
}

/** @throws StartupProblem */
export async function readManifest(source: Pick<ObjectStore, 'get'>, name: string): Promise<Manifest> {
  const bytes = await readStored(source, manifestKey(name))
  if (!bytes) throw new StartupProblem(`There is no backup ${name}.`)
  const { data } = manifest.safeParse(JSON.parse(bytes.toString()))
  if (!data) throw new StartupProblem(`The backup ${name} was made by another version of Toptan.`)
  return data
}
