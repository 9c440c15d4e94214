import { expect, type Page } from '@playwright/test'
import { stored } from '../../src/web/stored.ts'
import { addFromCard, addressOf, open, signIn, test, texts } from './shop.ts'

const t = texts.en

declare const nameOf: (key: string) => string

test('calls with an expired token share one refresh and are repeated once', async ({ page }) => {
  await open(page, 'default', '/login?redirect=/shop', 'en')
  await signIn(page, 'en', 'agent')
  await page.locator('a[href*="categoryId="]').first().click()
  await addFromCard(page, 0, 'en')
  await page.context().addCookies([{ name: 'token', value: 'dead', url: addressOf('default', '/') }])
  let refreshes = 0
  page.on('request', (request) => {
    if (request.url().includes('CreateTokenByRefreshToken')) refreshes += 1
  })
  await page.locator('a[href="/cart"]').click()
  await expect(page.getByRole('combobox', { name: t['cart.agent'] })).not.toHaveValue('')
  expect(refreshes).toBe(1)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a session that cannot be renewed asks once; cancelling stays, signing in returns', async ({ page }) => {
  await open(page, 'default', '/login?redirect=/shop', 'en')
  await signIn(page, 'en', 'dealer')
  await page.locator('a[href*="categoryId="]').first().click()
  await addFromCard(page, 0, 'en')
  await page.context().clearCookies({ name: 'urt' })
  await page.context().addCookies([{ name: 'token', value: 'dead', url: addressOf('default', '/') }])
  await page.locator('a[href="/cart"]').click()
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await page.getByRole('dialog').getByRole('button', { name: t['action.cancel'] }).click()
  await expect(page.getByRole('link', { name: t['cart.loginToProcess'] })).toBeVisible()
  await page.getByRole('link', { name: t['cart.loginToProcess'] }).click()
  await signIn(page, 'en', 'dealer')
  await expect(page).toHaveURL(addressOf('default', '/cart'))
  await expect(page.locator('main input[inputmode="numeric"]')).toHaveCount(2)
})

test('signing out in the panel leaves no cart to the next user', async ({ page }) => {
  await open(page, 'default', '/login?redirect=/shop', 'en')
  await signIn(page, 'en', 'admin')
  await page.locator('a[href*="categoryId="]').first().click()
  await addFromCard(page, 0, 'en')
  await page.goto(addressOf('default', '/panel/index'))
  await page.getByRole('button', { name: /menu/i }).last().click()
  await page.getByRole('button', { name: t['user.logout'] }).click()
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await page.goto(addressOf('default', '/login?redirect=/cart'))
  await signIn(page, 'en', 'agent')
  await expect(page.getByRole('heading', { name: t['cart.emptyTitle'] })).toBeVisible()
})

test('a user’s stored data are deleted at sign-out in every tab', async ({ page, context }) => {
  const storedNames = (of: Page) =>
    of.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)].map(nameOf))
  await context.addInitScript(() => {
    Object.assign(window, { nameOf: (key: string) => key.split(/[: ]/, 1)[0] })
  })
  await open(page, 'default', '/login?redirect=/shop', 'en')
  await signIn(page, 'en', 'agent')
  await page.getByRole('combobox', { name: t['cart.customer'] }).click()
  await page.getByRole('option').first().click()
  await page.locator('a[href*="categoryId="]').first().click()
  await page.mouse.wheel(0, 600)
  await expect
    .poll(() => storedNames(page))
    .toEqual(expect.arrayContaining(['cart', 'user', 'customers', 'place']))
  const other = await context.newPage()
  await other.goto(addressOf('default', '/siparisler/index'))
  await other.getByRole('button', { name: t['panel.list.columns'] }).click()
  await other.getByRole('checkbox', { name: t['order.salesPerson'] }).uncheck()
  await expect.poll(() => storedNames(other)).toEqual(expect.arrayContaining(['columns', 'panelTabs']))
  await page.getByRole('button', { name: /menu/i }).click()
  await page.getByRole('button', { name: t['user.logout'] }).click()
  await expect(page).toHaveURL(addressOf('default', '/login?redirect=/shop'))
  // The other tab shows nothing either.
  await expect(other).toHaveURL(/\/login\?redirect=/)
  for (const one of [page, other]) {
    await expect(one.getByLabel(t['login.username'])).toBeVisible()
    const names = await storedNames(one)
    const whose = (name: string) => (stored as Record<string, string>)[name]
    // The router's key is this page's; the cart is new.
    expect(names.filter((name) => whose(name) !== 'browser' && !/^(cart|tsr-.*)$/.test(name))).toEqual([])
    expect(await one.evaluate(() => localStorage.getItem('cart'))).toContain('"lines":[]')
  }
})

