import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import { createZstdDecompress } from 'node:zlib'
import { Damaged, damageProblem } from './damage.ts'
import { deploymentOwner, type Manifest, pictureKey, rowsKey, type StoredRows } from './manifest.ts'
import { eachPicture, readPicture, readPictures } from './pictures.ts'
import { countRows, type RowCounts } from './rows.ts'
import { type BackupSource, mebibyte } from './store.ts'
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
  const checkRows = async (owner: string, stored: StoredRows) => {
    try {
      const read = await readBackedUpRows(source, name, owner, countRows)
      refuseOthers(read, stored)
    } catch (error) {
      throw damageProblem(error, name, rowsKey(name, owner))
    }
  }
  if (deployment) await checkRows(deploymentOwner, deployment)
  for (const [index, tenant] of tenants.entries()) {
    signal?.throwIfAborted()
    onProgress?.({ phase: `reading back ${tenant.key}`, done: index, total: tenants.length })
    await checkRows(tenant.id, tenant)
    await eachPicture(await readPictures(source, name, tenant), 4, async (object) => {
      signal?.throwIfAborted()
      const isFine = readsPicture(object)
        ? await readPicture(source, object)
        : await source.has(pictureKey(object))
      if (!isFine) throw damageProblem(new Damaged('missing or damaged'), name, pictureKey(object))
    })
  }
}

/** @throws Damaged if these are not the rows that were written */
export function refuseOthers(
  { result, sha256 }: { result: RowCounts; sha256: string },
  stored: StoredRows,
): void {
  if (sha256 !== stored.sha256 || !isDeepStrictEqual(result, stored.rows))
    throw new Damaged('it is not what was written')
}

/** Rows are compressed to a tenth, repetitions to a hundredth. What grows far more was made to fill a disk. */
const maxGrowth = 1000
const alwaysAllowedBytes = 256 * mebibyte

/**
 * Gives the rows of a tenant to `use`, as text.
 * @throws Damaged
 */
export async function readBackedUpRows<T>(
  source: Pick<BackupSource, 'get'>,
  name: string,
  owner: string,
  use: (text: AsyncIterable<Buffer>) => Promise<T>,
): Promise<{ result: T; sha256: string }> {
  const stored = await source.get(rowsKey(name, owner))
  if (!stored) throw new Damaged('it is missing')
  const hash = createHash('sha256')
  let storedBytes = 0
  let textBytes = 0
  let result: T | undefined
  await pipeline(
    stored.stream,
    async function* (parts: AsyncIterable<Buffer>) {
      for await (const part of parts) {
        hash.update(part)
        storedBytes += part.length
        yield part
      }
    },
    createZstdDecompress(),
    async function* (parts: AsyncIterable<Buffer>) {
      for await (const part of parts) {
        textBytes += part.length
        if (textBytes > alwaysAllowedBytes + storedBytes * maxGrowth)
          throw new Damaged(`its rows are more than ${maxGrowth} times as large as the file`)
        yield part
      }
    },
    async (text: AsyncIterable<Buffer>) => {
      result = await use(text)
    },
  )
  return { result: result as T, sha256: hash.digest('hex') }
}
