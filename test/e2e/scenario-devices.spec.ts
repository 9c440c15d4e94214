import { type Browser, expect, type Page } from '@playwright/test'
import type { TenantSettings } from '#shared/settings.ts'
import { ask, type Client, listOrders, readOrder, returnStock, signedInClient } from './apiClient.ts'
import { addPerson } from './people.ts'
import { startScenario } from './scenario.ts'
import { addFromCard, addressOf, cartLink, open, quantities, test, texts } from './shop.ts'

test.setTimeout(180_000)

const t = texts.en
const account = '120.01.0002'
const placeOrder = (page: Page) => page.getByRole('button', { name: t['cart.placeOrder'] })

/** In seconds; returns the previous one. */
async function setReportInterval(admin: Client, onlineExpire: number): Promise<number> {
  const { data } = await ask<{ data: TenantSettings }>(admin, '/api/Account/GetTenantSettings')
  const { customerKey: _, hosts: __, logo: ___, ...fields } = data
  await ask(admin, '/api/Account/UpdateTenantSettings', { ...fields, onlineExpire })
  return data.onlineExpire
}

async function enter(page: Page, { token }: Client): Promise<void> {
  await page.context().addCookies([{ name: 'token', value: token, url: addressOf('tf-it', '/') }])
  await open(page, 'tf-it', '/shop', 'en')
  await expect(page.locator('a[href*="categoryId="]').first()).toBeVisible()
}

async function newPhone(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    locale: 'en-GB',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  return context.newPage()
}

async function setLast(page: Page, qty: number): Promise<void> {
  await quantities(page).last().fill(String(qty))
  await quantities(page).last().press('Enter')
}

test('one cart in two tabs and on a phone becomes one order', async ({ page, context, browser }) => {
  const admin = await signedInClient('tf-it', 'admin')
  const person = await addPerson('tf-it', { roles: ['customer'], currAccCode: account })
  const dealer = await signedInClient('tf-it', person.username, person.password)
  const earlier = (await listOrders(dealer)).length
  const { tap, step, end } = startScenario('devices', 'en')
  const previousInterval = await setReportInterval(admin, 2)
  try {
    await enter(page, dealer)
    await page.locator('a[href*="categoryId="]').nth(2).click()
    await addFromCard(page, 0, 'en')
    await tap(cartLink(page))
    await expect(quantities(page)).toHaveCount(2)

    const tab = await context.newPage()
    await test.step('a change in one tab is in the other at once', async () => {
      await tab.goto(addressOf('tf-it', '/cart'))
      await expect(quantities(tab)).toHaveCount(2)
      await setLast(tab, 3)
      await expect(quantities(page).last()).toHaveValue('3', { timeout: 1000 })
      await expect(cartLink(page)).toContainText('4', { timeout: 1000 })
      await step(page, 'other tab')
    })

    const phone = await newPhone(browser)
    await test.step('the phone is offered the cart and continues it', async () => {
      // Only the visible tab reports its cart.
      await page.bringToFront()
      await page.waitForResponse((answer) => {
        const sent: unknown = answer.request().postDataJSON()
        return Array.isArray(sent) && sent.some(({ qty }: { qty: number }) => qty === 3)
      })
      await enter(phone, dealer)
      const banner = phone.getByRole('region', { name: t['ordering.found.label'] })
      await expect(banner).toContainText('2 lines, 4 units')
      await step(phone, 'offered')
      await tap(banner.getByRole('button', { name: t['ordering.found.continue'] }))
      await expect(banner).toBeHidden()
      await tap(cartLink(phone))
      await expect(quantities(phone).last()).toHaveValue('3')
      await expect(phone.getByRole('combobox', { name: t['cart.agent'] })).not.toHaveValue('')
      await step(phone, 'on the phone')
      await tap(placeOrder(phone))
      await expect(phone.getByRole('heading', { name: t['placed.title'] })).toBeVisible()
      await step(phone, 'ordered')
    })
    const guidKey = new URL(phone.url()).pathname.split('/').at(-1) ?? ''
    const { orderNumber } = await readOrder(dealer, guidKey)

    await test.step('the desktop, changed meanwhile, is told of the order and keeps new lines', async () => {
      await setLast(page, 5)
      await tap(placeOrder(page))
      const notice = page.getByRole('alert').filter({ hasText: orderNumber })
      await expect(notice).toBeInViewport({ ratio: 1 })
      const keepNew = notice.getByRole('button', { name: t['ordering.cart.keepNew'] })
      await expect(keepNew).toBeInViewport({ ratio: 1 })
      await step(page, 'told')
      await tap(keepNew)
      await expect(quantities(page)).toHaveCount(1)
      await expect(quantities(page).last()).toHaveValue('2')
      await expect(cartLink(tab)).toContainText('2')
      await step(page, 'only what is new')
    })

    await test.step('there is one order, as sent by the phone', async () => {
      expect(await listOrders(dealer)).toHaveLength(earlier + 1)
      expect((await readOrder(dealer, guidKey)).qty).toBe(4)
    })
    await returnStock(admin, guidKey)
    await phone.context().close()
  } finally {
    await setReportInterval(admin, previousInterval)
  }
  end()
})
