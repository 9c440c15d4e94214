import { setTimeout } from 'node:timers/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import type { Product } from '#shared/catalogue/catalogue.ts'
import { amountOfLine, currencySign, fromTicks, ticks, toTicks } from '#shared/numbers/money.ts'
import {
  addCustomer,
  ask,
  type Client,
  colorsOf,
  readOrder,
  removeRules,
  signedInClient,
} from './apiClient.ts'
import { demoBarcode } from './barcodes.ts'
import { openAs } from './openAs.ts'
import {
  addressOf,
  button,
  cartLink,
  expectNoSidewaysScroll,
  field,
  panelOf,
  phone,
  quantities,
  test,
  texts,
  violations,
} from './shop.ts'

const t = texts.en

type Rule = { id: string; name: string }

/** 10 % off everything, unless `fields` say otherwise. */
async function saveRule(admin: Client, fields: object = {}): Promise<string> {
  const rule = {
    name: 'Season',
    audience: 'everybody',
    target: 'all',
    basis: 'none',
    effect: 'percent',
    tiers: [{ from: 0, percents: [10] }],
    endsOthers: false,
    ...fields,
  }
  const { data } = await ask<{ data: Rule }>(admin, '/api/Price/SavePriceRule', rule)
  // With two processes, the other may show an old page for this long.
  if (process.env.TEST_ALL) await setTimeout(1000)
  return data.id
}
const percent = (...percents: number[]) => ({ tiers: [{ from: 0, percents }] })
const fromPieces = (from: number, ...percents: number[]) => ({
  name: 'Quantity',
  basis: 'itemPieces',
  tiers: [{ from, percents }],
})

/** Other tests know list prices only. */
test.afterEach(async () => {
  for (const tenantKey of ['default', 'tf-it']) await removeRules(await signedInClient(tenantKey, 'admin'))
})

const accountOf = async (client: Client) =>
  (await ask<{ currAccCode: string }>(client, '/api/Account/GetUserInfo')).currAccCode

/** The price of one unit after percents, as people work it out. */
function off(price: number, ...percents: number[]): number {
  const after = (before: number, one: number) => Math.round((before * (100 - one)) / 100)
  return fromTicks(ticks(percents.reduce(after, toTicks(price))))
}
const money = (amount: number, currency: string) =>
  currencySign(currency) + amount.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 4 })
const times = (unitPrice: number, qty: number) => amountOfLine({ qty, unitPrice })
/** The sum of lines, each rounded on its own. */
const sumOf = (unitPrice: number, ...ordered: number[]) =>
  Number(ordered.reduce((sum, qty) => sum + times(unitPrice, qty), 0).toFixed(2))
/** As a notice shows it. */
const fromTo = (before: number, after: number, currency: string) =>
  `: ${money(before, currency)} → ${money(after, currency)}`

/** An item of one price with two sizes of the first colour that others may order from too. */
async function plentifulItem(client: Client, currAccCode = '') {
  const input = { limit: 200, orderType: 'Rpt', ...(currAccCode ? { currAccCode } : {}) }
  const { data } = await ask<{ data: { products: Product[] } }>(
    client,
    '/api/Shop/GetCategoryProducts',
    input,
  )
  for (const { itemCode } of data.products) {
    const [product] = await colorsOf(client, itemCode, currAccCode)
    const { unitPrice: price, currencyCode: currency } = product ?? {}
    const sizes = product?.items.filter((item) => !item.lotCode && item.inventory >= 60 && !item.minQty) ?? []
    if (product && price && currency && sizes.length >= 2 && sizes.every((item) => item.unitPrice === price))
      return { itemCode, product, sizes, price, currency }
  }
  throw new Error('No item has enough stock')
}
type Item = Awaited<ReturnType<typeof plentifulItem>>

async function enter(page: Page, path: string, user = 'dealer', tenantKey = 'default') {
  await openAs(page, user, tenantKey, path, 'en')
  await expect(page.getByRole('banner').getByRole('button', { name: /menu/i }).last()).toBeVisible()
}

const cellOf = (page: Page, { product, sizes }: Item, at = 0) =>
  page.getByRole('textbox', { name: `${product.colorDescription} ${sizes[at]?.itemDim1Code}`, exact: true })

async function openGrid(page: Page, item: Item): Promise<void> {
  await enter(page, `/shop/items/${item.itemCode}`)
  await expect(cellOf(page, item)).toBeVisible()
}

/** Fills the first cells of the grid. */
async function fillCart(page: Page, item: Item, ...pieces: number[]): Promise<void> {
  await openGrid(page, item)
  for (const [at, qty] of pieces.entries()) await cellOf(page, item, at).fill(String(qty))
  await expect(cartLink(page)).toContainText(String(pieces.reduce((sum, qty) => sum + qty, 0)))
  await cartLink(page).click()
  await expect(quantities(page)).toHaveCount(pieces.length)
}

const steps = (page: Page) => page.locator('[popover]:popover-open')
const openSteps = (of: Locator | Page) => button(of, t['price.why']).first().click()
const rows = (page: Page) => page.locator('main li[id]')
const total = (page: Page) =>
  page.getByRole('complementary', { name: t['cart.summary'] }).locator('dl').last()
const placeOrder = (page: Page) => page.getByRole('button', { name: t['cart.placeOrder'] })

