import { expect, type Page } from '@playwright/test'
import { addressOf, open, signIn, test, texts, violations } from './shop.ts'

const t = texts.en
const scheme = 'data-mantine-color-scheme'
/** The page as the server sends it, before any script. */
const sent = (page: Page) => page.evaluate(() => fetch(location.href).then((answer) => answer.text()))

test('dark is chosen by a guest, shown at once in every tab, and there again from the first byte', async ({
  page,
}) => {
  await open(page, 'open', '/shop', 'en')
  const other = await page.context().newPage()
  await other.goto(addressOf('open', '/shop'))
  await expect(page.locator('html')).toHaveAttribute(scheme, 'light')
  await page.getByRole('button', { name: new RegExp(t['language.choose']) }).click()
  await page.getByRole('button', { name: t['scheme.dark'] }).click()
  for (const tab of [page, other]) await expect(tab.locator('html')).toHaveAttribute(scheme, 'dark')
  expect(await page.evaluate(() => localStorage.getItem('colorScheme'))).toBe('dark')
  await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute('content', '#212429')
  const html = await sent(page)
  expect(html).toContain(`<html lang="en" dir="ltr" ${scheme}="dark">`)
  expect(html).toContain('<meta name="color-scheme" content="dark" />')
  await page.reload()
  await expect(page.getByRole('heading', { name: t['home.brands'] })).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('without a choice the page is as the system is, and follows it', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await open(page, 'open', '/login', 'en')
  await expect(page.locator('html')).toHaveAttribute(scheme, 'dark')
  expect(await violations(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(page.locator('html')).toHaveAttribute(scheme, 'light')
  const html = await sent(page)
  expect(html).not.toContain(scheme)
})

test('what a cookie says is taken for a choice that there is, or for nothing', async ({ page }) => {
  const url = addressOf('open', '/shop')
  await page.goto(url)
  await page.context().addCookies([
    { name: 'language', value: 'xx"><b>', url },
    { name: 'colorScheme', value: 'pink', url },
  ])
  const html = await sent(page)
  expect(html).toContain('<html lang="tr" dir="ltr">')
})

test('print is black on white, without what leads elsewhere', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await open(page, 'open', '/shop', 'en')
  await expect(page.getByRole('heading', { name: t['home.brands'] })).toBeVisible()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('banner')).toBeHidden()
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await expect(page.locator('html')).toHaveAttribute(scheme, 'light')
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect(page.locator('html')).toHaveAttribute(scheme, 'dark')
})

/** Loads a page while its scripts are held back until all that is named was asked for; then each was, once. */
async function isAskedEarly(page: Page, load: () => Promise<unknown>, names: string[]): Promise<void> {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname.split('/').at(-1) ?? ''))
  const gate = Promise.withResolvers<void>()
  await page.route('**/assets/shared-*.js', async (route) => {
    await gate.promise
    await route.continue()
  })
  const loaded = load()
  const calls = () =>
    asked.filter((name) => /^Get(UserInfo|CategoryProducts|ShopHome)$/.test(name)).toSorted()
  await expect.poll(calls).toEqual(names)
  gate.resolve()
  await loaded
  await page.waitForLoadState('networkidle')
  expect(calls()).toEqual(names)
}

test('user and list are asked for once each, on a second visit before any script of the page is there', async ({
  page,
}) => {
  await open(page, 'default', '/login?redirect=/shop/products', 'en')
  await signIn(page, 'en', 'dealer')
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.getByRole('article').first().getByRole('button', { name: t['product.sizes'] }).click()
  await page.getByRole('button', { name: /^Add/ }).first().click()
  await page.reload()
  await expect(page.getByRole('article').first()).toBeVisible()
  await isAskedEarly(page, () => page.reload(), ['GetCategoryProducts', 'GetUserInfo'])
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('a visitor’s first look is asked for as early, at home and in the list', async ({ page, browser }) => {
  await isAskedEarly(page, () => page.goto(addressOf('open', '/shop')), ['GetShopHome'])
  const another = await browser.newPage()
  await isAskedEarly(another, () => another.goto(addressOf('open', '/shop/products')), [
    'GetCategoryProducts',
  ])
  await expect(another.getByRole('article').first()).toBeVisible()
  await another.close()
})

test('what was asked for in another language than the page’s is asked for again, and keeps no connection', async ({
  page,
}) => {
  const answered: string[] = []
  page.on('response', (answer) => answered.push(answer.url()))
  // The cookie of the language is not there yet.
  await open(page, 'open', '/shop/products', 'en')
  await expect(page.getByRole('article').first()).toBeVisible()
  expect(answered.filter((url) => url.includes('GetCategoryProducts'))).toHaveLength(2)
  await page.waitForLoadState('networkidle')
})

test('where only those who are signed in see anything, a visitor asks for nothing', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(addressOf('default', '/shop/products'))
  await expect(page).toHaveURL(/login/)
  expect(asked.filter((path) => /GetCategoryProducts|GetShopHome/.test(path))).toEqual([])
})
