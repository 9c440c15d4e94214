import type { Window } from './interleave.ts'
import { load } from './load.ts'
import type { Samples } from './measurement.ts'
import type { ServerChild } from './serverChild.ts'
import { type CpuMeter, machineCpu, ownCpu } from './usage.ts'

/** Loads a server for one window and measures its CPU, and the database's where it is asked. */
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
  // Of whole calls, which begin and end outside of the window too.
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
