import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { projectFolder } from '#server/projectFolder.ts'
import serverProgram from '../../start/serverProgram.json' with { type: 'json' }
import { databaseProcesses, killProcesses } from './processes.ts'

/** The real server and its database as processes. */
export type ServerProcess = {
  child: ChildProcess
  pid: number
  /** 0 until ready. */
  port: number
  /** Milliseconds from start to readiness. */
  readyAfterMs: number
  stdout: string
  stderr: string
  /** Its exit code, null after a signal. */
  ended: Promise<number | null>
}

const startTimeoutMs = 60_000

/** Starts the server without waiting; `program` may be `start.mjs`, which starts it. */
export function spawnServer(
  dataDir: string,
  port = '0',
  env: NodeJS.ProcessEnv = {},
  program = serverProgram,
): ServerProcess {
  if (!existsSync(join(projectFolder, 'dist/web/index.html')))
    throw new Error('The server needs the built web: run `npm run build` first')
  const defaults = {
    DATABASE_URL: '',
    CUSTOMER_KEY: '',
    HOST: '',
    TRUST_PROXY: '',
    NODE_OPTIONS: '',
    // Tests order faster than people.
    CALLS_PER_MINUTE: '0',
  }
  const child = spawn(process.execPath, program, {
    cwd: projectFolder,
    env: { ...process.env, ...defaults, ...env, DATA_DIR: dataDir, PORT: port },
    // The server ends when this channel closes.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const server: ServerProcess = {
    child,
    pid: child.pid ?? 0,
    port: 0,
    readyAfterMs: 0,
    stdout: '',
    stderr: '',
    ended: endOf(child),
  }
  child.stdout?.on('data', (part: Buffer) => {
    server.stdout += String(part)
  })
  child.stderr?.on('data', (part: Buffer) => {
    server.stderr += String(part)
  })
  return server
}

async function endOf(child: ChildProcess): Promise<number | null> {
  const [code] = (await once(child, 'exit')) as [number | null]
  for (const stream of [child.stdout, child.stderr]) if (stream) await finished(stream)
  return code
}

/** @throws with its output if it ends before it is ready */
export function whenReady(server: ServerProcess): Promise<ServerProcess> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const fail = (what: string) => {
      clearTimeout(limit)
      reject(new Error(`The server ${what}:\n${server.stdout}${server.stderr}`))
    }
    const limit = setTimeout(() => fail('is not ready'), startTimeoutMs)
    server.ended.then(() => fail('ended before it was ready'), reject)
    const checkOutput = () => {
      const address = /is ready(?: on port |: +http:\/\/[\w.-]*localhost:)(\d+)/.exec(server.stdout)
      if (!address) return
      server.child.stdout?.off('data', checkOutput)
      clearTimeout(limit)
      server.port = Number(address[1])
      server.readyAfterMs = performance.now() - started
      resolve(server)
    }
    server.child.stdout?.on('data', checkOutput)
    checkOutput()
  })
}

export function startServer(dataDir: string, env?: NodeJS.ProcessEnv): Promise<ServerProcess> {
  return whenReady(spawnServer(dataDir, undefined, env))
}

/** SIGKILL for the server and all processes of its database. */
export function killEverything(server: ServerProcess, cluster: string): void {
  const { postmaster, children, watchdogs } = databaseProcesses(cluster)
  killProcesses(watchdogs)
  server.child.kill('SIGKILL')
  killProcesses([...postmaster, ...children])
}

/** Returns the exit code. */
export function stopServer(server: ServerProcess, signal: NodeJS.Signals = 'SIGINT'): Promise<number | null> {
  server.child.kill(signal)
  return server.ended
}
