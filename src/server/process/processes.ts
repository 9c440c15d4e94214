import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import { keepRunning } from '#server/db/keep-running.ts'
import type { Storage } from '#server/db/open.ts'
import { StartupProblem } from './startup.ts'

/** The serving processes of one machine: they share its port, and each has its own memory. */
export type Processes = {
  /** Ends them with a signal, and those that do not end within the limit without asking. */
  stop(signal: NodeJS.Signals, limitMs: number): Promise<void>
}

/** For the system to close what a killed process had open. */
const killedMs = 1000

const storageVariable = 'TOPTAN_STORAGE'
const placeVariable = 'TOPTAN_PLACE'

/** Whether this process says what all serving processes of the machine notice alike. */
export const speaksForAll = (): boolean => (process.env[placeVariable] ?? '0') === '0'

/** In a serving process: the database that the first process has opened. */
export function storageOfFirst(): Storage {
  const { connections, isEmbedded } = JSON.parse(process.env[storageVariable] ?? '{}') as Omit<
    Storage,
    'close'
  >
  return { connections, isEmbedded, close: async () => {} }
}

type Serving = { worker: Worker; ended: Promise<'ended'> }

type Options = { count: number; port: number; storage: Storage; log: (line: string) => void }

/**
 * Starts serving processes and replaces those that end by themselves. Resolves when all of them listen.
 * @throws StartupProblem if one ends before; it has said why.
 */
export async function startProcesses({ count, port, storage, log }: Options): Promise<Processes> {
  const { connections, isEmbedded } = storage
  const environment = { [storageVariable]: JSON.stringify({ connections, isEmbedded }), PORT: String(port) }
  const stopping = new AbortController()
  let last: { signal: NodeJS.Signals; limitMs: number } = { signal: 'SIGTERM', limitMs: killedMs }

  const start = async (place: number): Promise<Serving> => {
    const worker = cluster.fork({ ...environment, [placeVariable]: String(place) })
    // It has lost its channel; its end follows.
    worker.on('error', () => {})
    const ended = new Promise<'ended'>((resolve) => worker.once('exit', () => resolve('ended')))
    const isListening = new Promise<true>((resolve) => worker.once('listening', () => resolve(true)))
    if ((await Promise.race([isListening, ended])) !== true)
      throw new StartupProblem('A process ended before it was ready.')
    return { worker, ended }
  }

  const end = async ({ worker, ended }: Serving) => {
    const within = (limitMs: number) => Promise.race([ended, sleep(limitMs, 'late', { ref: false })])
    worker.process.kill(last.signal)
    if ((await within(last.limitMs)) === 'ended') return
    worker.process.kill('SIGKILL')
    await within(killedMs)
  }

  const started = await Promise.allSettled(Array.from({ length: count }, (_, place) => start(place)))
  const serving = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const failed = started.find((one) => one.status === 'rejected')
  if (failed) {
    await Promise.all(serving.map(end))
    throw failed.reason
  }
  const options = { what: 'A serving process', stop: end, signal: stopping.signal, log }
  const kept = serving.map((one, place) => keepRunning(one, () => start(place), options))
  return {
    stop: async (signal, limitMs) => {
      last = { signal, limitMs }
      stopping.abort()
      await Promise.all(kept)
    },
  }
}
