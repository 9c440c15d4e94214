import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { projectFolder } from '#server/config.ts'
import type { Connections } from '#server/db/connection.ts'

/** What a dispatcher in a process of its own is told. */
export type DispatcherSettings = {
  connections: Connections
  secretKey: string
  lookEveryMs: number
  holdMs: number
  timeoutMs: number
}

export type DispatcherProcess = {
  /** kill −9. */
  kill: () => Promise<void>
  /** Stops it where it stands, and lets it go on that much later as if nothing had been. */
  stun: (milliseconds: number) => Promise<void>
  /** What it had to say, which is nothing while all is well with ourselves. */
  said: string[]
}

const program = path.join(projectFolder, 'test/erp/storm/dispatcherProcess.ts')

/** Starts a dispatcher that works on what waits in the database. */
export async function startDispatcher(settings: DispatcherSettings): Promise<DispatcherProcess> {
  const child: ChildProcess = spawn(process.execPath, [program, JSON.stringify(settings)], {
    cwd: projectFolder,
    // The channel ends it with this process, however that ends.
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const said: string[] = []
  child.stderr?.on('data', (part) => said.push(String(part).trim()))
  const ended = once(child, 'exit')
  const ready = await Promise.race([once(child, 'message').then(() => true), ended.then(() => false)])
  if (!ready) throw new Error(`A dispatcher does not start: ${said.join('\n')}`)
  return {
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
    stun: async (milliseconds) => {
      child.kill('SIGSTOP')
      await new Promise((resolve) => setTimeout(resolve, milliseconds))
      child.kill('SIGCONT')
    },
    said,
  }
}
