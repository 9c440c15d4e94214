import { expect, type Page } from '@playwright/test'
import type { Product } from '#shared/catalogue/catalogue.ts'
import { ask, orderAsDealer, orderableVariant, readOrder, signedInClient } from './apiClient.ts'
import { openAsDealer } from './filledCart.ts'
import { button, test, texts, violations } from './shop.ts'

const t = texts.en

const list = (page: Page) => page.getByRole('main').getByRole('listitem')
async function cancelledByOffice() {
  const [admin, dealer] = [
    await signedInClient('default', 'admin'),
    await signedInClient('default', 'dealer'),
  ]
  await ask(dealer, '/api/Account/MarkNewsRead', { until: new Date().toISOString() })
  const guidKey = await orderAsDealer(await orderableVariant(dealer), 1, 'Season')
  const { orderId, orderNumber } = await readOrder(dealer, guidKey)
  return { guidKey, orderNumber, cancel: () => ask(admin, `/api/Shop/DeleteOrder?id=${orderId}`) }
}

test('the bell tells what the office did, and is quiet once it was read', async ({ page }) => {
  const { guidKey, orderNumber, cancel } = await cancelledByOffice()
  await openAsDealer(page, '/shop')
  const bell = page.getByRole('banner').getByRole('link', { name: t['news.title'] })
  await expect(bell).toHaveAccessibleName(t['news.title'])
  await cancel()
  // Asks again when the window is looked at.
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(bell).toHaveAccessibleName(`${t['news.title']}, 1 new`, { timeout: 2000 })
  }).toPass()
  await bell.click()
  const row = list(page).filter({ hasText: `Order ${orderNumber} was cancelled` })
  await expect(row).toContainText(t['news.unread'])
  await expect(bell).toHaveAccessibleName(t['news.title'])
  expect(await violations(page)).toEqual([])
  await page.reload()
  await expect(row).toBeVisible()
  await expect(row).not.toContainText(t['news.unread'])
  await row.getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/cart/${guidKey}$`))
})

test('what is sent by mail is switched off for good, and on again', async ({ page }) => {
  await openAsDealer(page, '/shop/notifications')
  const mails = page.getByRole('checkbox', {
    name: `${t['news.group.stock']}: ${t['news.byMail']}`,
  })
  await expect(mails).toBeChecked()
  const saved = page.waitForResponse(/SetNewsSettings/)
  await mails.uncheck()
  await saved
  await page.reload()
  await expect(mails).not.toBeChecked()
  const savedAgain = page.waitForResponse(/SetNewsSettings/)
  await mails.check()
  await savedAgain
})

test.describe('in the background', () => {
  test.use({ serviceWorkers: 'allow' })

  test('a push message is shown, in its language', async ({ page, context }) => {
    await context.grantPermissions(['notifications'])
    await openAsDealer(page, '/shop')
    await page.evaluate(() => navigator.serviceWorker.ready)
    const session = await context.newCDPSession(page)
    const registration = new Promise<string>((resolve) => {
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const [first] = registrations
        if (first) resolve(first.registrationId)
      })
    })
    await session.send('ServiceWorker.enable')
    const message = {
      title: 'Toptan Moda',
      body: 'Order 1001 was cancelled',
      path: '/shop/notifications',
      tag: 'one',
      language: 'en',
    }
    const origin = await page.evaluate(() => location.origin)
    const registrationId = await registration
    // A headless browser shows none, so what the worker asks it to show is kept.
    const [worker] = context.serviceWorkers()
    await worker?.evaluate(() => {
      const { registration: own } = globalThis as unknown as { registration: ServiceWorkerRegistration }
      own.showNotification = async (title, options) => {
        Object.assign(globalThis, { shown: { title, ...options } })
      }
    })
    await session.send('ServiceWorker.deliverPushMessage', {
      origin,
      registrationId,
      data: JSON.stringify(message),
    })
    const { title, body, tag, path: data } = message
    await expect
      .poll(() => worker?.evaluate(() => (globalThis as unknown as { shown?: object }).shown))
      .toMatchObject({ title, body, tag, data, lang: 'en', dir: 'ltr' })
  })
})

test('who waits for a sold-out size sees which, and can stop waiting', async ({ page }) => {
  const dealer = await signedInClient('default', 'dealer')
  const { data } = await ask<{ data: { products: Product[] } }>(dealer, '/api/Shop/GetCategoryProducts', {
    page: 1,
    limit: 100,
    orderType: 'Rpt',
  })
  const isPartlyOut = ({ items }: Product) => items.some(({ inventory }) => inventory === 0)
  const product = data.products.find(isPartlyOut)
  if (!product) throw new Error('No size of the demo is sold out')
  await openAsDealer(page, `/shop/items/${product.itemCode}?color=${product.colorCode}`)
  const tellMe = button(page, t['ordering.item.tellMe'])
  await tellMe.click()
  const waiting = page.getByRole('button', { name: /^We will tell you: / })
  await expect(waiting).toHaveAttribute('aria-pressed', 'true')
  await page.reload()
  await waiting.click()
  await expect(tellMe).toHaveAttribute('aria-pressed', 'false')
})
