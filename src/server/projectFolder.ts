import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** As many levels up from the built server as from the sources. */
export const projectFolder = fileURLToPath(new URL('../../', import.meta.url))

const isBuilt = import.meta.url.includes('/dist/server/')

/** The file of a thread: one of the sources, or of the built server. */
export const threadFile = (path: string) =>
  join(projectFolder, isBuilt ? `dist/server/${basename(path, '.ts')}.js` : `src/server/${path}`)
