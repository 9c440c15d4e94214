import type { Window } from './interleave.ts'
import { load } from './load.ts'
import type { Samples } from './measurement.ts'
import type { ServerChild } from './serverChild.ts'
import { type CpuMeter, machineCpu, ownCpu } from './usage.ts'

/** Loads a server for one window and measures its CPU; with `databaseCpu`, the database's too. */
export async function loadServer(
  child: ServerChild,
  next: () => Buffer,
  options: Window & { connections: number; databaseCpu?: CpuMeter },
): Promise<Samples & { answered: number }> {
  const { databaseCpu } = options
  const readCounters = async () => ({
    ...(await child.usage()),
    ...(databaseCpu ? { database: databaseCpu() } : {}),
    client: ownCpu(),
    machine: machineCpu(),
  })
  const start = await readCounters()
  let before = start
  let after = start
  const { answered, failures, milliseconds, seconds } = await load(child.port, next, {
    ...options,
    begin: async () => {
      before = await readCounters()
    },
    end: async () => {
      after = await readCounters()
    },
  })
  // Counts statements of whole calls, including those that begin or end outside the window.
  const { statements } = await child.usage()
  return {
    answered,
    milliseconds,
    seconds,
    cpu: {
      server: after.cpuMs - before.cpuMs,
      ...(databaseCpu ? { database: (after.database ?? 0) - (before.database ?? 0) } : {}),
      client: after.client - before.client,
    },
    machine: after.machine - before.machine,
    ...(statements === undefined ? {} : { statements: (statements - (start.statements ?? 0)) / answered }),
    memoryBytes: after.memoryBytes,
    problems: [...failures].map(([what, times]) => `${what} ${times} times`),
  }
}
