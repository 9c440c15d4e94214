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
import { StartupProblem } from '../process/startup.ts'
import { shortHash } from './instance-lock.ts'
import {
  canReach,
  giveTree,
  ordinaryOwner,
  runsAsRoot,
  type SystemUser,
  unprivilegedUser,
} from './system-user.ts'

export type ClusterPlace = {
  /** Real path. */
  dataDirectory: string
  /** Parent of `cluster/`: the data folder, or one under /var/lib/toptan if the database's user cannot reach it. */
  directory: string
  cluster: string
  runAs: SystemUser | null
}

const noteName = 'MOVED.txt'

/**
 * Changes nothing.
 * @throws StartupProblem if the folder in the note is gone.
 */
export async function findPlace(dataDirectory: string): Promise<ClusterPlace> {
  const real = await realpath(dataDirectory)
  const notedFolder = await notedDirectory(real)
  if (notedFolder && !existsSync(notedFolder))
    throw new StartupProblem(
      `The database of ${real} was kept in ${notedFolder}, which no longer exists: restore it, or delete ` +
        `${path.join(real, noteName)} to start with an empty one.`,
    )
  if (!runsAsRoot()) return placeAt(real, notedFolder ?? real, null)
  const owner = await ordinaryOwner(path.join(notedFolder ?? real, 'cluster'))
  const runAs = owner ?? (await unprivilegedUser())
  const fallback = path.join(await stateDirectory(), shortHash(real))
  return placeAt(real, notedFolder ?? (canReach(runAs, [real]) ? real : fallback), runAs)
}

/** Where the data folder's database is if it has one. A start would not use what lies elsewhere without a note. */
export async function existingCluster({ dataDirectory }: ClusterPlace): Promise<string> {
  return path.join((await notedDirectory(dataDirectory)) ?? dataDirectory, 'cluster')
}

/**
 * Creates the fallback folder, cleans up after an interrupted start and fixes ownership. Needs the instance lock, and
 * no running database.
 */
export async function preparePlace(place: ClusterPlace, log: (line: string) => void): Promise<void> {
  if (place.directory !== place.dataDirectory && (await notedDirectory(place.dataDirectory)) === null)
    await prepareFallbackFolder(place, log)
  for (const name of await readdir(place.directory))
    if (name.startsWith('cluster.new-'))
      await rm(path.join(place.directory, name), { recursive: true, force: true, maxRetries: 5 })
  if (existsSync(place.cluster)) await fixOwnership(place)
}

/** For programs that cannot run from their package. */
export async function binariesDirectory(place: ClusterPlace): Promise<string> {
  return place.runAs ? stateDirectory() : place.directory
}

export async function erasePlace({ dataDirectory, directory, cluster }: ClusterPlace): Promise<void> {
  await rm(cluster, { recursive: true, force: true })
  if (directory !== dataDirectory) await rm(directory, { recursive: true, force: true })
  await rm(path.join(dataDirectory, noteName), { force: true })
}

/** Also syncs the parent. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to)
  await using parent = await open(path.dirname(to))
  await parent.sync()
}

async function stateDirectory(): Promise<string> {
  return path.join(await realpath('/var/lib').catch(() => '/var/lib'), 'toptan')
}

function placeAt(dataDirectory: string, directory: string, runAs: SystemUser | null): ClusterPlace {
  return { dataDirectory, directory, cluster: path.join(directory, 'cluster'), runAs }
}

/** From the note; null without one. */
async function notedDirectory(dataDirectory: string): Promise<string | null> {
  const note = await readFile(path.join(dataDirectory, noteName), 'utf8').catch(() => null)
  return note?.split('\n').find((line) => line.startsWith('/')) ?? null
}

async function prepareFallbackFolder(place: ClusterPlace, log: (line: string) => void): Promise<void> {
  const { dataDirectory, directory } = place
  // Without a note, its data folder was deleted: the data must not reappear, but we must not delete it.
  if (existsSync(place.cluster)) {
    const renamed = `${directory}.old-${Date.now()}`
    await rename(directory, renamed)
    log(`An older database that belonged to ${dataDirectory} was put aside in ${renamed}`)
  }
  // The database's user passes through, whatever the umask.
  if (await mkdir(path.dirname(directory), { recursive: true })) await chmod(path.dirname(directory), 0o755)
  await mkdir(directory, { recursive: true })
  await chmod(directory, 0o755)
  const source = path.join(dataDirectory, 'cluster')
  if (existsSync(source)) await moveCluster(source, place)
  const user = place.runAs?.name ?? 'postgres'
  const note =
    `The database of this folder is kept in\n${directory}\n` +
    `because it runs as another system user (${user}), who cannot look into this folder.\n`
  await writeFile(path.join(dataDirectory, `${noteName}.new`), note)
  await rename(path.join(dataDirectory, `${noteName}.new`), path.join(dataDirectory, noteName))
}

/** The original stays. */
async function moveCluster(source: string, place: ClusterPlace): Promise<void> {
  const unfinished = path.join(place.directory, `cluster.new-${process.pid}`)
  await rm(unfinished, { recursive: true, force: true })
  await cp(source, unfinished, { recursive: true, verbatimSymlinks: true })
  await renameDurably(unfinished, place.cluster)
  await rename(source, `${source}.before-move`)
}

/** PostgreSQL insists on owner and mode. */
async function fixOwnership({ cluster, runAs }: ClusterPlace): Promise<void> {
  if (!runAs) return
  const entries = [cluster, ...(await readdir(cluster)).map((name) => path.join(cluster, name))]
  const owners = await Promise.all(entries.map(async (entry) => (await stat(entry)).uid))
  if (owners.some((uid) => uid !== runAs.uid)) await giveTree(cluster, runAs)
  if ((await stat(cluster)).mode & 0o077) await chmod(cluster, 0o700)
}
