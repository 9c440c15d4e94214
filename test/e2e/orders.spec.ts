import { expect, type Page } from '@playwright/test'
import { openAs } from './openAs.ts'
import { addFromCard, addressOf, cartLink, download, quantities, test, texts, violations } from './shop.ts'

const t = texts.en

/** Season orders take no stock. Returns the guidKey. */
async function placeOrder(page: Page, orderType: 'Rpt' | 'Season' = 'Season'): Promise<string> {
  await openAs(page, 'dealer', 'default', '/shop', 'en')
  await expect(page).toHaveURL(addressOf('default', '/shop'))
  await page.getByRole('radio', { name: t[`orderType.${orderType}`] }).check({ force: true })
  await page.locator('a[href*="categoryId="]').nth(1).click()
  await addFromCard(page, 0, 'en')
  await cartLink(page).click()
  await expect(page.getByRole('combobox', { name: t['cart.agent'] })).not.toHaveValue('')
  await page.getByRole('button', { name: t['cart.placeOrder'] }).click()
  await expect(page.getByRole('heading', { name: t['placed.title'] })).toBeVisible()
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

async function edit(page: Page, guidKey: string): Promise<void> {
  await page.goto(addressOf('default', `/cart/${guidKey}`))
  await page.getByRole('button', { name: t['ordering.order.enable'] }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(t['ordering.order.enableText'])
  await dialog.getByRole('button', { name: t['ordering.order.enable'] }).click()
  await expect(page).toHaveURL(addressOf('default', '/cart'))
  await expect(quantities(page).first()).toBeVisible()
}

async function setFirst(page: Page, qty: string, index = 0): Promise<void> {
  await quantities(page).nth(index).fill(qty)
  await quantities(page).nth(index).press('Enter')
}
const save = (page: Page) => page.getByRole('button', { name: t['ordering.order.save'] }).click()

test('an order is edited while the open cart is set aside', async ({ page }) => {
  const guidKey = await placeOrder(page, 'Rpt')
  await page.getByRole('link', { name: t['ordering.placed.newOrder'] }).click()
  await page.locator('a[href*="categoryId="]').nth(2).click()
  await addFromCard(page, 0, 'en')
  await expect(cartLink(page)).toContainText('2')
  await edit(page, guidKey)
  await expect(page.getByText(t['ordering.order.cartAside'])).toBeVisible()
  await setFirst(page, '3')
  await expect(page.getByText('Ordered: 1')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  await page.emulateMedia({ media: 'screen' })
  await save(page)
  await expect(page).toHaveURL(addressOf('default', `/cart/${guidKey}`))
  await expect(page.locator('main section li').first()).toContainText('3 ×')
  await expect(cartLink(page)).toContainText('2')
})

test('cancelling an edit asks once and leaves the order unchanged', async ({ page }) => {
  const guidKey = await placeOrder(page)
  await edit(page, guidKey)
  await setFirst(page, '4')
  await page.getByRole('button', { name: t['ordering.order.stop'] }).click()
  await page.getByRole('dialog').getByRole('button', { name: t['ordering.order.stop'] }).click()
  await expect(page).toHaveURL(addressOf('default', `/cart/${guidKey}`))
  await expect(page.locator('main section li').first()).toContainText('1 ×')
})

test('an order keeps an agent who can no longer be chosen', async ({ page }) => {
  await edit(page, await placeOrder(page))
  const cartHere = () => page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? '{}').state)
  await page.evaluate(() => {
    const { state, version } = JSON.parse(localStorage.getItem('cart') ?? '{}')
    state.salesPersonCode = state.editing.said.salesPersonCode = 'LEFT'
    localStorage.setItem('cart', JSON.stringify({ state, version }))
  })
  await page.reload()
  await expect(page.getByRole('combobox', { name: t['cart.agent'] })).not.toHaveValue('')
  await expect(page.getByText(t['ordering.order.open'], { exact: true })).toBeVisible()
  expect((await cartHere()).salesPersonCode).toBe('LEFT')
})

test('an order without lines cannot be saved', async ({ page }) => {
  const guidKey = await placeOrder(page)
  await edit(page, guidKey)
  await setFirst(page, '0')
  await expect(quantities(page)).toHaveCount(1)
  await setFirst(page, '0')
  await expect(page.getByText(t['ordering.cart.noLinesLeft'])).toBeVisible()
  await expect(page.getByRole('button', { name: t['ordering.order.save'] })).toHaveCount(0)
})

test('an order open for over half an hour is locked until editing is enabled again', async ({ page }) => {
  const guidKey = await placeOrder(page)
  await edit(page, guidKey)
  await page.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem('cart') ?? '{}')
    stored.state.changedAt = Date.now() - 31 * 60_000
    localStorage.setItem('cart', JSON.stringify(stored))
  })
  await page.reload()
  await setFirst(page, '5')
  await expect(page.getByRole('alert').getByText(t['cart.enableEditingFirst'])).toBeVisible()
  await expect(quantities(page).first()).toHaveValue('1')
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: t['ordering.order.enable'] }).click()
  await page.getByRole('dialog').getByRole('button', { name: t['ordering.order.enable'] }).click()
  await expect(page.getByRole('button', { name: t['ordering.order.enable'] })).toHaveCount(0)
  await setFirst(page, '2')
  await expect(quantities(page).first()).toHaveValue('2')
})

