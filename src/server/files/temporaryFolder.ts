import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Nothing else that we or others keep is named so. */
const prefix = 'toptan-work-'
const nameLength = prefix.length + 6
/** Longer than any work of ours goes without writing. */
const leftAfterMs = 24 * 60 * 60_000

export type TemporaryFolder = AsyncDisposable & { path: string }

/** For files on their way; it goes with what is in it. By default among the system's temporary files. */
export async function temporaryFolder(parent = tmpdir()): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(parent, prefix))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

/**
 * Removes what killed processes of this user have left there. Others may be at work, so only what nobody has written
 * to for a day.
 */
export async function removeLeftFolders(parent = tmpdir(), now = new Date()): Promise<void> {
  for (const name of await readdir(parent).catch(() => [])) {
    if (!name.startsWith(prefix) || name.length !== nameLength) continue
    const path = join(parent, name)
    // What cannot be removed now may be later.
    const isLeft = await isLeftFolder(path, now.getTime() - leftAfterMs).catch(() => false)
    if (isLeft) await rm(path, { recursive: true, force: true }).catch(() => {})
  }
}

async function isLeftFolder(path: string, before: number): Promise<boolean> {
  const folder = await lstat(path)
  if (!folder.isDirectory() || folder.uid !== process.getuid?.()) return false
  // Writing to a file does not change its folder.
  const files = await Promise.all((await readdir(path)).map((name) => lstat(join(path, name))))
  return [folder, ...files].every(({ mtimeMs }) => mtimeMs < before)
}
