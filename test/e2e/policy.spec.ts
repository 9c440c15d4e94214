import { expect, type Page } from '@playwright/test'
import { pages } from '#shared/pages.ts'
import { openAs } from './openAs.ts'
import { addFromCard, addressOf, open, test, texts } from './shop.ts'

const t = texts.en

/** Since loading. */
async function collectViolations(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const heard: string[] = []
    Object.assign(window, { heard })
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile, sample }) => {
      heard.push([effectiveDirective, blockedURI, sourceFile, sample].join(' '))
    })
  })
  return () => page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard)
}

const allows = (page: Page, feature: string) =>
  page.evaluate((name) => {
    const { featurePolicy } = document as unknown as {
      featurePolicy: { allowsFeature: (feature: string) => boolean }
    }
    return featurePolicy.allowsFeature(name)
  }, feature)

test('the shop respects its policies', async ({ page }) => {
  const reported = await collectViolations(page)
  await openAs(page, 'agent', 'default', '/shop', 'en')
  await page.locator('a[href*="categoryId="]').first().click()
  await addFromCard(page, 0, 'en')
  expect(await reported()).toEqual([])
  for (const path of [
    '/shop',
    '/shop?shopModal=1',
    '/shop/quick-order',
    '/shop/orders',
    '/shop/drafts',
    '/shop/statement',
    '/cart',
  ]) {
    await page.goto(addressOf('default', path))
    await expect(page.getByRole('banner')).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(await reported()).toEqual([])
  }
  expect([await allows(page, 'camera'), await allows(page, 'geolocation')]).toEqual([true, false])
})

test('every page of the panel respects its policies', async ({ page }) => {
  test.slow()
  const reported = await collectViolations(page)
  await openAs(page, 'admin', 'default', '/panel/index', 'en')
  await expect(page).toHaveURL(addressOf('default', '/panel/index'))
  const paths = Object.values(pages).map(({ path }) => path)
  for (const path of paths.filter((one) => !one.includes('$'))) {
    await page.goto(addressOf('default', path))
    await expect(page.getByRole('navigation', { name: t['panel.menu'], exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect([path, ...(await reported())]).toEqual([path])
  }
  // A form with schema validation.
  await page.goto(addressOf('default', '/customer/create'))
  await page.getByRole('button', { name: t['panel.form.save'], exact: true }).click()
  await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible()
  expect(await reported()).toEqual([])
  expect([await allows(page, 'camera'), await allows(page, 'geolocation')]).toEqual([false, false])
})

test('a violation would be reported', async ({ browser }) => {
  // The browser logs violations to the console too.
  const page = await browser.newPage()
  const reported = await collectViolations(page)
  await open(page, 'default', '/login', 'en')
  await expect(page.getByLabel(t['login.username'])).toBeVisible()
  await page.evaluate(() => {
    document.createElement('p').innerHTML = '<b style="color: red">not ours</b>'
  })
  await expect.poll(reported).toEqual([expect.stringMatching(/^style-src-attr inline/)])
  await page.close()
})