test('lines added in another tab while ordering stay in the cart', async ({ page, context }) => {
  await open(page, 'default', '/login?redirect=/shop', 'en')
  await signIn(page, 'en', 'dealer')
  await page.locator('a[href*="categoryId="]').first().click()
  await addFromCard(page, 0, 'en')
  const listAddress = page.url()
  await page.locator('a[href="/cart"]').click()
  await expect(page.getByRole('combobox', { name: t['cart.agent'] })).not.toHaveValue('')
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/Shop/PostShopCart', async (route) => {
    await released
    return route.continue()
  })
  await page.getByRole('button', { name: t['cart.placeOrder'] }).click()
  const other = await context.newPage()
  await other.goto(listAddress)
  await addFromCard(other, 2, 'en')
  release()
  await expect(page.getByRole('heading', { name: t['placed.title'] })).toBeVisible()
  await expect(other.locator('a[href="/cart"]')).toContainText('2')
  await expect(page.locator('a[href="/cart"]')).toContainText('2')
})

test('days can be typed into the order list’s filters', async ({ page }) => {
  await open(page, 'default', '/login?redirect=/siparisler/index', 'en')
  await signIn(page, 'en', 'admin')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await page.getByRole('button', { name: t['panel.dashboard.period'] }).click()
  const from = page.getByLabel(t['orders.from'])
  await from.focus()
  await from.pressSequentially('01012099', { delay: 40 })
  await expect(page).toHaveURL(/from=.?2099-01-01/)
  await expect(page.getByRole('heading', { name: t['orders.emptyTitle'] })).toBeVisible()
  await from.fill('')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await page.goto(addressOf('default', '/siparisler/index?page=999'))
  await expect(page.getByRole('row').nth(1)).toBeVisible()
})

test('only whole numbers count as quantities', async ({ page }) => {
  await open(page, 'default', '/login?redirect=/shop', 'en')
  await signIn(page, 'en', 'dealer')
  await page.locator('a[href*="categoryId="]').first().click()
  await addFromCard(page, 0, 'en')
  const quantity = page.locator('main input[inputmode="numeric"]').first()
  for (const [typed, counted] of [
    ['3.7', '1'],
    ['-5', '1'],
    ['x', '1'],
    ['2', '2'],
  ] as const) {
    await quantity.fill(typed)
    await quantity.blur()
    await expect(quantity).toHaveValue(counted)
  }
  await quantity.press('ArrowUp')
  await expect(quantity).toHaveValue('3')
})

test('after an expired session another user does not see the cart, and its owner gets it back', async ({
  page,
}) => {
  const enter = async (username: string) => {
    await open(page, 'default', '/login?redirect=/cart', 'en')
    await signIn(page, 'en', username)
    await expect(page).toHaveURL(addressOf('default', '/cart'))
  }
  await enter('dealer')
  await page.goto(addressOf('default', '/shop'))
  await page.locator('a[href*="categoryId="]').first().click()
  await addFromCard(page, 0, 'en')
  const other = await page.context().newPage()
  await other.goto(addressOf('default', '/cart'))
  await expect(other.locator('main input[inputmode="numeric"]')).toHaveCount(2)
  await page.context().clearCookies()
  await enter('agent')
  await expect(page.getByRole('heading', { name: t['cart.emptyTitle'] })).toBeVisible()
  await expect(other.getByRole('heading', { name: t['cart.emptyTitle'] })).toBeVisible()
  await page.context().clearCookies()
  await enter('dealer')
  await expect(page.locator('main input[inputmode="numeric"]')).toHaveCount(2)
})

test('a browser with full storage works, and keeps language and colours', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    // Mantine warns that it cannot store columns.
    console.warn = () => {}
  })
  await page.goto(addressOf('open', '/shop'))
  await page.getByRole('button', { name: texts.tr['language.choose'] }).click()
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByRole('button', { name: t['language.choose'] }).click()
  await page.getByRole('button', { name: t['scheme.dark'] }).click()
  await page.reload()
  await expect(page.getByRole('heading', { name: t['home.brands'] })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.locator('a[href*="categoryId="]').first().click()
  await page.mouse.wheel(0, 600)
  await page.getByRole('button', { name: t['product.details'] }).first().click()
  await page.goto(addressOf('open', '/login?redirect=/panel'))
  await signIn(page, 'en', 'admin')
  await page.getByRole('link', { name: t['panel.orders'] }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: t['panel.orders'] })).toBeVisible()
  await page.getByRole('button', { name: t['panel.look'] }).click()
  await page.getByRole('switch', { name: t['panel.look.tabBar'] }).uncheck({ force: true })
  await expect(page.getByRole('navigation', { name: t['panel.tabs'] })).toHaveCount(0)
})

test('a browser that forbids storage shows the shop and a message', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      const get = () => {
        throw new DOMException('denied', 'SecurityError')
      }
      Object.defineProperty(window, name, { configurable: true, get })
    }
  })
  await page.context().addCookies([{ name: 'language', value: 'tr', url: addressOf('open', '/') }])
  await page.goto(addressOf('open', '/shop'))
  await page.locator('a[href*="categoryId="]').first().click()
  await addFromCard(page, 0, 'tr')
  await expect(page.getByText(texts.tr['cart.notKept'])).toBeVisible()
  await expect(page.locator('a[href="/cart"]').first()).toContainText('2')
  await page.addInitScript(() => {
    Object.defineProperty(document, 'cookie', { get: () => '', set: () => {} })
  })
  await page.goto(addressOf('default', '/login'))
  await signIn(page, 'tr', 'dealer')
  await expect(page.getByText(texts.tr['login.cookiesRefused'])).toBeVisible()
})
