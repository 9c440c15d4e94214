import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Connections } from '#server/db/connection.ts'
import { projectFolder } from '#server/projectFolder.ts'

export type DispatcherSettings = {
  connections: Connections
  secretKey: string
  lookEveryMs: number
  holdMs: number
  timeoutMs: number
}

export type DispatcherProcess = {
  kill: () => Promise<void>
  pause: (milliseconds: number) => Promise<void>
  errorOutput: string[]
}

const program = path.join(projectFolder, 'test/erp/storm/dispatcherProcess.ts')

export async function startDispatcher(settings: DispatcherSettings): Promise<DispatcherProcess> {
  const child: ChildProcess = spawn(process.execPath, [program, JSON.stringify(settings)], {
    cwd: projectFolder,
    // The child ends when this channel closes.
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const errorOutput: string[] = []
  child.stderr?.on('data', (part) => errorOutput.push(String(part).trim()))
  const ended = once(child, 'exit')
  const ready = await Promise.race([once(child, 'message').then(() => true), ended.then(() => false)])
  if (!ready) throw new Error(`A dispatcher does not start: ${errorOutput.join('\n')}`)
  return {
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
    pause: async (milliseconds) => {
      child.kill('SIGSTOP')
      await new Promise((resolve) => setTimeout(resolve, milliseconds))
      child.kill('SIGCONT')
    },
    errorOutput,
  }
}
