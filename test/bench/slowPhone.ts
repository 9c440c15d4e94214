import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import type { LineSpeed } from '../slowLine.ts'

export const mobileLine: LineSpeed = { down: 1_600_000 / 8, up: 750_000 / 8, delay: 75 }
/** Makes this machine as slow as a lower mid-range phone. */
const cpuSlowdown = 4
export const screen = { width: 390, height: 844 }
export const conditionsText = `Chromium headless, ${screen.width} × ${screen.height}, processor slowed ${cpuSlowdown} times, 1.6 Mbit/s down, 750 kbit/s up, 150 ms there and back`

export const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
]

export async function slowDown(send: (method: string, params: object) => Promise<unknown>): Promise<void> {
  await send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
}

export const cookiesOf = (origin: string, token?: string) =>
  Object.entries({ language: 'en', ...(token ? { token } : {}) }).map(([name, value]) => ({
    name,
    value,
    url: origin,
  }))

export function startBrowser(): Promise<Browser> {
  return chromium.launch({
    ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}),
    args: browserArguments,
  })
}

/** Signed in by `token` if given, in English. */
export async function newPhone(browser: Browser, origin: string, token?: string): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: screen, hasTouch: true, colorScheme: 'light' })
  await context.addCookies(cookiesOf(origin, token))
  await context.addInitScript(() => localStorage.setItem('language', 'en'))
  return context
}

export async function openThrottledPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  const session = await context.newCDPSession(page)
  // Playwright's type lists all methods as literals.
  await slowDown((method, params) => session.send(method as never, params as never))
  return page
}
