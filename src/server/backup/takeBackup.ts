import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import type pg from 'pg'
import { type Connections, connected } from '#server/db/connection.ts'
import { temporaryFolder } from '#server/files/temporaryFolder.ts'
import { type ObjectStore, readStored } from '#server/images/objectStore.ts'
import { StartupProblem } from '#server/process/startup.ts'
import { version } from '#server/process/version.ts'
import { diskProblem } from './damage.ts'
import {
  type BackedUpTenant,
  deploymentOwner,
  type Manifest,
  manifestKey,
  pictureKey,
  picturesKey,
  rowsKey,
} from './manifest.ts'
import { eachPicture, hashOfPicture, pictureObjects } from './pictures.ts'
import { beginSnapshot, type RowCounts, writeRows } from './rows.ts'
import type { BackupTarget } from './store.ts'
import { type BackedUpTable, listTables } from './tables.ts'

export type BackupRequest = {
  connections: Connections
  /** The store of the photos. */
  objects: ObjectStore
  target: Omit<BackupTarget, 'finish' | 'abandon'>
  name: string
  key: Manifest['key']
  /** Backs up this tenant alone. */
  tenantKey?: string | undefined
  /** Holds one tenant's compressed rows at a time. */
  workFolder: string
  onProgress?: ((progress: BackupProgress) => void) | undefined
  signal?: AbortSignal | undefined
}
export type BackupProgress = { phase: string; done: number; total: number }

/** `stored`: the pictures that no earlier backup of this place held. */
export type TakenBackup = { manifest: Manifest; stored: Set<string> }

/** Backs up each tenant as of one moment, while it goes on ordering. */
export async function takeBackup(request: BackupRequest): Promise<TakenBackup> {
  const startedAt = new Date()
  await using client = await connected(request.connections.owner)
  await mkdir(request.workFolder, { recursive: true })
  await using folder = await temporaryFolder(request.workFolder)
  const file = join(folder.path, 'rows')
  const tables = await listTables(client)
  const tenants = await tenantsOf(client, request.tenantKey)
  const migrations = await client.query<{ name: string; hash: string }>(
    'select name, hash from schema_migrations order by name',
  )
  const stored = new Set<string>()
  const done: BackedUpTenant[] = []
  for (const { id, key } of tenants) {
    request.signal?.throwIfAborted()
    request.onProgress?.({ phase: key, done: done.length, total: tenants.length })
    done.push(await takeTenant({ ...request, client, tables, file, stored }, id, key))
  }
  const deployment = request.tenantKey ? undefined : await takeDeployment(request, client, tables, file)
  const manifest: Manifest = {
    format: 1,
    name: request.name,
    startedAt: startedAt.toISOString(),
    endedAt: new Date().toISOString(),
    version,
    migrations: migrations.rows,
    key: request.key,
    ...(deployment ? { deployment } : {}),
    tenants: done,
  }
  const text = Buffer.from(JSON.stringify(manifest, null, 1))
  await request.target.put(manifestKey(request.name), text, 'application/json')
  return { manifest, stored }
}

async function tenantsOf(client: pg.ClientBase, key: string | undefined) {
  const { rows } = await client.query<{ id: string; key: string }>(
    'select id, key from tenants where $1::text is null or key = $1 order by sort_order, key',
    [key ?? null],
  )
  if (key && rows.length === 0) throw new StartupProblem(`There is no wholesaler ${key}.`)
  return rows
}

type Work = BackupRequest & {
  client: pg.Client
  tables: BackedUpTable[]
  file: string
  stored: Set<string>
}

const lastOrder = 'select last_order_number::float8 as number from tenant_counters where tenant_id = $1'

async function takeTenant(work: Work, id: string, key: string): Promise<BackedUpTenant> {
  const { client, name, target } = work
  const takenAt = await beginSnapshot(client, id)
  const kept = await keepRows(work, id)
  const { rows: numbers } = await client.query<{ number: number }>(lastOrder, [id])
  const pictures = await picturesOf(client, id)
  // Ends before the pictures, which may take hours.
  await client.query('commit')
  await target.put(rowsKey(name, id), { file: work.file }, 'application/zstd')
  const missing = await keepPictures(work, pictures)
  const there = pictures.filter(({ object }) => !missing.has(object)).map(({ object }) => object)
  await target.put(picturesKey(name, id), Buffer.from(`${there.join('\n')}\n`), 'text/plain')
  return {
    id,
    key,
    takenAt: takenAt.toISOString(),
    lastOrderNumber: numbers[0]?.number ?? 0,
    pictures: there.length,
    missingPictures: missing.size,
    ...kept,
  }
}

async function takeDeployment(
  { target, name }: BackupRequest,
  client: pg.Client,
  tables: BackedUpTable[],
  file: string,
) {
  await beginSnapshot(client, undefined)
  const kept = await keepRows({ client, tables, file }, undefined)
  await client.query('commit')
  await target.put(rowsKey(name, deploymentOwner), { file }, 'application/zstd')
  return kept
}

async function keepRows(
  { client, tables, file }: Pick<Work, 'client' | 'tables' | 'file'>,
  tenantId: string | undefined,
) {
  const rows: RowCounts = {}
  const hash = createHash('sha256')
  let bytes = 0
  await pipeline(
    Readable.from(writeRows(client, tables, tenantId, rows), { objectMode: false }),
    createZstdCompress(),
    async function* (parts: AsyncIterable<Buffer>) {
      for await (const part of parts) {
        hash.update(part)
        bytes += part.length
        yield part
      }
    },
    createWriteStream(file, { mode: 0o600 }),
  ).catch((error: unknown) => {
    throw diskProblem(error, `The backup failed at ${file}`)
  })
  return { rows, bytes, sha256: hash.digest('hex') }
}

/** Original photos, and avatars, logos and banners as they are shown. */
async function picturesOf(client: pg.ClientBase, tenantId: string) {
  const { rows } = await client.query<{ kind: keyof typeof pictureObjects; hash: string }>(
    `select distinct 'photo' as kind, content_hash as hash from (
       select content_hash from photos where tenant_id = $1 and state in ('waiting', 'ready')
       union select content_hash from product_images where tenant_id = $1
       union select content_hash from deleted_photos where tenant_id = $1) p
     union select 'avatar', avatar from users where tenant_id = $1 and avatar <> ''
     union select 'logo', logo from tenant_settings where tenant_id = $1 and logo <> ''
     union select 'banner', banner_picture from tenant_settings where tenant_id = $1 and banner_picture <> ''
     order by 1, 2`,
    [tenantId],
  )
  return rows.map(({ kind, hash }) => ({ hash, object: pictureObjects[kind](tenantId, hash) }))
}

const picturesAtOnce = 4

/** Returns the pictures that are missing in their store, or incomplete there. */
async function keepPictures(
  { objects, target, stored, signal, onProgress }: Work,
  pictures: { object: string; hash: string }[],
): Promise<Set<string>> {
  const missing = new Set<string>()
  let done = 0
  const keep = async (object: string, hash: string) => {
    signal?.throwIfAborted()
    const key = pictureKey(object)
    if (!(await target.has(key))) {
      const bytes = await readStored(objects, object)
      if (bytes && hashOfPicture(bytes) === hash) {
        await target.put(key, bytes, 'application/octet-stream')
        stored.add(object)
      } else missing.add(object)
    }
    done += 1
    onProgress?.({ phase: 'pictures', done, total: pictures.length })
  }
  await eachPicture(pictures, picturesAtOnce, ({ object, hash }) => keep(object, hash))
  return missing
}
