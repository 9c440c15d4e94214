import { chmod, lchown, lstat, mkdir, mkdtemp, rm, rmdir } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { StartupProblem } from '../process/startup.ts'
import { shortHash } from './instance-lock.ts'
import { canReach, type SystemUser } from './system-user.ts'

/** Unix socket paths: 108 bytes on Linux, 104 on macOS, with the final zero. */
const maxPathBytes = 103
const socketName = '.s.PGSQL.5432'

/**
 * Private to the database's user, with a short path. Uses another name if somebody else took the usual one.
 * @param directory identifies the cluster
 */
export async function makeSocketDirectory(directory: string, runAs: SystemUser | null): Promise<string> {
  const owner = ownerFor(runAs)
  const name = `toptan-${owner.uid}-${shortHash(directory)}`
  // A service of systemd may have a /tmp of its own, in which commands would not find the socket.
  const ofService = process.env.RUNTIME_DIRECTORY?.split(':', 1) ?? []
  const parents = [...ofService, os.tmpdir(), '/tmp', directory]
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
  const created = await mkdtemp(path.join(parent, 'toptan-'))
  await lchown(created, owner.uid, owner.gid)
  return created
}

/** @throws StartupProblem if somebody else replaced it */
export async function renewSocketDirectory(directory: string, runAs: SystemUser | null): Promise<void> {
  if (!(await claim(directory, ownerFor(runAs))))
    throw new StartupProblem(`The folder of the database socket now belongs to another user: ${directory}.`)
  await removeLeftovers(directory)
}

function ownerFor(runAs: SystemUser | null): SystemUser {
  return runAs ?? { name: '', uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
}

/**
 * PostgreSQL would respect a killed server's socket lock while its pid exists; our lock on the data folder proves it
 * stale.
 */
async function removeLeftovers(directory: string): Promise<void> {
  for (const name of [`${socketName}.lock`, socketName]) await rm(path.join(directory, name), { force: true })
}

export async function removeSocketDirectory(socketDirectory: string): Promise<void> {
  await rmdir(socketDirectory).catch(() => undefined)
}

function isShortEnough(socketDirectory: string): boolean {
  return Buffer.byteLength(path.join(socketDirectory, socketName)) <= maxPathBytes
}

async function claim(directory: string, owner: SystemUser): Promise<boolean> {
  await mkdir(directory, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  const found = await lstat(directory)
  // Ours, or given to the database's user earlier.
  const isOurs = found.uid === owner.uid || found.uid === process.getuid?.()
  if (!found.isDirectory() || !isOurs) return false
  await chmod(directory, 0o700)
  await lchown(directory, owner.uid, owner.gid)
  return true
}
