import { expect } from '@playwright/test'
import { open, test } from './shop.ts'

/** The first two rows of cards. */
for (const [width, first] of [
  [390, 4],
  [768, 6],
  [1440, 8],
] as const) {
  test(`at ${width} px a list is first drawn with what the window shows, without later shifts`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await page.addInitScript(() => {
      const seen: number[] = []
      const shifts: number[] = []
      Object.assign(window, { seen, shifts })
      const countCards = () => {
        const count = document.querySelectorAll('main article').length
        if (count > 0 && count !== seen.at(-1)) seen.push(count)
        requestAnimationFrame(countCards)
      }
      requestAnimationFrame(countCards)
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shifts.push((entry as PerformanceEntry & { value: number }).value)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await open(page, 'open', '/shop/products', 'en')
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(24)
    const observed = await page.evaluate(() => {
      const { seen, shifts } = window as unknown as Record<'seen' | 'shifts', number[]>
      return { first: seen[0], moved: shifts.reduce((sum, one) => sum + one, 0) }
    })
    expect(observed.first).toBe(first)
    expect(observed.moved).toBeLessThan(0.01)
  })
}
