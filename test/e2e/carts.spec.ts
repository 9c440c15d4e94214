import { type Browser, expect, type Page, type Request } from '@playwright/test'
import { demoPassword } from '#shared/demo.ts'
import { placeOrderOf, signedInClient } from './apiClient.ts'
import { openAs } from './openAs.ts'
import { addPerson, adminToken, authenticate, call, callAs, type Person } from './people.ts'
import {
  addFromCard,
  addressOf,
  refuse,
  setCartReportInterval,
  signIn,
  test,
  texts,
  violations,
} from './shop.ts'

const t = texts.en

const enterShop = (page: Page, tenantKey: string, person: Person, path = '/shop') =>
  openAs(page, person, tenantKey, path, 'en')

async function newDealer(tenantKey: string, fields: object = {}): Promise<Person> {
  return addPerson(tenantKey, { roles: ['customer'], currAccCode: '120.01.0002', ...fields })
}

const demoAgent = { username: 'agent', email: '', password: demoPassword }

async function newDevice(browser: Browser): Promise<Page> {
  return (await browser.newContext({ locale: 'en-GB' })).newPage()
}

const cartLink = (page: Page) => page.getByRole('banner').locator('a[href="/cart"]')

async function fillCart(page: Page, card = 0): Promise<void> {
  // The demo has plenty of these.
  await page.goto(new URL('/shop/products', page.url()).href)
  await addFromCard(page, card, 'en')
  await expect(cartLink(page)).toContainText('2')
}

function requestsTo(page: Page, name: string): Request[] {
  const seen: Request[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === `/api/Shop/${name}`) seen.push(request)
  })
  return seen
}

const draftCard = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

test('a customer’s cart is reported every onlineExpire seconds, by one timer, until sign-out', async ({
  page,
}) => {
  await setCartReportInterval(page, 2)
  const reports = requestsTo(page, 'PostLogCart')
  await enterShop(page, 'tf-it', await newDealer('tf-it'))
  await fillCart(page)
  await cartLink(page).click()
  await page.goBack()
  await page.goBack()
  const before = reports.length
  await page.waitForTimeout(6200)
  expect(reports.length - before).toBeGreaterThanOrEqual(2)
  expect(reports.length - before).toBeLessThanOrEqual(4)
  const last = reports.at(-1)
  const { state } = JSON.parse(await page.evaluate(() => localStorage.getItem('cart') ?? '{}'))
  expect(last?.headers()).toMatchObject({ cartkey: state.guidKey, ordertype: 'Rpt' })
  expect(last?.postDataJSON()).toEqual(
    state.lines.map((line: Record<string, unknown>) => ({
      productId: line.productId,
      qty: line.qty,
      currency: line.priceCurrencyCode,
      unitPrice: line.unitPrice,
    })),
  )
  await page.getByRole('banner').getByRole('button', { name: /menu/i }).last().click()
  await page.getByRole('button', { name: t['user.logout'] }).click()
  await expect(page).toHaveURL(/\/login/)
  const atEnd = reports.length
  await page.waitForTimeout(4500)
  expect(reports.length).toBe(atEnd)
})

test('an emptied cart is reported at once, after a report that is under way', async ({ page }) => {
  await setCartReportInterval(page, 10)
  await enterShop(page, 'tf-it', await newDealer('tf-it'))
  await fillCart(page)
  await cartLink(page).click()
  const underWay = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  await page.route(
    '**/api/Shop/PostLogCart',
    async (route) => {
      underWay.resolve()
      await answered.promise
      await route.continue()
    },
    { times: 1 },
  )
  await underWay.promise
  await page.getByRole('button', { name: t['cart.clear'] }).click()
  await page.getByRole('dialog').getByRole('button', { name: t['cart.clear'] }).click()
  await expect(page.getByText(t['cart.emptyTitle'])).toBeVisible()
  // Sooner than the next by the timer.
  const emptied = page.waitForRequest((request) => request.postData() === '[]', { timeout: 5000 })
  answered.resolve()
  await emptied
})

test('only customers’ carts are reported, and none if onlineExpire is 0', async ({ browser }) => {
  const token = await adminToken('tf-it')
  const agents = await call<{ data: { items: { salesPersonCode: string }[] } }>(
    'tf-it',
    '/api/Account/GetSalesPersons',
    {},
    token,
  )
  const salesPersonCode = agents.data.items[0]?.salesPersonCode
  const both = await newDealer('tf-it', { roles: ['sp', 'customer'], salesPersonCode })
  const quiet: [Person, number][] = [
    [demoAgent, 1],
    [both, 1],
    [await newDealer('tf-it'), 0],
  ]
  await Promise.all(
    quiet.map(async ([person, seconds]) => {
      const page = await newDevice(browser)
      await setCartReportInterval(page, seconds)
      const reports = [requestsTo(page, 'PostLogCart'), requestsTo(page, 'GetLogCart')]
      await enterShop(page, 'tf-it', person)
      await page.locator('a[href*="categoryId="]').first().waitFor()
      await page.waitForTimeout(3500)
      expect(reports.flat()).toEqual([])
      await page.context().close()
    }),
  )
})

