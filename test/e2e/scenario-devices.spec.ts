import { type Browser, expect, type Page } from '@playwright/test'
import type { TenantSettings } from '#shared/tenancy.ts'
import { ask, type Client, client, giveBack, orderBy, ordersOf } from './otherClient.ts'
import { addPerson } from './people.ts'
import { addFromCard, addressOf, open, test, texts } from './shop.ts'
import { tell } from './story.ts'

test.setTimeout(180_000)

const t = texts.en
const account = '120.01.0002'
const quantities = (page: Page) => page.locator('main li input[inputmode="numeric"]')
const cartLink = (page: Page) => page.getByRole('banner').locator('a[href="/cart"]').first()
const placeOrder = (page: Page) => page.getByRole('button', { name: t['cart.placeOrder'] })

/** How often the tenant has carts told, in seconds; answers how often it was before. */
async function tellEvery(admin: Client, onlineExpire: number): Promise<number> {
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
  const admin = await client('tf-it', 'admin')
  const person = await addPerson('tf-it', { roles: ['customer'], currAccCode: account })
  const dealer = await client('tf-it', person.username, person.password)
  const earlier = (await ordersOf(dealer)).length
  const { tap, station, end } = tell('devices', 'en')
  const every = await tellEvery(admin, 2)
  try {
    await enter(page, dealer)
    await page.locator('a[href*="categoryId="]').nth(2).click()
    await addFromCard(page, 0, 'en')
    await tap(cartLink(page))
    await expect(quantities(page)).toHaveCount(2)

    const tab = await context.newPage()
    await test.step('what one tab changes is in the other at once', async () => {
      await tab.goto(addressOf('tf-it', '/cart'))
      await expect(quantities(tab)).toHaveCount(2)
      await setLast(tab, 3)
      await expect(quantities(page).last()).toHaveValue('3', { timeout: 1000 })
      await expect(cartLink(page)).toContainText('4', { timeout: 1000 })
      await station(page, 'other tab')
    })

    const phone = await newPhone(browser)
    await test.step('the phone is offered the cart, and goes on with it', async () => {
      // The tab that is looked at tells the server what it has.
      await page.bringToFront()
      await page.waitForResponse(
        (answer) =>
          (answer.request().postDataJSON() as { qty: number }[] | null)?.some(({ qty }) => qty === 3) ??
          false,
      )
      await enter(phone, dealer)
      const banner = phone.getByRole('region', { name: t['ordering.found.label'] })
      await expect(banner).toContainText('2 lines, 4 units')
      await station(phone, 'offered')
      await tap(banner.getByRole('button', { name: t['ordering.found.continue'] }))
      await expect(banner).toBeHidden()
      await tap(cartLink(phone))
      await expect(quantities(phone).last()).toHaveValue('3')
      await expect(phone.getByRole('combobox', { name: t['cart.agent'] })).not.toHaveValue('')
      await station(phone, 'on the phone')
      await tap(placeOrder(phone))
      await expect(phone.getByRole('heading', { name: t['placed.title'] })).toBeVisible()
      await station(phone, 'ordered')
    })
    const guidKey = new URL(phone.url()).pathname.split('/').at(-1) ?? ''
    const { orderNumber } = await orderBy(dealer, guidKey)

    await test.step('the desk, changed meanwhile, is told of that order, and keeps what is new', async () => {
      await setLast(page, 5)
      await tap(placeOrder(page))
      const told = page.getByRole('alert').filter({ hasText: orderNumber })
      await expect(told).toBeInViewport({ ratio: 1 })
      const keeps = told.getByRole('button', { name: t['ordering.cart.keepNew'] })
      await expect(keeps).toBeInViewport({ ratio: 1 })
      await station(page, 'told')
      await tap(keeps)
      await expect(quantities(page)).toHaveCount(1)
      await expect(quantities(page).last()).toHaveValue('2')
      await expect(cartLink(tab)).toContainText('2')
      await station(page, 'only what is new')
    })

    await test.step('there is one order, of what the phone has sent', async () => {
      expect(await ordersOf(dealer)).toHaveLength(earlier + 1)
      expect((await orderBy(dealer, guidKey)).qty).toBe(4)
    })
    await giveBack(admin, guidKey)
    await phone.context().close()
  } finally {
    await tellEvery(admin, every)
  }
  end()
})
