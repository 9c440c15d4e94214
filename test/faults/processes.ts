import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import path from 'node:path'

/** Process ids of a cluster's database. */
export type DatabaseProcesses = {
  /** PostgreSQL's main process. */
  postmaster: number[]
  children: number[]
  /** The shell that stops PostgreSQL when its server is gone. */
  watchdogs: number[]
}

/** Linux only. */
export function databaseProcesses(cluster: string): DatabaseProcesses {
  const pids = readdirSync('/proc').map(Number).filter(Boolean)
  const postgresPids = pids.filter(
    (pid) => link(pid, 'cwd') === cluster && link(pid, 'exe').includes('postgres'),
  )
  const postmaster = postgresPids.filter((pid) => !postgresPids.includes(Number(stat(pid)[1])))
  return {
    postmaster,
    children: postgresPids.filter((pid) => !postmaster.includes(pid)),
    watchdogs: pids.filter((pid) => isWatchdog(pid, cluster)),
  }
}

/** The processes that serve, of a server with several processes. */
export function servingProcesses(first: number): number[] {
  const pids = readdirSync('/proc').map(Number).filter(Boolean)
  return pids.filter((pid) => Number(stat(pid)[1]) === first && link(pid, 'exe') === link(first, 'exe'))
}

export function isDatabaseRunning(cluster: string): boolean {
  const { postmaster, children } = databaseProcesses(cluster)
  return postmaster.length + children.length > 0
}

/** Returns how many existed. */
export function killProcesses(pids: number[]): number {
  return pids.filter((pid) => {
    try {
      return process.kill(pid, 'SIGKILL')
    } catch {
      return false
    }
  }).length
}

/** Zombies count as dead. */
export function isAlive(pid: number): boolean {
  return !['', 'Z', 'X'].includes(stat(pid)[0] ?? '')
}

/** A shell with the database's command line. */
function isWatchdog(pid: number, cluster: string): boolean {
  const args = read(pid, 'cmdline').split('\0')
  return args[0] === '/bin/sh' && args.includes(cluster) && args[2]?.includes('program=$$') === true
}

/** The fields of /proc/<pid>/stat from the state on. */
function stat(pid: number): string[] {
  const status = read(pid, 'stat')
  return status.slice(status.lastIndexOf(')') + 2).split(' ')
}

function read(pid: number, name: string): string {
  try {
    return readFileSync(path.join('/proc', String(pid), name), 'utf8')
  } catch {
    return ''
  }
}

function link(pid: number, name: string): string {
  try {
    return readlinkSync(path.join('/proc', String(pid), name))
  } catch {
    return ''
  }
}
