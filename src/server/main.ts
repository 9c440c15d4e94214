import cluster from 'node:cluster'
import { createServer } from 'node:net'
import { constants } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { runCommand } from './commands/runCommand.ts'
import { type Config, readConfig } from './config.ts'
import { openStorage } from './db/open.ts'
import { listenProblem } from './process/listenProblem.ts'
import { openLog } from './process/log.ts'
import { startProcesses, storageOfFirst } from './process/processes.ts'
import type { Open } from './process/serve.ts'

/** How long `/health` reports stopping before new connections are refused. */
const stopNoticeMs = 1000
/**
 * Signals this close together count as one: service managers signal all processes, and `npm start` forwards its own.
 */
const repeatedSignalMs = 1000
/** Minimum for jobs and database connections to end. */
const minStopMs = 500
/** For the serving processes to end within their own limit. */
const stopMarginMs = stopNoticeMs + 4 * minStopMs

await runCommand(async () => {
  const config = readConfig()
  const stopped = stopSignal()
  const open: Open = { isStopping: false, log: openLog(config.logLevel) }
  try {
    const begin = cluster.isWorker ? serveBesideOthers : start
    // Stops also while demo data is being created.
    await Promise.race([begin(config, open).then(() => stopped), stopped])
    open.isStopping = true
    const signal = await stopped
    if (open.processes)
      await open.processes.stop(
        signal === 'disconnect' ? 'SIGINT' : signal,
        config.stopTimeoutMs + stopMarginMs,
      )
    else if (open.app && signal === 'SIGTERM') await sleep(stopNoticeMs)
    return 0
  } finally {
    // An aborted start has nothing to finish.
    await close(open, open.app ? config.stopTimeoutMs : 0)
    setImmediate(() => process.exit())
  }
})

/** The first process serves, or starts those that do. */
async function start(config: Config, open: Open): Promise<void> {
  const port = await freePort(config)
  const log = (line: string) => open.log.warn(line)
  const loadServer = () => import('./process/serve.ts')
  const whileStarting = () => void loadServer().catch(() => undefined)
  const storage = await openStorage(config, { log, whileStarting })
  open.storage = storage
  const { prepare, serve, announce } = await loadServer()
  const ofAll = config.processes > 1
  if (config.metrics)
    open.metrics = await (await import('./process/metricsServer.ts')).serveMetrics(config.metrics, ofAll)
  const { opened, summary } = await prepare(config, storage, open)
  const serveInOthers = async () => {
    await opened.database.close()
    delete open.database
    open.processes = await startProcesses({ count: config.processes, port, storage, log })
    return port
  }
  const ownPort = config.processes === 1 ? await serve(config, opened, open) : await serveInOthers()
  announce(ownPort, summary, { ...config, isEmbedded: storage.isEmbedded })
  // From now on `npm start`, if it is still there, starts this process again when it ends by itself.
  if (process.connected) process.send?.({ port: ownPort }, undefined, {}, () => {})
}

async function serveBesideOthers(config: Config, open: Open): Promise<void> {
  const { openAll, serve } = await import('./process/serve.ts')
  const storage = storageOfFirst()
  open.storage = storage
  await serve(config, await openAll(config, storage, open), open)
}

/** Finishes requests, then jobs, within the limit; then closes the database. */
async function close(open: Open, limitMs: number): Promise<void> {
  open.isStopping = true
  const deadline = performance.now() + limitMs
  open.metrics?.close()
  const leftMs = () => Math.max(deadline - performance.now(), 0)
  await waitAtMost(leftMs(), open.app?.close())
  // A mail cut off here is sent again after its lease.
  const stopped = [
    open.jobs?.stop() ?? Promise.resolve(),
    open.backups?.stop() ?? Promise.resolve(),
    (await import('./documents/backgroundFiles.ts')).finishBackgroundFiles(leftMs()),
  ]
  // Aborted work still has time to report.
  await waitAtMost(leftMs() + minStopMs, Promise.all(stopped))
  open.mailer?.close()
  await waitAtMost(minStopMs, Promise.all([open.presence?.leave(), open.usage?.stop()]))
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

/** The port to listen on. Fails early if it is in use; {@link listen} still checks. */
async function freePort({ port, host }: Config): Promise<number> {
  const probe = createServer()
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject).listen(port, host, resolve)
    })
    const address = probe.address()
    return typeof address === 'object' && address ? address.port : port
  } catch (error) {
    throw listenProblem(error, port, host)
  } finally {
    probe.close()
  }
}
