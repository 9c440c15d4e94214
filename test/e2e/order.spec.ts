import { expect, type Page } from '@playwright/test'
import type { Language } from '#shared/tenancy.ts'
import { openAs } from './openAs.ts'
import { callAs } from './people.ts'
import {
  addFromCard,
  addressOf,
  expectNoSidewaysScroll,
  forwardToServer,
  open,
  phone,
  signIn,
  test,
  texts,
  violations,
} from './shop.ts'

async function orderAsDealer(page: Page, tenantKey: string, language: Language): Promise<void> {
  const t = texts[language]
  await openAs(page, 'dealer', tenantKey, '/shop', language)
  await page
    .getByRole('link')
    .filter({ has: page.getByRole('img', { includeHidden: true }) })
    .first()
    .waitFor()
  await page.locator('a[href*="categoryId="]').first().click()
  await addFromCard(page, 0, language)
  await expect(page.locator('a[href="/cart"]')).toContainText('2')
  await page.locator('a[href="/cart"]').click()
  // The account's own agent is preselected.
  await expect(page.getByRole('combobox', { name: t['cart.agent'] })).not.toHaveValue('')
  await page.getByRole('button', { name: t['cart.placeOrder'] }).click()
  await expect(page.getByRole('heading', { name: t['placed.title'] })).toBeVisible()
  // The server of these tests has no mail server.
  await expect(page.getByText(t['placed.mailKept'])).toBeVisible()
  const number = await page.locator('bdi.number').first().innerText()
  await page.getByRole('link', { name: t['placed.toOrders'] }).click()
  await page.getByRole('link', { name: number, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(number)
  // Two sizes, which may share a price and so a line.
  await expect(page.locator('main section li > span:first-child strong')).toHaveCount(2)
}

test('a dealer orders in Turkish, and the office sees it', async ({ page, browser }) => {
  await orderAsDealer(page, 'default', 'tr')
  const number = (await page.getByRole('heading', { level: 1 }).innerText()).replace(/\D/g, '')
  const office = await browser.newPage()
  await openAs(office, 'admin', 'default', '/siparisler/index', 'en')
  await office.getByLabel(texts.en['orders.search']).fill(number)
  const found = office.getByRole('link', { name: number, exact: true })
  await expect(found).toBeVisible()
  // Some phone numbers may contain the digits.
  await expect.poll(() => office.getByRole('row').count()).toBeLessThan(20)
  // The filter is in the URL.
  await office.reload()
  await expect(found).toBeVisible()
  expect(await office.getByRole('row').count()).toBeLessThan(20)
  await expect(office.getByLabel(texts.en['orders.search'])).toHaveValue(number)
})

test('a dealer orders on a phone in Arabic', async ({ page }) => {
  await page.setViewportSize(phone)
  await orderAsDealer(page, 'tf-it', 'ar')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expectNoSidewaysScroll(page)
})

test('an agent orders for a customer at their prices', async ({ page }) => {
  const t = texts.en
  await page.setViewportSize(phone)
  await openAs(page, 'agent', 'default', '/shop', 'en')
  await page.locator('a[href*="brandId="]').first().click()
  await addFromCard(page, 0, 'en')
  await page.locator('a[href="/cart"]').click()
  await page.getByRole('button', { name: t['cart.placeOrder'] }).click()
  await expect(page.getByText(t['cart.customerRequired'])).toBeVisible()
  await page.getByRole('combobox', { name: t['cart.customer'] }).click()
  const customer = page.getByRole('option').nth(1)
  const name = (await customer.innerText()).split(' · ')[0] ?? ''
  await customer.click()
  await page.getByRole('button', { name: t['cart.placeOrder'] }).click()
  await expect(page.getByRole('heading', { name: t['placed.title'] })).toBeVisible()
  await expect(page.getByRole('main').getByText(name)).toBeVisible()
})

test('stock sold meanwhile is reported at the line, with a fix', async ({ page, browser }) => {
  const t = texts.en
  await openAs(page, 'dealer', 'open', '/shop', 'en')
  await page.locator('a[href*="categoryId="]').first().click()
  await addFromCard(page, 1, 'en')
  await page.locator('a[href="/cart"]').click()
  await expect(page.getByRole('heading', { name: t['cart.title'], level: 1 })).toBeVisible()
  const quantity = page.locator('main input[inputmode="numeric"]').first()
  await quantity.fill('999999')
  await quantity.press('Enter')
  const all = Number(await quantity.inputValue())
  expect(all).toBeGreaterThan(0)

  const rival = await browser.newPage()
  await openAs(rival, 'dealer', 'open', '/shop', 'en')
  await rival.locator('a[href*="categoryId="]').first().click()
  await addFromCard(rival, 1, 'en')
  await rival.locator('a[href="/cart"]').click()
  await rival.getByRole('button', { name: t['cart.placeOrder'] }).click()
  await expect(rival.getByRole('heading', { name: t['placed.title'] })).toBeVisible()

  await page.getByRole('button', { name: t['cart.placeOrder'] }).click()
  await expect(page.getByRole('alert')).toContainText(t['error.order.inventoryNotSufficient'])
  await page.getByRole('button', { name: new RegExp(`${all - 1}`) }).click()
  await page.getByRole('button', { name: t['cart.placeOrder'] }).click()
  await expect(page.getByRole('heading', { name: t['placed.title'] })).toBeVisible()
})

test('an order with a lost answer, or sent by a double click, is placed once', async ({ page }) => {
  const t = texts.en
  await openAs(page, 'dealer', 'default', '/shop', 'en')
  await page.locator('a[href*="categoryId="]').nth(2).click()
  await addFromCard(page, 0, 'en')
  await page.locator('a[href="/cart"]').click()
  let sent = 0
  await page.route('**/api/Shop/PostShopCart', async (route) => {
    sent += 1
    if (sent > 1) return route.continue()
    // The server places the order.
    expect((await forwardToServer(route)).status).toBe(200)
    return route.abort('connectionreset')
  })
  await page.getByRole('button', { name: t['cart.placeOrder'] }).dblclick()
  await expect(page.getByRole('heading', { name: t['placed.title'] })).toBeVisible()
  expect(sent).toBe(2)
  const guidKey = new URL(page.url()).pathname.split('/').at(-1)
  type Listed = { data: { items: { guidKey: string }[] } }
  const { data } = await callAs<Listed>(page, '/api/Shop/GetOrders', { limit: 200 })
  expect(data.items.filter((order) => order.guidKey === guidKey)).toHaveLength(1)
})

test('the cart survives reload and sign-in; clearing asks first', async ({ page }) => {
  const t = texts.en
  await open(page, 'open', '/shop', 'en')
  await page.locator('a[href*="brandId="]').first().click()
  await addFromCard(page, 2, 'en')
  await page.reload()
  await page.locator('a[href="/cart"]').click()
  await page.getByRole('link', { name: t['cart.loginToProcess'] }).click()
  await signIn(page, 'en', 'dealer')
  await expect(page.getByRole('heading', { name: t['cart.title'], level: 1 })).toBeVisible()
  await expect(page.locator('main input[inputmode="numeric"]')).toHaveCount(2)
  await page.getByRole('button', { name: t['cart.clear'] }).click()
  await expect(page.getByRole('dialog')).toContainText(t['cart.clearText'])
  await page.getByRole('dialog').getByRole('button', { name: t['cart.clear'] }).click()
  await expect(page.getByRole('heading', { name: t['cart.emptyTitle'] })).toBeVisible()
})

test('signing out deletes cart and session, also without an answer', async ({ page }) => {
  const t = texts.en
  await openAs(page, 'dealer', 'default', '/shop', 'en')
  await page.locator('a[href*="categoryId="]').first().click()
  await addFromCard(page, 0, 'en')
  await page.route('**/api/Account/Logout', (route) => route.abort())
  await page.getByRole('button', { name: /menu/i }).click()
  await page.getByRole('button', { name: t['user.logout'] }).click()
  await expect(page).toHaveURL(addressOf('default', '/login?redirect=/shop'))
  expect(await page.evaluate(() => document.cookie)).not.toContain('token=')
  expect(await page.evaluate(() => localStorage.getItem('cart'))).toContain('"lines":[]')
})

test('pages that need a sign-in redirect there and back, only within this site', async ({ page }) => {
  await open(page, 'default', '/siparisler/index?text=12', 'en')
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await signIn(page, 'en', 'admin')
  await expect(page).toHaveURL(/\/siparisler\/index\?text=/)
  // The page must be loaded completely.
  await expect(page.getByRole('heading', { name: texts.en['panel.orders'] })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.context().clearCookies()
  await page.goto(addressOf('default', '/login?redirect=//example.com/'))
  await signIn(page, 'en', 'admin')
  await expect(page).toHaveURL(addressOf('default', '/panel/index'))
  await page.goto(addressOf('default', '/no/such/page'))
  await expect(page).toHaveURL(addressOf('default', '/404'))
})

test('every screen of an order passes axe', async ({ page }) => {
  test.slow()
  const t = texts.en
  await open(page, 'default', '/login?redirect=/shop', 'en')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await signIn(page, 'en', 'dealer')
  await page.locator('a[href*="categoryId="]').first().waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: /menu/i }).click()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.locator('a[href*="categoryId="]').first().click()
  await addFromCard(page, 0, 'en')
  await page.getByRole('button', { name: t['product.details'] }).nth(1).click()
  expect(await violations(page)).toEqual([])
  await page.locator('a[href="/cart"]').click()
  await expect(page.getByRole('combobox', { name: t['cart.agent'] })).not.toHaveValue('')
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: t['cart.placeOrder'] }).click()
  await expect(page.getByRole('heading', { name: t['placed.title'] })).toBeVisible()
  expect(await violations(page)).toEqual([])
  for (const path of ['/panel/index', '/siparisler/index']) {
    await page.goto(addressOf('default', path))
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    expect(await violations(page)).toEqual([])
  }
  await page.locator('td a[href^="/siparisler/"]').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/\d/)
  expect(await violations(page)).toEqual([])
})
