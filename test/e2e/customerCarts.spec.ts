import { expect, type Page } from '@playwright/test'
import type { Account } from '#shared/customers/customers.ts'
import {
  addCustomer,
  ask,
  type Client,
  listOrders,
  placeOrderOf,
  returnStock,
  signedInClient,
} from './apiClient.ts'
import { openAs } from './openAs.ts'
import { addPerson } from './people.ts'
import {
  addFromCard,
  addressOf,
  cartLink,
  expectNoSidewaysScroll,
  notice,
  open,
  quantities,
  test,
  texts,
  violations,
} from './shop.ts'

const t = texts.en
const products = '/shop/products'
const banner = (page: Page) => page.getByRole('banner')
const moveLinesButton = (page: Page) =>
  banner(page).getByRole('button', { name: t['ordering.bar.takeAlong'] })

type Customer = Awaited<ReturnType<typeof addCustomer>>

async function enter(page: Page, username: string, path = products): Promise<void> {
  await openAs(page, username, 'default', path, 'en')
  await expect(page).toHaveURL(addressOf('default', path))
}

async function choose(page: Page, { currAccCode, currAccDescription }: Customer): Promise<void> {
  const { 'ordering.bar.change': change, 'ordering.bar.choose': first } = t
  await banner(page)
    .getByRole('button', { name: new RegExp(`^(${change}|${first})$`) })
    .click()
  await banner(page).getByRole('combobox').fill(currAccCode)
  await page.getByRole('option', { name: currAccCode }).click()
  await expect(banner(page)).toContainText(currAccDescription)
}

/** Two new customers of the agent. */
async function twoCustomers(admin: Client): Promise<[Customer, Customer]> {
  return [await addCustomer(admin, 'Aksu Moda', 'CB'), await addCustomer(admin, 'Bahar Giyim', 'CB')]
}

const unitCount = (page: Page) => cartLink(page).innerText()

test('each customer has their own cart; lines move on request, and back by undo', async ({ page }) => {
  const [a, b] = await twoCustomers(await signedInClient('default', 'admin'))
  await enter(page, 'agent')
  await choose(page, a)
  await addFromCard(page, 0, 'en')
  await expect(cartLink(page)).toContainText('2')
  await choose(page, b)
  await expect.poll(() => unitCount(page)).toBe('')
  await expect(notice(page, `2 lines stay in the cart of ${a.currAccDescription}`)).toBeVisible()
  // Cards half below the header are too small to press.
  await page.evaluate(() => window.scrollTo(0, 0))
  expect(await violations(page)).toEqual([])
  await moveLinesButton(page).click()
  await expect(cartLink(page)).toContainText('2')
  await expect(moveLinesButton(page)).toHaveCount(0)
  await page.getByRole('button', { name: t['action.undo'] }).click()
  await expect.poll(() => unitCount(page)).toBe('')
  await addFromCard(page, 1, 'en')
  await choose(page, a)
  await expect(cartLink(page)).toContainText('2')
  await page.goto(addressOf('default', '/shop/drafts'))
  const waiting = page.getByRole('region', { name: t['ordering.drafts.waiting'] })
  await expect(waiting.getByRole('listitem')).toHaveCount(1)
  await expect(waiting).toContainText(b.currAccDescription)
  expect(await violations(page)).toEqual([])
  await waiting.getByRole('button').click()
  await expect(page).toHaveURL(addressOf('default', '/cart'))
  await expect(banner(page)).toContainText(b.currAccDescription)
  await expect(quantities(page)).toHaveCount(2)
})

test('lines added before choosing a customer go to the first one chosen', async ({ page }) => {
  const [a, b] = await twoCustomers(await signedInClient('default', 'admin'))
  await enter(page, 'agent')
  await addFromCard(page, 0, 'en')
  await choose(page, a)
  await expect(cartLink(page)).toContainText('2')
  await choose(page, b)
  await expect.poll(() => unitCount(page)).toBe('')
  await choose(page, a)
  await expect(cartLink(page)).toContainText('2')
})

test('a second tab follows a change of customer, and no line is lost', async ({ page, context }) => {
  const [a, b] = await twoCustomers(await signedInClient('default', 'admin'))
  await enter(page, 'agent')
  await choose(page, a)
  await addFromCard(page, 0, 'en')
  await expect(cartLink(page)).toContainText('2')
  const other = await context.newPage()
  await open(other, 'default', products, 'en')
  await expect(banner(other)).toContainText(a.currAccDescription)
  await choose(other, b)
  await addFromCard(other, 1, 'en')
  await expect(banner(page)).toContainText(b.currAccDescription)
  await expect(
    notice(page, t['ordering.bar.opened'].replace('{customer}', b.currAccDescription)),
  ).toBeVisible()
  await addFromCard(page, 2, 'en')
  await expect(cartLink(page)).toContainText('4')
  await expect(cartLink(other)).toContainText('4')
  await choose(page, a)
  for (const tab of [page, other]) await expect(cartLink(tab)).toContainText('2')
})

