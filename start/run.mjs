import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { recordWorker } from './turn.mjs'

/** The built server. Flag: V8 would let short-lived objects take 50 to 150 MB more, and be no faster. */
export const serverProgram = JSON.parse(
  fs.readFileSync(new URL('serverProgram.json', import.meta.url), 'utf8'),
)

/** An image has none: there nothing is installed, built or written to this folder. */
export const hasSources = fs.existsSync('src/server/main.ts')

/** Expected failure: only its message is shown. */
export class Problem extends Error {}

let child = null
let signalCode = 0
/** Aborted by the first signal. */
export const stopping = new AbortController()

export function signalExitCode() {
  return signalCode
}

function noteSignal(code) {
  signalCode = code
  stopping.abort()
}

/** Exits only after the child has. */
export function forwardSignals() {
  process.on('SIGINT', () => {
    // Preparing may take seconds to stop cleanly; a second Ctrl-C kills it.
    if (child?.stdout) child.kill(signalCode ? 'SIGKILL' : 'SIGTERM')
    // A terminal sends Ctrl-C to the whole group. Otherwise our own programs notice the lost channel.
    else if (child?.connected) child.disconnect()
    // A second signal ends it at once.
    else child?.kill('SIGINT')
    noteSignal(130)
  })
  for (const [signal, code] of [
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ])
    process.on(signal, () => {
      noteSignal(code)
      child?.kill(signal)
    })
}

/** Ends like SIGTERM when npm's shell exits: a signal to npm reaches only that shell. */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const shell = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 250)
  timer.unref()
}

/**
 * `collect` takes its output, `onMessage` what it sends over its channel.
 * @returns the exit code; 128 plus the signal; 127 if it cannot be run
 */
export function run(program, args, options, { collect, onMessage } = {}) {
  if (signalCode) return signalCode
  return new Promise((resolve) => {
    const started = spawn(program, args, options)
    child = started
    for (const stream of [started.stdout, started.stderr]) stream?.on('data', (chunk) => collect(chunk))
    if (onMessage) started.on('message', onMessage)
    if (collect && started.pid) recordWorker(started.pid)
    started.on('error', (error) => {
      const line = `${error.message}\n`
      if (collect) collect(Buffer.from(line))
      else console.error(line)
      resolve(127)
    })
    // "close" waits for all output, but is never emitted once we have left the channel.
    started.on(collect ? 'close' : 'exit', (code, signal) => {
      child = null
      resolve(signal ? 128 + os.constants.signals[signal] : code)
    })
  })
}

export async function runCaptured(program, args, env) {
  const output = []
  const collect = (chunk) => output.push(chunk)
  const code = await run(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env }, { collect })
  return { code, output: Buffer.concat(output).toString() }
}

export function throwOnFailure({ code, output }, advice) {
  if (code === 0) return
  if (!signalCode) process.stderr.write(output)
  throw new Problem(advice)
}

export async function runQuietly(program, args, env, advice) {
  throwOnFailure(await runCaptured(program, args, env), advice)
}

/** Prefers the npm that runs us to the one on the PATH. */
export function npmCommand(node, args) {
  const own = process.env.npm_execpath
  return own && path.basename(own) === 'npm-cli.js' ? [node, [own, ...args]] : ['npm', args]
}

/**
 * Compiled code is kept for the next start. Without MALLOC_ARENA_MAX, glibc keeps 150 MB of what threads have freed after
 * scaling photos.
 */
export function environmentFor(node) {
  return {
    MALLOC_ARENA_MAX: '2',
    ...process.env,
    PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH ?? ''}`,
    ...(hasSources ? { NODE_COMPILE_CACHE: path.resolve('node_modules/.cache/node') } : {}),
  }
}

export function say(line) {
  console.error(line)
}
