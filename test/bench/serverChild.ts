import { fork } from 'node:child_process'
import { once } from 'node:events'
import serverProgram from '../../start/serverProgram.json' with { type: 'json' }
import type { Transaction } from './recording.ts'
import { ownCpu } from './usage.ts'

/** A server in its own process, to measure its CPU and memory alone. */
export type ServerChild = {
  port: number
  usage: () => Promise<Usage>
  /** Memory after a garbage collection. */
  collect: () => Promise<Usage>
  /** Transactions of calls since the last time, recorded from the first time on. Only of the real server. */
  transactions: () => Promise<Transaction[]>
  stop: () => Promise<void>
}
/** `statements` without begin, set and commit; only of the real server. */
export type Usage = { cpuMs: number; memoryBytes: number; statements?: number }

/** By question. */
type Answers = Record<string, () => unknown>

export async function startServer(name: string, input: unknown): Promise<ServerChild> {
  const file = new URL(name, import.meta.url)
  // Those of the product.
  const flags = serverProgram.filter((part) => part.startsWith('--'))
  const child = fork(file, { serialization: 'advanced', execArgv: ['--expose-gc', ...flags] })
  const exited = once(child, 'exit')
  const ask = async (question: unknown): Promise<unknown> => {
    child.send(question as object)
    const [answer] = await Promise.race([once(child, 'message'), exited.then(() => [undefined])])
    if (answer === undefined) throw new Error(`${name} ended`)
    return answer
  }
  return {
    port: (await ask(input)) as number,
    usage: async () => (await ask('usage')) as Usage,
    collect: async () => (await ask('collect')) as Usage,
    transactions: async () => (await ask('transactions')) as Transaction[],
    stop: async () => {
      child.disconnect()
      await exited
    },
  }
}

/** The child's side: starts, reports its port, then answers questions. */
export async function serveParent(
  start: (input: never) => Promise<{ port: number; answers?: Answers }>,
): Promise<void> {
  process.once('disconnect', () => process.exit())
  const [input] = await once(process, 'message')
  const { port, answers } = await start(input as never)
  const all: Answers = { usage: ownUsage, ...answers }
  process.on('message', (question) => {
    if (question === 'collect') globalThis.gc?.()
    const answer = all[question === 'collect' ? 'usage' : String(question)]
    process.send?.(answer?.())
  })
  process.send?.(port)
}

export const ownUsage = (): Usage => ({ cpuMs: ownCpu(), memoryBytes: process.memoryUsage.rss() })
