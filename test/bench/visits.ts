import type { Browser } from '@playwright/test'
import { tapOn } from './interactions.ts'
import { median } from './measured.ts'
import { openPhone, type Phone, phoneOf, withNewPhone } from './throttled.ts'

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
    await withNewPhone(new URL(address).origin, token, async (context) => {
      const again = async () => visit(await openPhone(context), address)
      cold.push(await again())
      await pause()
      warm.push(await again())
      await pause()
      await again()
      await pause()
      later.push(await again())
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
  const phone = await openPhone(context)
  const { page } = phone
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
    await untilUsable(phone)
    measured.push(
      await page.evaluate(() => (window.listTimes?.usable ?? Number.NaN) - (window.pressedAt ?? Number.NaN)),
    )
  }
  await context.close()
  return measured
}

/** Between two visits a user does something else; the browser writes its cache of compiled scripts. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 1500))

async function visit(phone: Phone, address: string): Promise<Visit> {
  const { page, session, fetched, recount } = phone
  await page.addInitScript(watchForList)
  recount()
  await page.goto(address, { waitUntil: 'commit' })
  await untilUsable(phone)
  const { requests, bytes } = fetched()
  const times = await page.evaluate(() => {
    const [painted] = performance.getEntriesByName('first-contentful-paint')
    return { seen: 0, usable: 0, ...window.listTimes, painted: painted?.startTime ?? 0 }
  })
  await pause()
  // By a user's next visit the browser has let it go, and starts it anew.
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.stopAllWorkers')
  await page.close()
  return { ...times, requests, bytes }
}

/**
 * Asks seldom and in the shortest way: Playwright's own waiting brings a script of a third of a megabyte into the page
 * and asks in every moment, which on a slowed processor took as long as the page itself.
 */
async function untilUsable({ page, session }: Phone): Promise<void> {
  const expression = 'window.listTimes?.usable !== undefined'
  for (const end = Date.now() + 60_000; Date.now() < end; ) {
    await page.waitForTimeout(500)
    const { result } = await session.send('Runtime.evaluate', { expression })
    if (result.value === true) return
  }
  throw new Error(`The list of ${page.url()} never became usable`)
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
