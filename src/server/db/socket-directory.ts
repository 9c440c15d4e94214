import { chmod, lchown, lstat, mkdir, mkdtemp, rm, rmdir } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { StartupProblem } from '../startup.ts'
import { shortHash } from './instance-lock.ts'
import { canReach, type SystemUser } from './system-user.ts'

/** The address of a Unix socket has 108 bytes on Linux and 104 on macOS, the closing zero included. */
const longestAddress = 103
const socketName = '.s.PGSQL.5432'

/**
 * A directory only the database's user may enter, for its socket, with a path short enough for one. A
 * directory of that name that somebody else made beforehand is left alone and another name taken.
 * @param directory names the cluster; the same one gets the same path again
 */
export async function makeSocketDirectory(directory: string, runAs: SystemUser | null): Promise<string> {
  const owner = ownerFor(runAs)
  const name = `toptan-${owner.uid}-${shortHash(directory)}`
  const parents = [os.tmpdir(), '/tmp', directory]
  const parent = parents.find((folder) => isShortEnough(path.join(folder, name)) && canReach(runAs, [folder]))
  if (!parent)
    throw new StartupProblem(
      `No folder was found for the database socket: set TMPDIR to a short path that user ${owner.name || owner.uid} can enter.`,
    )
  const expected = path.join(parent, name)
  if (await claim(expected, owner)) {
    await removeLeftovers(expected)
    return expected
  }
  const other = await mkdtemp(path.join(parent, 'toptan-'))
  await lchown(other, owner.uid, owner.gid)
  return other
}

/**
 * Makes the directory of a server that has ended ready for the next one.
 * @throws StartupProblem when somebody else has put theirs in its place
 */
export async function renewSocketDirectory(directory: string, runAs: SystemUser | null): Promise<void> {
  if (!(await claim(directory, ownerFor(runAs))))
    throw new StartupProblem(`The folder of the database socket now belongs to another user: ${directory}.`)
  await removeLeftovers(directory)
}

function ownerFor(runAs: SystemUser | null): SystemUser {
  return runAs ?? { name: '', uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
}

/**
 * A killed server leaves its socket with a lock that names its process. While that process waits to be reaped, or
 * once its number is another's, PostgreSQL takes the lock for held; we hold the data folder and know better.
 */
async function removeLeftovers(directory: string): Promise<void> {
  for (const name of [`${socketName}.lock`, socketName]) await rm(path.join(directory, name), { force: true })
}

/** Removes the directory of a database that has ended. */
export async function removeSocketDirectory(socketDirectory: string): Promise<void> {
  await rmdir(socketDirectory).catch(() => undefined)
}

function isShortEnough(socketDirectory: string): boolean {
  return Buffer.byteLength(path.join(socketDirectory, socketName)) <= longestAddress
}

async function claim(directory: string, owner: SystemUser): Promise<boolean> {
  await mkdir(directory, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  const found = await lstat(directory)
  // Made by this process's user, or handed to the database's user by an earlier start.
  const ours = found.uid === owner.uid || found.uid === process.getuid?.()
  if (!found.isDirectory() || !ours) return false
  await chmod(directory, 0o700)
  await lchown(directory, owner.uid, owner.gid)
  return true
}
