import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { unlink } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupProblem } from '../startup.ts'
import { errorCode } from './error-code.ts'
import { alreadyRunning } from './instance-lock.ts'
import type { SystemUser } from './system-user.ts'

/** How long a database may take to end by itself before it is told to drop everything; it recovers from that. */
const shutdownMilliseconds = 30_000

/**
 * The shell becomes the program itself; before that it leaves a watchdog behind, which holds the other end of
 * a pipe from this process. When this process ends, however it ends, the pipe closes and the watchdog asks the
 * program to shut down (SIGINT is PostgreSQL's fast shutdown). The word "ended" tells it that there is nothing
 * left to ask. It is started twice removed so that it is no child PostgreSQL has to wonder about.
 */
const guardedStart = `
program=$$
(
  ( trap '' HUP INT QUIT TERM; read -r word <&3; [ "$word" = ended ] || kill -INT $program ) </dev/null >/dev/null 2>&1 &
)
exec 3<&-
exec "$@"
`

export type GuardedProcess = { child: ChildProcess; ended: Promise<{ code: number | null }> }

/**
 * Starts a program that is shut down when this process ends, even by SIGKILL. It has its own session, so that
 * a terminal's Ctrl-C does not reach it.
 * @param output file descriptor for what it prints, or 'pipe'
 */
export function spawnGuarded(
  program: string,
  args: string[],
  options: { runAs: SystemUser | null; output: number | 'pipe' },
): GuardedProcess {
  const { runAs, output } = options
  const child = spawn('/bin/sh', ['-c', guardedStart, 'sh', program, ...args], {
    cwd: '/',
    detached: true,
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_MESSAGES: 'C', TZ: 'UTC' },
    stdio: ['ignore', output, output, 'pipe'],
    ...(runAs ? { uid: runAs.uid, gid: runAs.gid } : {}),
  })
  const watchdog = child.stdio[3]
  watchdog?.on('error', () => undefined)
  const ended = new Promise<{ code: number | null }>((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code) => {
      if (watchdog && 'end' in watchdog) watchdog.end('ended\n')
      resolve({ code })
    })
  })
  // Whoever waits for the end sees the error; a start that nobody waits for must not end this process.
  ended.catch(() => undefined)
  return { child, ended }
}

/** Fast shutdown; resolves when PostgreSQL has ended. */
export async function shutDown({ child, ended }: GuardedProcess): Promise<void> {
  child.kill('SIGINT')
  const impatience = setTimeout(() => child.kill('SIGQUIT'), shutdownMilliseconds)
  await ended.finally(() => clearTimeout(impatience))
}

/**
 * Makes sure that no earlier database process works on the cluster: one that lost its Toptan, or is still
 * shutting down, is asked to end and waited for. Removes a pid file that names somebody else's process.
 * @throws StartupProblem when a living Toptan runs it, or when it does not end.
 */
export async function endOrphans(cluster: string, log: (line: string) => void): Promise<void> {
  const pidFile = path.join(cluster, 'postmaster.pid')
  const named = namedPid(pidFile)
  let running = processesOn(cluster, named)
  if (running.length > 0) {
    refuseIfParentLives(running, named)
    log('Waiting for the previous database process to end …')
    const postmaster = named !== null && running.includes(named) ? [named] : running
    postmaster.forEach((pid) => signal(pid, 'SIGINT'))
    const started = Date.now()
    let hurried = false
    while ((running = processesOn(cluster, named)).length > 0) {
      const waited = Date.now() - started
      if (waited > shutdownMilliseconds && !hurried) {
        hurried = true
        running.forEach((pid) => signal(pid, 'SIGQUIT'))
      }
      if (waited > shutdownMilliseconds + 15_000)
        throw new StartupProblem(
          `A database process (${running[0]}) of an earlier start is still running: stop it first.`,
        )
      await sleep(20)
    }
  }
  // PostgreSQL itself passes over a file whose process is dead, but not over one whose number now belongs to
  // somebody else, nor over a file that was cut short.
  if (existsSync(pidFile) && (named === null || isAlive(named))) await unlink(pidFile)
}

/**
 * What a running PostgreSQL says of itself, once it accepts connections.
 * @throws StartupProblem when the cluster is another user's.
 */
export function readyServer(cluster: string): { socketDirectory: string; port: number } | null {
  try {
    const lines = readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    const [, , , port, socketDirectory, , , status] = lines
    if (status?.trim() !== 'ready' || !socketDirectory) return null
    return { socketDirectory, port: Number(port) }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}

/** The process number in a pid file; null when there is no file or no number in it. */
function namedPid(pidFile: string): number | null {
  if (!existsSync(pidFile)) return null
  return Number.parseInt(readFileSync(pidFile, 'utf8'), 10) || null
}

/** PostgreSQL processes that work in this cluster. */
function processesOn(cluster: string, named: number | null): number[] {
  if (process.platform === 'linux')
    return readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 0 && linkOf(pid, 'cwd') === cluster && programOf(pid) === 'postgres')
  if (named === null || !isAlive(named)) return []
  const command = spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(named)], { encoding: 'utf8' }).stdout
  return command.includes('postgres') && command.includes(`-D ${cluster} `) ? [named] : []
}

/**
 * The instance lock does not reach across network namespaces; a database whose Toptan lives must not be taken
 * for an orphan there.
 */
function refuseIfParentLives(running: number[], named: number | null): void {
  if (process.platform !== 'linux' || named === null || !running.includes(named)) return
  const parent = parentOf(named)
  if (parent > 1 && parent !== process.pid && programOf(parent).startsWith('node'))
    throw alreadyRunning(parent)
}

function parentOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return 0
  }
}

/** The name of a process's program, also when its file has been replaced since. */
function programOf(pid: number): string {
  return path.basename(linkOf(pid, 'exe')).replace(/ \(deleted\)$/, '')
}

/** Empty for a process that is gone, or is none of ours to look into. */
function linkOf(pid: number, name: 'exe' | 'cwd'): string {
  try {
    return readlinkSync(`/proc/${pid}/${name}`)
  } catch {
    return ''
  }
}

function isAlive(pid: number): boolean {
  return signal(pid, 0) !== 'ESRCH'
}

function signal(pid: number, name: NodeJS.Signals | 0): string | null {
  try {
    process.kill(pid, name)
    return null
  } catch (error) {
    return errorCode(error) ?? 'unknown'
  }
}
