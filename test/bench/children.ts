import { fork } from 'node:child_process'
import { once } from 'node:events'
import { ownCpu } from './usage.ts'

/** A server in a process of its own, so that what it costs can be told from what the rest costs. */
export type ServerChild = {
  port: number
  usage: () => Promise<Usage>
  stop: () => Promise<void>
}
/** CPU in milliseconds so far, memory in bytes. */
export type Usage = { cpu: number; memory: number }

/** Starts the program of `name` beside this file, hands it what it works with, and waits for its port. */
export async function startServer(
  name: string,
  input: unknown,
  execArgv: string[] = [],
): Promise<ServerChild> {
  const child = fork(new URL(name, import.meta.url), { execArgv, serialization: 'advanced' })
  const gone = once(child, 'exit')
  const ask = async (question: unknown): Promise<unknown> => {
    child.send(question as object)
    const [answer] = await Promise.race([once(child, 'message'), gone.then(() => [undefined])])
    if (answer === undefined) throw new Error(`${name} ended`)
    return answer
  }
  return {
    port: (await ask(input)) as number,
    usage: async () => (await ask('usage')) as Usage,
    stop: async () => {
      child.disconnect()
      await gone
    },
  }
}

/** The child's side: starts with what it is handed, then says what it has used whenever asked. */
export async function serveParent(start: (input: never) => Promise<number>): Promise<void> {
  process.once('disconnect', () => process.exit())
  const [input] = await once(process, 'message')
  const port = await start(input as never)
  process.on('message', () => {
    process.send?.({ cpu: ownCpu(), memory: process.memoryUsage.rss() } satisfies Usage)
  })
  process.send?.(port)
}
