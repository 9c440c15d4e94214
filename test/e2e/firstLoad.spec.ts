import { expect, type Page } from '@playwright/test'
import { addressOf, open, signIn, test, texts, violations } from './shop.ts'

const t = texts.en
const scheme = 'data-mantine-color-scheme'
/** The page as sent, before scripts run. */
const serverHtml = (page: Page) => page.evaluate(() => fetch(location.href).then((answer) => answer.text()))

test('a guest’s dark scheme applies to all tabs, and to the next page from the first byte', async ({
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
  const html = await serverHtml(page)
  expect(html).toContain(`<html lang="en" dir="ltr" ${scheme}="dark">`)
  expect(html).toContain('<meta name="color-scheme" content="dark" />')
  await page.reload()
  await expect(page.getByRole('heading', { name: t['home.brands'] })).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('without a choice the page follows the system’s colour scheme', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await open(page, 'open', '/login', 'en')
  await expect(page.locator('html')).toHaveAttribute(scheme, 'dark')
  expect(await violations(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(page.locator('html')).toHaveAttribute(scheme, 'light')
  const html = await serverHtml(page)
  expect(html).not.toContain(scheme)
})

test('invalid cookies are ignored', async ({ page }) => {
  const url = addressOf('open', '/shop')
  await page.goto(url)
  await page.context().addCookies([
    { name: 'language', value: 'xx"><b>', url },
    { name: 'colorScheme', value: 'pink', url },
  ])
  const html = await serverHtml(page)
  expect(html).toContain('<html lang="tr" dir="ltr">')
})

test('print is black on white, without navigation', async ({ page }) => {
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

/** Scripts are blocked until all `names` were requested. */
async function expectEarlyCalls(
  page: Page,
  load: () => Promise<unknown>,
  names: string[],
  later: string[] = [],
): Promise<void> {
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname.split('/').at(-1) ?? ''))
  const gate = Promise.withResolvers<void>()
  await page.route('**/assets/shared-*.js', async (route) => {
    await gate.promise
    await route.continue()
  })
  const loaded = load()
  const calls = () =>
    requested.filter((name) => /^Get(UserInfo|CategoryProducts|ShopHome)$/.test(name)).toSorted()
  await expect.poll(calls).toEqual(names)
  gate.resolve()
  await loaded
  await page.waitForLoadState('networkidle')
  expect(calls()).toEqual([...names, ...later].toSorted())
}

test('user and list are requested once each, before any script on a second visit', async ({ page }) => {
  await open(page, 'default', '/login?redirect=/shop/products', 'en')
  await signIn(page, 'en', 'dealer')
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.getByRole('article').first().getByRole('button', { name: t['product.sizes'] }).click()
  await page.getByRole('button', { name: /^Add/ }).first().click()
  await page.reload()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expectEarlyCalls(page, () => page.reload(), ['GetCategoryProducts', 'GetUserInfo'])
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('a visitor’s calls are early too from the second visit on, on the home page and the list', async ({
  page,
}) => {
  for (const [path, call] of [
    ['/shop', 'GetShopHome'],
    ['/shop/products', 'GetCategoryProducts'],
  ] as const) {
    // What is new comes with the home page's second part.
    const later = path === '/shop' ? ['GetCategoryProducts'] : []
    await page.goto(addressOf('open', path))
    await page.waitForLoadState('networkidle')
    await expectEarlyCalls(page, () => page.goto(addressOf('open', path)), [call], later)
  }
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('a call in another language than the page’s is repeated, and closes its connection', async ({
  page,
}) => {
  await page.goto(addressOf('open', '/shop/products'))
  await page.waitForLoadState('networkidle')
  const answered: string[] = []
  page.on('response', (answer) => answered.push(answer.url()))
  // The cookie still has the first visit's language.
  await open(page, 'open', '/shop/products', 'en')
  await expect(page.getByRole('article').first()).toBeVisible()
  expect(answered.filter((url) => url.includes('GetCategoryProducts'))).toHaveLength(2)
  await page.waitForLoadState('networkidle')
})

test('a shop with login requests nothing for a visitor', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(addressOf('default', '/shop/products'))
  await expect(page).toHaveURL(/login/)
  expect(asked.filter((path) => /GetCategoryProducts|GetShopHome/.test(path))).toEqual([])
})
