import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

/** Where the files of imports are kept on this server's disk, a folder for each run. */
export type ImportFolders = {
  /** Creates the folder of a run and removes old folders of the tenant. */
  open(tenantId: string, runId: string): Promise<string>
  of(tenantId: string, runId: string): string
  drop(tenantId: string, runId: string): Promise<void>
}

/** The file of an import that was never applied is deleted after this time. */
const keepFilesMs = 7 * 24 * 60 * 60 * 1000

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
    if (ageMs > keepFilesMs) await rm(target, { recursive: true, force: true })
  }
}
