import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { type Entry, openPromise, type ZipFile as ReadableZip } from 'yauzl'
import { ZipFile } from 'yazl'
import { StartupProblem } from '#server/process/startup.ts'
import { Damaged, shown } from './damage.ts'
import type { BackupSource, BackupTarget } from './store.ts'

/** The file gets its name once it is complete. */
export async function writeZip(path: string): Promise<BackupTarget> {
  await mkdir(dirname(path), { recursive: true })
  const partial = `${path}.part`
  const zip = new ZipFile()
  const written = pipeline(zip.outputStream as Readable, createWriteStream(partial, { mode: 0o600 }))
  written.catch(() => {})
  return {
    has: async () => false,
    put: async (key, content) => {
      const stream = Buffer.isBuffer(content) ? Readable.from([content]) : createReadStream(content.file)
      // What is put here is compressed already.
      zip.addReadStream(stream, key, { compress: false })
      await Promise.race([
        finished(stream),
        written.then(() => Promise.reject(new Error('The file was closed'))),
      ])
    },
    finish: async () => {
      zip.end()
      await written
      await rename(partial, path)
    },
    abandon: async () => {
      ;(zip.outputStream as Readable).destroy()
      await written.catch(() => {})
      await rm(partial, { force: true })
    },
  }
}

/** A larger backup goes into a folder. The names alone take some 500 MB of memory. */
const maxEntries = 1_000_000
/** Ours are `pictures/TENANT/ab/HASH/original` at most. */
const maxNameBytes = 250

/**
 * The archive may come from anywhere: what is read of it, together, is no more than the file holds.
 * @throws StartupProblem if there is no such file, or it is no archive of ours
 */
export async function readZip(path: string): Promise<BackupSource> {
  const { size } = await stat(path).catch((error: Error) => {
    throw new StartupProblem(`The backup cannot be read: ${error.message}`)
  })
  const refused = (why: string) => new StartupProblem(`${path} is not a complete backup: ${shown(why, 300)}.`)
  const zip = await openPromise(path, { autoClose: false }).catch((error: Error) => {
    throw refused(reasonOf(error))
  })
  try {
    const entries = await entriesOf(zip, size)
    return {
      has: async (key) => entries.has(key),
      get: async (key) => {
        const entry = entries.get(key)
        return entry && { bytes: entry.uncompressedSize, stream: Readable.from(contentOf(zip, entry)) }
      },
      keys: async function* (start) {
        for (const key of entries.keys()) if (key.startsWith(start)) yield key
      },
      [Symbol.asyncDispose]: async () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw refused(reasonOf(error))
  }
}

async function entriesOf(zip: ReadableZip, fileBytes: number): Promise<Map<string, Entry>> {
  if (zip.entryCount > maxEntries) throw new Error(`it has more than ${maxEntries} entries`)
  const entries = new Map<string, Entry>()
  let bytes = 0
  for await (const entry of zip.eachEntry()) {
    const { fileName, compressionMethod, compressedSize, fileNameLength, extraFieldLength } = entry
    if (fileNameLength + extraFieldLength + entry.fileCommentLength > maxNameBytes)
      throw new Error('a name in it is too long')
    if (compressionMethod !== 0) throw new Error(`${fileName} is compressed in it`)
    if (entries.has(fileName)) throw new Error(`${fileName} is in it twice`)
    bytes += compressedSize
    // Entries that share bytes would be read again and again.
    if (bytes > fileBytes) throw new Error('its entries are larger than the file')
    entries.set(fileName, entry)
  }
  return entries
}

/** As the middle of a sentence. */
const reasonOf = (error: unknown) => (error as Error).message.replace(/\.$/, '')

/** @throws Damaged */
async function* contentOf(zip: ReadableZip, entry: Entry): AsyncGenerator<Buffer> {
  try {
    yield* (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>
  } catch (error) {
    throw new Damaged(reasonOf(error))
  }
}
