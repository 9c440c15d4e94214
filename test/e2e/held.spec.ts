import { expect, type Page } from '@playwright/test'
import type { Product } from '#shared/catalogue/catalogue.ts'
import type { OrderDetail } from '#shared/orders/orders.ts'
import {
  addCustomer,
  ask,
  type Client,
  placeOrderOf,
  readOrder,
  returnStock,
  signedInClient,
} from './apiClient.ts'
import { addLimitedDealer } from './limitedDealer.ts'
import { openAs } from './openAs.ts'
import { button, expectNoSidewaysScroll, fillText, notice, phone, test, texts, violations } from './shop.ts'

const t = texts.en

type Agent = { id: string; salesPersonCode: string; maxDiscount: number }

async function setMaxDiscount(admin: Client, code: string, maxDiscount: number): Promise<void> {
  const { data } = await ask<{ data: { items: Agent[] } }>(admin, '/api/Account/GetSalesPersons', {
    limit: 200,
  })
  const agent = data.items.find(({ salesPersonCode }) => salesPersonCode === code)
  await ask(admin, '/api/Account/UpdateSalesPerson', { ...agent, maxDiscount })
}

async function officePage(page: Page, path: string): Promise<Page> {
  const office = await page.context().browser()?.newPage()
  if (!office) throw new Error('No browser')
  await openAs(office, 'admin', 'default', path, 'en')
  return office
}

/** A size of which there is enough, and its item. */
async function plentiful(client: Client, currAccCode: string) {
  const input = { limit: 200, orderType: 'Rpt', currAccCode }
  const { data } = await ask<{ data: { products: Product[] } }>(
    client,
    '/api/Shop/GetCategoryProducts',
    input,
  )
  for (const { itemCode, items } of data.products) {
    const size = items.find((item) => !item.lotCode && item.inventory >= 30 && !item.minQty && item.unitPrice)
    if (size) return { itemCode, productId: size.productId }
  }
  throw new Error('No size has enough stock')
}

/** A line as it is sent again. */
const ordered = ({ productId, qty, unitPrice, priceCurrencyCode }: OrderDetail['lines'][number]) => ({
  productId,
  qty,
  unitPrice,
  priceCurrencyCode,
})

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('an agent’s discount beyond their own waits for the office, which returns the order with a note', async ({
  page,
}) => {
  const admin = await signedInClient('default', 'admin')
  const agent = await signedInClient('default', 'agent')
  const { salesPersonCode = '' } = await ask<{ salesPersonCode?: string }>(agent, '/api/Account/GetUserInfo')
  await setMaxDiscount(admin, salesPersonCode, 10)
  const customer = await addCustomer(admin, 'Fuar Müşterisi', 'CB')
  const { itemCode } = await plentiful(agent, customer.currAccCode)
  await openAs(page, 'agent', 'default', `/shop/items/${itemCode}`, 'en')
  const cell = page.locator('main input[inputmode="numeric"]:not([disabled])').first()
  await cell.fill('2')
  await page.getByRole('banner').locator('a[href="/cart"]').first().click()
  await page.getByRole('combobox', { name: t['cart.customer'] }).fill(customer.currAccCode)
  await page.getByRole('option', { name: customer.currAccCode }).click()
  await page.getByRole('textbox', { name: t['cart.discount'], exact: true }).fill('12,5')
  await page.keyboard.press('Tab')
  await expect(page.getByText(fillText(t['ordering.cart.discountHeld'], { limit: '10' }))).toBeVisible()
  await button(page, t['cart.placeOrder']).click()
  // Not without a reason.
  await expect(page.getByRole('textbox', { name: t['cart.discountReason'] })).toBeFocused()
  await page.keyboard.type('Fair')
  await button(page, t['cart.placeOrder']).click()
  await expect(title(page, t['hold.placedTitle'])).toBeVisible()
  const reason = fillText(t['hold.discountBy'], { percent: '12.5', limit: '10' })
  await expect(page.getByText(reason)).toBeVisible()
  expect(await violations(page)).toEqual([])
  const guidKey = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const { orderNumber: number } = await readOrder(agent, guidKey)

  const office = await officePage(page, '/siparisler/onay')
  const row = office.getByRole('row', { name: number })
  await expect(row).toContainText(reason)
  await expect(row).toContainText('Fair')
  expect(await violations(office)).toEqual([])
  await button(row, fillText(t['panel.held.returnNumber'], { number })).click()
  await button(office.getByRole('dialog'), t['panel.held.return']).click()
  await office.getByRole('textbox', { name: t['panel.held.note'] }).fill('At most 10 percent, please')
  await button(office.getByRole('dialog'), t['panel.held.return']).click()
  await expect(row).toHaveCount(0)
  await office.close()

  await page.goto(page.url().replace(/\/cart\/.*/, `/cart/${guidKey}`))
  await expect(page.getByText('At most 10 percent, please')).toBeVisible()
  await page.setViewportSize(phone)
  await expectNoSidewaysScroll(page)
  await button(page, t['hold.withdraw']).click()
  await button(page.getByRole('dialog'), t['hold.withdraw']).click()
  await expect(notice(page, fillText(t['hold.withdrawn'], { number }))).toBeVisible()
  await expect(page.getByText(t['order.state.cancelled'], { exact: true }).first()).toBeVisible()
  await setMaxDiscount(admin, salesPersonCode, 0)
})

