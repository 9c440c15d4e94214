import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Storage } from './db/open.ts'
import { StartupProblem } from './startup.ts'

/** The serving processes of one machine: they share its port, and each has its own memory. */
export type Processes = {
  /** Ends them with a signal, and those that do not end within the limit without asking. */
  stop(signal: NodeJS.Signals, limitMs: number): Promise<void>
}

const [firstDelayMs, maxDelayMs] = [200, 10_000]
/** For the system to close what a killed process had open. */
const killedMs = 1000

const storageVariable = 'TOPTAN_STORAGE'

/** In a serving process: the database that the first process has opened. */
export function storageOfFirst(): Storage {
  const { connections, isEmbedded } = JSON.parse(process.env[storageVariable] ?? '{}') as Omit<
    Storage,
    'close'
  >
  return { connections, isEmbedded, close: async () => {} }
}

type Options = { count: number; port: number; storage: Storage; log: (line: string) => void }

/**
 * Starts serving processes and replaces those that end by themselves. Resolves when all of them listen.
 * @throws StartupProblem if one ends before; it has said why.
 */
export async function startProcesses({ count, port, storage, log }: Options): Promise<Processes> {
  const { connections, isEmbedded } = storage
  const environment = { [storageVariable]: JSON.stringify({ connections, isEmbedded }), PORT: String(port) }
  const workers = new Set<Worker>()
  let isStopping = false

  const start = async (): Promise<void> => {
    const worker = cluster.fork(environment)
    workers.add(worker)
    // It has lost its channel; its end follows.
    worker.on('error', () => {})
    const ended = new Promise<string>((resolve) => {
      worker.once('exit', (code, signal) => {
        workers.delete(worker)
        resolve(signal ?? `code ${code}`)
      })
    })
    const isListening = new Promise<true>((resolve) => worker.once('listening', () => resolve(true)))
    if ((await Promise.race([isListening, ended])) !== true)
      throw new StartupProblem('A process ended before it was ready.')
    void ended.then((how) => replace(`Process ${worker.process.pid} ended (${how}).`))
  }

  const replace = async (reason: string) => {
    for (let delayMs = firstDelayMs; ; delayMs = Math.min(delayMs * 2, maxDelayMs)) {
      if (isStopping) return
      log(`${reason} Another is started in ${delayMs / 1000} s.`)
      await sleep(delayMs, undefined, { ref: false })
      if (isStopping) return
      const isStarted = await start().then(
        () => true,
        () => false,
      )
      if (isStarted) return
    }
  }

  const stop: Processes['stop'] = async (signal, limitMs) => {
    isStopping = true
    const end = async (last: NodeJS.Signals, waitMs: number) => {
      const ended = [...workers].map((worker) => new Promise((resolve) => worker.once('exit', resolve)))
      for (const worker of workers) worker.process.kill(last)
      await Promise.race([Promise.all(ended), sleep(waitMs, undefined, { ref: false })])
    }
    await end(signal, limitMs)
    if (workers.size > 0) await end('SIGKILL', killedMs)
  }

  try {
    await Promise.all(Array.from({ length: count }, start))
    return { stop }
  } catch (error) {
    await stop('SIGTERM', killedMs)
    throw error
  }
}
