import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { type Entry, openPromise } from 'yauzl'
import { ZipFile } from 'yazl'
import { StartupProblem } from '#server/startup.ts'
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

/** @throws StartupProblem if there is no such file, or it is no archive */
export async function readZip(path: string): Promise<BackupSource> {
  await stat(path).catch((error: Error) => {
    throw new StartupProblem(`The backup cannot be read: ${error.message}`)
  })
  const zip = await openPromise(path, { autoClose: false }).catch((error: Error) => {
    throw new StartupProblem(`${path} is not a complete backup: ${error.message}`)
  })
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
  return {
    has: async (key) => entries.has(key),
    get: async (key) => {
      const entry = entries.get(key)
      if (!entry) return undefined
      return { bytes: entry.uncompressedSize, stream: await zip.openReadStreamPromise(entry) }
    },
    keys: async function* (start) {
      for (const key of entries.keys()) if (key.startsWith(start)) yield key
    },
    [Symbol.asyncDispose]: async () => zip.close(),
  }
}
