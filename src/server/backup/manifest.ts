import { z } from 'zod'
import type { ObjectStore } from '#server/images/objectStore.ts'
import { StartupProblem } from '#server/process/startup.ts'
import { tenantKeyPattern } from '#server/tenancy/tenantKey.ts'
import { Damaged, damageProblem, shown } from './damage.ts'
import { type BackupSource, mebibyte, readWhole } from './store.ts'
import { tableName } from './tables.ts'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const count = z.int().min(0)

const storedRows = z.object({
  /** Hash of the compressed rows. */
  sha256,
  bytes: count,
  rows: z.record(tableName, count),
})
export type StoredRows = z.output<typeof storedRows>

const tenant = storedRows.extend({
  id: z.uuid().lowercase(),
  key: z.string().regex(tenantKeyPattern),
  /** All rows are as of this moment. */
  takenAt: z.iso.datetime(),
  lastOrderNumber: count,
  pictures: count,
  /** Pictures that the database names but that were not in their store. */
  missingPictures: count,
})
export type BackedUpTenant = z.output<typeof tenant>

const isUnique = (values: string[]) => new Set(values).size === values.length

const manifest = z.object({
  format: z.literal(1),
  name: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  /** Version of the Toptan that made the backup; earlier ones did not record it. */
  version: z
    .string()
    .regex(/^[\w.+-]{1,40}$/)
    .optional(),
  migrations: z.array(z.object({ name: z.string().regex(/^\d{4}_\w{1,100}\.sql$/), hash: sha256 })),
  /** `sealed`: the key, encrypted with the passphrase; without one the key must be kept elsewhere. */
  key: z.object({
    fingerprint: z.string().regex(/^(?:[0-9a-f]{12}|unknown)$/),
    sealed: z.base64().max(10_000).optional(),
  }),
  /** Rows that belong to no tenant; absent in the export of a single tenant. */
  deployment: storedRows.optional(),
  tenants: z
    .array(tenant)
    .refine((all) => isUnique(all.map(({ id }) => id)) && isUnique(all.map(({ key }) => key))),
})
/** What a backup holds. Stored last: without it a backup is not complete. It may come from anywhere. */
export type Manifest = z.output<typeof manifest>

const backups = 'backups/'
const manifestName = 'backup.json'
export const folderOf = (name: string) => `${backups}${name}/`
export const manifestKey = (name: string) => `${folderOf(name)}${manifestName}`
export const rowsKey = (name: string, owner: string) => `${folderOf(name)}${owner}.rows.zst`
/** Has a line for each picture. */
export const picturesKey = (name: string, tenantId: string) => `${folderOf(name)}${tenantId}.pictures`
export const deploymentOwner = 'deployment'
const pictures = 'pictures/'
/** Backups share the pictures that they have in common. */
export const pictureKey = (object: string) => `${pictures}${object}`

/** Names sort by time. */
export function backupName(at: Date): string {
  return at
    .toISOString()
    .replaceAll(':', '-')
    .replace(/\.\d+Z$/, 'Z')
}

/** All backups, oldest first, including interrupted ones. */
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

/** Enough for about 50,000 wholesalers. */
const maxManifestBytes = 128 * mebibyte

/** @throws StartupProblem */
export async function readManifest(source: Pick<BackupSource, 'get'>, name: string): Promise<Manifest> {
  try {
    const bytes = await readWhole(source, manifestKey(name), maxManifestBytes)
    if (!bytes) throw new StartupProblem(`There is no backup ${shown(name)}.`)
    const { error, data } = manifest.safeParse(parsed(bytes))
    const [issue] = error?.issues ?? []
    if (issue?.path[0] === 'format')
      throw new StartupProblem(`The backup ${shown(name)} was made by another version of Toptan.`)
    if (issue) throw new Damaged(shown(`${issue.path.join('.')}: ${issue.message}`))
    if (data?.name !== name) throw new Damaged(`it is of another backup`)
    return data
  } catch (error) {
    throw damageProblem(error, shown(name), manifestName)
  }
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    throw new Damaged('it is cut or no JSON')
  }
}
