import { type BrowserContext, expect, type Page } from '@playwright/test'
import { addCustomer, listOrders, returnStock, signedInClient } from './apiClient.ts'
import { fillCart, openAsDealer } from './filledCart.ts'
import { openAs } from './openAs.ts'
import {
  addFromCard,
  addressOf,
  button,
  cartLink,
  expectNoSidewaysScroll,
  fillText,
  notice,
  phone,
  test,
  texts,
  violations,
} from './shop.ts'

/* Orders that were pressed without a connection. */

const t = texts.en
const placeButton = (page: Page) => button(page, t['cart.placeOrder'])
const waiting = (page: Page) => page.getByRole('status').filter({ hasText: t['ordering.cart.waiting'] })
const agentField = (page: Page) => page.getByRole('combobox', { name: t['cart.agent'] })

/** The page and its scripts are there without a connection. */
async function whenKept(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.open('page')).keys()).length))
    .toBe(1)
}

async function openCart(page: Page, lines: number): Promise<void> {
  await openAsDealer(page)
  await fillCart(page, lines)
  await expect(agentField(page)).not.toHaveValue('')
  await page.waitForLoadState('networkidle')
}

/** As a browser that is opened again. */
async function reopen(page: Page, path: string): Promise<Page> {
  const next = await page.context().newPage()
  await page.close()
  await next.goto(addressOf('default', path))
  return next
}

/** Keys of the orders that the server takes. */
function followPlaced(context: BrowserContext): Set<string> {
  const placed = new Set<string>()
  context.on('response', (answer) => {
    if (!answer.url().endsWith('/api/Shop/PostShopCart') || answer.status() !== 200) return
    placed.add((answer.request().postDataJSON() as { guidKey: string }).guidKey)
  })
  return placed
}

test('two tabs send it once, and the one that is left goes on', async ({ page, context }) => {
  const dealer = await signedInClient('default', 'dealer')
  const before = (await listOrders(dealer)).length
  await openCart(page, 1)
  const second = await context.newPage()
  await second.goto(addressOf('default', '/shop'))
  await expect(second.getByRole('banner')).toBeVisible()
  const sent: string[] = []
  for (const [name, one] of [
    ['first', page],
    ['second', second],
  ] as const) {
    await one.route('**/api/Shop/PostShopCart', (route) => {
      sent.push(name)
      return route.abort()
    })
  }
  await page.bringToFront()
  await placeButton(page).click()
  await expect(waiting(second)).toBeVisible()
  await expect.poll(() => sent.length).toBeGreaterThan(1)
  expect(new Set(sent)).toEqual(new Set(['first']))
  await second.unroute('**/api/Shop/PostShopCart')
  await page.close()
  await expect(notice(second, /has been placed/)).toBeVisible()
  const orders = await listOrders(dealer)
  expect(orders).toHaveLength(before + 1)
  await returnStock(await signedInClient('default', 'admin'), orders[0]?.guidKey ?? '')
})

