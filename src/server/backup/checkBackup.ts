import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import { createZstdDecompress } from 'node:zlib'
import pLimit from 'p-limit'
import { readStored } from '#server/images/objectStore.ts'
import { StartupProblem } from '#server/startup.ts'
import { deploymentOwner, type Manifest, pictureKey, readPictures, rowsKey } from './manifest.ts'
import { isWhole } from './pictures.ts'
import { countRows } from './rows.ts'
import type { BackupSource } from './store.ts'
import type { BackupProgress } from './takeBackup.ts'

type Options = {
  /** Others are only looked for. */
  readsPicture?: (object: string) => boolean
  onProgress?: ((progress: BackupProgress) => void) | undefined
  signal?: AbortSignal | undefined
}

/**
 * Reads a backup to its end.
 * @throws StartupProblem if anything is missing or is not what was written
 */
export async function checkBackup(
  source: Pick<BackupSource, 'get' | 'has'>,
  manifest: Manifest,
  { readsPicture = () => true, onProgress, signal }: Options = {},
): Promise<void> {
  const { name, tenants, deployment } = manifest
  const damaged = (what: string) => new StartupProblem(`The backup ${name} is damaged: ${what}.`)
  const checkRows = async (owner: string, stored: Manifest['deployment']) => {
    const read = await readBackedUpRows(source, name, owner, countRows).catch((error: Error) => {
      throw damaged(`${rowsKey(name, owner)}: ${error.message}`)
    })
    if (read.sha256 !== stored?.sha256 || !isDeepStrictEqual(read.result, stored.rows))
      throw damaged(`${rowsKey(name, owner)} is not what was written`)
  }
  if (deployment) await checkRows(deploymentOwner, deployment)
  for (const [index, tenant] of tenants.entries()) {
    signal?.throwIfAborted()
    onProgress?.({ phase: `reading back ${tenant.key}`, done: index, total: tenants.length })
    await checkRows(tenant.id, tenant)
    const pictures = await readPictures(source, name, tenant.id)
    if (pictures.length !== tenant.pictures)
      throw damaged(`${tenant.pictures - pictures.length} pictures of ${tenant.key}`)
    await pLimit(4).map(pictures, async (object) => {
      signal?.throwIfAborted()
      const key = pictureKey(object)
      const bytes = readsPicture(object) ? await readStored(source, key) : undefined
      const isFine = bytes ? isWhole(object, bytes) : !readsPicture(object) && (await source.has(key))
      if (!isFine) throw damaged(`the picture ${key}`)
    })
  }
}

/** Gives the rows of a tenant to `use`, as text. */
export async function readBackedUpRows<T>(
  source: Pick<BackupSource, 'get'>,
  name: string,
  owner: string,
  use: (text: AsyncIterable<Buffer>) => Promise<T>,
): Promise<{ result: T; sha256: string }> {
  const stored = await source.get(rowsKey(name, owner))
  if (!stored) throw new Error('it is missing')
  const hash = createHash('sha256')
  let result: T | undefined
  await pipeline(
    stored.stream,
    async function* (parts: AsyncIterable<Buffer>) {
      for await (const part of parts) {
        hash.update(part)
        yield part
      }
    },
    createZstdDecompress(),
    async (text: AsyncIterable<Buffer>) => {
      result = await use(text)
    },
  )
  return { result: result as T, sha256: hash.digest('hex') }
}
