import { setTimeout as sleep } from 'node:timers/promises'
import { between } from '#demo/random.ts'
import type { Trytond } from '#test/erp/trytond.ts'
import { type DispatcherProcess, type DispatcherSettings, startDispatcher } from './processes.ts'

/** How often what was done to the processes. */
export type Strokes = Record<'dispatcherKilled' | 'dispatcherStunned' | 'trytonKilled', number> & {
  /** Milliseconds that Tryton was away. */
  trytonAway: number
}

export type Weather = {
  strokes: Strokes
  /** What dispatchers said of faults in themselves. */
  said: () => string[]
  /** Breaks in until the signal: every so many milliseconds something dies, or stands still longer than its hold. */
  rage: (random: () => number, every: [number, number], away: number, signal: AbortSignal) => Promise<void>
  /** Ends the dispatchers. */
  stop: () => Promise<void>
}

/** Two dispatchers and a Tryton, to be struck. */
export async function openWeather(tryton: Trytond, settings: DispatcherSettings): Promise<Weather> {
  const strokes: Strokes = { dispatcherKilled: 0, dispatcherStunned: 0, trytonKilled: 0, trytonAway: 0 }
  const all: DispatcherProcess[] = []
  const start = async () => {
    const one = await startDispatcher(settings)
    all.push(one)
    return one
  }
  const running = await Promise.all([start(), start()])
  const stunned: Promise<void>[] = []

  const strikeDispatcher = async (at: 0 | 1) => {
    await running[at].kill()
    strokes.dispatcherKilled += 1
    running[at] = await start()
  }
  const strikeTryton = async (away: number) => {
    const from = performance.now()
    await tryton.kill()
    strokes.trytonKilled += 1
    await sleep(away)
    await tryton.start()
    strokes.trytonAway += performance.now() - from
  }
  return {
    strokes,
    said: () => all.flatMap(({ said }) => said),
    rage: async (random, [least, most], away, signal) => {
      // One of each comes first, however short the storm is.
      const first = [0.3, 0.7, 0.9]
      while (!signal.aborted || first.length > 0) {
        await sleep(between(random, least, most))
        const what = first.shift() ?? random()
        const at = random() < 0.5 ? 0 : 1
        if (what < 0.55) await strikeDispatcher(at)
        else if (what < 0.65) await Promise.all([strikeDispatcher(0), strikeDispatcher(1)])
        else if (what < 0.8) {
          strokes.dispatcherStunned += 1
          stunned.push(running[at].stun(settings.holdMs * 2))
        } else await strikeTryton(random() < 0.5 ? 0 : between(random, 100, away))
      }
      await Promise.all(stunned)
    },
    stop: async () => {
      await Promise.all(running.map((one) => one.kill()))
    },
  }
}
