import { expect, type Page } from '@playwright/test'
import { demoPassword } from '#shared/demo.ts'
import { listOrders, offersOf, placeOrderOf, readOrder, returnStock, signedInClient } from './apiClient.ts'
import { startScenario } from './scenario.ts'
import { addressOf, open, signIn, test, texts } from './shop.ts'

test.setTimeout(180_000)

const t = texts.en
const dealerAccount = '120.01.0001'
const day = 86_400_000
const rows = (page: Page) => page.locator('main li[id]')
const quantity = (page: Page, id: string) => page.locator(`[id="${id}"]`).getByRole('textbox')
const placeOrder = (page: Page) => page.getByRole('button', { name: t['cart.placeOrder'] })
const guidKeyOf = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? ''
const linesOf = ({ lines }: { lines: { productId: string; qty: number }[] }) =>
  new Map(lines.map(({ productId, qty }) => [productId, qty]))

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a dealer repeats last month’s order with changes', async ({ page }) => {
    const admin = await signedInClient('default', 'admin')
    const dateTo = new Date(Date.now() - 20 * day).toISOString()
    const past = await listOrders(admin, {
      customer: dealerAccount,
      orderType: 'Rpt',
      state: 'placed',
      dateTo,
    })
    const last = past[0]
    if (!last) throw new Error('The demo dealer has ordered nothing last month')
    const wanted = linesOf(await readOrder(admin, last.guidKey))
    const { tap, type, step, end } = startScenario('again', 'en')
    await open(page, 'default', '/login?redirect=/shop', 'en')
    await signIn(page, 'en', 'dealer')
    await expect(page.getByRole('banner').getByRole('button', { name: /menu/i })).toBeVisible()
    await step(page, 'signed in')

    await test.step('finds it in the list of orders', async () => {
      await tap(page.getByRole('banner').getByRole('button', { name: /menu/i }))
      await step(page, 'menu')
      await tap(page.getByRole('link', { name: t['shop.orders'], exact: true }))
      const again = page.getByRole('button', {
        name: t['ordering.orders.againLabel'].replace('{number}', last.orderNumber),
      })
      await expect(page.getByText(/^\d+ orders\b/)).toBeVisible()
      await page.waitForLoadState('networkidle')
      const listed = page.getByRole('main').getByRole('listitem')
      while ((await again.count()) === 0) {
        const before = await listed.count()
        await tap(page.getByRole('button', { name: t['ordering.orders.more'] }))
        // It must not be pressed while busy.
        await expect.poll(() => listed.count()).toBeGreaterThan(before)
      }
      await step(page, 'my orders')
      await tap(again)
      await expect(page).toHaveURL(addressOf('default', '/cart'))
      await expect(rows(page)).toHaveCount(wanted.size)
      await step(page, 'cart', { isWhole: true })
    })

    await test.step('changes two quantities, removes a line and undoes that', async () => {
      const [first, second, third] = [...wanted.keys()] as [string, string, string]
      for (const [id, qty] of [
        [first, 4],
        [second, 6],
      ] as const) {
        await type(quantity(page, id), String(qty))
        await quantity(page, id).press('Enter')
        wanted.set(id, qty)
      }
      await tap(page.locator(`[id="${third}"]`).getByRole('button', { name: /^Remove/ }))
      await expect(rows(page)).toHaveCount(wanted.size - 1)
      const removed = page.getByRole('status').filter({ hasText: /^Removed/ })
      await tap(removed.getByRole('button', { name: t['action.undo'] }))
      await expect(rows(page)).toHaveCount(wanted.size)
      await step(page, 'changed')
    })

    const guidKey = await test.step('orders', async () => {
      await expect(page.getByRole('combobox', { name: t['cart.agent'] })).not.toHaveValue('')
      await tap(placeOrder(page))
      await expect(page.getByRole('heading', { name: t['placed.title'] })).toBeVisible()
      await step(page, 'receipt')
      return guidKeyOf(page)
    })
    expect(linesOf(await readOrder(admin, guidKey))).toEqual(wanted)
    // Thirty touches fit in a minute.
    expect(end()).toBeLessThanOrEqual(30)
    await returnStock(admin, guidKey)
  })
})

/** Season orders take no stock. */
async function placeYesterdaysOrder(): Promise<string> {
  const dealer = await signedInClient('default', 'dealer', demoPassword)
  const past = await listOrders(dealer, { customer: dealerAccount, orderType: 'Rpt' })
  const known = await readOrder(dealer, past.at(-1)!.guidKey)
  const wanted = new Map(known.lines.slice(0, 4).map(({ productId }, index) => [productId, index + 2]))
  const offers = await offersOf(dealer, [...wanted.keys()], dealerAccount, 'Season')
  if (offers.size < 4) throw new Error('The demo dealer’s first order is too small')
  return placeOrderOf(dealer, dealerAccount, wanted, 'Season')
}

