import { expect, type Page } from '@playwright/test'
import type { Product } from '#shared/catalogue/catalogue.ts'
import { ask, orderAsDealer, signedInClient } from './apiClient.ts'
import { openAs } from './openAs.ts'
import { adminToken, call } from './people.ts'
import {
  addFromCard,
  addressOf,
  expectNoSidewaysScroll,
  phone,
  setCartReportInterval,
  test,
  texts,
  violations,
} from './shop.ts'

const t = texts.en

async function openPage(
  page: Page,
  tenantKey: string,
  username: string,
  path: string,
  language: 'en' | 'ar' = 'en',
) {
  await openAs(page, username, tenantKey, path, language)
  await expect(page).toHaveURL((url) => url.pathname === path.split('?')[0])
}

const numberIn = (text: string) => Number(text.replace(/\D/g, ''))

const card = (page: Page, name: string) =>
  page.getByRole('heading', { name, exact: true }).locator('xpath=..')

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

const totalOf = (page: Page, count: number) =>
  page.locator('[data-page="/siparisler/index"]').getByText(new RegExp(`^${count} orders?$`))

/** Polls until animations end. */
/** Waits until everything has loaded. */
const whenLoaded = (page: Page) =>
  expect(page.locator('#content [aria-busy="true"]').filter({ visible: true })).toHaveCount(0)

test('an agent sees live what a dealer adds to the cart', async ({ page, browser }) => {
  // Two cart reports take up to twice onlineExpire.
  test.slow()
  const token = await adminToken('tf-it')
  const { data } = await call<{ data: { onlineExpire: number } }>(
    'tf-it',
    '/api/Account/GetTenantSettings',
    undefined,
    token,
  )
  expect(data.onlineExpire).toBeGreaterThan(0)
  const shop = await (await browser.newContext()).newPage()
  for (const each of [shop, page]) await setCartReportInterval(each, 4)
  await openPage(shop, 'tf-it', 'dealer', '/shop')
  await openPage(page, 'tf-it', 'agent', '/analysis/index')
  const table = page.getByRole('region', { name: t['panel.onlineCustomers'] })
  await shop.getByRole('main').getByRole('link', { name: t['products.all'] }).click()
  await addFromCard(shop, 0, 'en')
  const row = table.getByRole('row').filter({ hasText: '2 lines' })
  await expect(row).toBeVisible({ timeout: 60_000 })
  const opener = row.getByRole('button', { name: '2 lines' })
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(opener).toHaveAttribute('aria-expanded', 'true')
  const lines = page.getByRole('list', { name: /^Cart of/ }).getByRole('listitem')
  await expect(lines).toHaveCount(2)
  await expect(lines.first().getByText(/€\d/).first()).toBeVisible()
  expect(await violations(page)).toEqual([])
  // The open row is updated in place.
  await addFromCard(shop, 1, 'en')
  await expect(table.getByRole('button', { name: '4 lines' })).toBeVisible({ timeout: 60_000 })
  await expect(lines).toHaveCount(4)
  await page.setViewportSize(phone)
  await expectNoSidewaysScroll(page)
  expect(await violations(page)).toEqual([])
  await shop.context().close()
})

test('says why nobody is online without cart reports, and links admins to the settings', async ({ page }) => {
  await openPage(page, 'default', 'admin', '/analysis/index')
  await expect(page.getByRole('heading', { name: t['panel.online.off'] })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: t['panel.online.toSettings'] }).click()
  await expect(page).toHaveURL(/\/panel\/settings/)
})

