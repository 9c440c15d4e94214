import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

const [firstDelayMs, maxDelayMs] = [200, 10_000]

type Options<Running> = {
  /** Begins the sentences of the log. */
  what: string
  stop: (running: Running) => Promise<unknown>
  signal: AbortSignal
  log: (line: string) => void
}

/**
 * Restarts a process whenever it ends, forever: a full disk may recover. The delay doubles, and resets after a long
 * run. Resolves after `signal` and the process's end.
 * @param start resolves with a ready process
 */
export async function keepRunning<Running extends { ended: Promise<unknown> }>(
  first: Running,
  start: () => Promise<Running>,
  { what, stop, signal, log }: Options<Running>,
): Promise<void> {
  const aborted = once(signal, 'abort')
  let running: Running | undefined = first
  let delayMs = firstDelayMs
  let problem = ''
  for (;;) {
    if (running) {
      const readyAt = performance.now()
      await Promise.race([running.ended, aborted])
      if (signal.aborted) return void (await stop(running))
      if (performance.now() - readyAt > maxDelayMs) delayMs = firstDelayMs
      problem = `${what} has ended by itself.`
    }
    log(`${problem} It is started again in ${delayMs / 1000} s.`)
    // Keeps this process alive, which may have nothing else to wait for.
    await sleep(delayMs, undefined, { signal }).catch(() => {})
    if (signal.aborted) return
    delayMs = Math.min(delayMs * 2, maxDelayMs)
    try {
      running = await start()
      log(`${what} is running again.`)
    } catch (error) {
      if (signal.aborted) return
      running = undefined
      problem = (error as Error).message
    }
  }
}