/** Returns the guidKey. */
async function place(page: Page): Promise<string> {
  await expect(page.getByRole('combobox', { name: t['cart.agent'] })).not.toHaveValue('')
  await placeOrder(page).click()
  await expect(page.getByRole('heading', { name: t['placed.title'] })).toBeVisible()
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

test('a card shows list and net price, and tells the steps and what would be cheaper', async ({ page }) => {
  const admin = await signedInClient('default', 'admin')
  const dealer = await signedInClient('default', 'dealer')
  await saveRule(admin)
  await saveRule(admin, {
    name: 'Dealer',
    audience: 'account',
    currAccCode: await accountOf(dealer),
    ...percent(5),
  })
  await saveRule(admin, fromPieces(12, 3))
  const item = await plentifulItem(dealer)
  const { price, currency, product } = item
  await enter(page, `/shop/products?brandId=${product.brandId}`)
  const card = page.getByRole('article', {
    name: `${product.itemDescription} ${product.colorDescription}`,
    exact: true,
  })
  await expect(card.locator('s')).toHaveText(money(price, currency))
  await expect(card).toContainText(money(off(price, 10, 5), currency))
  await openSteps(card)
  await expect(steps(page).locator('dt')).toHaveText([t['price.list'], 'Season −10%', 'Dealer −5%'])
  await expect(steps(page).locator('dd')).toHaveText(
    [price, off(price, 10), off(price, 10, 5)].map((one) => money(one, currency)),
  )
  await expect(steps(page)).toContainText('12 more pieces: −3%')
  await expect(steps(page)).toContainText(money(off(price, 10, 5, 3), currency))
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(steps(page)).toHaveCount(0)

  // In the panel too, which Escape closes only after the steps.
  const opener = button(card, t['product.sizes'])
  await opener.click()
  const panel = await panelOf(page, opener)
  await openSteps(panel)
  await expect(steps(page)).toContainText('Dealer −5%')
  await page.keyboard.press('Escape')
  await expect(steps(page)).toHaveCount(0)
  await expect(panel).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
})

test('in the grid the quantity that reaches a tier changes prices at once, without a connection too', async ({
  page,
  context,
}) => {
  await saveRule(await signedInClient('default', 'admin'), fromPieces(12, 10, 5))
  const item = await plentifulItem(await signedInClient('default', 'dealer'))
  const { price, currency, product } = item
  await openGrid(page, item)
  const head = page.locator('main').getByRole('heading', { level: 1 }).locator('..')
  const sum = page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: product.colorDescription }) })
    .getByRole('cell')
    .last()
  const expectPrice = async (unitPrice: number, qty: number) => {
    await expect(sum).toContainText(money(times(unitPrice, qty), currency))
    await expect(head).toContainText(money(unitPrice, currency))
    await expect(head.locator('s')).toHaveCount(unitPrice === price ? 0 : 1)
  }
  await cellOf(page, item, 0).fill('5')
  await cellOf(page, item, 1).fill('6')
  await expectPrice(price, 11)
  await cellOf(page, item, 1).fill('7')
  await expectPrice(off(price, 10, 5), 12)
  await openSteps(head)
  await expect(steps(page)).toContainText('Quantity (from 12 pieces) −10+5%')
  await page.keyboard.press('Escape')
  await context.setOffline(true)
  await cellOf(page, item, 1).fill('6')
  await expectPrice(price, 11)
  await openSteps(head)
  await expect(steps(page)).toContainText('1 more piece: −10+5%')
  await page.keyboard.press('Escape')
  await cellOf(page, item, 1).fill('8')
  await expectPrice(off(price, 10, 5), 13)
  await context.setOffline(false)
})

test('a price of several sizes has one tab stop in the grid', async ({ page }) => {
  await saveRule(await signedInClient('default', 'admin'), fromPieces(12, 10, 5))
  const item = await plentifulItem(await signedInClient('default', 'dealer'))
  await openGrid(page, item)
  const top = page.locator('main').getByRole('heading', { level: 1 }).locator('..')
  await expect(top.getByRole('button', { name: t['price.why'] })).toBeVisible()
  // One for each price beside another one; a single price stands at the top alone.
  const groups = await page.locator('main thead td').count()
  const sizes = await page.locator('main thead th[scope="col"]').count()
  expect(groups).toBeLessThan(sizes - 2)
  await expect(page.locator('main thead').getByRole('button', { name: t['price.why'] })).toHaveCount(groups)
})

test('a price is explained without a connection from the first moment, and said with the list price', async ({
  page,
  context,
}) => {
  await saveRule(await signedInClient('default', 'admin'))
  const item = await plentifulItem(await signedInClient('default', 'dealer'))
  const { price, currency, sizes } = item
  await openGrid(page, item)
  const head = page.locator('main').getByRole('heading', { level: 1 }).locator('..')
  await expect(head).toContainText(money(off(price, 10), currency))
  await context.setOffline(true)
  await openSteps(head)
  await expect(steps(page)).toContainText('Season −10%')
  await page.keyboard.press('Escape')
  await expect(head).toContainText(
    `${t['price.list']} ${money(price, currency)}${t['price.now']} ${money(off(price, 10), currency)}`,
  )
  await expect(
    page.getByRole('columnheader', { name: sizes[0]?.itemDim1Code ?? '', exact: true }),
  ).toBeVisible()
  await expect(page.getByRole('columnheader', { name: t['price.why'] })).toHaveCount(0)
  await context.setOffline(false)
})

test('what the cart shows is what the order costs', async ({ page }) => {
  const admin = await signedInClient('default', 'admin')
  const dealer = await signedInClient('default', 'dealer')
  const item = await plentifulItem(dealer)
  const { price, currency } = item
  await saveRule(admin, percent(7.5))
  await saveRule(admin, { ...fromPieces(5, 3), target: 'item', itemCode: item.itemCode })
  await saveRule(admin, {
    name: 'Large order',
    basis: 'orderAmount',
    currencyCode: currency,
    tiers: [{ from: 1, percents: [1] }],
  })
  await fillCart(page, item, 4, 3)
  const net = off(price, 7.5, 3, 1)
  await expect(rows(page).first()).toContainText(money(times(net, 4), currency))
  await expect(rows(page).first().locator('s')).toHaveText(money(price, currency))
  await expect(rows(page).last()).toContainText(money(times(net, 3), currency))
  await expect(total(page)).toContainText(money(sumOf(net, 4, 3), currency))
  await openSteps(rows(page).first())
  await expect(steps(page).locator('dt')).toHaveText([
    t['price.list'],
    'Season −7.5%',
    'Quantity (from 5 pieces) −3%',
    `Large order (orders from ${money(1, currency)}) −1%`,
  ])
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.setViewportSize(phone)
  await expect(page.locator('main').getByText(money(sumOf(net, 4, 3), currency))).toHaveCount(2)
  const guidKey = await place(page)
  const order = await readOrder(dealer, guidKey)
  expect(order.totals).toMatchObject([{ currency, amount: sumOf(net, 4, 3) }])
  for (const line of order.lines) {
    expect(line).toMatchObject({ unitPrice: net, listPrice: price })
    expect(line.priceSteps?.map(({ name, unitPrice }) => [name, unitPrice])).toEqual([
      ['Season', off(price, 7.5)],
      ['Quantity', off(price, 7.5, 3)],
      ['Large order', net],
    ])
  }
  await page.goto(addressOf('default', `/cart/${guidKey}`))
  await expect(page.locator('main')).toContainText(money(sumOf(net, 4, 3), currency))
})

