import { constants } from 'node:fs'
import { lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type FileStore, maxReadBytes, StoreFault } from './store.ts'

let erpFolder: string | undefined

/** One subfolder per tenant; from ERP_FOLDER. */
export function setErpFolder(folder: string): void {
  erpFolder = folder
}

/** The tenant's folder; its name cannot lead outside, neither upwards nor by symlink. */
export function openFolder(tenantId: string, folder: string): FileStore {
  const root = join(erpFolder ?? '', tenantId)
  const parts = folder.split('/').filter((part) => part !== '')
  const base = join(root, ...parts)
  const absolute = (path: string) => join(base, path)
  let isReady = false

  const ready = async () => {
    if (isReady) return
    if (!erpFolder)
      throw new StoreFault('The operator has not set a folder (ERP_FOLDER).', { isAnswered: true })
    if (parts.some((part) => part === '.' || part === '..' || part.includes('\0')))
      throw new StoreFault(`${folder} is not inside the folder.`, { isAnswered: true })
    await mkdir(erpFolder, { recursive: true })
    let path = erpFolder
    for (const part of [tenantId, ...parts]) {
      path = join(path, part)
      await ensureFolder(path)
    }
    isReady = true
  }
  /** Whoever picks up the files could create symlinks. */
  const refuseSymlinks = async (paths: string[]) => {
    for (const path of paths) {
      const between = path.split('/').slice(0, -1)
      for (let depth = 1; depth <= between.length; depth += 1) {
        const found = await undefinedIfMissing(lstat(absolute(between.slice(0, depth).join('/'))))
        if (found && !found.isDirectory())
          throw new StoreFault(`${between.join('/')} is not a folder of its own.`, { isAnswered: true })
      }
    }
  }
  const guarded = async <T>(paths: string[], work: () => Promise<T>, signal: AbortSignal): Promise<T> => {
    if (signal.aborted) throw new StoreFault('It took too long.', { isAnswered: true })
    try {
      await ready()
      await refuseSymlinks(paths)
      return await work()
    } catch (error) {
      throw error instanceof StoreFault ? error : new StoreFault(errorMessage(error), { isAnswered: true })
    }
  }

  return {
    name: ['ERP_FOLDER', tenantId, ...parts].join('/'),
    makeFolder: (path, signal) => guarded([path], () => ensureFolder(absolute(path)), signal),
    write: (path, content, signal) => guarded([path], () => writeSynced(absolute(path), content), signal),
    rename: (from, to, signal) =>
      guarded(
        [from, to],
        async () => {
          await rename(absolute(from), absolute(to))
          await syncFolders([dirname(absolute(to)), dirname(absolute(from))]).catch((error: unknown) => {
            // Done, but may not survive a power failure.
            throw new StoreFault(errorMessage(error), { isAnswered: false })
          })
        },
        signal,
      ),
    read: (path, signal, maxBytes = maxReadBytes) =>
      guarded([path], async () => undefinedIfMissing(readWhole(absolute(path), maxBytes)), signal),
    list: (path, signal) =>
      guarded(
        [`${path}/`],
        async () => {
          const names = (await undefinedIfMissing(readdir(absolute(path)))) ?? []
          const found = await Promise.all(
            names.map(async (name) => ({
              name,
              changedAt: (await undefinedIfMissing(lstat(join(absolute(path), name))))?.mtime,
            })),
          )
          return found.flatMap(({ name, changedAt }) => (changedAt ? [{ name, changedAt }] : []))
        },
        signal,
      ),
    remove: (path, signal) => guarded([path], () => rm(absolute(path), { force: true }), signal),
    close: async () => {},
  }
}

/** Rejects symlinks. */
async function ensureFolder(path: string): Promise<void> {
  const found = await undefinedIfMissing(lstat(path))
  if (found?.isDirectory()) return
  if (found) throw new StoreFault(`${path} is not a folder of its own.`, { isAnswered: true })
  await mkdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await syncFolders([dirname(path)])
}

/** No symlinks, no blocking on pipes. */
const safeOpenFlags = constants.O_NOFOLLOW | constants.O_NONBLOCK
async function readWhole(path: string, maxBytes: number): Promise<Buffer> {
  await using file = await open(path, constants.O_RDONLY | safeOpenFlags)
  const found = await file.stat()
  if (!found.isFile() || found.size > maxBytes)
    throw new StoreFault(`${path} is no file of at most ${maxBytes} bytes.`, {
      isAnswered: true,
      isForeign: true,
    })
  return await file.readFile()
}

async function writeSynced(path: string, content: Buffer): Promise<void> {
  const { O_WRONLY, O_CREAT, O_TRUNC } = constants
  const file = await open(path, O_WRONLY | O_CREAT | O_TRUNC | safeOpenFlags)
  try {
    if (!(await file.stat()).isFile())
      throw new StoreFault(`${path} is no file of Toptan's.`, { isAnswered: true })
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await syncFolders([dirname(path)])
}

async function syncFolders(folders: string[]): Promise<void> {
  for (const folder of new Set(folders)) {
    await using handle = await open(folder, 'r')
    await handle.sync()
  }
}

async function undefinedIfMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function errorMessage(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return 'The folder is not writable.'
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'The disk is full.'
  if (code === 'ELOOP' || code === 'ENXIO') return 'There is a link or a pipe where a file should be.'
  if (code === 'ENOENT') return 'The folder or file does not exist.'
  return message
}
