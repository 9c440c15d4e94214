import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { chromium } from '@playwright/test'
import { browserArguments } from './slowPhone.ts'

type Message = {
  id?: number
  sessionId?: string
  method?: string
  params?: Record<string, unknown>
  result?: Record<string, unknown>
  error?: { message: string }
}

export type PlainPage = {
  send: (method: string, params?: object) => Promise<Record<string, unknown>>
  on: (event: string, listener: (params: Record<string, unknown>) => void) => void
  close: () => Promise<void>
}

export type PlainBrowser = { cookies: (cookies: object[]) => Promise<void>; open: () => Promise<PlainPage> }

/**
 * Runs `use` with a new browser profile. Playwright's listeners and scripts would take a slowed processor half a
 * start of the shop.
 */
export async function withPlainBrowser(use: (browser: PlainBrowser) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(os.tmpdir(), 'toptan-phone-'))
  const child = spawn(
    process.env.CHROMIUM ?? chromium.executablePath(),
    [
      '--headless',
      '--remote-debugging-pipe',
      '--no-first-run',
      `--user-data-dir=${folder}`,
      ...browserArguments,
    ],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  )
  try {
    await use(connectTo(child))
  } finally {
    const exited = child.exitCode === null ? once(child, 'exit') : undefined
    child.kill()
    await exited
    // Its child processes may hold the pipes longer.
    for (const pipe of child.stdio) pipe?.destroy()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

function connectTo(child: ChildProcess): PlainBrowser {
  const [, , , writable, readable] = child.stdio as unknown as [null, null, null, Writable, Readable]
  const waiting = new Map<number, (answer: Message) => void>()
  const listeners = new Map<string, (params: Record<string, unknown>) => void>()
  let unparsed = ''
  readable.setEncoding('utf8').on('data', (part: string) => {
    const messages = (unparsed + part).split('\0')
    unparsed = messages.pop() ?? ''
    for (const text of messages) {
      const message = JSON.parse(text) as Message
      if (message.id) waiting.get(message.id)?.(message)
      else listeners.get(`${message.sessionId} ${message.method}`)?.(message.params ?? {})
    }
  })
  let lastId = 0
  const ask = async (method: string, params: object = {}, sessionId?: string) => {
    const id = ++lastId
    writable.write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
    const exited = once(child, 'exit').then(() => ({ error: { message: 'the browser ended' } }))
    const answered = new Promise<Message>((resolve) => waiting.set(id, resolve))
    const { error, result = {} }: Message = await Promise.race([answered, exited])
    waiting.delete(id)
    if (error) throw new Error(`${method}: ${error.message}`)
    return result
  }
  child.setMaxListeners(0)
  return {
    cookies: async (cookies) => void (await ask('Storage.setCookies', { cookies })),
    open: async () => {
      const { targetId } = await ask('Target.createTarget', { url: 'about:blank' })
      const { sessionId: id } = await ask('Target.attachToTarget', { targetId, flatten: true })
      const sessionId = String(id)
      return {
        send: (method, params) => ask(method, params, sessionId),
        on: (event, listener) => void listeners.set(`${sessionId} ${event}`, listener),
        close: async () => void (await ask('Target.closeTarget', { targetId })),
      }
    },
  }
}
