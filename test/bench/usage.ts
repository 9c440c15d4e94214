import { readdirSync, readFileSync } from 'node:fs'
import os from 'node:os'

/** CPU milliseconds so far, of user and kernel together. */
export type CpuMeter = () => number

/**
 * The CPU of a whole PostgreSQL: its main process, those it has now and those that have ended. Answers NaN where
 * the system has no /proc.
 */
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

/** The CPU of one process, without its children. */
export function processCpu(pid: number): CpuMeter {
  return () => (statOf(pid)?.ticks ?? Number.NaN) * 10
}

/** Of /proc/<pid>/stat, whose ticks are hundredths of a second. */
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

/** The CPU of everything that runs on the machine. */
export function machineCpu(): number {
  return os.cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0)
}

export function ownCpu(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