test('signing out asks, and the next user does not send it', async ({ page, context }) => {
  const placed = followPlaced(context)
  await openCart(page, 1)
  await page.route('**/api/Shop/PostShopCart', (route) => route.abort())
  await placeButton(page).click()
  await expect(waiting(page)).toBeVisible()
  await page.getByRole('banner').getByRole('button', { name: /menu/i }).last().click()
  await button(page, t['user.logout']).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(t['ordering.leave.unsent'])
  await button(dialog, t['user.logout']).click()
  await expect(page).toHaveURL(addressOf('default', '/login?redirect=/shop'))
  await page.unroute('**/api/Shop/PostShopCart')
  await openAs(page, 'agent', 'default', '/cart', 'en')
  await expect(page.getByRole('heading', { name: t['cart.emptyTitle'] })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect([...placed]).toEqual([])
})

test.describe('opened again without a connection', () => {
  test.use({ serviceWorkers: 'allow' })

  test('an order pressed without a connection is sent after the browser was closed, from any page', async ({
    page,
    context,
  }) => {
    const placed = followPlaced(context)
    const dealer = await signedInClient('default', 'dealer')
    const before = (await listOrders(dealer)).length
    await openCart(page, 2)
    await whenKept(page)
    await context.setOffline(true)
    await placeButton(page).click()
    await expect(waiting(page)).toContainText(t['ordering.cart.keptAndSent'])

    let next = await reopen(page, '/cart')
    await expect(waiting(next)).toBeVisible()
    await expect(next.getByText(t['shop.offlineOrder'])).toBeVisible()
    expect(await violations(next)).toEqual([])
    await next.setViewportSize(phone)
    await expectNoSidewaysScroll(next)

    next = await reopen(next, '/shop')
    await expect(next.getByText(t['shop.offlineOrder'])).toBeVisible()
    await context.setOffline(false)
    await expect(notice(next, /has been placed/)).toBeVisible()
    await expect(cartLink(next)).toHaveAccessibleName('Cart, empty')
    const orders = await listOrders(dealer)
    expect(orders).toHaveLength(before + 1)
    expect([...placed]).toEqual([orders[0]?.guidKey])
    await returnStock(await signedInClient('default', 'admin'), orders[0]?.guidKey ?? '')
  })

  test('it can be taken back before it is sent, also in another tab', async ({ page, context }) => {
    const dealer = await signedInClient('default', 'dealer')
    const before = (await listOrders(dealer)).length
    await openCart(page, 1)
    await whenKept(page)
    const second = await context.newPage()
    await second.goto(addressOf('default', '/cart'))
    await expect(agentField(second)).not.toHaveValue('')
    await context.setOffline(true)
    await placeButton(page).click()
    await expect(waiting(page)).toBeVisible()
    await expect(waiting(second)).toBeVisible()
    await button(second, t['ordering.cart.stopSending']).click()
    for (const one of [page, second]) await expect(waiting(one)).toHaveCount(0)
    const asked = page.waitForResponse('**/api/Account/GetUserInfo').catch(() => undefined)
    await context.setOffline(false)
    await page.reload()
    await asked
    await expect(placeButton(page)).toBeEnabled()
    expect(await listOrders(dealer)).toHaveLength(before)
  })

  test('another user who signs in while it waits does not send it; its own user does later', async ({
    page,
    context,
  }) => {
    const placed = followPlaced(context)
    await openCart(page, 1)
    await whenKept(page)
    await context.setOffline(true)
    await placeButton(page).click()
    await expect(waiting(page)).toBeVisible()
    const { guidKey } = await page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? '{}').orders[0])
    const blank = await context.newPage()
    await page.close()
    await context.setOffline(false)
    // Their session has ended meanwhile.
    await openAs(blank, 'agent', 'default', '/cart', 'en')
    await expect(blank.getByRole('heading', { name: t['cart.emptyTitle'] })).toBeVisible()
    await blank.waitForLoadState('networkidle')
    expect([...placed]).toEqual([])
    await openAs(blank, 'dealer', 'default', '/shop', 'en')
    await expect(notice(blank, /has been placed/)).toBeVisible()
    expect([...placed]).toEqual([guidKey])
    await returnStock(await signedInClient('default', 'admin'), guidKey)
  })

  test('an agent orders for two customers without a connection, also from a page opened without one', async ({
    page,
    context,
  }) => {
    const admin = await signedInClient('default', 'admin')
    const agent = await signedInClient('default', 'agent')
    const [a, b] = [await addCustomer(admin, 'Uzak Köy', 'CB'), await addCustomer(admin, 'Uzak Kent', 'CB')]
    const placed = followPlaced(context)
    const bar = page.getByRole('banner')
    const customerButton = bar.getByRole('button', { name: /^(Change|Choose)/ })
    await openAs(page, 'agent', 'default', '/shop/products', 'en')
    for (const { currAccCode } of [a, b]) {
      await page.goto(addressOf('default', '/shop/products'))
      await customerButton.click()
      await bar.getByRole('combobox').fill(currAccCode)
      await page.getByRole('option', { name: currAccCode }).click()
      await addFromCard(page, 0, 'en')
      await cartLink(page).click()
      await expect(agentField(page)).not.toHaveValue('')
      await page.waitForLoadState('networkidle')
    }
    await whenKept(page)
    await context.setOffline(true)
    await placeButton(page).click()
    await expect(waiting(page)).toBeVisible()
    await customerButton.click()
    await bar.getByRole('combobox').click()
    await page.getByRole('option', { name: a.currAccCode }).click()
    await expect(waiting(page)).toContainText(b.currAccDescription)
    // Opened without a connection, the cart knows the customer's agents.
    await page.reload()
    await expect(agentField(page)).not.toHaveValue('')
    await placeButton(page).click()
    await expect(waiting(page)).toBeVisible()
    const next = await reopen(page, '/cart')
    await expect(waiting(next)).toBeVisible()
    await context.setOffline(false)
    await expect.poll(() => placed.size).toBe(2)
    for (const customer of [a.currAccCode, b.currAccCode]) {
      await expect.poll(async () => (await listOrders(agent, { customer })).length).toBe(1)
      await returnStock(admin, (await listOrders(agent, { customer }))[0]?.guidKey ?? '')
    }
    const kept = () => next.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? '{}').orders)
    await expect.poll(kept).toEqual([])
  })

  test('prices that changed meanwhile are told on any page, and in the cart', async ({ page, context }) => {
    await openCart(page, 1)
    await whenKept(page)
    await context.setOffline(true)
    await placeButton(page).click()
    await expect(waiting(page)).toBeVisible()
    // As if the price had been raised since.
    await page.evaluate(() => {
      const carts = JSON.parse(localStorage.getItem('cart') ?? '{}')
      carts.orders[0].lines[0].unitPrice -= 1
      localStorage.setItem('cart', JSON.stringify(carts))
    })
    const next = await reopen(page, '/shop')
    await context.setOffline(false)
    const reason = t['error.order.priceChanged']
    await expect(next.getByText(fillText(t['ordering.cart.refusedMeanwhile'], { reason }))).toBeVisible()
    await cartLink(next).click()
    await expect(next.getByRole('main').getByRole('alert').filter({ hasText: reason })).toBeVisible()
    await expect(placeButton(next)).toBeEnabled()
  })
})
