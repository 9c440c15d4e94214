import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { chromium } from '@playwright/test'
import { browserArguments } from './throttled.ts'

type Message = {
  id?: number
  sessionId?: string
  method?: string
  params?: Record<string, unknown>
  result?: Record<string, unknown>
  error?: { message: string }
}

/** One page, spoken to in the browser's own protocol. */
export type PlainPage = {
  send: (method: string, params?: object) => Promise<Record<string, unknown>>
  /** Calls back for each event of this name. */
  on: (event: string, listener: (params: Record<string, unknown>) => void) => void
  close: () => Promise<void>
}

export type PlainBrowser = { cookies: (cookies: object[]) => Promise<void>; open: () => Promise<PlainPage> }

/**
 * A browser with an empty disk of its own, spoken to through a pipe and erased afterwards. Playwright is not asked: it
 * listens to everything that a page does, holds each worker until it has looked at it, and brings scripts of its own,
 * which together took a slowed processor as long as half a start of the shop.
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
    await use(speak(child))
  } finally {
    const gone = child.exitCode === null ? once(child, 'exit') : undefined
    child.kill()
    await gone
    // Processes of its own may hold the pipes open for longer than it lives.
    for (const pipe of child.stdio) pipe?.destroy()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

function speak(child: ChildProcess): PlainBrowser {
  const [, , , writable, readable] = child.stdio as unknown as [null, null, null, Writable, Readable]
  const waiting = new Map<number, (answer: Message) => void>()
  const listeners = new Map<string, (params: Record<string, unknown>) => void>()
  let said = ''
  readable.setEncoding('utf8').on('data', (part: string) => {
    const messages = (said + part).split('\0')
    said = messages.pop() ?? ''
    for (const text of messages) {
      const message = JSON.parse(text) as Message
      if (message.id) waiting.get(message.id)?.(message)
      else listeners.get(`${message.sessionId} ${message.method}`)?.(message.params ?? {})
    }
  })
  let asked = 0
  const ask = async (method: string, params: object = {}, sessionId?: string) => {
    const id = ++asked
    writable.write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
    const gone = once(child, 'exit').then(() => ({ error: { message: 'the browser ended' } }))
    const answered = new Promise<Message>((resolve) => waiting.set(id, resolve))
    const { error, result = {} }: Message = await Promise.race([answered, gone])
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