test('in the quick order each line has the price that its pieces reach', async ({ page }) => {
  await saveRule(await signedInClient('default', 'admin'), fromPieces(4, 10))
  await enter(page, '/shop/quick-order')
  const check = async (qty: number) => {
    await page.getByLabel(t['ordering.quick.paste']).fill(`${demoBarcode(1)};${qty}`)
    await page.getByRole('button', { name: t['ordering.quick.check'] }).click()
  }
  const sum = page.locator('main dl').last().locator('dd')
  const row = page.getByRole('region', { name: t['ordering.quick.lines'] }).getByRole('listitem')
  await check(3)
  await expect(sum).toHaveText(/\d/)
  const before = await sum.innerText()
  await expect(row).toContainText(before)
  await button(page, t['ordering.quick.clear']).click()
  await check(5)
  const price = Number(before.replace(/[^\d.]/g, '')) / 3
  const amount = `${before.charAt(0)}${times(off(price, 10), 5).toFixed(2)}`
  await expect(sum).toHaveText(amount)
  await expect(row).toContainText(amount)
})

test('a campaign’s code changes prices, and an unknown one says so', async ({ page, context }) => {
  const admin = await signedInClient('default', 'admin')
  const dealer = await signedInClient('default', 'dealer')
  await saveRule(admin)
  await saveRule(admin, { name: 'Spring', code: 'SPRING26', ...percent(20) })
  const item = await plentifulItem(dealer)
  const { price, currency } = item
  await fillCart(page, item, 2)
  const code = page.getByRole('textbox', { name: t['cart.campaignCode'] })
  await expect(total(page)).toContainText(money(times(off(price, 10), 2), currency))
  await code.fill('AUTUMN')
  await code.press('Enter')
  await expect(code).toHaveAccessibleDescription(t['ordering.cart.campaignUnknown'])
  await expect(total(page)).toContainText(money(times(off(price, 10), 2), currency))
  // Without a connection, the previous prices stay.
  await context.setOffline(true)
  await code.fill('spring26')
  await code.press('Enter')
  await expect(total(page)).toContainText(money(times(off(price, 10), 2), currency))
  await expect(rows(page).first().locator('s')).toBeVisible()
  await context.setOffline(false)
  const net = off(price, 10, 20)
  await expect(total(page)).toContainText(money(times(net, 2), currency))
  await expect(code).not.toHaveAccessibleDescription(t['ordering.cart.campaignUnknown'])
  expect(await violations(page)).toEqual([])
  const order = await readOrder(dealer, await place(page))
  expect(order).toMatchObject({ campaignCode: 'spring26', totals: [{ currency, amount: times(net, 2) }] })
})

test('prices changed while the cart is open are refused, told, and ordered at with the next press', async ({
  page,
}) => {
  const admin = await signedInClient('default', 'admin')
  const dealer = await signedInClient('default', 'dealer')
  const item = await plentifulItem(dealer)
  const { price, currency } = item
  const id = await saveRule(admin, percent(30))
  await fillCart(page, item, 3)
  await expect(page.getByRole('combobox', { name: t['cart.agent'] })).not.toHaveValue('')
  const expectRefusal = async (before: number, after: number) => {
    await placeOrder(page).click()
    const refusal = page.getByRole('alert').filter({ hasText: t['error.order.priceChanged'] })
    await expect(refusal.getByRole('listitem')).toContainText([fromTo(before, after, currency)])
    await expect(total(page)).toContainText(money(times(after, 3), currency))
  }
  await saveRule(admin, { id, ...percent(20) })
  await expectRefusal(off(price, 30), off(price, 20))
  await expect(rows(page).first().locator('s')).toHaveText(money(price, currency))
  await saveRule(admin, { id, ...percent(10) })
  await expectRefusal(off(price, 20), off(price, 10))
  expect(await violations(page)).toEqual([])
  const order = await readOrder(dealer, await place(page))
  expect(order.totals).toMatchObject([{ currency, amount: times(off(price, 10), 3) }])
})

/** A minute later, as when somebody comes back to the page. */
async function loadRulesAgain(page: Page): Promise<void> {
  await page.clock.setSystemTime(Date.now() + 61_000)
  const answer = page.waitForResponse('**/api/Shop/GetPricing**')
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await answer
}

