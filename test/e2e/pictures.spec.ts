import { expect } from '@playwright/test'
import { asDealer } from './filledCart.ts'
import { test } from './shop.ts'

test('pictures that are still coming make way for the next page', async ({ page }) => {
  const asked = new Set<string>()
  const makesWay = Promise.withResolvers<void>()
  page.on('requestfailed', (request) => {
    asked.delete(request.url())
    if (asked.size === 0) makesWay.resolve()
  })
  // No picture comes before the list, and no list before the pictures have been given up.
  await page.route('**/pictures/*', (route) => void asked.add(route.request().url()))
  await page.route('**/api/Shop/GetCategoryProducts', async (route) => {
    await makesWay.promise
    await route.continue()
  })
  const comesLate = Promise.withResolvers<void>()
  await page.route('**/icon.svg?late', async (route) => {
    await comesLate.promise
    await route.continue()
  })
  await asDealer(page)
  await expect.poll(() => asked.size).toBeGreaterThan(1)
  await page.getByRole('banner').evaluate((banner) => {
    const picture = document.createElement('img')
    picture.id = 'stays'
    picture.src = '/icon.svg?late'
    banner.append(picture)
  })
  await page.locator('main a[href*="/shop/products"]').first().click()
  await expect(page.getByRole('article').first()).toBeVisible()
  // What stands on both pages still comes.
  comesLate.resolve()
  const width = () => page.locator('#stays').evaluate((picture: HTMLImageElement) => picture.naturalWidth)
  await expect.poll(width).toBeGreaterThan(0)
})