test('the dashboard counts a placed order at once, and figures link to their orders', async ({ page }) => {
  await openPage(page, 'default', 'admin', '/panel/index')
  await whenLoaded(page)
  const today = card(page, t['panel.dashboard.today'])
  const before = numberIn(await today.getByRole('link').innerText())
  await placeOrder()
  await page.reload()
  await whenLoaded(page)
  expect(numberIn(await today.getByRole('link').innerText())).toBe(before + 1)
  expect(await violations(page)).toEqual([])
  await today.getByRole('link').click()
  await expect(page).toHaveURL(/\/siparisler\/index\?.*state=placed/)
  await expect(totalOf(page, before + 1)).toBeVisible()
  await page.goBack()
  await whenLoaded(page)
  const customers = part(page, t['panel.dashboard.by.customer'])
  const row = customers.getByRole('row').nth(1)
  const orders = numberIn(await row.getByRole('cell').first().innerText())
  await row.getByRole('link').click()
  await expect(page).toHaveURL(/customer=/)
  await expect(totalOf(page, orders)).toBeVisible()
})

async function placeOrder(): Promise<void> {
  const dealer = await signedInClient('default', 'dealer')
  const asked = { searchText: 'a', orderType: 'Season', limit: 20 }
  const { data } = await ask<{ data: { products: Product[] } }>(
    dealer,
    '/api/Shop/GetProductsBySearch',
    asked,
  )
  const offered = data.products.flatMap(({ items }) => items).find(({ unitPrice }) => unitPrice !== undefined)
  await orderAsDealer(offered?.productId ?? '', 1, 'Season')
}

test('days are chosen by name or date and kept in the URL', async ({ page }) => {
  await openPage(page, 'default', 'admin', '/panel/index')
  await whenLoaded(page)
  const period = page.getByRole('combobox', { name: t['panel.dashboard.period'] })
  await expect(period).toHaveValue(t['panel.dashboard.period.30days'])
  await period.click()
  await page.getByRole('option', { name: t['panel.dashboard.period.thisYear'] }).click()
  await expect(page).toHaveURL(/period=thisYear/)
  await whenLoaded(page)
  await expect(
    part(page, t['panel.dashboard.sales.week']).or(part(page, t['panel.dashboard.sales.month'])),
  ).toBeVisible()
  await page.getByLabel(t['orders.from']).fill('2026-01-01')
  await page.getByLabel(t['orders.to'], { exact: true }).fill('2026-01-02')
  await expect(page).toHaveURL(/from=2026-01-01&to=2026-01-02/)
  await expect(period).toHaveValue(t['panel.dashboard.period.own'])
  await whenLoaded(page)
  await page.reload()
  await expect(page.getByLabel(t['orders.to'], { exact: true })).toHaveValue('02/01/2026')
  await expect(part(page, t['panel.dashboard.by.brand'])).toContainText(t['panel.dashboard.nothing'])
})