test('rules changed while the cart is open are told, and ordering waits until the buyer agrees', async ({
  page,
  context,
}) => {
  const admin = await signedInClient('default', 'admin')
  const dealer = await signedInClient('default', 'dealer')
  const item = await plentifulItem(dealer)
  const { price, currency } = item
  const id = await saveRule(admin)
  const change = (share: number) => saveRule(admin, { id, ...percent(share) })
  await saveRule(admin, fromPieces(5, 50))
  await saveRule(admin, { name: 'Spring', code: 'SPRING26', ...percent(30) })
  await fillCart(page, item, 3, 1)
  await expect(page.getByRole('combobox', { name: t['cart.agent'] })).not.toHaveValue('')
  const priceAlert = page.getByRole('alert').filter({ hasText: t['ordering.cart.pricesChanged'] })
  const expectReported = async (before: number, after: number) => {
    const line = fromTo(before, after, currency)
    await expect(priceAlert.getByRole('listitem')).toContainText([line, line])
    await expect(total(page)).toContainText(money(sumOf(after, 3, 1), currency))
  }

  // The buyer's own changes are not reported.
  const setLast = async (qty: number) => {
    await quantities(page).last().fill(String(qty))
    await quantities(page).last().press('Enter')
  }
  await setLast(2)
  await expect(total(page)).toContainText(money(sumOf(off(price, 10, 50), 3, 2), currency))
  await setLast(1)
  const code = page.getByRole('textbox', { name: t['cart.campaignCode'] })
  for (const [typed, ...shares] of [['SPRING26', 10, 30] as const, ['', 10] as const]) {
    await code.fill(typed)
    await code.press('Enter')
    await expect(total(page)).toContainText(money(sumOf(off(price, ...shares), 3, 1), currency))
  }
  await expect(priceAlert).toHaveCount(0)

  await change(20)
  await loadRulesAgain(page)
  await expectReported(off(price, 10), off(price, 20))
  expect(await violations(page)).toEqual([])
  await placeOrder(page).click()
  await expect(priceAlert).toBeFocused()
  // Two changes are reported as one; one that is taken back is not reported.
  await change(25)
  await page.reload()
  await expectReported(off(price, 10), off(price, 25))
  await change(10)
  await page.reload()
  await expect(total(page)).toContainText(money(sumOf(off(price, 10), 3, 1), currency))
  await expect(priceAlert).toHaveCount(0)
  await change(15)
  await page.reload()
  await expectReported(off(price, 10), off(price, 15))
  await page.setViewportSize(phone)
  await expectNoSidewaysScroll(page)
  await placeOrder(page).click()
  await expect(priceAlert).toBeFocused()
  await context.setOffline(true)
  await button(priceAlert, t['ordering.cart.pricesAgreed']).focus()
  await page.keyboard.press('Enter')
  await expect(priceAlert).toHaveCount(0)
  await expect(quantities(page).first()).toBeFocused()
  await context.setOffline(false)
  const order = await readOrder(dealer, await place(page))
  expect(order.totals).toMatchObject([{ currency, amount: sumOf(off(price, 15), 3, 1) }])
})

test('an amended order keeps its prices, as long as it reaches what made them', async ({ page }) => {
  const admin = await signedInClient('default', 'admin')
  const dealer = await signedInClient('default', 'dealer')
  const item = await plentifulItem(dealer)
  const { price, currency } = item
  const id = await saveRule(admin, fromPieces(5, 10))
  await fillCart(page, item, 4, 2)
  const guidKey = await place(page)
  await saveRule(admin, { id, ...fromPieces(4, 30) })
  const amend = async () => {
    await page.goto(addressOf('default', `/cart/${guidKey}`))
    await page.getByRole('button', { name: t['ordering.order.enable'] }).click()
    await page.getByRole('dialog').getByRole('button', { name: t['ordering.order.enable'] }).click()
    await expect(page).toHaveURL(addressOf('default', '/cart'))
  }
  const setQty = async (at: number, qty: string) => {
    await quantities(page).nth(at).fill(qty)
    await quantities(page).nth(at).press('Enter')
  }
  const save = async () => {
    await page.getByRole('button', { name: t['ordering.order.save'] }).click()
    await expect(page).toHaveURL(addressOf('default', `/cart/${guidKey}`))
    const { lines } = await readOrder(dealer, guidKey)
    return lines.map(({ qty, unitPrice, listPrice }) => ({ qty, unitPrice, listPrice }))
  }
  const lost = page.getByRole('status').filter({ hasText: t['cart.pricesLost'] })
  const [kept, today] = [off(price, 10), off(price, 30)]

  await amend()
  await expect(total(page)).toContainText(money(sumOf(kept, 4, 2), currency))
  await openSteps(rows(page).first())
  await expect(steps(page).locator('dt')).toHaveText([t['price.list'], 'Quantity (from 5 pieces) −10%'])
  await page.keyboard.press('Escape')
  await setQty(0, '3')
  await setQty(1, '4')
  await expect(rows(page).first()).toContainText(money(kept, currency))
  await expect(rows(page).last()).toContainText(money(times(today, 4), currency))
  await expect(lost).toHaveCount(0)
  expect(await save()).toEqual([
    { qty: 3, unitPrice: kept, listPrice: price },
    { qty: 4, unitPrice: today, listPrice: price },
  ])

  await amend()
  await setQty(0, '1')
  await setQty(1, '1')
  await expect(lost.getByRole('listitem')).toContainText(
    [kept, today].map((was) => `: ${money(was, currency)} ${money(price, currency)}`),
  )
  await expect(total(page)).toContainText(money(sumOf(price, 1, 1), currency))
  expect(await violations(page)).toEqual([])
  expect((await save()).map(({ qty, unitPrice }) => ({ qty, unitPrice }))).toEqual([
    { qty: 1, unitPrice: price },
    { qty: 1, unitPrice: price },
  ])
})

test('an order under way is resumed after a reload, at its prices', async ({ page }) => {
  const dealer = await signedInClient('default', 'dealer')
  await saveRule(await signedInClient('default', 'admin'))
  const item = await plentifulItem(dealer)
  await fillCart(page, item, 1)
  await expect(page.getByRole('combobox', { name: t['cart.agent'] })).not.toHaveValue('')
  await page.route('**/api/Shop/PostShopCart', (route) => route.abort())
  await placeOrder(page).click()
  await expect(page.getByText(t['ordering.cart.keptAndSent'])).toBeVisible()
  await page.reload()
  await expect(page.getByText(t['ordering.cart.keptAndSent'])).toBeVisible()
  await page.unroute('**/api/Shop/PostShopCart')
  await expect(page.getByRole('heading', { name: t['placed.title'] })).toBeVisible({ timeout: 30_000 })
  const order = await readOrder(dealer, new URL(page.url()).pathname.split('/').at(-1) ?? '')
  expect(order.lines[0]?.unitPrice).toBe(off(item.price, 10))
})

