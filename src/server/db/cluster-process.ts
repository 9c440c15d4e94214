import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { unlink } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupProblem } from '../startup.ts'
import { errorCode } from './error-code.ts'
import { alreadyRunning } from './instance-lock.ts'
import type { SystemUser } from './system-user.ts'

/** After this, SIGQUIT aborts the database; it recovers on the next start. */
const shutdownTimeoutMs = 30_000

/**
 * The shell starts a watchdog, then becomes the program. The watchdog holds the other end of a pipe from this
 * process: when this process ends in any way, the pipe closes and the watchdog sends SIGINT (PostgreSQL's fast
 * shutdown). The word "ended" tells it to do nothing. It is a grandchild, so that PostgreSQL does not see an unknown
 * child.
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
 * Starts a program that is shut down when this process ends, even by SIGKILL. It gets its own session, so that Ctrl-C
 * does not reach it.
 * @param output file descriptor for its output, or 'pipe'
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
  // A failed start that nobody awaits must not end this process.
  ended.catch(() => undefined)
  return { child, ended }
}

/** Fast shutdown; resolves when PostgreSQL has ended. */
export async function shutDown({ child, ended }: GuardedProcess): Promise<void> {
  child.kill('SIGINT')
  const killTimer = setTimeout(() => child.kill('SIGQUIT'), shutdownTimeoutMs)
  await ended.finally(() => clearTimeout(killTimer))
}

/**
 * Ends database processes that an earlier Toptan left on the cluster, and removes a pid file that names an unrelated
 * process.
 * @throws StartupProblem if a running Toptan owns the process, or if it does not end.
 */
export async function endOrphans(cluster: string, log: (line: string) => void): Promise<void> {
  const pidFile = path.join(cluster, 'postmaster.pid')
  const recordedPid = readPid(pidFile)
  let running = processesOn(cluster, recordedPid)
  if (running.length > 0) {
    refuseIfParentLives(running, recordedPid)
    log('Waiting for the previous database process to end …')
    const postmaster = recordedPid !== null && running.includes(recordedPid) ? [recordedPid] : running
    postmaster.forEach((pid) => signal(pid, 'SIGINT'))
    const started = Date.now()
    let isQuitSent = false
    while ((running = processesOn(cluster, recordedPid)).length > 0) {
      const waited = Date.now() - started
      if (waited > shutdownTimeoutMs && !isQuitSent) {
        isQuitSent = true
        running.forEach((pid) => signal(pid, 'SIGQUIT'))
      }
      if (waited > shutdownTimeoutMs + 15_000)
        throw new StartupProblem(
          `A database process (${running[0]}) of an earlier start does not end: end it first.`,
        )
      await sleep(20)
    }
  }
  // PostgreSQL ignores a pid file of a dead process, but not one whose pid was reused or that was truncated.
  if (existsSync(pidFile) && (recordedPid === null || isAlive(recordedPid))) await unlink(pidFile)
}

/**
 * Address of a running PostgreSQL that accepts connections; null if it is not ready.
 * @throws StartupProblem if the cluster belongs to another user.
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

/** Null without a file or a number in it. */
function readPid(pidFile: string): number | null {
  if (!existsSync(pidFile)) return null
  return Number.parseInt(readFileSync(pidFile, 'utf8'), 10) || null
}

function processesOn(cluster: string, recordedPid: number | null): number[] {
  if (process.platform === 'linux')
    return readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 0 && linkOf(pid, 'cwd') === cluster && programOf(pid) === 'postgres')
  if (recordedPid === null || !isAlive(recordedPid)) return []
  const command = spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(recordedPid)], {
    encoding: 'utf8',
  }).stdout
  return command.includes('postgres') && command.includes(`-D ${cluster} `) ? [recordedPid] : []
}

/**
 * The instance lock does not cover other network namespaces, so do not treat a database with a living Toptan as an
 * orphan.
 */
function refuseIfParentLives(running: number[], recordedPid: number | null): void {
  if (process.platform !== 'linux' || recordedPid === null || !running.includes(recordedPid)) return
  const parent = parentOf(recordedPid)
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

/** Also works if the executable was replaced since. */
function programOf(pid: number): string {
  return path.basename(linkOf(pid, 'exe')).replace(/ \(deleted\)$/, '')
}

/** Empty if the process is gone or not readable. */
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
