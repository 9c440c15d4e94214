import { spawnSync } from 'node:child_process'
import { chmod, lchown, readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { StartupProblem } from '../process/startup.ts'

/** Who runs PostgreSQL if Toptan is root. */
export type SystemUser = { name: string; uid: number; gid: number }

export function runsAsRoot(): boolean {
  return process.getuid?.() === 0
}

/**
 * `postgres`, else `nobody`.
 * @throws StartupProblem if neither exists.
 */
export async function unprivilegedUser(): Promise<SystemUser> {
  const accounts = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  for (const name of ['postgres', 'nobody']) {
    const account = accounts.find((fields) => fields[0] === name && Number(fields[2]) > 0)
    if (account) return { name, uid: Number(account[2]), gid: Number(account[3]) }
  }
  throw new StartupProblem(
    'PostgreSQL refuses to run as root and this machine has neither a user "postgres" nor "nobody" to run it as: ' +
      'start Toptan as an ordinary user.',
  )
}

/** Null if missing or root's. */
export async function ordinaryOwner(file: string): Promise<SystemUser | null> {
  const found = await stat(file).catch(() => null)
  return found && found.uid !== 0 ? { name: `uid ${found.uid}`, uid: found.uid, gid: found.gid } : null
}

/** Tested as that user: ACLs and mounts matter too. */
export function canReach(user: SystemUser | null, files: string[]): boolean {
  const script = 'for f; do if test -d "$f"; then test -x "$f"; else test -r "$f"; fi || exit 1; done'
  const identity = user ? { uid: user.uid, gid: user.gid } : {}
  return spawnSync('/bin/sh', ['-c', script, 'sh', ...files], { ...identity, cwd: '/' }).status === 0
}

/** Symlinks themselves, not their targets. */
export async function giveTree(directory: string, user: SystemUser): Promise<void> {
  await lchown(directory, user.uid, user.gid)
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const file = path.join(directory, entry.name)
    if (entry.isDirectory()) await giveTree(file, user)
    else await lchown(file, user.uid, user.gid)
  }
}

/** Readable for all, whatever the umask. */
export async function openTree(directory: string): Promise<void> {
  await chmod(directory, 0o755)
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const file = path.join(directory, entry.name)
    if (entry.isDirectory()) await openTree(file)
    else if (entry.isFile()) await chmod(file, (await stat(file)).mode & 0o100 ? 0o755 : 0o644)
  }
}
