import { expect } from '@playwright/test'
import { open, test } from './shop.ts'

/** Two rows of cards, in as many columns as the width has: what the window shows at first. */
for (const [width, first] of [
  [390, 4],
  [768, 6],
  [1440, 8],
] as const) {
  test(`at ${width} px a list is drawn with what the window shows, and nothing moves when the rest follows`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await page.addInitScript(() => {
      const seen: number[] = []
      const shifts: number[] = []
      Object.assign(window, { seen, shifts })
      const look = () => {
        const count = document.querySelectorAll('main article').length
        if (count > 0 && count !== seen.at(-1)) seen.push(count)
        requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shifts.push((entry as PerformanceEntry & { value: number }).value)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await open(page, 'open', '/shop/products', 'en')
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(24)
    const noted = await page.evaluate(() => {
      const { seen, shifts } = window as unknown as Record<'seen' | 'shifts', number[]>
      return { first: seen[0], moved: shifts.reduce((sum, one) => sum + one, 0) }
    })
    expect(noted.first).toBe(first)
    expect(noted.moved).toBeLessThan(0.01)
  })
}
