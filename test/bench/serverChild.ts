import { fork } from 'node:child_process'
import { once } from 'node:events'
import { ownCpu } from './usage.ts'

/** A server in its own process, to measure its CPU and memory alone. */
export type ServerChild = {
  port: number
  usage: () => Promise<Usage>
  stop: () => Promise<void>
}
export type Usage = { cpuMs: number; memoryBytes: number }

export async function startServer(
  name: string,
  input: unknown,
  execArgv: string[] = [],
): Promise<ServerChild> {
  const child = fork(new URL(name, import.meta.url), { execArgv, serialization: 'advanced' })
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
    stop: async () => {
      child.disconnect()
      await exited
    },
  }
}

/** The child's side: starts, reports its port, then answers usage requests. */
export async function serveParent(start: (input: never) => Promise<number>): Promise<void> {
  process.once('disconnect', () => process.exit())
  const [input] = await once(process, 'message')
  const port = await start(input as never)
  process.on('message', () => {
    process.send?.({ cpuMs: ownCpu(), memoryBytes: process.memoryUsage.rss() } satisfies Usage)
  })
  process.send?.(port)
}