test.describe('a cart opened without a connection', () => {
  test.use({ serviceWorkers: 'allow' })

  test('has the prices of the rules as last known', async ({ page, context }) => {
    await saveRule(await signedInClient('default', 'admin'))
    const item = await plentifulItem(await signedInClient('default', 'dealer'))
    const net = off(item.price, 10)
    await fillCart(page, item, 2)
    await expect(total(page)).toContainText(money(times(net, 2), item.currency))
    await page.evaluate(() => navigator.serviceWorker.ready)
    await expect
      .poll(() => page.evaluate(async () => (await (await caches.open('page')).keys()).length))
      .toBe(1)
    await context.setOffline(true)
    await page.reload()
    await expect(rows(page)).toContainText(money(times(net, 2), item.currency))
    await expect(total(page)).toContainText(money(times(net, 2), item.currency))
    await context.setOffline(false)
  })
})

test('an agent sees each customer’s prices and never the other’s', async ({ page }) => {
  const admin = await signedInClient('default', 'admin')
  const [one, other] = [
    await addCustomer(admin, 'Çınar Moda', 'CB'),
    await addCustomer(admin, 'Deniz Giyim', 'CB'),
  ]
  const ruleFor = ({ currAccCode }: typeof one, share: number) =>
    saveRule(admin, { name: 'Dealer', audience: 'account', currAccCode, ...percent(share) })
  await ruleFor(one, 11)
  await ruleFor(other, 23)
  const { itemCode, price, currency } = await plentifulItem(
    await signedInClient('default', 'agent'),
    one.currAccCode,
  )
  await enter(page, `/shop/items/${itemCode}`, 'agent')
  const banner = page.getByRole('banner')
  const choose = async ({ currAccCode, currAccDescription }: typeof one) => {
    const { 'ordering.bar.change': change, 'ordering.bar.choose': first } = t
    await banner.getByRole('button', { name: new RegExp(`^(${change}|${first})$`) }).click()
    await banner.getByRole('combobox').fill(currAccCode)
    await page.getByRole('option', { name: currAccCode }).click()
    await expect(banner).toContainText(currAccDescription)
  }
  const head = page.locator('main').getByRole('heading', { level: 1 }).locator('..')
  await choose(one)
  await expect(head).toContainText(money(off(price, 11), currency))
  // Records for each frame whose cart is open and what the page shows.
  await page.evaluate(() => {
    const frames = Object.assign(window, { shownFrames: new Set<string>() }).shownFrames
    const look = () => {
      const { state } = JSON.parse(localStorage.getItem('cart') ?? '{}')
      frames.add(`${state.currAccCode}\n${document.querySelector('main')?.textContent}`)
      requestAnimationFrame(look)
    }
    look()
  })
  await choose(other)
  await expect(head).toContainText(money(off(price, 23), currency))
  await choose(one)
  await expect(head).toContainText(money(off(price, 11), currency))
  const frames = await page.evaluate(() => [
    ...(window as unknown as { shownFrames: Set<string> }).shownFrames,
  ])
  const wrong = frames.filter((text) =>
    text.includes(money(off(price, text.startsWith(other.currAccCode) ? 11 : 23), currency)),
  )
  expect(frames.length).toBeGreaterThan(2)
  expect(wrong).toEqual([])
})

test('without rules nothing is asked', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await enter(page, '/shop/products')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(button(page, t['price.why'])).toHaveCount(0)
  await page.goto(addressOf('default', '/cart'))
  await page.waitForLoadState('networkidle')
  expect(asked).toContain('/api/Shop/GetCategoryProducts')
  expect(asked).not.toContain('/api/Shop/GetPricing')
})

test('prices are in order from right to left, and fit a phone', async ({ page }) => {
  const admin = await signedInClient('tf-it', 'admin')
  await saveRule(admin)
  await saveRule(admin, fromPieces(12, 5, 2))
  const item = await plentifulItem(await signedInClient('tf-it', 'dealer'))
  const { price, currency, itemCode, product } = item
  await page.setViewportSize(phone)
  await openAs(page, 'dealer', 'tf-it', `/shop/items/${itemCode}?color=${product.colorCode}`, 'ar')
  const head = page.locator('main').getByRole('heading', { level: 1 }).locator('..')
  const expectInOrder = async (of: Locator, unitPrice: number) => {
    const before = of.locator('s')
    const after = of.getByText(money(unitPrice, currency), { exact: true }).filter({ visible: true })
    await expect(before).toHaveText(money(price, currency))
    const [left, right] = [await after.boundingBox(), await before.boundingBox()]
    expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(right?.x ?? 0)
  }
  await expectInOrder(head, off(price, 10))
  await head.getByRole('button', { name: texts.ar['price.why'] }).click()
  await expect(steps(page)).toContainText('\u2066−5+2%\u2069')
  await expect(steps(page)).toContainText('←')
  await expectNoSidewaysScroll(page)
  const box = await steps(page).boundingBox()
  expect(box?.x).toBeGreaterThanOrEqual(0)
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(phone.width)
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.locator('input[data-at]:not([disabled])').first().fill('12')
  await expectInOrder(head, off(price, 10, 5, 2))
  await expectNoSidewaysScroll(page)
  await cartLink(page).click()
  await expectInOrder(rows(page).first(), off(price, 10, 5, 2))
  await rows(page).first().getByRole('button', { name: texts.ar['price.why'] }).click()
  await expect(steps(page)).toBeVisible()
  expect(await violations(page)).toEqual([])
  await expectNoSidewaysScroll(page)
})

