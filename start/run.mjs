import { spawn } from 'node:child_process'
import os from 'node:os'
import path from 'node:path'
import { noteWorker } from './turn.mjs'

/** An expected failure: its message is all the operator reads. */
export class Problem extends Error {}

/** The process that is running for us, for signals to be passed on to. */
let current = null
/** The exit code of a signal that came, or 0. */
let interrupted = 0

/** The exit code of the signal that told us to end, or 0 when none came. */
export function interruption() {
  return interrupted
}

/** Passes the signals that end a program on to the one that runs for us, and ends with it, not before it. */
export function passSignalsOn() {
  process.on('SIGINT', () => {
    // What prepares the clone may take seconds to end in good order; who asks twice does not want to wait.
    if (current?.stdout) current.kill(interrupted ? 'SIGKILL' : 'SIGTERM')
    // A terminal sends Ctrl-C to the whole group. Where only this process was told, our own programs hear of
    // it by losing the channel to us; for them both mean the same.
    else if (current?.connected) current.disconnect()
    // Told again: what is finishing its work ends at once.
    else current?.kill('SIGINT')
    interrupted = 130
  })
  for (const [signal, code] of [
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ])
    process.on(signal, () => {
      interrupted = code
      current?.kill(signal)
    })
}

/**
 * Ends us, as SIGTERM does, when the shell is gone in which npm runs us: what ends npm reaches that shell and no further.
 * Whoever starts us without npm may leave us running.
 */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const shell = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 250)
  watch.unref()
}

/** The exit code of a program, 128 and the signal's number if one ended it, 127 if it cannot be run. */
export function run(program, args, options, collect) {
  if (interrupted) return interrupted
  return new Promise((resolve) => {
    const child = spawn(program, args, options)
    current = child
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => collect(chunk))
    if (collect && child.pid) noteWorker(child.pid)
    child.on('error', (error) => {
      const line = `${error.message}\n`
      if (collect) collect(Buffer.from(line))
      else console.error(line)
      resolve(127)
    })
    child.on('close', (code, signal) => {
      current = null
      resolve(signal ? 128 + os.constants.signals[signal] : code)
    })
  })
}

/** Runs a program and keeps what it says to itself. */
export async function attempt(program, args, env) {
  const output = []
  const code = await run(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env }, (chunk) =>
    output.push(chunk),
  )
  return { code, output: Buffer.concat(output).toString() }
}

/** Shows what a program said if it failed, and fails with one sentence of advice below. */
export function insist({ code, output }, advice) {
  if (code === 0) return
  if (!interrupted) process.stderr.write(output)
  throw new Problem(advice)
}

/** Runs a program that is heard of only when it fails. */
export async function quietly(program, args, env, advice) {
  insist(await attempt(program, args, env), advice)
}

/** Program and arguments of npm under the given Node: the npm that runs us, or the one on the path. */
export function npmCommand(node, args) {
  const own = process.env.npm_execpath
  return own && path.basename(own) === 'npm-cli.js' ? [node, [own, ...args]] : ['npm', args]
}

/** Programs that look for `node` on the path find the right one. */
export function environmentFor(node) {
  return { ...process.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH ?? ''}` }
}

/** Tells the operator, in a few words, what takes time. */
export function say(line) {
  console.error(line)
}
