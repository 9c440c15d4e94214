import { expect, type Page } from '@playwright/test'
import type { TenantSettings } from '#shared/settings.ts'
import { ask, listOrders, orderAsDealer, orderableVariant, readOrder, signedInClient } from './apiClient.ts'
import { openAsDealer } from './filledCart.ts'
import {
  addFromCard,
  addressOf,
  button,
  expectNoSidewaysScroll,
  fillText,
  notice,
  phone,
  quantities,
  test,
  texts,
  violations,
} from './shop.ts'

const t = texts.en

const cards = (page: Page) => page.getByRole('main').getByRole('article')
const total = async (page: Page) =>
  Number(/\d+/.exec(await page.getByText(/^\d+ products?$/).innerText())?.[0])

test('an item is one card, whose colours are chosen on it', async ({ page }) => {
  await openAsDealer(page, '/shop/products')
  await expect(cards(page).first()).toBeVisible()
  const codes = await cards(page).evaluateAll((all) =>
    all.map((card) => new URL(card.querySelector('a')?.href ?? '').pathname),
  )
  expect(new Set(codes).size).toBe(codes.length)
  // Colours of earlier cards may be drawn later.
  const some = cards(page).filter({ has: page.getByRole('radiogroup', { name: t['ordering.item.colors'] }) })
  const address = new URL(
    (await some.first().getByRole('link').first().getAttribute('href')) ?? '',
    page.url(),
  )
  const card = cards(page).filter({ has: page.locator(`a[href*="${address.pathname}?"]`) })
  const colors = card.getByRole('radiogroup').getByRole('radio')
  const photo = card.getByRole('img').first()
  const before = await photo.getAttribute('src')
  await colors.first().focus()
  await page.keyboard.press('ArrowRight')
  await expect(colors.nth(1)).toBeChecked()
  await expect(photo).not.toHaveAttribute('src', before ?? '')
  await expect(card.getByRole('link').first()).toHaveAttribute('href', /color=/)
  expect(await violations(page)).toEqual([])
})

