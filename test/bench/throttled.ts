import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test'

/** A phone of the lower middle on a mobile line that is nothing special. Bytes a second, milliseconds. */
const line = { downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8, latency: 150 }
const cpuSlowdown = 4
const screen = { width: 390, height: 844 }
export const conditionsText = `Chromium headless, ${screen.width} × ${screen.height}, processor slowed ${cpuSlowdown} times, 1.6 Mbit/s down, 750 kbit/s up, 150 ms latency`

/** A page under the conditions, and what it has fetched since `count` began anew. */
export type Phone = {
  page: Page
  session: CDPSession
  fetched: () => { requests: number; bytes: number }
  recount: () => void
}

const program = {
  ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
}
const looks = { viewport: screen, hasTouch: true, colorScheme: 'light' as const }

export const startBrowser = (): Promise<Browser> => chromium.launch(program)

/** A browser without a past that is signed in as `token` says, in English. */
export async function phoneOf(browser: Browser, origin: string, token?: string): Promise<BrowserContext> {
  return signedIn(await browser.newContext(looks), origin, token)
}

/**
 * As {@link phoneOf}, with a past on its disk from now on: a window that remembers nothing, which Playwright's other
 * contexts are, never keeps scripts compiled. Ended and erased afterwards.
 */
export async function withNewPhone(
  origin: string,
  token: string | undefined,
  use: (context: BrowserContext) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(os.tmpdir(), 'toptan-phone-'))
  const context = await chromium.launchPersistentContext(folder, { ...program, ...looks })
  try {
    await use(await signedIn(context, origin, token))
  } finally {
    await context.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function signedIn(context: BrowserContext, origin: string, token?: string): Promise<BrowserContext> {
  const cookies = { language: 'en', ...(token ? { token } : {}) }
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: origin })))
  await context.addInitScript(() => localStorage.setItem('language', 'en'))
  return context
}

export async function openPhone(context: BrowserContext): Promise<Phone> {
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', { offline: false, ...line })
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  return { page, session, ...counting(session) }
}

/** What comes from the cache is asked for too, and costs no bytes: it is not counted. */
function counting(session: CDPSession): Pick<Phone, 'fetched' | 'recount'> {
  let [requests, bytes] = [0, 0]
  const cached = new Set<string>()
  session.on('Network.requestServedFromCache', ({ requestId }) => cached.add(requestId))
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache || response.fromPrefetchCache) cached.add(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (cached.has(requestId)) return
    requests += 1
    bytes += encodedDataLength
  })
  return {
    fetched: () => ({ requests, bytes }),
    recount: () => {
      ;[requests, bytes] = [0, 0]
    },
  }
}
