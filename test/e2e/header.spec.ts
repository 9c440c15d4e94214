import { expect, type Locator } from '@playwright/test'
import type { Language } from '#shared/tenancy.ts'
import { openAs } from './openAs.ts'
import { addressOf, test, texts, violations } from './shop.ts'

/** A touch target that is not covered. */
async function expectReachable(element: Locator, width: number) {
  await expect(element).toBeVisible()
  const box = await element.boundingBox()
  expect(box?.height).toBeGreaterThanOrEqual(40)
  expect(box?.x).toBeGreaterThanOrEqual(0)
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
  await element.click({ trial: true })
}

const shops: [string, Language][] = [
  ['default', 'tr'],
  ['tf-it', 'it'],
  ['tf-ro', 'ru'],
  ['tf-it', 'ar'],
]

for (const [tenantKey, language] of shops) {
  test(`the header of a tablet is complete in ${language}`, async ({ page }) => {
    const t = texts[language]
    await page.setViewportSize({ width: 768, height: 1024 })
    await openAs(page, 'agent', tenantKey, '/shop/products', language)
    await expect(page.getByRole('article').first()).toBeVisible()
    const header = page.getByRole('banner')
    const menu = header.getByRole('button', { name: t['user.menu'].replace('{name}', '') })
    // Its name tells how many orders wait for an answer.
    const orders = header.locator('a[href="/shop/orders"]').first()
    for (const width of [768, 820, 992, 1024]) {
      await page.setViewportSize({ width, height: 1024 })
      const parts = [
        orders,
        header.getByRole('link', { name: t['shop.quickOrder'], exact: true }),
        header.locator('a[href="/cart"]'),
        header.getByRole('button', { name: t['shop.search'] }),
        header.getByRole('button', { name: t['ordering.bar.choose'] }),
        menu,
      ]
      for (const part of parts) await expectReachable(part, width)
      // The company's name is not truncated.
      const title = header.locator('a[href="/shop"]')
      expect(await title.evaluate((node) => node.scrollWidth - node.clientWidth)).toBeLessThanOrEqual(0)
    }
    expect(await violations(page)).toEqual([])
    await menu.click()
    await expectReachable(header.getByRole('link', { name: t['user.panel'] }), 1024)
    await expectReachable(header.getByRole('button', { name: t['user.logout'] }), 1024)
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 768, height: 1024 })
    await orders.click()
    await expect(page).toHaveURL(addressOf(tenantKey, '/shop/orders'))
  })
}