async function enable(page: Page): Promise<void> {
  const name = t['ordering.order.enable']
  await page.getByRole('main').getByRole('button', { name }).click()
  await expect(page.getByRole('dialog')).toContainText(t['ordering.order.enableText'])
  await page.getByRole('dialog').getByRole('button', { name }).click()
}

async function set(page: Page, id: string, qty: number): Promise<void> {
  await quantity(page, id).fill(String(qty))
  await quantity(page, id).press('Enter')
}

test('a changed order is reported to others who have it open, and nothing is lost', async ({
  page,
  browser,
}) => {
  const guidKey = await placeYesterdaysOrder()
  const dealer = await signedInClient('default', 'dealer')
  const { orderNumber, lines } = await readOrder(dealer, guidKey)
  const [first, second, third, fourth] = lines.map(({ productId }) => productId) as [
    string,
    string,
    string,
    string,
  ]
  const { tap, step, end } = startScenario('edit', 'en')
  const other = await (await browser.newContext({ locale: 'en-GB' })).newPage()
  for (const [one, username] of [
    [page, 'dealer'],
    [other, 'admin'],
  ] as const) {
    await open(one, 'default', `/login?redirect=/cart/${guidKey}`, 'en')
    await signIn(one, 'en', username)
    await expect(one.getByRole('heading', { level: 1 })).toContainText(orderNumber)
  }
  await step(page, 'order')

  await test.step('the office edits the order too', async () => {
    await enable(other)
    await set(other, second, 9)
    await step(other, 'office edits')
  })

  await test.step('the dealer changes a line, removes one and adds a note', async () => {
    await tap(page.getByRole('main').getByRole('button', { name: t['ordering.order.enable'] }))
    await expect(page.getByRole('dialog')).toBeVisible()
    await step(page, 'warned')
    await tap(page.getByRole('dialog').getByRole('button', { name: t['ordering.order.enable'] }))
    await expect(page).toHaveURL(addressOf('default', '/cart'))
    await set(page, first, 7)
    await tap(page.locator(`[id="${fourth}"]`).getByRole('button', { name: /^Remove/ }))
    await page.getByLabel(t['cart.description']).fill('Before noon, please')
    await step(page, 'edited', { isWhole: true })
  })

  await test.step('other pages show which order is being edited', async () => {
    await tap(page.getByRole('banner').locator('a[href="/shop"]').first())
    await expect(page.getByRole('banner')).toContainText(orderNumber)
    await expect(page.getByRole('radio')).toHaveCount(0)
    await step(page, 'amending')
    await tap(page.getByRole('banner').getByRole('link', { name: t['ordering.bar.toOrder'] }))
    await tap(page.getByRole('button', { name: t['ordering.order.save'] }))
    await expect(page).toHaveURL(addressOf('default', `/cart/${guidKey}`))
    await expect(page.getByRole('main')).toContainText('Before noon, please')
    await expect(page.getByRole('button', { name: t['action.undo'] })).toHaveCount(0)
    await step(page, 'saved', { isWhole: true })
  })

  await test.step('the office sees the dealer’s changes, and both are kept', async () => {
    await tap(other.getByRole('button', { name: t['ordering.order.save'] }))
    const notice = other.getByRole('alert').filter({ hasText: 'Someone else changed order' })
    await expect(notice).toBeInViewport({ ratio: 1 })
    await expect(notice).toContainText('2 → 7')
    await expect(notice).toContainText('5 → 0')
    await step(other, 'overtaken', { isWhole: true })
    await tap(notice.getByRole('button', { name: t['ordering.order.loadAgain'] }))
    await expect(quantity(other, first)).toHaveValue('7')
    await expect(quantity(other, second)).toHaveValue('9')
    await expect(rows(other)).toHaveCount(3)
    await tap(other.getByRole('button', { name: t['ordering.order.save'] }))
    await expect(other).toHaveURL(addressOf('default', `/cart/${guidKey}`))
    const order = await readOrder(dealer, guidKey)
    expect(linesOf(order)).toEqual(
      new Map([
        [first, 7],
        [second, 9],
        [third, 4],
      ]),
    )
    expect(order.description).toBe('Before noon, please')
  })

  await test.step('an open order page edits the current order', async () => {
    await enable(page)
    await expect(quantity(page, second)).toHaveValue('9')
    await step(page, 'edited again')
    await tap(page.getByRole('button', { name: t['ordering.order.stop'] }))
    await expect(page).toHaveURL(addressOf('default', `/cart/${guidKey}`))
  })
  end()
  await other.context().close()
})
