import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

/** Import files on this server's disk, one folder per run. */
export type ImportFolders = {
  /** Creates a run's folder and deletes old ones. */
  open(tenantId: string, runId: string): Promise<string>
  of(tenantId: string, runId: string): string
  drop(tenantId: string, runId: string): Promise<void>
}

/** Files of imports that were never applied. */
const unusedFileLifetimeMs = 7 * 24 * 60 * 60 * 1000

export function importFolders(dataDir: string): ImportFolders {
  const root = path.join(dataDir, 'imports')
  const folderOf = (tenantId: string, runId: string) => path.join(root, tenantId, runId)
  return {
    of: folderOf,
    open: async (tenantId, runId) => {
      await dropOld(path.join(root, tenantId))
      const folder = folderOf(tenantId, runId)
      await mkdir(folder, { recursive: true })
      return folder
    },
    drop: (tenantId, runId) => rm(folderOf(tenantId, runId), { recursive: true, force: true }),
  }
}

async function dropOld(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const target = path.join(folder, name)
    const ageMs = await stat(target).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    )
    if (ageMs > unusedFileLifetimeMs) await rm(target, { recursive: true, force: true })
  }
}
