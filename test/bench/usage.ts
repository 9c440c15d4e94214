import { readdirSync, readFileSync } from 'node:fs'
import os from 'node:os'

/** CPU milliseconds so far, user and kernel. */
export type CpuMeter = () => number

/** CPU of a PostgreSQL with its current and ended children. NaN without /proc. */
export function postgresCpu(backendPid: number): CpuMeter {
  const main = statOf(backendPid)?.parent
  return () => {
    const own = main === undefined ? undefined : statOf(main)
    if (main === undefined || !own) return Number.NaN
    let ticks = own.ticks + own.ticksOfEnded
    for (const name of readdirSync('/proc')) {
      const process = /^\d+$/.test(name) ? statOf(Number(name)) : undefined
      if (process?.parent === main) ticks += process.ticks
    }
    return ticks * 10
  }
}

/** CPU of one process without its children. NaN without /proc. */
export function processCpu(pid: number): CpuMeter {
  return () => (statOf(pid)?.ticks ?? Number.NaN) * 10
}

/** NaN without /proc. */
export function residentBytes(pid: number): number {
  try {
    return 1024 * Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return Number.NaN
  }
}

/** From /proc/<pid>/stat, whose ticks are 10 ms. */
function statOf(pid: number): { parent: number; ticks: number; ticksOfEnded: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const field = (number: number) => Number(fields[number - 3])
    return { parent: field(4), ticks: field(14) + field(15), ticksOfEnded: field(16) + field(17) }
  } catch {
    return undefined
  }
}

export function machineCpu(): number {
  return os.cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0)
}

export function ownCpu(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
