import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { type GuardedProcess, shutDown } from './cluster-process.ts'

/** How long to wait before a start: at first, and at most after doubling, in milliseconds. */
const [firstDelayMs, longestDelayMs] = [200, 10_000]

/**
 * Starts a server again whenever it ends by itself. A start that fails is logged and tried again later, without
 * end: a full disk may get space, a lost folder may come back. The delay starts over once a server has run for
 * longer than the longest delay. Resolves when `signal` has aborted and the server has ended.
 * @param start resolves with a server that is ready; rejects with the reason, also when aborted
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
      if (performance.now() - readyAt > longestDelayMs) delayMs = firstDelayMs
      problem = 'The database has ended by itself.'
    }
    log(`${problem} It is started again in ${delayMs / 1000} s.`)
    await Promise.race([sleep(delayMs, undefined, { ref: false }), aborted])
    if (signal.aborted) return
    delayMs = Math.min(delayMs * 2, longestDelayMs)
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
