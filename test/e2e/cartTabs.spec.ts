import { type BrowserContext, expect, type Page } from '@playwright/test'
import { fillCart, openAsDealer } from './filledCart.ts'
import { addressOf, quantities, test, texts } from './shop.ts'

const t = texts.en

/** Returns the second tab. */
async function openTwice(page: Page, context: BrowserContext, count: number): Promise<Page> {
  await openAsDealer(page)
  await fillCart(page, count)
  const other = await context.newPage()
  await other.goto(addressOf('default', '/cart'))
  await expect(quantities(other)).toHaveCount(count)
  return other
}

test('a change just before leaving is kept, beside a change in another tab', async ({ page, context }) => {
  const other = await openTwice(page, context, 3)
  await quantities(page).nth(0).fill('2')
  await quantities(other).nth(1).fill('2')
  // Both before either is stored.
  await Promise.all([quantities(page).nth(0).press('Enter'), quantities(other).nth(1).press('Enter')])
  await page.reload()
  for (const tab of [page, other]) {
    for (const [index, quantity] of ['2', '2', '1'].entries()) {
      await expect(quantities(tab).nth(index)).toHaveValue(quantity)
    }
  }
})

test('two tabs share a cart and lose no changes', async ({ page, context }) => {
  const other = await openTwice(page, context, 3)
  await quantities(other).nth(0).fill('2')
  await quantities(other).nth(0).press('Enter')
  await quantities(page).nth(1).fill('3')
  await quantities(page).nth(1).press('Enter')
  await other.locator('main [data-remove]').nth(2).click()
  for (const tab of [page, other]) {
    await expect(quantities(tab)).toHaveCount(2)
    await expect(quantities(tab).nth(0)).toHaveValue('2')
    await expect(quantities(tab).nth(1)).toHaveValue('3')
  }
})

test('a change overwritten by a tab that did not know it is applied again', async ({ page, context }) => {
  const other = await openTwice(page, context, 2)
  const stored = () => page.evaluate(() => localStorage.getItem('cart') ?? '')
  const before = await stored()
  await quantities(page).nth(0).fill('2')
  await quantities(page).nth(0).press('Enter')
  await expect.poll(stored).toContain('"qty":2')
  // Like a browser that notifies the other tab late.
  await other.evaluate((text) => localStorage.setItem('cart', `${text} `), before)
  await expect.poll(stored).toContain('"qty":2')
  for (const tab of [page, other]) await expect(quantities(tab).nth(0)).toHaveValue('2')
})

test('a cart that cannot be stored continues in this tab, with one message', async ({ page }) => {
  await openAsDealer(page)
  await fillCart(page, 2)
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  for (const qty of ['2', '3']) {
    await quantities(page).nth(0).fill(qty)
    await quantities(page).nth(0).press('Enter')
    await expect(quantities(page).nth(0)).toHaveValue(qty)
  }
  await expect(page.getByText(t['cart.notKept'])).toHaveCount(1)
})