test('the office accepts an order over the limit, and offers another one changed, which the dealer accepts', async ({
  page,
}) => {
  const admin = await signedInClient('default', 'admin')
  const { person, dealer, currAccCode } = await addLimitedDealer(admin)
  const { productId } = await plentiful(dealer, currAccCode)
  const [first, second] = [
    await placeOrderOf(dealer, currAccCode, new Map([[productId, 2]])),
    await placeOrderOf(dealer, currAccCode, new Map([[productId, 3]])),
  ]
  const office = await officePage(page, '/siparisler/onay')
  const { orderNumber: number } = await readOrder(dealer, first)
  await button(office, fillText(t['panel.held.acceptNumber'], { number })).click()
  await expect(notice(office, fillText(t['panel.held.accepted'], { number }))).toBeVisible()
  expect(await readOrder(dealer, first)).toMatchObject({ state: 'placed' })

  const held = await readOrder(dealer, second)
  await office.getByRole('link', { name: held.orderNumber }).click()
  await office.getByRole('link', { name: t['panel.order.edit'] }).click()
  await office.locator('main input[inputmode="numeric"]').first().fill('1')
  await button(office, t['panel.form.save']).click()
  await expect(office.getByText(t['panel.held.returnedTitle'])).toBeVisible()
  await office.close()

  await openAs(page, person, 'default', `/cart/${second}`, 'en')
  await expect(page.getByText(t['hold.offered'])).toBeVisible()
  await expect(page.locator('del')).toContainText('3 ×')
  await expect(page.locator('ins')).toContainText('1 ×')
  await button(page, t['hold.acceptOffer']).click()
  await expect(page.getByText(t['order.state.placed'], { exact: true })).toBeVisible()
  expect(await readOrder(dealer, second)).toMatchObject({ state: 'placed', qty: 1 })
  for (const guidKey of [first, second]) await returnStock(admin, guidKey)
})

test('a dealer is told everywhere that their order was returned, until they have answered', async ({
  page,
}) => {
  const admin = await signedInClient('default', 'admin')
  const { person, dealer, currAccCode } = await addLimitedDealer(admin)
  const { productId } = await plentiful(dealer, currAccCode)
  const guidKey = await placeOrderOf(dealer, currAccCode, new Map([[productId, 2]]))
  const { orderId: id, orderNumber: number, lines } = await readOrder(dealer, guidKey)
  const own = { guidKey, version: 1, currAccCode, orderType: 'Rpt', description: 'Before Friday, please' }
  const { salesPersonCode } = await readOrder(dealer, guidKey)
  await ask(dealer, '/api/Shop/PostShopCart', { ...own, salesPersonCode, lines: lines.map(ordered) })
  const count = /^1 order needs your answer$/
  const menu = page.getByRole('banner').getByRole('button', { name: /menu/i }).last()
  await openAs(page, person, 'default', `/cart/${guidKey}`, 'en')
  await expect(page.getByText(t['hold.reviewTitle'])).toBeVisible()
  await expect(menu).not.toHaveAccessibleName(/needs your answer/)

  // The page that is open follows by itself.
  await ask(admin, '/api/Shop/ReturnHeldOrder', { id, version: 2, note: 'Please pay first' })
  const held = page.getByRole('status').filter({ hasText: t['hold.returnedTitle'] })
  await expect(held).toContainText(t['hold.answerReturned'])
  await expect(held.getByRole('figure', { name: t['hold.noteOfCompany'] })).toContainText('Please pay first')
  await expect(held.getByRole('figure', { name: t['hold.noteOwn'] })).toContainText('Before Friday, please')
  await expect(menu).toHaveAccessibleName(/1 order needs your answer/)
  expect(await violations(page)).toEqual([])

  await page.goto(page.url().replace(/\/cart\/.*/, '/shop'))
  const card = notice(page, /1 order needs your answer/)
  await expect(card).toContainText(/Please answer by/)
  await page.setViewportSize(phone)
  await expectNoSidewaysScroll(page)
  await expect(menu).toHaveAccessibleName(/1 order needs your answer/)
  expect(await violations(page)).toEqual([])
  await menu.click()
  await expect(page.getByRole('link', { name: count })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: t['hold.showReturned'] }).click()
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
  await page.getByRole('combobox', { name: t['order.state'] }).selectOption('')
  await button(page, count).click()
  await expect(page).toHaveURL(/state=returned/)
  await page.getByRole('link', { name: number }).click()

  await button(page, t['hold.withdraw']).click()
  await button(page.getByRole('dialog'), t['hold.withdraw']).click()
  await expect(notice(page, fillText(t['hold.withdrawn'], { number }))).toBeVisible()
  await expect(menu).not.toHaveAccessibleName(/needs your answer/)
})

test('news of orders are asked for only while the page is visible and signed in, and end quietly', async ({
  page,
}) => {
  let asked = 0
  await page.clock.install()
  page.on('requestfinished', (request) => {
    if (request.url().endsWith('/api/Shop/GetOrderNews')) asked += 1
  })
  await openAs(page, 'dealer', 'default', '/shop', 'en')
  await expect.poll(() => asked).toBe(1)
  await page.clock.runFor(30_000)
  await expect.poll(() => asked).toBe(2)
  const setHidden = (isHidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, isHidden)
  await setHidden(true)
  await page.clock.runFor(120_000)
  expect(asked).toBe(2)
  await setHidden(false)
  await expect.poll(() => asked).toBe(3)
  // The session ends: nothing is shown, and nothing more is asked.
  await page.context().clearCookies({ name: 'urt' })
  await page
    .context()
    .addCookies([
      { name: 'token', value: 'ended', domain: 'default.localhost', path: '/', sameSite: 'Strict' },
    ])
  await page.clock.runFor(30_000)
  await expect.poll(() => asked).toBe(4)
  await page.clock.runFor(120_000)
  expect(asked).toBe(4)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/shop$/)
  // What the user does next asks them to sign in again.
  await page.locator('a[href*="categoryId="]').first().click()
  await expect(page.getByRole('dialog', { name: t['session.endedTitle'] })).toBeVisible()
})
