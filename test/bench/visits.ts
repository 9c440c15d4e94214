import type { Browser } from '@playwright/test'
import { prepareTap } from './interactions.ts'
import { median } from './measurement.ts'
import { type PlainBrowser, type PlainPage, withPlainBrowser } from './plainBrowser.ts'
import { cookiesOf, newPhone, openThrottledPage, screen, slowDown } from './slowPhone.ts'

/** Milliseconds since navigation; bytes and requests until the list was usable. */
export type Visit = { painted: number; seen: number; usable: number; requests: number; bytes: number }
/** First, second and fourth visit: by then Chromium has cached compiled scripts. */
export type Visits = { [When in Time]: Visit } & { all: { [When in Time]: number[] } }
type Time = 'cold' | 'warm' | 'later'

/** Medians of four visits each in `times` new browsers. */
export async function measureVisits(
  address: string,
  token: string | undefined,
  times: number,
): Promise<Visits> {
  const cold: Visit[] = []
  const warm: Visit[] = []
  const later: Visit[] = []
  for (let time = 0; time < times; time += 1) {
    await withPlainBrowser(async (browser) => {
      await browser.cookies(cookiesOf(new URL(address).origin, token))
      cold.push(await visit(browser, address))
      warm.push(await visit(browser, address))
      await visit(browser, address)
      later.push(await visit(browser, address))
    })
  }
  const usable = (visits: Visit[]) => visits.map((one) => one.usable)
  return {
    cold: medianVisit(cold),
    warm: medianVisit(warm),
    later: medianVisit(later),
    all: { cold: usable(cold), warm: usable(warm), later: usable(later) },
  }
}

/** Milliseconds from the press on the home page until the list is usable. */
export async function measureFromHome(
  browser: Browser,
  origin: string,
  token: string,
  times: number,
): Promise<number[]> {
  const context = await newPhone(browser, origin, token)
  const page = await openThrottledPage(context)
  const measured: number[] = []
  for (let time = 0; time < times; time += 1) {
    await page.goto(`${origin}/shop`)
    const link = page.locator('main a[href*="/shop/products"]').first()
    await link.waitFor()
    await page.waitForLoadState('networkidle')
    await page.evaluate(watchForPress)
    await page.evaluate(watchForList)
    const press = await prepareTap(page, link)
    await press()
    await page.waitForFunction(() => window.listTimes?.usable !== undefined, undefined, { polling: 50 })
    measured.push(
      await page.evaluate(() => (window.listTimes?.usable ?? Number.NaN) - (window.pressedAt ?? Number.NaN)),
    )
  }
  await context.close()
  return measured
}

/** Between two visits the browser writes its code cache. */
const sleep = (milliseconds = 1500) => new Promise((resolve) => setTimeout(resolve, milliseconds))

const stayMs = 3000

async function visit(browser: PlainBrowser, address: string): Promise<Visit> {
  const page = await browser.open()
  await page.send('Emulation.setDeviceMetricsOverride', { ...screen, deviceScaleFactor: 1, mobile: true })
  await slowDown(page.send)
  await page.send('Network.enable')
  await page.send('Page.enable')
  const source = `localStorage.setItem('language', 'en');(${watchForList.toString()})()`
  await page.send('Page.addScriptToEvaluateOnNewDocument', { source })
  const fetched = countRequests(page)
  await page.send('Page.navigate', { url: address })
  const times = await untilUsable(page)
  const visited = { ...times, ...fetched() }
  await sleep(stayMs)
  // The browser stops the worker between a user's visits.
  await page.send('ServiceWorker.enable')
  await page.send('ServiceWorker.stopAllWorkers')
  await page.close()
  await sleep()
  return visited
}

/** Polls slowly: polling costs the throttled processor. */
async function untilUsable(page: PlainPage): Promise<Omit<Visit, 'requests' | 'bytes'>> {
  const painted = `performance.getEntriesByName('first-contentful-paint')[0]?.startTime`
  // The first paint is reported late.
  const expression = `window.listTimes?.usable && ${painted} && JSON.stringify({ painted: ${painted}, ...window.listTimes })`
  for (const end = Date.now() + 60_000; Date.now() < end; ) {
    await sleep(500)
    const { result } = await page.send('Runtime.evaluate', { expression })
    const { value } = result as { value?: unknown }
    if (typeof value === 'string') return JSON.parse(value)
  }
  throw new Error('The list never became usable')
}

function countRequests(page: PlainPage): () => { requests: number; bytes: number } {
  let [requests, bytes] = [0, 0]
  const cached = new Set<unknown>()
  page.on('Network.requestServedFromCache', ({ requestId }) => cached.add(requestId))
  page.on('Network.responseReceived', ({ requestId, response }) => {
    const { fromDiskCache, fromServiceWorker } = response as Record<string, unknown>
    if (fromDiskCache || fromServiceWorker) cached.add(requestId)
  })
  page.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (cached.has(requestId)) return
    requests += 1
    bytes += Number(encodedDataLength)
  })
  return () => ({ requests, bytes })
}

function medianVisit(visits: Visit[]): Visit {
  const of = (name: keyof Visit) => median(visits.map((one) => one[name]))
  return {
    painted: of('painted'),
    seen: of('seen'),
    usable: of('usable'),
    requests: of('requests'),
    bytes: of('bytes'),
  }
}

declare global {
  interface Window {
    listTimes?: { seen?: number; usable?: number }
    pressedAt?: number
  }
}

/** Runs in the page: presses the first card's button until it reacts, and records when that was painted. */
function watchForList(): void {
  const times: { seen?: number; usable?: number } = {}
  window.listTimes = times
  const look = () => {
    const button = document.querySelector<HTMLElement>('article button[aria-controls]')
    if (button) {
      times.seen ??= performance.now()
      if (button.getAttribute('aria-expanded') === 'true') {
        requestAnimationFrame(() => {
          times.usable = performance.now()
        })
        return
      }
      button.click()
    }
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

function watchForPress(): void {
  addEventListener('pointerdown', ({ timeStamp }) => (window.pressedAt = timeStamp), { once: true })
}