test('the office enters a net price that ends in a zero, and a minimum in another currency', async ({
  page,
}) => {
  const admin = await signedInClient('default', 'admin')
  await enter(page, '/fiyatlar/create', 'admin')
  await field(page, t['panel.price.name']).fill('Net')
  await page
    .getByRole('radiogroup', { name: t['panel.price.effect'] })
    .getByText(t['panel.price.effect.fixed'])
    .click()
  const net = page.getByRole('textbox', { name: t['panel.price.fixedPrice'] })
  await net.click()
  await page.keyboard.type('19.90', { delay: 90 })
  // It is far less than anything costs, so the page asks.
  await button(page, t['panel.form.save']).click()
  const question = page.getByRole('dialog').filter({ hasText: '→ ₺19.90' })
  await expect(button(question, t['panel.price.belowHalfSave'])).toBeFocused()
  expect(await violations(page)).toEqual([])
  await button(question, t['action.cancel']).click()
  await expect(page.getByRole('alert')).toContainText('→ ₺19.90')
  await button(page, t['panel.form.save']).click()
  await button(question, t['panel.price.belowHalfSave']).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Net' })).toBeVisible()
  const { data: rules } = await ask<{ data: { items: object[] } }>(admin, '/api/Price/GetPriceRules', {})
  expect(rules.items).toMatchObject([{ name: 'Net', effect: 'fixed', tiers: [{ amount: 19.9 }] }])

  await page.goto(addressOf('default', '/fiyatlar/miktarlar'))
  await button(page, t['panel.quantity.add']).click()
  const dialog = page.getByRole('dialog', { name: t['panel.quantity.add'] })
  await dialog
    .getByRole('radiogroup', { name: t['panel.price.target'] })
    .getByText(t['panel.quantity.target.order'])
    .click()
  await dialog.getByRole('combobox', { name: t['panel.quantity.measure'] }).click()
  await page.getByRole('option', { name: t['panel.quantity.measure.amount'].split(' ')[0] ?? '' }).click()
  await button(dialog, t['panel.form.save']).click()
  const minimum = dialog.getByRole('textbox', { name: t['panel.quantity.minimum'] })
  await expect(minimum).toBeFocused()
  await expect(minimum).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByRole('combobox', { name: t['order.currency'] }).fill('EUR')
  await minimum.fill('300')
  expect(await violations(page)).toEqual([])
  await button(dialog, t['panel.form.save']).click()
  await expect(dialog).toHaveCount(0)
  const limits = '/api/Price/GetQuantityRules'
  const { data } = await ask<{ data: { items: Rule[] } }>(admin, limits, {})
  expect(data.items).toMatchObject([
    { target: 'order', measure: 'amount', currencyCode: 'EUR', minimum: 300 },
  ])
  for (const { id } of data.items) await ask(admin, '/api/Price/DeleteQuantityRule', { id })
})

test('rules are entered one after another', async ({ page }) => {
  const admin = await signedInClient('default', 'admin')
  await enter(page, '/fiyatlar/create', 'admin')
  const name = field(page, t['panel.price.name'])
  await name.click()
  for (const [text, value] of [
    ['First', '3'],
    ['Second', '4'],
  ] as const) {
    await expect(name).toBeFocused()
    await expect(name).toHaveValue('')
    await page.keyboard.type(text)
    await field(page, t['panel.price.percents']).fill(value)
    await button(page, t['panel.form.saveAndNext']).click()
  }
  await expect(name).toHaveValue('')
  const { data } = await ask<{ data: { items: object[] } }>(admin, '/api/Price/GetPriceRules', {})
  expect(data.items).toMatchObject([
    { name: 'First', tiers: [{ percents: [3] }] },
    { name: 'Second', tiers: [{ percents: [4] }] },
  ])
})

test('days in the wrong order are told beside the field, in its words', async ({ page }) => {
  await enter(page, '/fiyatlar/create', 'admin')
  await field(page, t['panel.price.name']).fill('Season')
  await field(page, t['panel.price.percents']).fill('10')
  await field(page, t['panel.price.validFrom']).fill('2026-02-02')
  const until = field(page, t['panel.price.validUntil'])
  await until.fill('2026-02-01')
  await button(page, t['panel.form.save']).click()
  await expect(until).toBeFocused()
  await expect(until).toHaveAccessibleDescription(t['field.beforeStart'])
  await expect(page.getByRole('alert')).toHaveCount(1)
  await expect(page.getByRole('main')).not.toContainText('validUntil')
})

test('a file’s trial says for whom and of what each rule is, and asks about very low prices', async ({
  page,
}) => {
  const admin = await signedInClient('default', 'admin')
  const dealer = await signedInClient('default', 'dealer')
  const { product, currency } = await plentifulItem(dealer)
  const code = await accountOf(dealer)
  const { data: accounts } = await ask<{ data: { currAccCode: string; currAccDescription: string }[] }>(
    admin,
    `/api/Account/GetAccountsForSelect?search=${code}`,
  )
  const name = accounts.find(({ currAccCode }) => currAccCode === code)?.currAccDescription ?? ''
  await saveRule(admin)
  const dialog = page.getByRole('dialog', { name: t['panel.price.uploadTitle'] })
  const choose = async (...lines: string[]) => {
    const head = 'Name;What applies;Discount % or amount;Currency;Customer;Customer code;Item code'
    await dialog.locator('input[type="file"]').setInputFiles({
      name: 'rules.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from([head, ...lines].join('\r\n')),
    })
  }
  const changes = dialog
    .getByRole('region', { name: t['panel.import.changesTitle'], exact: true })
    .getByRole('row')
  await enter(page, '/fiyatlar/index', 'admin')
  await button(page, t['panel.price.upload']).click()
  await choose('VIP;Percent off;40;;Nobody;;')
  await expect(dialog).toContainText(t['panel.price.file.noAccountNamed'])
  await expect(changes).toHaveCount(0)

  await choose(
    `VIP;Percent off;40;;${name};;`,
    `Net;Fixed price;0,05;${currency};;;${product.itemCode}`,
    'Again;Percent off;5;;;;',
  )
  await expect(changes).toHaveCount(4)
  await expect(changes.nth(1)).toContainText(`${name} · ${code}`)
  await expect(changes.nth(1)).toContainText(t['panel.price.target.all'])
  await expect(changes.nth(2)).toContainText(t['panel.price.audience.everybody'])
  await expect(changes.nth(2)).toContainText(product.itemCode)
  await expect(dialog).toContainText(/Row 4, Again: .*: Season/)
  await expect(dialog).toContainText(`→ ${money(0.05, currency)}`)
  expect(await violations(page)).toEqual([])
  await page.setViewportSize(phone)
  await expectNoSidewaysScroll(page)
  const apply = button(dialog, t['panel.import.apply'])
  await expect(apply).toHaveCount(0)
  await dialog.getByRole('checkbox', { name: 'This price is right' }).check()
  await apply.click()
  await expect(dialog).toHaveCount(0)
  const { data } = await ask<{ data: { items: Rule[] } }>(admin, '/api/Price/GetPriceRules', { sort: 'name' })
  expect(data.items).toMatchObject([
    { name: 'Again' },
    { name: 'Net' },
    { name: 'Season' },
    { name: 'VIP', audience: 'account', currAccCode: code },
  ])
})