test('an order changed by somebody else meanwhile is shown, and both changes are kept', async ({
  page,
  browser,
}) => {
  const guidKey = await placeOrder(page)
  await edit(page, guidKey)
  const other = await browser.newPage()
  await openAs(other, 'admin', 'default', '/shop', 'en')
  await expect(other).toHaveURL(addressOf('default', '/shop'))
  await edit(other, guidKey)
  await setFirst(other, '2', 1)
  await save(other)
  await expect(other).toHaveURL(addressOf('default', `/cart/${guidKey}`))

  await setFirst(page, '3', 0)
  await save(page)
  const notice = page.getByRole('alert').filter({ hasText: 'Someone else changed order' })
  await expect(notice).toContainText('1 → 2')
  expect(await violations(page)).toEqual([])
  await notice.getByRole('button', { name: t['ordering.order.loadAgain'] }).click()
  await expect(quantities(page).nth(0)).toHaveValue('3')
  await expect(quantities(page).nth(1)).toHaveValue('2')
  await save(page)
  await expect(page).toHaveURL(addressOf('default', `/cart/${guidKey}`))
})

test('an order is repeated with one tap, or after a question if the cart is not empty', async ({ page }) => {
  const guidKey = await placeOrder(page)
  await page.getByRole('link', { name: t['placed.toOrders'] }).click()
  const card = page.getByRole('listitem').filter({ has: page.locator(`a[href="/cart/${guidKey}"]`) })
  await expect(card).toBeVisible()
  expect(await violations(page)).toEqual([])
  const again = card.getByRole('button', { name: /^Order again/ })
  await again.click()
  await expect(page).toHaveURL(addressOf('default', '/cart'))
  await expect(quantities(page)).toHaveCount(2)
  await page.goBack()
  await again.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Your cart already has 2 lines')
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: t['ordering.order.copyAdd'] }).click()
  await expect(quantities(page).first()).toHaveValue('2')
  await page.goBack()
  await again.click()
  await dialog.getByRole('button', { name: t['ordering.order.copyReplace'] }).click()
  await expect(page).toHaveURL(addressOf('default', '/cart'))
  await expect(quantities(page).first()).toHaveValue('1')
})

test('the order list can be searched and filtered, and keeps that in its URL', async ({ page }) => {
  const guidKey = await placeOrder(page)
  const number = await page.locator('main bdi.number').first().innerText()
  await page.goto(addressOf('default', '/shop/orders'))
  await page.getByLabel(t['orders.search']).fill(number)
  await expect(page).toHaveURL(/text=/)
  await expect(page.locator('main li')).toHaveCount(1)
  await page.reload()
  await expect(page.locator(`main li a[href="/cart/${guidKey}"]`)).toBeVisible()
  await page.getByLabel(t['order.state']).selectOption('cancelled')
  await expect(page.getByText(t['ordering.orders.noneFound'])).toBeVisible()
})

