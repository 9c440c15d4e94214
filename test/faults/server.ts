import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { projectFolder } from '#server/config.ts'
import { databaseProcesses, killHard } from './processes.ts'

/** The real server in a process of its own, with the database that it started. */
export type ServerProcess = {
  child: ChildProcess
  pid: number
  /** The port it listens on; 0 before it is ready. */
  port: number
  /** Milliseconds from the start to the line that says it is ready. */
  readyAfter: number
  /** What it printed so far. */
  stdout: string
  stderr: string
  /** Its exit code, or null where a signal ended it. */
  ended: Promise<number | null>
}

const startLimit = 60_000

/** Starts src/server/main.ts on a data folder, as `npm start` does, and does not wait. */
export function spawnServer(dataDir: string, port = '0', more: NodeJS.ProcessEnv = {}): ServerProcess {
  if (!existsSync(join(projectFolder, 'dist/web/index.html')))
    throw new Error('The server needs the built web: run `npm run build` first')
  const settings = { DATABASE_URL: '', CUSTOMER_KEY: '', HOST: '', TRUST_PROXY: '', NODE_OPTIONS: '' }
  const child = spawn(process.execPath, ['src/server/main.ts'], {
    cwd: projectFolder,
    env: { ...process.env, ...settings, ...more, DATA_DIR: dataDir, PORT: port },
    // The channel ends it with this process, however that ends.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const server: ServerProcess = {
    child,
    pid: child.pid ?? 0,
    port: 0,
    readyAfter: 0,
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

/** Resolves with the exit code when the process has ended and its last words have been read. */
async function endOf(child: ChildProcess): Promise<number | null> {
  const [code] = (await once(child, 'exit')) as [number | null]
  for (const stream of [child.stdout, child.stderr]) if (stream) await finished(stream)
  return code
}

/** Resolves with the server once it says that it is ready. Throws with its words when it ends before. */
export function whenReady(server: ServerProcess): Promise<ServerProcess> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const fail = (what: string) => {
      clearTimeout(limit)
      reject(new Error(`The server ${what}:\n${server.stdout}${server.stderr}`))
    }
    const limit = setTimeout(() => fail('is not ready'), startLimit)
    server.ended.then(() => fail('ended before it was ready'), reject)
    const look = () => {
      const address = /is ready: +http:\/\/localhost:(\d+)/.exec(server.stdout)
      if (!address) return
      server.child.stdout?.off('data', look)
      clearTimeout(limit)
      server.port = Number(address[1])
      server.readyAfter = performance.now() - started
      resolve(server)
    }
    server.child.stdout?.on('data', look)
    look()
  })
}

/** Starts the server and waits until it is ready. */
export function startServer(dataDir: string, more?: NodeJS.ProcessEnv): Promise<ServerProcess> {
  return whenReady(spawnServer(dataDir, undefined, more))
}

/** kill −9 of the server and everything that belongs to its database, at one go. */
export function killEverything(server: ServerProcess, cluster: string): void {
  const { postmaster, children, watchdogs } = databaseProcesses(cluster)
  killHard(watchdogs)
  server.child.kill('SIGKILL')
  killHard([...postmaster, ...children])
}

/** Tells the server to stop; resolves with its exit code. */
export function stopServer(server: ServerProcess, signal: NodeJS.Signals = 'SIGINT'): Promise<number | null> {
  server.child.kill(signal)
  return server.ended
}
