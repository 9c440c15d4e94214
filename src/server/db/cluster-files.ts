import { existsSync } from 'node:fs'
import { chown, copyFile, mkdtemp, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { StartupProblem } from '../process/startup.ts'
import { type ClusterPlace, renameDurably } from './cluster-place.ts'
import { spawnGuarded } from './cluster-process.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'

const maxLogBytes = 20 * 1024 * 1024

/**
 * Creates or checks the cluster.
 * @throws StartupProblem if damaged, of another major version, or not creatable.
 */
export async function ensureCluster(
  place: ClusterPlace,
  binaries: PostgresBinaries,
  major: number,
  log: (line: string) => void,
): Promise<void> {
  const { cluster } = place
  if (!existsSync(cluster) || (await readdir(cluster)).length === 0) {
    log('Creating the database …')
    return initialise(place, binaries, major)
  }
  for (const name of ['PG_VERSION', 'global/pg_control', 'base', 'pg_wal'])
    if (!existsSync(path.join(cluster, name)))
      throw new StartupProblem(
        `The database in ${cluster} is damaged (${name} is missing): restore it from a backup, or move it ` +
          'away to start with an empty one.',
      )
  const found = (await readFile(path.join(cluster, 'PG_VERSION'), 'utf8')).trim()
  if (found !== String(major))
    throw new StartupProblem(
      `The database in ${cluster} was created by PostgreSQL ${found}, but this is PostgreSQL ${major}: dump it ` +
        'with the old version and load it into a new folder.',
    )
}

/** Renames at the end, so that an interrupted initdb leaves no half cluster. */
async function initialise(place: ClusterPlace, binaries: PostgresBinaries, major: number): Promise<void> {
  const { directory, cluster, runAs } = place
  const fresh = await mkdtemp(path.join(directory, 'cluster.new-'))
  try {
    if (runAs) await chown(fresh, runAs.uid, runAs.gid)
    const initdb = spawnGuarded(path.join(binaries.directory, 'initdb'), initdbArguments(fresh, major), {
      runAs,
      output: 'pipe',
    })
    let output = ''
    for (const stream of [initdb.child.stdout, initdb.child.stderr])
      stream?.on('data', (chunk) => {
        output += String(chunk)
      })
    const { code } = await initdb.ended
    if (code !== 0)
      throw new StartupProblem(`The database could not be created in ${cluster}: ${reasonLine(output)}`)
    await renameDurably(fresh, cluster)
  } catch (error) {
    await rm(fresh, { recursive: true, force: true, maxRetries: 5 })
    throw error
  }
}

function initdbArguments(directory: string, major: number): string[] {
  // Builtin C.UTF-8 sorts the same everywhere; the C locale would drop non-ASCII letters in trigrams; macOS may lack
  // C.UTF-8.
  const system = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'
  const provider = major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : []
  const fixed = ['-E', 'UTF8', '-A', 'trust', '-U', 'postgres', '--no-instructions']
  return ['-D', directory, ...fixed, `--locale=${system}`, ...provider]
}

/** Limited to about twice 20 MB. */
export type ServerLog = { descriptor: number; lastLine(): Promise<string>; close(): Promise<void> }

export async function openServerLog({ dataDirectory, runAs }: ClusterPlace): Promise<ServerLog> {
  const name = path.join(dataDirectory, 'postgres.log')
  if ((await sizeOf(name)) > maxLogBytes) await rename(name, `${name}.1`)
  const file = await open(name, 'a+', 0o640)
  if (runAs) await file.chown(runAs.uid, runAs.gid)
  const start = (await file.stat()).size
  const rotation = setInterval(() => void rotate(name).catch(() => undefined), 3_600_000)
  rotation.unref()
  return {
    descriptor: file.fd,
    async lastLine() {
      const length = Math.min((await file.stat()).size - start, 16_384)
      const { buffer } = await file.read(Buffer.alloc(Math.max(length, 0)), 0, Math.max(length, 0), start)
      return reasonLine(buffer.toString('utf8'))
    },
    async close() {
      clearInterval(rotation)
      await file.close()
    },
  }
}

/** PostgreSQL keeps it open: copy and truncate instead of renaming. */
async function rotate(name: string): Promise<void> {
  if ((await sizeOf(name)) <= maxLogBytes) return
  await using file = await open(name, 'r+')
  await rm(`${name}.1`, { force: true })
  await copyFile(name, `${name}.1`)
  await file.truncate(0)
}

async function sizeOf(name: string): Promise<number> {
  return (await stat(name).catch(() => ({ size: 0 }))).size
}

function reasonLine(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  const reason = lines.findLast((line) => /\b(FATAL|PANIC|ERROR|error):/.test(line)) ?? lines.at(-1)
  return reason?.replace(/^.*?\b(FATAL|PANIC|ERROR|error): +/, '').trim() ?? 'it said nothing'
}
