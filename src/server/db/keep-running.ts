import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { type GuardedProcess, shutDown } from './cluster-process.ts'

const [firstDelayMs, maxDelayMs] = [200, 10_000]

/**
 * Restarts a server whenever it ends, forever: a full disk may recover. The delay doubles, and resets after a long
 * run. Resolves after `signal` and the server's end.
 * @param start resolves with a ready server
 */
export async function keepRunning(
  first: GuardedProcess,
  start: () => Promise<GuardedProcess>,
  { signal, log }: { signal: AbortSignal; log: (line: string) => void },
): Promise<void> {
  const aborted = once(signal, 'abort')
  let server: GuardedProcess | undefined = first
  let delayMs = firstDelayMs
  let problem = ''
  for (;;) {
    if (server) {
      const readyAt = performance.now()
      await Promise.race([server.ended, aborted])
      if (signal.aborted) return shutDown(server)
      if (performance.now() - readyAt > maxDelayMs) delayMs = firstDelayMs
      problem = 'The database has ended by itself.'
    }
    log(`${problem} It is started again in ${delayMs / 1000} s.`)
    await Promise.race([sleep(delayMs, undefined, { ref: false }), aborted])
    if (signal.aborted) return
    delayMs = Math.min(delayMs * 2, maxDelayMs)
    try {
      server = await start()
      log('The database is running again.')
    } catch (error) {
      if (signal.aborted) return
      server = undefined
      problem = (error as Error).message
    }
  }
}