test('totals are converted at the office’s rates, and no bar is empty', async ({ page }) => {
  await openPage(page, 'default', 'admin', '/panel/index?period=thisYear')
  await whenLoaded(page)
  const rates = page.getByRole('region', { name: t['panel.rates.title'] })
  const brands = part(page, t['panel.dashboard.by.brand'])
  const chosen = card(page, t['panel.dashboard.chosenDays'])
  const emptyBars = () =>
    brands
      .locator('th > span[aria-hidden]')
      .evaluateAll((tracks) => tracks.filter((track) => track.childElementCount === 0).length)
  const needs = page.getByRole('region', { name: t['panel.dashboard.needsYou'] })
  await expect(needs).toContainText(t['panel.rates.missing'].replace('{currencies}', 'EUR, USD'))
  expect(await emptyBars()).toBeGreaterThan(0)
  await expect(chosen.getByText('≈')).toHaveCount(0)
  const before = await chosen.locator('bdi').allInnerTexts()
  expect(await violations(page)).toEqual([])

  await needs.getByRole('button', { name: t['panel.rates.enter'] }).click()
  const rateOf = (code: string) =>
    page.getByRole('textbox', {
      name: t['panel.rates.one'].replace('{of}', code).replace('{currency}', 'TRY'),
    })
  await expect(rateOf('EUR')).toBeFocused()
  await page.keyboard.type('48,125')
  await rateOf('USD').fill('41.25')
  await expect(page.getByRole('group', { name: t['field.ambiguous'] }).getByRole('button')).toHaveText([
    '48,125',
    '48.125',
  ])
  await page.keyboard.press('Enter')
  await expect(rateOf('EUR')).toBeVisible()
  await rateOf('EUR').fill('48,5')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(rates).toContainText('1 EUR = 48.50 TRY')
  await expect(rates).toContainText('1 USD = 41.25 TRY')
  await expect(rates).toContainText(/\(\w{3} \d{1,2}, \d{4}\)/)
  await expect(needs).toHaveCount(0)
  await whenLoaded(page)
  await expect.poll(emptyBars).toBe(0)
  const [total = '', ...parts] = (await chosen.locator('bdi').allInnerTexts()).slice(1)
  await expect(chosen.getByText('≈')).toBeVisible()
  expect(parts).toEqual(before.slice(1).toSorted((one, other) => currencyOrder(one) - currencyOrder(other)))
  const amountOf = (text: string) => Number(text.replace(/[^\d.]/g, ''))
  const ratesBySymbol = { '€': 48.5, $: 41.25 } as Record<string, number>
  const sum = parts.reduce((all, text) => all + amountOf(text) * (ratesBySymbol[text[0] ?? ''] ?? 1), 0)
  expect(amountOf(total)).toBeCloseTo(sum, 1)
  expect(await violations(page)).toEqual([])

  await rates.getByRole('button', { name: t['panel.rates.enter'] }).click()
  await expect(rateOf('EUR')).toHaveAccessibleDescription(/Entered .* by /)
  await rateOf('USD').fill('')
  await page.getByRole('button', { name: t['panel.form.save'] }).click()
  await expect(needs).toContainText(t['panel.rates.missing'].replace('{currencies}', 'USD'))
  await page.setViewportSize(phone)
  await expectNoSidewaysScroll(page)
})

/** By currency code: EUR, TRY, USD. */
const currencyOrder = (amount: string) => ['€', '₺', '$'].indexOf(amount[0] ?? '')

test('charts are also available as tables', async ({ page }) => {
  await openPage(page, 'default', 'agent', '/panel/index?period=thisYear')
  await whenLoaded(page)
  const sales = page.getByRole('table', { name: /^Orders by/ })
  await expect(page.locator('canvas')).toBeVisible()
  const tableText = await sales.locator('tbody').innerText()
  expect(await sales.getByRole('row').count()).toBeGreaterThan(2)
  await expect(sales.getByRole('link')).toHaveCount(0)
  await page.getByRole('switch', { name: t['panel.dashboard.asTables'] }).press('Space')
  await expect(page.locator('canvas')).toHaveCount(0)
  expect((await sales.locator('tbody').innerText()).replace(/\s+/g, ' ')).toBe(tableText.replace(/\s+/g, ' '))
  await expect(sales.getByRole('link').first()).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.reload()
  await whenLoaded(page)
  await expect(page.locator('canvas')).toHaveCount(0)
})

test('works on a phone and in Arabic', async ({ page }) => {
  await page.setViewportSize(phone)
  await openPage(page, 'tf-it', 'admin', '/panel/index', 'ar')
  await whenLoaded(page)
  await expect(page.locator('canvas')).toBeVisible()
  await expectNoSidewaysScroll(page)
  expect(await violations(page)).toEqual([])
})

test('a dealer sees only their own orders', async ({ page }) => {
  await openPage(page, 'default', 'dealer', '/panel/index')
  await whenLoaded(page)
  await expect(part(page, t['panel.dashboard.by.brand'])).toBeVisible()
  for (const name of ['by.customer', 'by.agent', 'lowStock', 'quiet'] as const)
    await expect(part(page, t[`panel.dashboard.${name}`])).toHaveCount(0)
  expect(await violations(page)).toEqual([])
  await page.goto(addressOf('default', '/analysis/index'))
  await expect(page).toHaveURL(/\/404$/)
})
