import { existsSync } from 'node:fs'
import {
  chmod,
  cp,
  mkdir,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import path from 'node:path'
import { StartupProblem } from '../startup.ts'
import { shortHash } from './instance-lock.ts'
import {
  canReach,
  giveTree,
  ordinaryOwner,
  runsAsRoot,
  type SystemUser,
  unprivilegedUser,
} from './system-user.ts'

/** Where the database of a data folder lies and who runs it. */
export type ClusterPlace = {
  /** The data folder as the operator knows it, without links in its path. */
  dataDirectory: string
  /** Holds `cluster/`; the data folder itself, or a folder under /var/lib/toptan where that must stand in. */
  directory: string
  /** PostgreSQL's own data directory. */
  cluster: string
  runAs: SystemUser | null
}

const noteName = 'MOVED.txt'

/**
 * Finds the place of a data folder that exists; changes nothing.
 * @throws StartupProblem when the note in it points to a folder that is gone.
 */
export async function findPlace(dataDirectory: string): Promise<ClusterPlace> {
  const real = await realpath(dataDirectory)
  const noted = await notedDirectory(real)
  if (noted && !existsSync(noted))
    throw new StartupProblem(
      `The database of ${real} was kept in ${noted}, which no longer exists: restore it, or delete ` +
        `${path.join(real, noteName)} to start with an empty one.`,
    )
  if (!runsAsRoot()) return placeAt(real, noted ?? real, null)
  const owner = await ordinaryOwner(path.join(noted ?? real, 'cluster'))
  const runAs = owner ?? (await unprivilegedUser())
  const standIn = path.join(await stateDirectory(), shortHash(real))
  return placeAt(real, noted ?? (canReach(runAs, [real]) ? real : standIn), runAs)
}

/**
 * Makes the place ready for its user: the stand-in folder exists and the data folder says where it is, files
 * left by an interrupted start are gone, and the cluster, if there is one, belongs to whoever runs it.
 * To be called by the holder of the instance lock, when no database process runs there.
 */
export async function preparePlace(place: ClusterPlace, log: (line: string) => void): Promise<void> {
  if (place.directory !== place.dataDirectory && (await notedDirectory(place.dataDirectory)) === null)
    await openStandIn(place, log)
  for (const name of await readdir(place.directory))
    if (name.startsWith('cluster.new-'))
      await rm(path.join(place.directory, name), { recursive: true, force: true, maxRetries: 5 })
  if (existsSync(place.cluster)) await takeOver(place)
}

/** Where binaries go when they cannot be used where they lie. */
export async function binariesDirectory(place: ClusterPlace): Promise<string> {
  return place.runAs ? stateDirectory() : place.directory
}

/** Deletes a place's database for good, and the note that points to it. */
export async function erasePlace({ dataDirectory, directory, cluster }: ClusterPlace): Promise<void> {
  await rm(cluster, { recursive: true, force: true })
  if (directory !== dataDirectory) await rm(directory, { recursive: true, force: true })
  await rm(path.join(dataDirectory, noteName), { force: true })
}

/** Renames a finished directory into place and waits until the disk has the new name. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to)
  const parent = await open(path.dirname(to))
  try {
    await parent.sync()
  } finally {
    await parent.close()
  }
}

async function stateDirectory(): Promise<string> {
  return path.join(await realpath('/var/lib').catch(() => '/var/lib'), 'toptan')
}

function placeAt(dataDirectory: string, directory: string, runAs: SystemUser | null): ClusterPlace {
  return { dataDirectory, directory, cluster: path.join(directory, 'cluster'), runAs }
}

/** The absolute path that stands on a line of its own in the note, or null without a note. */
async function notedDirectory(dataDirectory: string): Promise<string | null> {
  const note = await readFile(path.join(dataDirectory, noteName), 'utf8').catch(() => null)
  return note?.split('\n').find((line) => line.startsWith('/')) ?? null
}

async function openStandIn(place: ClusterPlace, log: (line: string) => void): Promise<void> {
  const { dataDirectory, directory } = place
  // Without a note this folder's database was deleted with the data folder; a stranger's rows must not come
  // back in a new one. Nobody asked us to destroy them either.
  if (existsSync(place.cluster)) {
    const aside = `${directory}.old-${Date.now()}`
    await rename(directory, aside)
    log(`An older database that belonged to ${dataDirectory} was put aside in ${aside}`)
  }
  // Its user passes through, whatever the umask.
  if (await mkdir(path.dirname(directory), { recursive: true })) await chmod(path.dirname(directory), 0o755)
  await mkdir(directory, { recursive: true })
  await chmod(directory, 0o755)
  const own = path.join(dataDirectory, 'cluster')
  if (existsSync(own)) await moveCluster(own, place)
  const user = place.runAs?.name ?? 'postgres'
  const note =
    `The database of this folder is kept in\n${directory}\n` +
    `because it runs as another system user (${user}), who cannot look into this folder.\n`
  await writeFile(path.join(dataDirectory, `${noteName}.new`), note)
  await rename(path.join(dataDirectory, `${noteName}.new`), path.join(dataDirectory, noteName))
}

/** A folder that was reachable once and is no longer brings its database along; the original stays. */
async function moveCluster(own: string, place: ClusterPlace): Promise<void> {
  const unfinished = path.join(place.directory, `cluster.new-${process.pid}`)
  await rm(unfinished, { recursive: true, force: true })
  await cp(own, unfinished, { recursive: true, verbatimSymlinks: true })
  await renameDurably(unfinished, place.cluster)
  await rename(own, `${own}.before-move`)
}

/** PostgreSQL insists on owning its directory and on nobody else reading it. */
async function takeOver({ cluster, runAs }: ClusterPlace): Promise<void> {
  if (!runAs) return
  const entries = [cluster, ...(await readdir(cluster)).map((name) => path.join(cluster, name))]
  const owners = await Promise.all(entries.map(async (entry) => (await stat(entry)).uid))
  if (owners.some((uid) => uid !== runAs.uid)) await giveTree(cluster, runAs)
  if ((await stat(cluster)).mode & 0o077) await chmod(cluster, 0o700)
}
