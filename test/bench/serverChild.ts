import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { Session } from 'node:inspector/promises'
import { ownCpu } from './usage.ts'

/** A server in its own process, to measure its CPU and memory alone. */
export type ServerChild = {
  port: number
  usage: () => Promise<Usage>
  /** Starts a CPU profile; call the result to end it and save it as `file`. */
  profile: () => Promise<(file: string) => Promise<void>>
  stop: () => Promise<void>
}
export type Usage = { cpuMs: number; memoryBytes: number }

export async function startServer(name: string, input: unknown): Promise<ServerChild> {
  const child = fork(new URL(name, import.meta.url), { serialization: 'advanced' })
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
    profile: async () => {
      await ask('profile')
      return async (file) => void (await ask({ profile: file }))
    },
    stop: async () => {
      child.disconnect()
      await exited
    },
  }
}

let profiling: Session | undefined

async function startProfile(): Promise<void> {
  profiling = new Session()
  profiling.connect()
  await profiling.post('Profiler.enable')
  await profiling.post('Profiler.start')
}

/** True if the question was to end a profile. */
async function saveProfile(question: unknown): Promise<true | undefined> {
  if (!profiling || typeof question !== 'object' || !question || !('profile' in question)) return undefined
  const { profile } = await profiling.post('Profiler.stop')
  await writeFile(String(question.profile), JSON.stringify(profile))
  profiling.disconnect()
  profiling = undefined
  return true
}

/** The child's side: starts, reports its port, then answers usage requests. */
export async function serveParent(start: (input: never) => Promise<number>): Promise<void> {
  process.once('disconnect', () => process.exit())
  const [input] = await once(process, 'message')
  const port = await start(input as never)
  const answer = async (question: unknown) => {
    if (question === 'profile') await startProfile()
    const saved = await saveProfile(question)
    const usage: Usage = { cpuMs: ownCpu(), memoryBytes: process.memoryUsage.rss() }
    process.send?.(saved ?? usage)
  }
  process.on('message', (question) => void answer(question))
  process.send?.(port)
}
