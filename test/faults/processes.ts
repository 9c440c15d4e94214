import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import path from 'node:path'

/** What runs the database of one cluster, as process ids. */
export type DatabaseProcesses = {
  /** The process that all others of PostgreSQL descend from. */
  postmaster: number[]
  /** The processes that serve connections, write and clean up. */
  children: number[]
  /** The shell that ends PostgreSQL when its Toptan is gone. */
  watchdogs: number[]
}

/** Finds the processes of a cluster in Linux's /proc. */
export function databaseProcesses(cluster: string): DatabaseProcesses {
  const pids = readdirSync('/proc').map(Number).filter(Boolean)
  const ours = pids.filter((pid) => link(pid, 'cwd') === cluster && link(pid, 'exe').includes('postgres'))
  const postmaster = ours.filter((pid) => !ours.includes(Number(stat(pid)[1])))
  return {
    postmaster,
    children: ours.filter((pid) => !postmaster.includes(pid)),
    watchdogs: pids.filter((pid) => isWatchdog(pid, cluster)),
  }
}

/** Whether anything of the database of a cluster still runs. */
export function isDatabaseRunning(cluster: string): boolean {
  const { postmaster, children } = databaseProcesses(cluster)
  return postmaster.length + children.length > 0
}

/** kill −9 for all of them; who is gone already is passed over. Answers how many there were. */
export function killHard(pids: number[]): number {
  return pids.filter((pid) => {
    try {
      return process.kill(pid, 'SIGKILL')
    } catch {
      return false
    }
  }).length
}

/** A process that ended and was not yet collected is dead all the same. */
export function isAlive(pid: number): boolean {
  return !['', 'Z', 'X'].includes(stat(pid)[0] ?? '')
}

/** It got the whole command line of the database, and is a shell. */
function isWatchdog(pid: number, cluster: string): boolean {
  const words = read(pid, 'cmdline').split('\0')
  return words[0] === '/bin/sh' && words.includes(cluster) && words[2]?.includes('program=$$') === true
}

/** State, parent and what follows in /proc/<pid>/stat. */
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