test('a report after the session expired fails silently', async ({ page }) => {
  await setCartReportInterval(page, 1)
  await enterShop(page, 'tf-it', await newDealer('tf-it'))
  await refuse(page, '/api/Shop/PostLogCart', 401, 'session.required')
  const reports = page.waitForResponse('**/api/Shop/PostLogCart')
  await reports
  await page.waitForTimeout(1500)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a cart continues on another device, and ordered on both it is one order', async ({ page, browser }) => {
  const dealer = await newDealer('tf-it')
  await setCartReportInterval(page, 1)
  await enterShop(page, 'tf-it', dealer)
  await fillCart(page)
  await page.waitForResponse((answer) => (answer.request().postDataJSON() as unknown[] | null)?.length === 2)

  const phone = await newDevice(browser)
  await phone.setViewportSize({ width: 390, height: 844 })
  await setCartReportInterval(phone, 1)
  await enterShop(phone, 'tf-it', dealer)
  const banner = phone.getByRole('region', { name: t['ordering.found.label'] })
  await expect(banner).toContainText('2 lines, 2 units')
  await expect(banner.getByRole('button', { name: t['ordering.found.add'] })).toBeHidden()
  expect(await violations(phone)).toEqual([])
  await banner.getByRole('button', { name: t['ordering.found.continue'] }).click()
  await expect(banner).toBeHidden()
  await cartLink(phone).click()
  await phone.getByRole('button', { name: t['cart.placeOrder'] }).click()
  await expect(phone.getByRole('heading', { name: t['placed.title'] })).toBeVisible()

  await cartLink(page).click()
  await page.getByRole('button', { name: t['cart.placeOrder'] }).click()
  await expect(page.getByRole('heading', { name: t['placed.title'] })).toBeVisible()
  const { token } = await authenticate('tf-it', dealer.username, dealer.password)
  const key = new URL(page.url()).pathname.split('/').at(-1)
  expect(new URL(phone.url()).pathname.split('/').at(-1)).toBe(key)
  const drafts = await call<{ data: { total: number } }>('tf-it', '/api/Shop/GetDrafts', {}, token)
  expect(drafts.data.total).toBe(0)
})

test('the open cart is kept, and a declined cart is not offered again', async ({ page, browser }) => {
  const dealer = await newDealer('tf-it')
  await setCartReportInterval(page, 1)
  await enterShop(page, 'tf-it', dealer)
  await fillCart(page)
  await page.waitForResponse((answer) => (answer.request().postDataJSON() as unknown[] | null)?.length === 2)

  const desktop = await newDevice(browser)
  // Without reports its cart is not offered.
  await desktop.route('**/api/Shop/PostLogCart', (route) => route.abort())
  await setCartReportInterval(desktop, 30)
  await enterShop(desktop, 'tf-it', dealer)
  await desktop.getByRole('button', { name: t['ordering.found.notNow'] }).click()
  const banner = desktop.getByRole('region', { name: t['ordering.found.label'] })
  await expect(banner).toBeHidden()
  const asked = desktop.waitForResponse('**/api/Shop/GetLogCart*')
  await desktop.reload()
  await asked
  await fillCart(desktop, 1)
  await expect(banner).toBeHidden()

  // A changed cart is offered again.
  await addFromCard(page, 1, 'en')
  await page.waitForResponse((answer) => (answer.request().postDataJSON() as unknown[] | null)?.length === 4)
  await desktop.reload()
  await banner.getByRole('button', { name: t['ordering.found.continue'] }).click()
  await expect(desktop.getByText(t['ordering.found.keptMine'])).toBeVisible()
  await expect(cartLink(desktop)).toContainText('4')
  await desktop.goto(addressOf('tf-it', '/shop/drafts'))
  await expect(draftCard(desktop, t['ordering.drafts.unnamed'])).toContainText('2 lines, 2 units')
})

