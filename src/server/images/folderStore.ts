import { randomUUID } from 'node:crypto'
import { copyFile, glob, mkdir, open, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { errorCode } from '#server/db/error-code.ts'
import { StartupProblem } from '#server/process/startup.ts'
import type { Kept, ObjectStore } from './objectStore.ts'

/** Creates the folder if missing. `kept`: what is in it, for errors. */
export function openFolderStore(folder: string, kept: Kept = 'photo'): ObjectStore {
  const pathOf = (key: string) => join(folder, key)
  const put: ObjectStore['put'] = async (key, content) => {
    const path = pathOf(key)
    await mkdir(dirname(path), { recursive: true })
    // Renamed when complete, so that readers never see half a file.
    const partial = `${path}.${randomUUID()}`
    try {
      if (Buffer.isBuffer(content)) await writeFile(partial, content)
      else await copyFile(content.file, partial)
      await rename(partial, path)
    } finally {
      await rm(partial, { force: true })
    }
  }
  return {
    put,
    get: async (key) => {
      const handle = await open(pathOf(key)).catch(unlessMissing)
      if (!handle) return undefined
      const { size } = await handle.stat()
      return { bytes: size, stream: handle.createReadStream() }
    },
    has: async (key) => (await stat(pathOf(key)).catch(unlessMissing)) !== undefined,
    keys: async function* (start) {
      // Reads only the folder of `start`, so that a million photos are not read for a few keys.
      const inFolder = start.slice(0, start.lastIndexOf('/') + 1)
      for await (const path of glob(`${inFolder}**`, { cwd: folder, withFileTypes: true })) {
        const key = relative(folder, join(path.parentPath, path.name)).replaceAll(sep, '/')
        if (path.isFile() && key.startsWith(start)) yield key
      }
    },
    remove: async (...keys) => {
      await Promise.all(keys.map((key) => rm(pathOf(key), { force: true })))
      // Removes empty folders; others fail.
      for (const path of new Set(keys.map((key) => dirname(pathOf(key))))) await rmdir(path).catch(() => {})
    },
    check: async () => {
      await mkdir(folder, { recursive: true }).catch((error: Error) => {
        throw new StartupProblem(`The ${kept} folder cannot be created: ${error.message}`)
      })
    },
  }
}

function unlessMissing(error: unknown): undefined {
  if (!['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) throw error
  return undefined
}
