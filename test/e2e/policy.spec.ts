import { expect, type Page } from '@playwright/test'
import { pages } from '#shared/pages.ts'
import { addFromCard, addressOf, open, signIn, test, texts } from './shop.ts'

const t = texts.en

/** What the content policy has stopped or reported on the page that stands, since it was loaded. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
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

test('the shop keeps to its own policies', async ({ page }) => {
  const heard = await listen(page)
  await open(page, 'default', '/login?redirect=/shop', 'en')
  await signIn(page, 'en', 'agent')
  await page.locator('a[href*="categoryId="]').first().click()
  await addFromCard(page, 0, 'en')
  expect(await heard()).toEqual([])
  for (const path of [
    '/shop',
    '/shop?shopModal=1',
    '/shop/quick-order',
    '/shop/orders',
    '/shop/drafts',
    '/cart',
  ]) {
    await page.goto(addressOf('default', path))
    await expect(page.getByRole('banner')).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(await heard()).toEqual([])
  }
  expect([await allows(page, 'camera'), await allows(page, 'geolocation')]).toEqual([true, false])
})

test('the panel keeps to its own policies, on every page', async ({ page }) => {
  test.slow()
  const heard = await listen(page)
  await open(page, 'default', '/login?redirect=/panel/index', 'en')
  await signIn(page, 'en', 'admin')
  await expect(page).toHaveURL(addressOf('default', '/panel/index'))
  const paths = Object.values(pages).map(({ path }) => path)
  for (const path of paths.filter((one) => !one.includes('$'))) {
    await page.goto(addressOf('default', path))
    await expect(page.getByRole('navigation', { name: t['panel.menu'], exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect([path, ...(await heard())]).toEqual([path])
  }
  // A form that is held against its schema.
  await page.goto(addressOf('default', '/customer/create'))
  await page.getByRole('button', { name: t['panel.form.save'], exact: true }).click()
  await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible()
  expect(await heard()).toEqual([])
  expect([await allows(page, 'camera'), await allows(page, 'geolocation')]).toEqual([false, false])
})

test('what a page does against its policy would be heard', async ({ browser }) => {
  // A page of its own: the browser says it on the console as well.
  const page = await browser.newPage()
  const heard = await listen(page)
  await open(page, 'default', '/login', 'en')
  await expect(page.getByLabel(t['login.username'])).toBeVisible()
  await page.evaluate(() => {
    document.createElement('p').innerHTML = '<b style="color: red">not ours</b>'
  })
  await expect.poll(heard).toEqual([expect.stringMatching(/^style-src-attr inline/)])
  await page.close()
})
