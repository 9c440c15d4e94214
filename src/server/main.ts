import { createServer } from 'node:net'
import { constants } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Config, readConfig } from './config.ts'
import { openStorage } from './db/open.ts'
import { listenProblem } from './listenProblem.ts'
import { openLog } from './log.ts'
import { runCommand } from './runCommand.ts'
import type { Open } from './serve.ts'

/** How long `/health` reports stopping before new connections are refused. */
const stopNoticeMs = 1000
/**
 * Signals this close together count as one: service managers signal all processes, and `npm start` forwards its own.
 */
const repeatedSignalMs = 1000
/** Minimum for jobs and database connections to end. */
const minStopMs = 500

await runCommand(start)

async function start(): Promise<number> {
  const config = readConfig()
  const stopped = stopSignal()
  const log = openLog(config.logLevel)
  const open: Open = { isStopping: false, log }
  try {
    await refusePortInUse(config)
    const loadServer = () => import('./serve.ts')
    const storage = await openStorage(config, {
      log: (line) => log.warn(line),
      whileStarting: () => void loadServer().catch(() => undefined),
    })
    open.storage = storage
    const { serve } = await loadServer()
    // Stops also while demo data is being created.
    await Promise.race([serve(config, storage, open).then(() => stopped), stopped])
    open.isStopping = true
    if (open.app && (await stopped) === 'SIGTERM') await sleep(stopNoticeMs)
    return 0
  } finally {
    // An aborted start has nothing to finish.
    await close(open, open.app ? config.stopTimeoutMs : 0)
    setImmediate(() => process.exit())
  }
}

/** Finishes requests, then jobs, within the limit; then closes the database. */
async function close(open: Open, limitMs: number): Promise<void> {
  open.isStopping = true
  const deadline = performance.now() + limitMs
  const leftMs = () => Math.max(deadline - performance.now(), 0)
  await waitAtMost(leftMs(), open.app?.close())
  // A mail cut off here is sent again after its lease.
  const stopped = [
    open.jobs?.stop() ?? Promise.resolve(),
    (await import('./documents/backgroundFiles.ts')).finishBackgroundFiles(leftMs()),
  ]
  // Aborted work still has time to report.
  await waitAtMost(leftMs() + minStopMs, Promise.all(stopped))
  open.mailer?.close()
  // Busy connections end with the embedded database; an external one keeps running.
  await waitAtMost(Math.max(leftMs(), minStopMs), open.database?.close())
  await open.storage?.close()
}

async function waitAtMost(limitMs: number, work: Promise<unknown> | undefined): Promise<void> {
  await Promise.race([work, new Promise((resolve) => setTimeout(resolve, limitMs))])
}

/** Resolves on a stop signal, or with `disconnect` when the parent process is gone. A second signal exits at once. */
function stopSignal(): Promise<NodeJS.Signals | 'disconnect'> {
  let firstSignalAt: number | undefined
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        firstSignalAt ??= performance.now()
        if (performance.now() - firstSignalAt > repeatedSignalMs)
          process.exit(128 + constants.signals[signal])
        resolve(signal)
      })
    }
    process.once('disconnect', () => resolve('disconnect'))
  })
}

/** Fails early; {@link listen} still checks. */
async function refusePortInUse({ port, host }: Config): Promise<void> {
  const probe = createServer()
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject).listen(port, host, resolve)
    })
  } catch (error) {
    throw listenProblem(error, port, host)
  } finally {
    probe.close()
  }
}
