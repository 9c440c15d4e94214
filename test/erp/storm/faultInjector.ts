import { setTimeout as sleep } from 'node:timers/promises'
import { between } from '#demo/random.ts'
import type { Trytond } from '#test/erp/trytond.ts'
import { type DispatcherProcess, type DispatcherSettings, startDispatcher } from './processes.ts'

export type FaultCounts = Record<'dispatcherKilled' | 'dispatcherPaused' | 'trytonKilled', number> & {
  trytonDownMs: number
}

export type FaultInjector = {
  faultCounts: FaultCounts
  errorOutput: () => string[]
  /** Until `signal`. */
  injectFaults: (
    random: () => number,
    intervalMs: [number, number],
    maxDownMs: number,
    signal: AbortSignal,
  ) => Promise<void>
  stop: () => Promise<void>
}

export async function startFaultInjector(
  tryton: Trytond,
  settings: DispatcherSettings,
): Promise<FaultInjector> {
  const faultCounts: FaultCounts = {
    dispatcherKilled: 0,
    dispatcherPaused: 0,
    trytonKilled: 0,
    trytonDownMs: 0,
  }
  const all: DispatcherProcess[] = []
  const start = async () => {
    const one = await startDispatcher(settings)
    all.push(one)
    return one
  }
  const running = await Promise.all([start(), start()])
  const pausing: Promise<void>[] = []

  const killDispatcher = async (index: 0 | 1) => {
    await running[index].kill()
    faultCounts.dispatcherKilled += 1
    running[index] = await start()
  }
  const killTryton = async (maxDownMs: number) => {
    const from = performance.now()
    await tryton.kill()
    faultCounts.trytonKilled += 1
    await sleep(maxDownMs)
    await tryton.start()
    faultCounts.trytonDownMs += performance.now() - from
  }
  return {
    faultCounts,
    errorOutput: () => all.flatMap(({ errorOutput }) => errorOutput),
    injectFaults: async (random, [minMs, maxMs], maxDownMs, signal) => {
      // Short runs get one fault of each kind.
      const firstKinds = [0.3, 0.7, 0.9]
      while (!signal.aborted || firstKinds.length > 0) {
        await sleep(between(random, minMs, maxMs))
        const kind = firstKinds.shift() ?? random()
        const index = random() < 0.5 ? 0 : 1
        if (kind < 0.55) await killDispatcher(index)
        else if (kind < 0.65) await Promise.all([killDispatcher(0), killDispatcher(1)])
        else if (kind < 0.8) {
          faultCounts.dispatcherPaused += 1
          pausing.push(running[index].pause(settings.holdMs * 2))
        } else await killTryton(random() < 0.5 ? 0 : between(random, 100, maxDownMs))
      }
      await Promise.all(pausing)
    },
    stop: async () => {
      await Promise.all(running.map((one) => one.kill()))
    },
  }
}