test('a quantity rule that nobody can keep is refused, and one beyond the stock is explained', async ({
  page,
}) => {
  const admin = await signedInClient('default', 'admin')
  const dealer = await signedInClient('default', 'dealer')
  const item = await plentifulItem(dealer)
  const { itemCode, sizes, product } = item
  const colors = await colorsOf(dealer, itemCode, '')
  const stock = colors
    .flatMap(({ items }) => items)
    .reduce((sum, { inventory, piecesPerLot }) => sum + Math.max(0, inventory) * piecesPerLot, 0)
  const save = (fields: object) =>
    ask<{ data: { id: string } }>(admin, '/api/Price/SaveQuantityRule', {
      audience: 'everybody',
      target: 'item',
      itemCode,
      measure: 'pieces',
      ...fields,
    })
  const minimum = (await save({ minimum: 12 })).data.id
  const remove = async () => {
    const { data } = await ask<{ data: { items: Rule[] } }>(admin, '/api/Price/GetQuantityRules', {})
    for (const { id } of data.items) await ask(admin, '/api/Price/DeleteQuantityRule', { id })
  }
  try {
    await enter(page, '/fiyatlar/miktarlar', 'admin')
    await page.getByRole('main').getByRole('row').last().getByRole('button').first().click()
    const dialog = page.getByRole('dialog', { name: t['panel.quantity.edit'] })
    const amountOf = (name: 'minimum' | 'multiple' | 'maximum') =>
      dialog.getByRole('textbox', { name: t[`panel.quantity.${name}`] })
    await amountOf('minimum').fill('48')
    await amountOf('multiple').fill('30')
    await amountOf('maximum').fill('50')
    await button(dialog, t['panel.form.save']).click()
    await expect(amountOf('maximum')).toHaveAccessibleDescription(
      t['field.unreachable'].replace('{limit}', '60'),
    )
    await amountOf('minimum').fill(String(stock + 1))
    await amountOf('multiple').fill('')
    await amountOf('maximum').fill('')
    await button(dialog, t['panel.form.save']).click()
    await expect(dialog).toHaveCount(0)
    const warning = page.getByRole('status').filter({ hasText: t['panel.price.warnings'] })
    await expect(warning).toContainText('cannot be kept at present')
    expect(await violations(page)).toEqual([])

    // The shop says so, and proposes nothing.
    await openGrid(page, item)
    await cellOf(page, item).fill('6')
    const main = page.getByRole('main')
    await expect(main).toContainText('because the stock is only enough for')
    await expect(button(main, t['ordering.unmet.fill'])).toHaveCount(0)
    await cartLink(page).click()
    await expect(main).toContainText('because the stock is only enough for')
    await expect(button(main, t['ordering.unmet.fill'])).toHaveCount(0)
    expect(await violations(page)).toEqual([])

    // The shop also says so past another rule's maximum; without that rule, one press adds what is missing.
    await save({ id: minimum, minimum: 12 })
    await save({ target: 'order', maximum: 13 })
    await openGrid(page, item)
    await cellOf(page, item).fill('')
    await cellOf(page, item).fill('5')
    await button(main, t['ordering.unmet.fill']).click()
    await expect(cartLink(page)).toContainText('12')
    await expect(page.getByRole('status').filter({ hasText: product.itemDescription })).toContainText(
      /7 pieces added · /,
    )
    expect(sizes.length).toBeGreaterThan(1)
  } finally {
    await remove()
  }
})

test('pieces are spread over all sizes, and it is said whose orders decide how', async ({ page }) => {
  const item = await plentifulItem(await signedInClient('default', 'dealer'))
  const { product } = item
  await openGrid(page, item)
  await page
    .getByRole('textbox', { name: t['ordering.spread.label'].replace('{color}', product.colorDescription) })
    .fill('60')
  await page.keyboard.press('Enter')
  const said = page.getByRole('status').filter({ hasText: '60 pieces over' })
  await expect(said).toContainText(/60 pieces over \d+ sizes · (?:as |in the usual)/)
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: product.colorDescription }) })
  await expect(row.getByRole('cell').last()).toContainText('60 pieces')
  expect(await violations(page)).toEqual([])
})
for (const language of ['tr', 'en'] as const) {
  const words = texts[language]
  const [shown, asThousands, asDecimals] =
    language === 'tr' ? ['1.250,50', '100.000,00', '100,00'] : ['1,250.50', '100,000.00', '100.00']

  test(`a price is read as it is written anywhere, or asked about, in ${language}`, async ({ page }) => {
    const admin = await signedInClient('default', 'admin')
    await openAs(page, 'admin', 'default', '/fiyatlar/create', language)
    await field(page, words['panel.price.name']).fill('Net')
    await page
      .getByRole('radiogroup', { name: words['panel.price.effect'] })
      .getByText(words['panel.price.effect.fixed'])
      .click()
    const price = page.getByRole('textbox', { name: words['panel.price.fixedPrice'] })
    const save = button(page, words['panel.form.save'])
    for (const text of ['1.250,50', '1,250.50', '1 250,50', '₺1.250,50', '1250.5 TL', '١٬٢٥٠٫٥٠']) {
      await price.fill('')
      await price.pressSequentially(text)
      await expect(price).toHaveValue(text)
      await price.blur()
      await expect(price).toHaveValue(shown)
    }
    for (const text of ['1e3', '-1', '12 adet', '1.23.4', '0,125']) {
      await price.fill('')
      await price.pressSequentially(text)
      await price.press('Enter')
      await expect(price).toHaveValue(text)
      await expect(price).toHaveAttribute('aria-invalid', 'true')
    }
    await expect(price).toHaveAccessibleDescription(words['field.decimals'])
    await price.fill('100.000')
    await save.click()
    const question = page.getByRole('group', { name: words['field.ambiguous'] })
    await expect(question.getByRole('button')).toHaveText([asThousands, asDecimals])
    expect(await violations(page)).toEqual([])
    await page.setViewportSize(phone)
    await expectNoSidewaysScroll(page)
    await price.press('Tab')
    await page.keyboard.press('Enter')
    await expect(price).toBeFocused()
    await price.blur()
    await expect(price).toHaveValue(asThousands)
    await expect(question).toHaveCount(0)
    await save.click()
    await expect(page.getByRole('heading', { level: 1, name: 'Net' })).toBeVisible()
    const { data } = await ask<{ data: { items: object[] } }>(admin, '/api/Price/GetPriceRules', {})
    expect(data.items).toMatchObject([{ name: 'Net', tiers: [{ amount: 100_000 }] }])
  })
}

