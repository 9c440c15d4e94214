import type { Browser } from '@playwright/test'
import { tapOn } from './interactions.ts'
import { median } from './measured.ts'
import { type PlainBrowser, type PlainPage, withPlainBrowser } from './plainBrowser.ts'
import { cookiesOf, openPhone, phoneOf, screen, slowDown } from './throttled.ts'

/** One visit, in milliseconds from the navigation; bytes and requests until the list could be used. */
export type Visit = { painted: number; seen: number; usable: number; requests: number; bytes: number }
/** With empty caches, again, and the fourth time: only then does the browser hold the scripts compiled. */
export type Visits = { [When in Time]: Visit } & { all: { [When in Time]: number[] } }
type Time = 'cold' | 'warm' | 'later'

/** Visits an address with empty caches and three times more, several times over; answers the medians. */
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
    cold: middle(cold),
    warm: middle(warm),
    later: middle(later),
    all: { cold: usable(cold), warm: usable(warm), later: usable(later) },
  }
}

/** How long a list takes that is opened from the shop's home page, in milliseconds from the press until it is usable. */
export async function measureFromHome(
  browser: Browser,
  origin: string,
  token: string,
  times: number,
): Promise<number[]> {
  const context = await phoneOf(browser, origin, token)
  const page = await openPhone(context)
  const measured: number[] = []
  for (let time = 0; time < times; time += 1) {
    await page.goto(`${origin}/shop`)
    const link = page.locator('main a[href*="/shop/products"]').first()
    await link.waitFor()
    await page.waitForLoadState('networkidle')
    await page.evaluate(watchForPress)
    await page.evaluate(watchForList)
    const press = await tapOn(page, link)
    await press()
    await page.waitForFunction(() => window.listTimes?.usable !== undefined, undefined, { polling: 50 })
    measured.push(
      await page.evaluate(() => (window.listTimes?.usable ?? Number.NaN) - (window.pressedAt ?? Number.NaN)),
    )
  }
  await context.close()
  return measured
}

/** Between two visits a user does something else; the browser writes its cache of compiled scripts. */
const pause = (milliseconds = 1500) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** How long the user looks at the list before they leave: by then the browser has kept what it keeps. */
const stay = 3000

async function visit(browser: PlainBrowser, address: string): Promise<Visit> {
  const page = await browser.open()
  await page.send('Emulation.setDeviceMetricsOverride', { ...screen, deviceScaleFactor: 1, mobile: true })
  await slowDown(page.send)
  await page.send('Network.enable')
  await page.send('Page.enable')
  const source = `localStorage.setItem('language', 'en');(${watchForList.toString()})()`
  await page.send('Page.addScriptToEvaluateOnNewDocument', { source })
  const fetched = counting(page)
  await page.send('Page.navigate', { url: address })
  const times = await untilUsable(page)
  const visited = { ...times, ...fetched() }
  await pause(stay)
  // By a user's next visit the browser has let its worker go, and starts it anew.
  await page.send('ServiceWorker.enable')
  await page.send('ServiceWorker.stopAllWorkers')
  await page.close()
  await pause()
  return visited
}

/** Asks seldom: what is asked, the slowed processor has to answer. */
async function untilUsable(page: PlainPage): Promise<Omit<Visit, 'requests' | 'bytes'>> {
  const painted = `performance.getEntriesByName('first-contentful-paint')[0]?.startTime`
  // The browser tells of its first paint a little after it.
  const expression = `window.listTimes?.usable && ${painted} && JSON.stringify({ painted: ${painted}, ...window.listTimes })`
  for (const end = Date.now() + 60_000; Date.now() < end; ) {
    await pause(500)
    const { result } = await page.send('Runtime.evaluate', { expression })
    const { value } = result as { value?: unknown }
    if (typeof value === 'string') return JSON.parse(value)
  }
  throw new Error('The list never became usable')
}

/** What comes from the cache is asked for too, and costs no bytes: it is not counted. */
function counting(page: PlainPage): () => { requests: number; bytes: number } {
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

function middle(visits: Visit[]): Visit {
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

/** Runs in the page: presses the first card's button in every frame until it answers, and notes when that was painted. */
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

/** Runs in the page. */
function watchForPress(): void {
  addEventListener('pointerdown', ({ timeStamp }) => (window.pressedAt = timeStamp), { once: true })
}
