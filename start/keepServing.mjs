import os from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { run, stopping } from './run.mjs'

const [firstDelayMs, maxDelayMs] = [200, 10_000]

/**
 * Runs the server, and again if it ends by itself after it was ready. The delay doubles, and resets after a long run.
 * @returns the exit code of a server that failed to start or was stopped
 */
export async function keepServing(program, args, options) {
  let { env } = options
  let delayMs = firstDelayMs
  let hasServed = false
  for (;;) {
    let readyAt
    const code = await run(
      program,
      args,
      { ...options, env },
      {
        onMessage: (message) => {
          if (!message.port) return
          if (hasServed) log('warn', 'The server is running again.')
          hasServed = true
          readyAt = performance.now()
          // The same one again, if it took a free one.
          env = { ...env, PORT: String(message.port) }
        },
      },
    )
    if (!hasServed || stopping.signal.aborted || isOrderly(code)) return code
    if (readyAt !== undefined && performance.now() - readyAt > maxDelayMs) delayMs = firstDelayMs
    log('error', `${reasonOf(code)} It is started again in ${delayMs / 1000} s.`)
    await sleep(delayMs, undefined, { signal: stopping.signal }).catch(() => {})
    delayMs = Math.min(delayMs * 2, maxDelayMs)
  }
}

/** Stopped by a signal of its own, once or twice. */
function isOrderly(code) {
  const { SIGINT, SIGTERM, SIGHUP } = os.constants.signals
  return [0, 128 + SIGINT, 128 + SIGTERM, 128 + SIGHUP].includes(code)
}

function reasonOf(code) {
  const [signal] = Object.entries(os.constants.signals).find(([, number]) => number === code - 128) ?? []
  if (signal === 'SIGABRT')
    return 'The server has ended itself (SIGABRT), as when its memory is full: the lines before say why.'
  if (signal === 'SIGKILL')
    return 'The server was killed (SIGKILL), as the system does when the memory of the machine is full.'
  return `The server has ended by itself (${signal ?? `exit code ${code}`}).`
}

/** Like the server's log: see `src/server/process/log.ts`. */
function log(level, msg) {
  const time = new Date().toISOString()
  const text = `${time.slice(11, 19)} ${level.toUpperCase().padEnd(5)} ${msg}`
  console.error(process.stderr.isTTY ? text : JSON.stringify({ level, time, msg }))
}