test('a waiting order is placed once, despite other customers and reloads', async ({ page }) => {
  const admin = await signedInClient('default', 'admin')
  const [a, b] = await twoCustomers(admin)
  await enter(page, 'agent')
  await choose(page, a)
  await addFromCard(page, 0, 'en')
  await cartLink(page).click()
  await expect(page.getByRole('combobox', { name: t['cart.agent'] })).not.toHaveValue('')
  await page.route('**/api/Shop/PostShopCart', (route) => route.abort())
  await page.getByRole('button', { name: t['cart.placeOrder'] }).click()
  const waitingNotice = page.getByRole('status').filter({ hasText: t['ordering.cart.waiting'] })
  await expect(waitingNotice).toBeVisible()
  await choose(page, b)
  await expect(waitingNotice).toContainText(a.currAccDescription)
  await expect(moveLinesButton(page)).toHaveCount(0)
  await page.reload()
  await expect(waitingNotice).toContainText(a.currAccDescription)
  const placed = page.waitForResponse('**/api/Shop/PostShopCart')
  await page.unroute('**/api/Shop/PostShopCart')
  await placed
  await expect(page.getByText(/has been placed/)).toBeVisible()
  await expect(page).toHaveURL(addressOf('default', '/cart'))
  await expect(banner(page)).toContainText(b.currAccDescription)
  await choose(page, a)
  await expect.poll(() => unitCount(page)).toBe('')
  const orders = await listOrders(await signedInClient('default', 'agent'), { customer: a.currAccCode })
  expect(orders).toHaveLength(1)
  await returnStock(admin, orders[0]?.guidKey ?? '')
})

test('lines of a blocked or deleted customer stay in the cart', async ({ page }) => {
  const admin = await signedInClient('default', 'admin')
  const [a, b] = await twoCustomers(admin)
  const find = async ({ currAccCode }: Customer) => {
    const { data } = await ask<{ data: { items: { id: string }[] } }>(admin, '/api/Account/GetCustomerList', {
      search: currAccCode,
    })
    return data.items[0]?.id ?? ''
  }
  await enter(page, 'agent')
  await choose(page, a)
  await addFromCard(page, 0, 'en')
  await cartLink(page).click()
  await expect(page.getByRole('combobox', { name: t['cart.agent'] })).not.toHaveValue('')
  const { data } = await ask<{ data: Account }>(admin, `/api/Account/GetCustomerById?id=${await find(a)}`)
  await ask(admin, '/api/Account/UpdateCustomer', { ...data, isBlocked: true })
  await page.getByRole('button', { name: t['cart.placeOrder'] }).click()
  await expect(page.getByRole('alert').filter({ hasText: t['error.order.accountBlocked'] })).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: a.currAccDescription })).toBeVisible()
  await expect(quantities(page)).toHaveCount(2)
  await choose(page, b)
  await expect(quantities(page)).toHaveCount(2)
  await page.goto(addressOf('default', products))
  await ask(admin, `/api/Account/DeleteCustomer?id=${await find(b)}`)
  await page.goto(addressOf('default', '/cart'))
  await expect(page.getByRole('alert').filter({ hasText: b.currAccDescription })).toBeVisible()
  await expect(quantities(page)).toHaveCount(2)
})

test('sign-out turns every customer’s cart into a draft', async ({ page }) => {
  const admin = await signedInClient('default', 'admin')
  const [a, b] = await twoCustomers(admin)
  const person = await addPerson('default', { roles: ['sp'], salesPersonCode: 'ST01' })
  await openAs(page, person, 'default', products, 'en')
  for (const [index, customer] of [a, b].entries()) {
    await choose(page, customer)
    await addFromCard(page, index, 'en')
  }
  await banner(page).getByRole('button', { name: /menu/i }).last().click()
  await page.getByRole('button', { name: t['user.logout'] }).click()
  await expect(page).toHaveURL(/\/login/)
  const again = await signedInClient('default', person.username, person.password)
  const drafts = await ask<{ data: { items: { currAccCode: string; lineCount: number }[] } }>(
    again,
    '/api/Shop/GetDrafts',
    {},
  )
  const linesFor = new Map(drafts.data.items.map(({ currAccCode, lineCount }) => [currAccCode, lineCount]))
  for (const { currAccCode } of [a, b]) expect(linesFor.get(currAccCode)).toBe(2)
})