test('days use the page’s language, typed or picked from a calendar', async ({ page }) => {
  const ar = texts.ar
  // The browser's language is English.
  await openAs(page, 'dealer', 'tf-it', '/shop/orders', 'ar')
  const from = page.getByRole('textbox', { name: ar['orders.from'] })
  await from.pressSequentially('31052026', { delay: 40 })
  await expect(page).toHaveURL(/from=.?2026-05-31/)
  await from.blur()
  await expect(from).toHaveValue('31/05/2026')
  const to = page.getByRole('textbox', { name: ar['orders.to'] })
  await to.fill('31/02/2026')
  await to.press('Enter')
  await expect(to).toHaveAccessibleDescription(ar['day.invalid'])
  await expect(page).not.toHaveURL(/to=/)
  await page.getByRole('button', { name: ar['day.calendar'] }).first().click()
  const calendar = page.locator('[popover] table').first()
  await expect(calendar.locator('thead th').first()).toBeVisible()
  expect(await violations(page)).toEqual([])
  await calendar.getByRole('button', { name: /^10 / }).click()
  await expect(page).toHaveURL(/from=.?2026-05-10/)
  await expect(from).toHaveValue('10/05/2026')
  await page.reload()
  await expect(from).toHaveValue('10/05/2026')
})

test('an order is downloaded as PDF and Excel', async ({ page }) => {
  const guidKey = await placeOrder(page)
  await page.goto(addressOf('default', `/cart/${guidKey}`))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await violations(page)).toEqual([])
  for (const [name, ending] of [
    ['PDF', /\.pdf$/],
    ['Excel', /\.xlsx$/],
  ] as const) {
    expect((await download(page, page.getByRole('button', { name }))).name).toMatch(ending)
  }
})

test('a removed line is shown until saving, and can be restored', async ({ page }) => {
  await edit(page, await placeOrder(page))
  const out = page.getByRole('region', { name: /line removed/ })
  await expect(out).toHaveCount(0)
  const name = await quantities(page).first().getAttribute('aria-label')
  await page.locator('[data-remove]').first().click()
  await expect(quantities(page)).toHaveCount(1)
  await page.reload()
  await expect(out).toContainText(name ?? '?')
  await expect(out).toContainText('Ordered: 1')
  expect(await violations(page)).toEqual([])
  await out.getByRole('button', { name: t['ordering.order.putBack'] }).click()
  await expect(quantities(page).first()).toHaveAttribute('aria-label', name ?? '?')
  await expect(page.getByText(t['ordering.order.open'], { exact: true })).toBeVisible()
})

test('a printed order contains photos that were never scrolled to', async ({ page }) => {
  const guidKey = await placeOrder(page)
  let asked = 0
  await page.route('**/products/img640/**', (route) => {
    asked += 1
    return route.continue()
  })
  // As in a long order.
  await page.setViewportSize({ width: 1280, height: 300 })
  await page.addInitScript(() => {
    const style = () => {
      const rule = document.createElement('style')
      rule.textContent = 'main section { margin-top: 6000px }'
      document.head.append(rule)
    }
    addEventListener('DOMContentLoaded', style)
    window.print = () => {
      const photos = [...document.querySelectorAll<HTMLImageElement>('main section img')]
      document.documentElement.dataset.photos = photos
        .map(({ naturalWidth }) => (naturalWidth > 0 ? 'there' : 'missing'))
        .join()
    }
  })
  await page.goto(addressOf('default', `/cart/${guidKey}`))
  await expect(page.getByRole('button', { name: t['ordering.order.print'] })).toBeVisible()
  expect(asked).toBe(0)
  await page.getByRole('button', { name: t['ordering.order.print'] }).click()
  await expect(page.locator('html')).toHaveAttribute('data-photos', /^there(,there)*$/)
})