test('a list is narrowed by a family of colours and a size, each counted as the list is', async ({
  page,
}) => {
  await openAsDealer(page, '/shop/products')
  await expect(cards(page).first()).toBeVisible()
  const facets = page.getByRole('region', { name: t['ordering.facets.title'] })
  const black = facets.getByRole('checkbox', { name: /^Black/ }).first()
  await black.press('Space')
  await expect(page).toHaveURL(/colors=/)
  const blacks = await total(page)
  await facets
    .getByRole('group', { name: t['product.size'], exact: true })
    .getByRole('checkbox')
    .first()
    .check()
  await expect(page).toHaveURL(/sizes=/)
  await expect.poll(() => total(page)).toBeLessThan(blacks)
  const both = await total(page)
  await page.reload()
  await expect(black).toBeChecked()
  expect(await total(page)).toBe(both)
  await expect(cards(page).first()).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('a word with a wrong letter finds what was meant, and says so', async ({ page }) => {
  await openAsDealer(page, '/shop/products')
  await page.getByRole('banner').getByRole('button', { name: t['shop.search'] }).first().click()
  const dialog = page.getByRole('dialog', { name: t['shop.search'] })
  await dialog.getByRole('searchbox').fill('gömlk')
  await expect(dialog.getByText(/results for “gömlek”/i)).toBeVisible()
  await expect(dialog.getByRole('link').first()).toBeVisible()
})

test('the home page goes on with the cart, orders again and shows what is new', async ({ page }) => {
  const dealer = await signedInClient('default', 'dealer')
  const guidKey = await orderAsDealer(await orderableVariant(dealer), 1, 'Season')
  const { orderNumber } = await readOrder(dealer, guidKey)
  await openAsDealer(page, '/shop/products')
  await addFromCard(page, 0, 'en')
  await page.goto(addressOf('default', '/shop'))
  await expect(page.getByRole('heading', { name: t['home.continue'] })).toBeVisible()
  await expect(page.getByRole('heading', { name: t['home.again'] })).toBeVisible()
  await expect(page.getByRole('main').getByText(orderNumber, { exact: false }).first()).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.setViewportSize(phone)
  await expectNoSidewaysScroll(page)
})

test('a cart that the agent prepared waits on the home page and opens there', async ({ page }) => {
  const dealer = await signedInClient('default', 'dealer')
  const { currAccCode } = await ask<{ currAccCode: string }>(dealer, '/api/Account/GetUserInfo')
  const agent = await signedInClient('default', 'agent')
  const productId = await orderableVariant(dealer)
  const id = crypto.randomUUID()
  const name = `For you ${id.slice(0, 8)}`
  const line = { productId, qty: 3, unitPrice: 1, priceCurrencyCode: 'TRY' }
  const draft = { id, name, isShared: true, orderType: 'Season', currAccCode, salesPersonCode: '' }
  await ask(agent, '/api/Shop/SaveDraft', { ...draft, lines: [line] })
  await openAsDealer(page)
  await expect(page.getByRole('heading', { name: t['home.shared'] })).toBeVisible()
  await page.getByRole('button', { name: new RegExp(name) }).click()
  await expect(page).toHaveURL(/\/cart$/)
  await expect(quantities(page)).toHaveValue('3')
  await page.goto(addressOf('default', '/shop'))
  // It is the open cart now.
  await expect(page.getByRole('heading', { name: t['home.continue'] })).toBeVisible()
  await expect(page.getByRole('button', { name: new RegExp(name) })).toHaveCount(0)
  await ask(agent, '/api/Shop/DeleteDraft', { id })
})

test('a dealer cancels an order while the office allows it, and takes that back', async ({ page }) => {
  const admin = await signedInClient('default', 'admin')
  const allowFor = async (customerCancelMinutes: number) => {
    const { data } = await ask<{ data: TenantSettings }>(admin, '/api/Account/GetTenantSettings')
    const { customerKey: _, hosts: __, logo: ___, version: ____, ...fields } = data
    await ask(admin, '/api/Account/UpdateTenantSettings', { ...fields, customerCancelMinutes })
  }
  const dealer = await signedInClient('default', 'dealer')
  const guidKey = await orderAsDealer(await orderableVariant(dealer), 1, 'Season')
  const [order] = await listOrders(dealer, { limit: 1 })
  const path = `/cart/${guidKey}`
  await openAsDealer(page, path)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(order?.orderNumber ?? '')
  await expect(button(page, t['ordering.order.cancel'])).toHaveCount(0)
  try {
    await allowFor(60)
    await page.reload()
    await button(page, t['ordering.order.cancel']).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: t['ordering.order.cancel'] }).click()
    const done = notice(page, fillText(t['ordering.order.cancelled'], { number: order?.orderNumber ?? '' }))
    await expect(done).toBeVisible()
    expect((await readOrder(dealer, guidKey)).state).toBe('cancelled')
    await done.getByRole('button', { name: t['action.undo'] }).click()
    await expect.poll(async () => (await readOrder(dealer, guidKey)).state).not.toBe('cancelled')
  } finally {
    await allowFor(0)
  }
})

test('the shop can be installed under the wholesaler’s name, with pictures that exist', async ({ page }) => {
  await openAsDealer(page)
  const address = await page.locator('link[rel="manifest"]').getAttribute('href')
  const manifest = await page.evaluate(async (href) => (await fetch(href)).json(), address ?? '')
  expect(manifest).toMatchObject({ start_url: expect.any(String), display: 'standalone' })
  expect(manifest.name).toBe(
    await page.evaluate(
      () => JSON.parse(document.getElementById('settings')?.textContent ?? '{}').displayName,
    ),
  )
  expect(manifest.shortcuts.length).toBeGreaterThan(0)
  for (const { src } of manifest.icons) {
    const icon = await page.evaluate(async (href) => {
      const answer = await fetch(href)
      return [answer.status, answer.headers.get('content-type')]
    }, src)
    expect([src, ...icon]).toEqual([src, 200, expect.stringMatching(/^image\//)])
  }
})

test('the home page starts with what the office has to say', async ({ page }) => {
  const admin = await signedInClient('default', 'admin')
  const { data: before } = await ask<{ data: TenantSettings }>(admin, '/api/Account/GetTenantSettings')
  const save = async (fields: Partial<TenantSettings>) => {
    const { version } = (await ask<{ data: TenantSettings }>(admin, '/api/Account/GetTenantSettings')).data
    await ask(admin, '/api/Account/UpdateTenantSettings', { ...before, ...fields, version })
  }
  await save({ bannerText: 'Winter is here', bannerPath: '/shop/products?isNew=1' })
  try {
    await openAsDealer(page, '/shop')
    await page.getByRole('main').getByRole('link', { name: 'Winter is here' }).click()
    await expect(page).toHaveURL(/\/shop\/products\?.*isNew=1/)
  } finally {
    await save({})
  }
})
