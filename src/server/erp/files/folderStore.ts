import { constants } from 'node:fs'
import { lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type FileStore, mostRead, StoreFault } from './store.ts'

let place: string | undefined

/** Where folders of links lie, one for each tenant: by the operator's ERP_FOLDER. */
export function keepErpFilesIn(folder: string): void {
  place = folder
}

/**
 * A folder of the tenant's own inside the operator's. What the tenant calls it leads nowhere else: neither upwards nor
 * through a link.
 */
export function openFolder(tenantId: string, folder: string): FileStore {
  const root = join(place ?? '', tenantId)
  const parts = folder.split('/').filter((part) => part !== '')
  const base = join(root, ...parts)
  const at = (path: string) => join(base, path)
  let isReady = false

  /** Makes the folder, and makes sure that no part of it is a link. */
  const ready = async () => {
    if (isReady) return
    if (!place) throw new StoreFault('The operator has not set a folder (ERP_FOLDER).', { isAnswered: true })
    if (parts.some((part) => part === '.' || part === '..' || part.includes('\0')))
      throw new StoreFault(`${folder} is not inside the folder.`, { isAnswered: true })
    await mkdir(place, { recursive: true })
    let path = place
    for (const part of [tenantId, ...parts]) {
      path = join(path, part)
      await makeOwn(path)
    }
    isReady = true
  }
  /** Makes sure that what lies between us and a path is no link either: whoever fetches the files may put one there. */
  const straight = async (paths: string[]) => {
    for (const path of paths) {
      const between = path.split('/').slice(0, -1)
      for (let depth = 1; depth <= between.length; depth += 1) {
        const found = await orNothing(lstat(at(between.slice(0, depth).join('/'))))
        if (found && !found.isDirectory())
          throw new StoreFault(`${between.join('/')} is not a folder of its own.`, { isAnswered: true })
      }
    }
  }
  const doing = async <T>(paths: string[], work: () => Promise<T>, signal: AbortSignal): Promise<T> => {
    if (signal.aborted) throw new StoreFault('It took too long.', { isAnswered: true })
    try {
      await ready()
      await straight(paths)
      return await work()
    } catch (error) {
      throw error instanceof StoreFault ? error : new StoreFault(wordsOf(error), { isAnswered: true })
    }
  }

  return {
    name: ['ERP_FOLDER', tenantId, ...parts].join('/'),
    makeFolder: (path, signal) => doing([path], () => makeOwn(at(path)), signal),
    write: (path, content, signal) => doing([path], () => writeThrough(at(path), content), signal),
    rename: (from, to, signal) =>
      doing(
        [from, to],
        async () => {
          await rename(at(from), at(to))
          await keepFolders([dirname(at(to)), dirname(at(from))]).catch((error: unknown) => {
            // It is done, but perhaps only until the power fails.
            throw new StoreFault(wordsOf(error), { isAnswered: false })
          })
        },
        signal,
      ),
    read: (path, signal) => doing([path], async () => orNothing(readOwn(at(path))), signal),
    list: (path, signal) =>
      doing(
        [`${path}/`],
        async () => {
          const names = (await orNothing(readdir(at(path)))) ?? []
          const found = await Promise.all(
            names.map(async (name) => ({
              name,
              changedAt: (await orNothing(lstat(join(at(path), name))))?.mtime,
            })),
          )
          return found.flatMap(({ name, changedAt }) => (changedAt ? [{ name, changedAt }] : []))
        },
        signal,
      ),
    remove: (path, signal) => doing([path], () => rm(at(path), { force: true }), signal),
    close: async () => {},
  }
}

/** Makes a folder, or takes the one that is there, if it is really there and no link to another place. */
async function makeOwn(path: string): Promise<void> {
  const found = await orNothing(lstat(path))
  if (found?.isDirectory()) return
  if (found) throw new StoreFault(`${path} is not a folder of its own.`, { isAnswered: true })
  await mkdir(path).catch((error: NodeJS.ErrnoException) => {
    // Another process was quicker.
    if (error.code !== 'EEXIST') throw error
  })
  await keepFolders([dirname(path)])
}

/** Through no link; and a pipe keeps nobody waiting. */
const asItIs = constants.O_NOFOLLOW | constants.O_NONBLOCK
async function readOwn(path: string): Promise<Buffer> {
  const file = await open(path, constants.O_RDONLY | asItIs)
  try {
    const found = await file.stat()
    if (!found.isFile() || found.size > mostRead)
      throw new StoreFault(`${path} is no file of Toptan's.`, { isAnswered: true, isForeign: true })
    return await file.readFile()
  } finally {
    await file.close()
  }
}

async function writeThrough(path: string, content: Buffer): Promise<void> {
  const { O_WRONLY, O_CREAT, O_TRUNC } = constants
  const file = await open(path, O_WRONLY | O_CREAT | O_TRUNC | asItIs)
  try {
    if (!(await file.stat()).isFile())
      throw new StoreFault(`${path} is no file of Toptan's.`, { isAnswered: true })
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await keepFolders([dirname(path)])
}

/** Has what folders list written to the disk. */
async function keepFolders(folders: string[]): Promise<void> {
  for (const folder of new Set(folders)) {
    const handle = await open(folder, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  }
}

async function orNothing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function wordsOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return 'The folder is not writable.'
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'The disk is full.'
  if (code === 'ELOOP' || code === 'ENXIO') return 'There is a link or a pipe where a file should be.'
  if (code === 'ENOENT') return 'The folder or file does not exist.'
  return message
}