test('a draft is saved automatically, replaced by another, copied, renamed and deleted', async ({ page }) => {
  await enterShop(page, 'default', await newDealer('default'), '/shop/drafts')
  await expect(page.getByRole('heading', { name: t['ordering.drafts.emptyTitle'] })).toBeVisible()
  await page.goto(addressOf('default', '/shop'))
  await fillCart(page)
  await cartLink(page).click()
  await page.getByRole('button', { name: t['ordering.drafts.keep'] }).click()
  await page.getByRole('textbox', { name: t['ordering.drafts.nameField'] }).fill('Autumn')
  await page.keyboard.press('Enter')
  await expect(page.getByText(t['ordering.drafts.saved'], { exact: true })).toBeVisible()
  expect(await violations(page)).toEqual([])

  await page.context().setOffline(true)
  const quantity = page.locator('main input[inputmode="numeric"]').first()
  await quantity.fill('2')
  await quantity.press('Enter')
  await expect(page.getByText(t['ordering.drafts.unsaved'])).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText(t['ordering.drafts.saved'], { exact: true })).toBeVisible()

  await page.getByRole('link', { name: t['ordering.drafts.title'] }).first().click()
  await expect(draftCard(page, 'Autumn')).toContainText('2 lines, 3 units')
  await expect(draftCard(page, 'Autumn')).toContainText(t['ordering.drafts.current'])
  await page.getByRole('button', { name: t['ordering.drafts.new'] }).click()
  await expect(page).toHaveURL(addressOf('default', '/shop'))
  await fillCart(page, 1)

  await page.goto(addressOf('default', '/shop/drafts'))
  await page.getByRole('button', { name: t['ordering.drafts.openLabel'].replace('{name}', 'Autumn') }).click()
  await expect(page).toHaveURL(addressOf('default', '/cart'))
  await expect(cartLink(page)).toContainText('3')
  await page.goto(addressOf('default', '/shop/drafts'))
  await expect(draftCard(page, t['ordering.drafts.unnamed'])).toContainText('2 lines, 2 units')

  const act = async (name: string, action: string) => {
    await page.getByRole('button', { name: t['ordering.drafts.actions'].replace('{name}', name) }).click()
    await page.getByRole('button', { name: action, exact: true }).click()
  }
  await act('Autumn', t['ordering.drafts.duplicate'])
  await expect(draftCard(page, 'Autumn (copy)')).toContainText('2 lines, 3 units')
  await act('Autumn (copy)', t['ordering.drafts.rename'])
  await page.getByRole('textbox', { name: t['ordering.drafts.nameField'] }).fill('Winter')
  await page.getByRole('button', { name: t['ordering.drafts.save'] }).click()
  await expect(draftCard(page, 'Winter')).toBeVisible()
  expect(await violations(page)).toEqual([])

  await act('Autumn', t['ordering.drafts.delete'])
  await expect(draftCard(page, 'Autumn')).toHaveCount(0)
  await expect(cartLink(page)).not.toContainText('3')
  await page.getByRole('button', { name: t['action.undo'] }).click()
  await expect(draftCard(page, 'Autumn')).toContainText(t['ordering.drafts.current'])
  await expect(cartLink(page)).toContainText('3')
})

test('nothing is lost if a draft cannot be opened', async ({ page }) => {
  await enterShop(page, 'default', await newDealer('default'))
  await fillCart(page)
  await page.goto(addressOf('default', '/shop/drafts'))
  await page.getByRole('button', { name: t['ordering.drafts.new'] }).click()
  await expect(page).toHaveURL(addressOf('default', '/shop'))
  await fillCart(page, 1)
  await page.goto(addressOf('default', '/shop/drafts'))
  await page.route('**/api/Shop/SaveDraft', (route) => route.abort())
  const stored = () => page.evaluate(() => localStorage.getItem('cart'))
  const before = await stored()
  await page.getByRole('button', { name: /^Open / }).click()
  await expect(page.getByRole('alert')).toContainText(t['error.network'])
  expect(await stored()).toBe(before)
})

