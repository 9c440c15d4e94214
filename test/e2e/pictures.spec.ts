import { expect } from '@playwright/test'
import { openAsDealer } from './filledCart.ts'
import { test } from './shop.ts'

test('a page change cancels pictures that are still loading', async ({ page }) => {
  // Of a picture that is cancelled at once, the end may be told before the start.
  const asked = new Set<string>()
  const cancelled = new Set<string>()
  const allCancelled = Promise.withResolvers<void>()
  const check = () =>
    cancelled.size > 0 && [...asked].every((url) => cancelled.has(url)) && allCancelled.resolve()
  page.on('requestfailed', (request) => {
    cancelled.add(request.url())
    check()
  })
  // The list waits until the pictures are cancelled.
  await page.route('**/pictures/*', (route) => {
    asked.add(route.request().url())
    check()
  })
  await page.route('**/api/Shop/GetCategoryProducts', async (route) => {
    await allCancelled.promise
    await route.continue()
  })
  const lateAllowed = Promise.withResolvers<void>()
  await page.route('**/icon.svg?late', async (route) => {
    await lateAllowed.promise
    await route.continue()
  })
  await openAsDealer(page)
  await expect.poll(() => asked.size).toBeGreaterThan(1)
  await page.getByRole('banner').evaluate((banner) => {
    const picture = document.createElement('img')
    picture.id = 'stays'
    picture.src = '/icon.svg?late'
    banner.append(picture)
  })
  await page.locator('main a[href*="/shop/products"]').first().click()
  await expect(page.getByRole('article').first()).toBeVisible()
  // Pictures on both pages still load.
  lateAllowed.resolve()
  const width = () => page.locator('#stays').evaluate((picture: HTMLImageElement) => picture.naturalWidth)
  await expect.poll(width).toBeGreaterThan(0)
})
