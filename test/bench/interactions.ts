import type { Locator, Page } from '@playwright/test'

/** Milliseconds from a press to the next paint, by kind of action. */
export type ActionTimes = { times: Map<string, number[]>; failures: string[] }

export const noActionTimes = (): ActionTimes => ({ times: new Map(), failures: [] })

function durationsOf(results: ActionTimes, kind: string): number[] {
  const times = results.times.get(kind) ?? []
  results.times.set(kind, times)
  return times
}

/** Finds the target and returns the press, which is measured without the search. */
type Action = (page: Page, time: number) => Promise<() => Promise<unknown>>

/** @throws if something covers the element */
export async function prepareTap(page: Page, target: Locator): Promise<() => Promise<unknown>> {
  await target.waitFor({ state: 'attached' })
  const { x, y, isFree } = await target.evaluate(async (element) => {
    const seen = (element instanceof HTMLInputElement && element.labels?.[0]) || element
    const middle = () => {
      const { left, top, width, height } = seen.getBoundingClientRect()
      return [left + width / 2, top + height / 2] as const
    }
    // Cards that come into view get their real height only then, which moves what is below them.
    for (let turn = 0; turn < 30; turn += 1) {
      const [across, down] = middle()
      if (turn > 1 && seen.contains(document.elementFromPoint(across, down))) break
      element.scrollIntoView({ block: 'center', behavior: 'instant' })
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await new Promise(requestAnimationFrame)
    }
    const [across, down] = middle()
    return { x: across, y: down, isFree: seen.contains(document.elementFromPoint(across, down)) }
  })
  if (!isFree) throw new Error(`Something lies over ${String(target)}`)
  return () => page.touchscreen.tap(x, y)
}

const settleMs = 300

/** Records event durations and failures of repeated actions. */
export async function measureActions(
  page: Page,
  results: ActionTimes,
  actions: [kind: string, times: number, action: Action][],
): Promise<void> {
  await page.evaluate(observe)
  for (const [kind, times, action] of actions) {
    const durations = durationsOf(results, kind)
    try {
      for (let time = 0; time < times; time += 1) {
        const press = await action(page, time)
        await page.waitForTimeout(settleMs)
        await page.evaluate(() => void window.takeEvents?.())
        await press()
        durations.push(...(await page.evaluate(settled)))
      }
    } catch (error) {
      results.failures.push(`${kind}: ${String(error).split('Call log', 1)[0]}`)
    }
  }
}

declare global {
  interface Window {
    takeEvents?: () => { interaction: number; duration: number }[]
  }
}

/** Runs in the page. Browsers do not report events under 16 ms. */
function observe(): void {
  let events: { interaction: number; duration: number }[] = []
  const take = (entries: PerformanceEntryList) => {
    for (const entry of entries as (PerformanceEntry & { interactionId: number })[]) {
      if (entry.interactionId) events.push({ interaction: entry.interactionId, duration: entry.duration })
    }
  }
  const observer = new PerformanceObserver((list) => take(list.getEntries()))
  observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  window.takeEvents = () => {
    take(observer.takeRecords())
    const taken = events
    events = []
    return taken
  }
}

/** Runs in the page: each interaction's longest event; 8 if none was reported. */
async function settled(): Promise<number[]> {
  await new Promise((resolve) => setTimeout(resolve, 350))
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const longest = new Map<number, number>()
  for (const { interaction, duration } of window.takeEvents?.() ?? []) {
    longest.set(interaction, Math.max(duration, longest.get(interaction) ?? 0))
  }
  return longest.size === 0 ? [8] : [...longest.values()]
}

/** Records each scroll's longest frame. */
export async function measureScrolling(
  page: Page,
  results: ActionTimes,
  kind: string,
  times: number,
): Promise<void> {
  const gaps = durationsOf(results, kind)
  for (let time = 0; time < times; time += 1) gaps.push(await page.evaluate(scrollOnce))
}

async function scrollOnce(): Promise<number> {
  let [longest, last] = [0, performance.now()]
  for (let frame = 0; frame < 20; frame += 1) {
    scrollBy(0, 60)
    await new Promise((resolve) => requestAnimationFrame(resolve))
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }
  return longest
}