test('an agent acting as a customer gets that cart, and their own again afterwards', async ({ page }) => {
  const [a] = await twoCustomers(await signedInClient('default', 'admin'))
  const person = await addPerson('default', {
    roles: ['sp', 'customer'],
    salesPersonCode: 'ST01',
    currAccCode: '120.01.0002',
  })
  await openAs(page, person, 'default', products, 'en')
  await choose(page, a)
  await addFromCard(page, 0, 'en')
  await expect(cartLink(page)).toContainText('2')
  const actAs = async (role: 'sp' | 'customer') => {
    await page.goto(addressOf('default', '/panel'))
    await banner(page).getByRole('button', { name: /menu/i }).last().click()
    const loaded = page.waitForEvent('load')
    await page
      .getByRole('button', { name: t['panel.role.actAs'].replace('{role}', t[`role.${role}`]) })
      .click()
    await loaded
    await page.goto(addressOf('default', products))
    await expect(page.getByRole('article').first()).toBeVisible()
  }
  await actAs('customer')
  expect(await unitCount(page)).toBe('')
  await addFromCard(page, 1, 'en')
  await actAs('sp')
  await expect(banner(page)).toContainText(a.currAccDescription)
  await expect(cartLink(page)).toContainText('2')
  await actAs('customer')
  await expect(cartLink(page)).toContainText('2')
})

test('an edited or repeated order opens its customer’s cart with its order type', async ({ page }) => {
  const admin = await signedInClient('default', 'admin')
  const [a, b] = await twoCustomers(admin)
  await enter(page, 'agent')
  await choose(page, a)
  await addFromCard(page, 0, 'en')
  await expect(banner(page)).toContainText(t['orderType.Rpt'])
  await expect(cartLink(page)).toContainText('2')
  const stored = () => page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? '{}').state.lines)
  await expect.poll(stored).toHaveLength(2)
  const inCart = await stored()
  const wanted = new Map<string, number>(inCart.map(({ productId }: { productId: string }) => [productId, 1]))
  const guidKey = await placeOrderOf(admin, b.currAccCode, wanted, 'Season')

  await page.goto(addressOf('default', `/cart/${guidKey}`))
  await page.getByRole('button', { name: t['ordering.order.enable'] }).click()
  await page.getByRole('dialog').getByRole('button', { name: t['ordering.order.enable'] }).click()
  await expect(notice(page, t['orderType.now.Season'])).toBeVisible()
  await page.goto(addressOf('default', products))
  await expect(banner(page)).toContainText(t['orderType.Season'])
  await expect(banner(page)).toContainText(b.currAccDescription)
  await banner(page).getByRole('link', { name: t['ordering.bar.toOrder'] }).click()
  await page.getByRole('button', { name: t['ordering.order.stop'] }).click()
  await expect(notice(page, t['orderType.now.Rpt'])).toBeVisible()
  await expect(
    notice(page, t['ordering.bar.opened'].replace('{customer}', a.currAccDescription)),
  ).toBeVisible()
  await expect(banner(page)).toContainText(a.currAccDescription)
  await expect(cartLink(page)).toContainText('2')

  await page.goto(addressOf('default', `/cart/${guidKey}`))
  await page.getByRole('button', { name: t['ordering.order.copy'], exact: true }).click()
  await expect(page).toHaveURL(addressOf('default', '/cart'))
  await expect(notice(page, t['orderType.now.Season'])).toBeVisible()
  await expect(banner(page)).toContainText(b.currAccDescription)
  await expect(banner(page)).toContainText(t['orderType.Season'])
  await expect(quantities(page)).toHaveCount(2)
  await page.getByRole('button', { name: t['action.undo'] }).click()
  await expect(banner(page)).toContainText(a.currAccDescription)
  await expect(quantities(page)).toHaveCount(2)
})

for (const width of [1280, 768, 390]) {
  test(`the header shows the cart’s order type at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await enter(page, 'dealer', '/shop')
    const kind = banner(page).getByText(t['orderType.Season'])
    await expect(banner(page).getByText(t['orderType.Rpt'])).toBeInViewport()
    await page.getByRole('radio', { name: t['orderType.Season'] }).check({ force: true })
    await page.goto(addressOf('default', products))
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(kind).toBeInViewport()
    await page.locator('a[href*="/shop/items/"]').first().click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(kind).toBeInViewport()
    expect(await violations(page)).toEqual([])
    await expectNoSidewaysScroll(page)
    await page.context().clearCookies()
    await page.evaluate(() => localStorage.clear())

    const customer = await addCustomer(
      await signedInClient('default', 'admin'),
      'Çok Uzun Adlı Bir Müşteri',
      'CB',
    )
    await enter(page, 'agent')
    await choose(page, customer)
    await expect(banner(page).getByText(t['orderType.Rpt'])).toBeInViewport()
    await expect(banner(page).getByRole('button', { name: t['ordering.bar.change'] })).toBeInViewport()
    await expectNoSidewaysScroll(page)
  })
}
