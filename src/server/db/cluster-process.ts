import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { unlink } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupProblem } from '../process/startup.ts'
import { errorCode } from './error-code.ts'
import { alreadyRunning } from './instance-lock.ts'
import type { SystemUser } from './system-user.ts'

/** Then SIGQUIT; the next start recovers. */
const shutdownTimeoutMs = 30_000

/**
 * Starts a watchdog, then becomes the program. When this process ends in any way, their pipe closes and the watchdog
 * sends SIGINT (fast shutdown), unless it read "ended". It is a grandchild, because PostgreSQL should not see an
 * unknown child.
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
 * The program ends with this process, even after SIGKILL. Own session: Ctrl-C does not reach it.
 * @param output file descriptor, or 'pipe'
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
  // An unawaited failure must not end this process.
  ended.catch(() => undefined)
  return { child, ended }
}

/** Resolves when PostgreSQL has ended. */
export async function shutDown({ child, ended }: GuardedProcess): Promise<void> {
  child.kill('SIGINT')
  const killTimer = setTimeout(() => child.kill('SIGQUIT'), shutdownTimeoutMs)
  await ended.finally(() => clearTimeout(killTimer))
}

/**
 * Ends databases of an earlier Toptan, and removes a stale pid file.
 * @throws StartupProblem if a living Toptan owns one, or it does not end.
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
          `A database process (${running[0]}) of an earlier start is still running: stop it first.`,
        )
      await sleep(20)
    }
  }
  // PostgreSQL ignores a dead process's pid file, but not a reused pid or a truncated file.
  if (existsSync(pidFile) && (recordedPid === null || isAlive(recordedPid))) await unlink(pidFile)
}

/**
 * Null until it accepts connections.
 * @throws StartupProblem for another user's cluster.
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

/** The instance lock does not reach across network namespaces. */
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

/** Also if the executable was replaced. */
function programOf(pid: number): string {
  return path.basename(linkOf(pid, 'exe')).replace(/ \(deleted\)$/, '')
}

/** '' if gone or unreadable. */
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