test('a file of rules shows what it would change, is applied, and undone, also after a reload', async ({
  page,
}) => {
  const admin = await signedInClient('default', 'admin')
  const id = await saveRule(admin)
  const percents = async () => {
    const { data } = await ask<{ data: { items: { name: string; tiers: { percents: number[] }[] }[] } }>(
      admin,
      '/api/Price/GetPriceRules',
      { sort: 'name' },
    )
    return data.items.map(({ name, tiers }) => `${name} ${tiers[0]?.percents.join('+')}`)
  }
  const dialog = page.getByRole('dialog', { name: t['panel.price.uploadTitle'] })
  const openUpload = async () => {
    await button(page, t['panel.price.upload']).focus()
    await page.keyboard.press('Enter')
    await expect(button(dialog, t['panel.import.choose'])).toBeFocused()
  }
  const choose = async (...lines: string[]) => {
    const text = ['Rule ID;Name;What applies;Discount % or amount', ...lines].join('\r\n')
    await dialog
      .locator('input[type="file"]')
      .setInputFiles({ name: 'rules.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  }
  const apply = button(dialog, t['panel.import.apply'])
  const rowsIn = (name: string) => dialog.getByRole('region', { name, exact: true }).getByRole('row')
  const changes = rowsIn(t['panel.import.changesTitle'])
  const changed = [`${id};Season;Percent off;20+5`, ';Winter;Percent off;7']
  const applied = ['Season 20+5', 'Winter 7']

  await enter(page, '/fiyatlar/index', 'admin')
  await openUpload()
  await choose(`${id};Season;Percent off;much`, ';Winter;Percent off;7')
  const problem = rowsIn(t['panel.price.uploadProblems']).last()
  await expect(problem).toContainText(t['panel.price.file.tiers'])
  await expect(problem).toContainText('much')
  await expect(apply).toHaveCount(0)

  await choose(...changed)
  await expect(changes).toHaveCount(3)
  await expect(changes.nth(1).locator('del')).toHaveText('10')
  await expect(changes.nth(1).locator('ins')).toHaveText('20+5')
  await expect(changes.nth(2)).toContainText(t['panel.import.change.new'])
  expect(await percents()).toEqual(['Season 10'])
  expect(await violations(page)).toEqual([])
  await apply.focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('main')).toContainText('Winter')
  expect(await percents()).toEqual(applied)
  await button(page, t['panel.import.undo']).click()
  await expect(page.getByRole('main')).not.toContainText('Winter')
  expect(await percents()).toEqual(['Season 10'])

  await page.setViewportSize(phone)
  await openUpload()
  await choose(...changed)
  await expect(changes.last()).toContainText('Winter')
  await expectNoSidewaysScroll(page)
  await apply.click()
  await expect(dialog).toHaveCount(0)
  expect(await percents()).toEqual(applied)
  await page.reload()
  await openUpload()
  // Other tests upload files of this name; the newest is first.
  const undo = button(dialog, t['panel.import.undoName'].replace('{name}', 'rules.csv'))
  await expect(undo.first()).toBeVisible()
  const count = await undo.count()
  await undo.first().click()
  await button(page.getByRole('dialog').last(), t['panel.import.undo']).click()
  await expect(undo).toHaveCount(count - 1)
  expect(await violations(page)).toEqual([])
  expect(await percents()).toEqual(['Season 10'])
})

test('a file of quantity rules is tried, applied and undone', async ({ page }) => {
  await enter(page, '/fiyatlar/miktarlar', 'admin')
  const dialog = page.getByRole('dialog', { name: t['panel.quantity.uploadTitle'] })
  await button(page, t['panel.price.upload']).click()
  const choose = (text: string) =>
    dialog
      .locator('input[type="file"]')
      .setInputFiles({ name: 'minimums.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await choose('Price group;Minimum quantity\nQX;half\n')
  await expect(dialog.getByRole('row').filter({ hasText: 'half' })).toContainText(t['panel.quantity.minimum'])
  await choose('Price group;Minimum quantity;Why\nQX;2;new\n')
  await expect(dialog.getByRole('alert').first()).toContainText('Why')
  await button(dialog, t['panel.import.readColumns']).focus()
  await page.keyboard.press('Enter')
  const changes = dialog.getByRole('region', { name: t['panel.import.changesTitle'], exact: true })
  await expect(changes).toContainText('QX')
  await expect(button(dialog, t['panel.import.readColumns'])).toBeFocused()
  expect(await violations(page)).toEqual([])
  await page.setViewportSize(phone)
  await expectNoSidewaysScroll(page)
  const target = dialog.getByRole('combobox', { name: t['panel.import.targetOf'].replace('{name}', 'Why') })
  await target.fill(t['panel.quantity.multiple'])
  await page.getByRole('option', { name: t['panel.quantity.multiple'], exact: true }).click()
  // What is chosen has to be read first.
  await expect(button(dialog, t['panel.import.apply'])).toHaveCount(0)
  await button(dialog, t['panel.import.readColumns']).click()
  await expect(dialog.getByRole('row').filter({ hasText: 'new' }).last()).toContainText(
    t['panel.quantity.multiple'],
  )
  await choose('Price group;Minimum quantity\nQX;2\n')
  await button(dialog, t['panel.import.apply']).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('main')).toContainText('QX')
  await button(page, t['panel.import.undo']).click()
  await expect(page.getByRole('main')).not.toContainText('QX')
})