test('a draft is shared with the agent, and a conflict is resolved by choice', async ({ page, browser }) => {
  const dealer = await newDealer('default')
  await enterShop(page, 'default', dealer)
  await fillCart(page)
  await cartLink(page).click()
  const name = `For ${dealer.username}`
  await page.getByRole('button', { name: t['ordering.drafts.keep'] }).click()
  await page.getByRole('textbox', { name: t['ordering.drafts.nameField'] }).fill(name)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: t['ordering.drafts.cartActions'] }).click()
  await page.getByRole('button', { name: t['ordering.drafts.shareAgent'] }).click()
  await expect(page.getByText(t['ordering.drafts.sharedAgent'])).toBeVisible()

  const theirs = await newDevice(browser)
  await enterShop(theirs, 'default', demoAgent, '/shop/drafts')
  await expect(draftCard(theirs, name)).toContainText('120.01.0002')
  await theirs.getByRole('button', { name: t['ordering.drafts.openLabel'].replace('{name}', name) }).click()
  await setFirst(theirs, '4')
  await expect(theirs.getByText(t['ordering.drafts.saved'], { exact: true })).toBeVisible()
  // Only the owner renames it.
  await expect(theirs.getByRole('button', { name: t['ordering.drafts.cartActions'] })).toBeHidden()

  await setFirst(page, '5')
  const conflict = page.getByRole('alert').filter({ hasText: 'changed elsewhere' })
  await expect(conflict).toBeVisible()
  expect(await violations(page)).toEqual([])
  await conflict.getByRole('button', { name: t['ordering.drafts.keepMine'] }).click()
  await expect(page.getByText(t['ordering.drafts.saved'], { exact: true })).toBeVisible()

  await setFirst(theirs, '6')
  await theirs.getByRole('button', { name: t['ordering.drafts.takeTheirs'] }).click()
  await expect(theirs.locator('main input[inputmode="numeric"]').first()).toHaveValue('5')
  await theirs.context().close()
})

test('a draft that was ordered elsewhere closes with a link to its order, and what the office took out stays out', async ({
  page,
}) => {
  const dealer = await newDealer('default')
  await enterShop(page, 'default', dealer)
  await fillCart(page)
  await cartLink(page).click()
  await page.getByRole('button', { name: t['ordering.drafts.keep'] }).click()
  await page.getByRole('textbox', { name: t['ordering.drafts.nameField'] }).press('Enter')
  await expect(page.getByText(t['ordering.drafts.saved'], { exact: true })).toBeVisible()
  const { guidKey, lines } = await page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? '{}').state)
  const wanted = new Map<string, number>(lines.map(({ productId }: { productId: string }) => [productId, 1]))
  const client = await signedInClient('default', dealer.username, dealer.password)
  await placeOrderOf(client, '120.01.0002', wanted, 'Rpt', { guidKey })
  const [first = ''] = wanted.keys()
  await placeOrderOf(client, '120.01.0002', new Map([[first, 1]]), 'Rpt', { guidKey, version: 1 })

  await page.locator('main input[inputmode="numeric"]').first().fill('3')
  await page.keyboard.press('Enter')
  const notice = page.getByRole('status').filter({ has: page.locator(`a[href="/cart/${guidKey}"]`) })
  await expect(notice).toContainText('1 new line is in a new cart')
  await expect(page.locator('main input[inputmode="numeric"]')).toHaveCount(1)
  await expect(page.locator('main input[inputmode="numeric"]')).toHaveValue('2')
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: t['ordering.drafts.title'] }).first().click()
  await page.getByRole('button', { name: t['ordering.drafts.new'] }).click()
  await expect(page).toHaveURL(addressOf('default', '/shop'))
  await notice.getByRole('link').click()
  await expect(page).toHaveURL(addressOf('default', `/cart/${guidKey}`))
})

async function setFirst(page: Page, qty: string): Promise<void> {
  const quantity = page.locator('main input[inputmode="numeric"]').first()
  await quantity.fill(qty)
  const saved = page.waitForResponse('**/api/Shop/SaveDraft')
  await quantity.press('Enter')
  await saved
}

test('a local cart becomes a draft at sign-out, after confirmation if offline', async ({ page }) => {
  await openAs(page, 'agent', 'default', '/shop', 'en')
  await page.locator('a[href*="categoryId="]').first().click()
  await addFromCard(page, 0, 'en')
  const stored = () => page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? '{}').state)
  await expect.poll(stored).toBeDefined()
  const { guidKey } = await stored()
  const leave = async () => {
    await page.getByRole('banner').getByRole('button', { name: /menu/i }).last().click()
    await page.getByRole('button', { name: t['user.logout'] }).click()
  }
  await page.route('**/api/Shop/SaveDraft', (route) => route.abort())
  await leave()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(t['ordering.leave.text'])
  await dialog.getByRole('button', { name: t['action.cancel'] }).click()
  await expect(page.locator('a[href="/cart"]').first()).toContainText('2')
  await page.unroute('**/api/Shop/SaveDraft')
  await leave()
  await expect(page).toHaveURL(/\/login/)
  await signIn(page, 'en', 'agent')
  await expect(page).toHaveURL(addressOf('default', '/shop'))
  const drafts = await callAs<{ data: { items: object[] } }>(page, '/api/Shop/GetDrafts', {})
  expect(drafts.data.items[0]).toMatchObject({ id: guidKey, lineCount: 2 })
})
