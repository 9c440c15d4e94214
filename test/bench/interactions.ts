import type { Locator, Page } from '@playwright/test'

/** How long the browser took, from each press of one kind to the next paint, in milliseconds. */
export type Felt = { times: Map<string, number[]>; failures: string[] }

export const nothingFelt = (): Felt => ({ times: new Map(), failures: [] })

function timesOf(felt: Felt, kind: string): number[] {
  const times = felt.times.get(kind) ?? []
  felt.times.set(kind, times)
  return times
}

/**
 * What is done once of a kind; called as often as the kind is measured, with the number of the time. It looks for what is
 * pressed and answers the press itself: looking takes the page's own time, as long as a press does and longer.
 */
type Deed = (page: Page, time: number) => Promise<() => Promise<unknown>>

/** A finger's press in the middle of something, which must be there to be pressed. */
export async function tapOn(page: Page, target: Locator): Promise<() => Promise<unknown>> {
  await target.waitFor({ state: 'attached' })
  const { x, y, isFree } = await target.evaluate((element) => {
    // Not below a bar that stays at an edge.
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
    // A radio button is hidden behind its label.
    const seen = (element instanceof HTMLInputElement && element.labels?.[0]) || element
    const { left, top, width, height } = seen.getBoundingClientRect()
    const [across, down] = [left + width / 2, top + height / 2]
    return { x: across, y: down, isFree: seen.contains(document.elementFromPoint(across, down)) }
  })
  if (!isFree) throw new Error(`Something lies over ${String(target)}`)
  return () => page.touchscreen.tap(x, y)
}

/** How long a page is left alone before it is pressed, in milliseconds. */
const rest = 300

/** Does each deed several times and asks the browser how long its events took. What cannot be done is a failure. */
export async function measureDeeds(
  page: Page,
  felt: Felt,
  deeds: [kind: string, times: number, deed: Deed][],
): Promise<void> {
  await page.evaluate(observe)
  for (const [kind, times, deed] of deeds) {
    const durations = timesOf(felt, kind)
    try {
      for (let time = 0; time < times; time += 1) {
        const press = await deed(page, time)
        await page.waitForTimeout(rest)
        await page.evaluate(() => void window.takeEvents?.())
        await press()
        durations.push(...(await page.evaluate(settled)))
      }
    } catch (error) {
      felt.failures.push(`${kind}: ${String(error).split('Call log', 1)[0]}`)
    }
  }
}

declare global {
  interface Window {
    takeEvents?: () => { interaction: number; duration: number }[]
  }
}

/** Runs in the page. What takes less than 16 ms the browser does not report. */
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

/** Runs in the page: waits until it is quiet, then answers each interaction's longest event; one under 16 ms counts as 8. */
async function settled(): Promise<number[]> {
  await new Promise((resolve) => setTimeout(resolve, 350))
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const longest = new Map<number, number>()
  for (const { interaction, duration } of window.takeEvents?.() ?? []) {
    longest.set(interaction, Math.max(duration, longest.get(interaction) ?? 0))
  }
  return longest.size === 0 ? [8] : [...longest.values()]
}

/** The longest time between two frames while the page is scrolled by itself, step by step: once for each time. */
export async function measureScrolling(page: Page, felt: Felt, kind: string, times: number): Promise<void> {
  const gaps = timesOf(felt, kind)
  for (let time = 0; time < times; time += 1) gaps.push(await page.evaluate(scrollOnce))
}

/** Runs in the page. */
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
