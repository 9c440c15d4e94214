import { type Browser, expect, type Page } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import { adminToken, call } from './people.ts'
import { open, signIn, test, texts, violations } from './shop.ts'

const t = texts.en

type Placed = {
  id: string
  number: string
  guidKey: string
  itemCode: string
  codes: string[]
  brands: string[]
}
type Found = {
  data: {
    products: {
      itemCode: string
      colorCode: string
      brandName: string
      items: { productId: string; itemDim1Code: string; unitPrice?: number; currencyCode?: string }[]
    }[]
  }
}
type Named = { currAccCode: string; salesPersonCode: string }

/** A Season order, which takes none of the demo's stock, of two sizes of one brand and one of another. */
async function place(tenantKey = 'default'): Promise<Placed> {
  const token = await adminToken(tenantKey)
  const ask = <Answer>(path: string, input?: object) => call<Answer>(tenantKey, path, input, token)
  const customers = (await ask<{ data: Named[] }>('/api/Shop/GetCustomers')).data
  const home = await ask<{ data: { brands: { brandId: string }[] } }>('/api/Shop/GetShopHome')
  for (const { currAccCode, salesPersonCode } of customers) {
    const chosen: Found['data']['products'] = []
    for (const { brandId } of home.data.brands) {
      const wanted = { brandId, currAccCode, orderType: 'Season', limit: 10 }
      const { data } = await ask<Found>('/api/Shop/GetCategoryProducts', wanted)
      const product = data.products.find(
        ({ items }) => items.filter((item) => item.itemDim1Code && item.unitPrice).length > 2,
      )
      if (product) chosen.push(product)
    }
    const [first, second] = chosen
    if (!first || !second || !salesPersonCode) continue
    const sizes = first.items.filter((item) => item.itemDim1Code && item.unitPrice)
    const lines = [...sizes.slice(0, 2), ...second.items.filter((item) => item.unitPrice).slice(0, 1)].map(
      ({ productId, unitPrice, currencyCode }) => ({
        productId,
        qty: 2,
        unitPrice,
        priceCurrencyCode: currencyCode,
      }),
    )
    const guidKey = uuidv7()
    const order = { guidKey, orderType: 'Season', currAccCode, salesPersonCode, description: '', lines }
    const answer = await ask<{ orderId: string; orderNumber: string }>('/api/Shop/PostShopCart', order)
    return {
      id: answer.orderId,
      number: answer.orderNumber,
      guidKey,
      itemCode: first.itemCode,
      codes: sizes.map((item) => `${first.itemCode} ${first.colorCode} ${item.itemDim1Code}`),
      brands: [first.brandName, second.brandName],
    }
  }
  throw new Error('No customer is offered two brands')
}

async function openOrder(page: Page, order: Placed, username = 'admin'): Promise<void> {
  await open(page, 'default', `/login?redirect=/siparisler/${order.id}`, 'en')
  await signIn(page, 'en', username)
  await expect(page.getByRole('heading', { level: 1, name: `Order ${order.number}` })).toBeVisible()
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const qty = (page: Page, code: string | undefined) =>
  page.getByRole('textbox', { name: `Quantity of ${code}`, exact: true })
const history = (page: Page) => page.getByRole('region', { name: t['panel.order.history'] })

test('an order is found, edited as in a spreadsheet, and its history says what changed', async ({ page }) => {
  const order = await place()
  await open(page, 'default', '/login?redirect=/siparisler/index', 'en')
  await signIn(page, 'en', 'admin')
  await page.getByLabel(t['orders.search'], { exact: true }).fill(order.number)
  await expect(page.getByRole('row')).toHaveCount(2)
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: order.number, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Order ${order.number}` })).toBeVisible()
  await expect(history(page)).toContainText('admin')
  expect(await violations(page)).toEqual([])

  await page.getByRole('link', { name: t['panel.order.edit'], exact: true }).click()
  const [first, second, third] = order.codes
  await expect(qty(page, third)).toBeVisible()
  await qty(page, first).fill('5')
  await qty(page, first).press('ArrowRight')
  await expect(qty(page, second)).toBeFocused()
  await qty(page, second).fill('')
  await qty(page, third).fill('7')
  await page.getByLabel(t['cart.description']).fill('Cuma sabahı')
  expect(await violations(page)).toEqual([])
  await button(page, t['panel.form.save']).click()
  await expect(page.getByRole('heading', { level: 1, name: `Order ${order.number}` })).toBeVisible()
  await expect(page.getByText('Cuma sabahı').first()).toBeVisible()
  for (const line of [`${first}: 2 → 5`, `${second}: 2 → 0`, `${third}: 0 → 7`]) {
    await expect(history(page).getByText(line)).toBeVisible()
  }
})

test('a line is added by its code, and by choosing what a text finds', async ({ page }) => {
  const order = await place()
  await openOrder(page, order)
  await page.getByRole('link', { name: t['panel.order.edit'], exact: true }).click()
  const add = page.getByRole('combobox', { name: t['panel.order.addLine'] })
  await expect(qty(page, order.codes[2])).toBeVisible()
  await add.fill(order.codes[2] ?? '')
  await add.press('Enter')
  await expect(qty(page, order.codes[2])).toHaveValue('1')
  await expect(add).toBeFocused()
  await add.fill('no such code')
  await add.press('Enter')
  await expect(page.getByText('no such code: no such barcode or code')).toBeVisible()
  const rows = page.locator('tbody tr')
  const before = await rows.count()
  await add.fill(order.brands[0] ?? '')
  await page.getByRole('option').nth(3).click()
  await expect(rows).toHaveCount(before + 1)
  await expect(page.locator('input[data-qty]:focus')).toBeVisible()
})

test('cancelled, an order is back with one press; the office notes it for itself', async ({ page }) => {
  const order = await place()
  await openOrder(page, order)
  await page.getByRole('textbox', { name: t['panel.order.newNote'] }).fill('Müşteri aradı\nyarın ödeyecek')
  await button(page, t['panel.order.addNote']).click()
  const notes = page.getByRole('region', { name: t['panel.order.notes'] })
  await expect(notes.getByText('Müşteri aradı')).toBeVisible()
  await button(page, t['panel.order.cancel']).click()
  await expect(page.getByText(t['order.state.cancelled'], { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: t['panel.order.edit'], exact: true })).toHaveCount(0)
  await button(page, t['action.undo']).click()
  await expect(page.getByRole('link', { name: t['panel.order.edit'], exact: true })).toBeVisible()
  await button(page, t['panel.order.cancel']).click()
  await expect(button(page, t['panel.order.restore'])).toBeVisible()
  await expect(history(page).getByText(t['panel.changes.action.cancelled'], { exact: true })).toHaveCount(2)
  expect(await violations(page)).toEqual([])
})

test('copied, it is a draft in the shop at today’s prices', async ({ page }) => {
  const order = await place()
  await openOrder(page, order)
  await button(page, t['panel.order.copy']).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('combobox', { name: t['order.customer'] })).not.toHaveValue('')
  await dialog.getByRole('button', { name: t['panel.order.copyMake'] }).click()
  await expect(dialog.getByText('3 lines are in your drafts.')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('link', { name: t['panel.order.toDrafts'] }).click()
  await expect(page.getByText(`Copy of ${order.number}`)).toBeVisible()
})

test('split by brand it is two orders that lead to each other', async ({ page }) => {
  const order = await place()
  await openOrder(page, order)
  await button(page, t['panel.order.split']).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(`Order ${order.number} keeps ${order.brands[0]}`)
  await dialog.getByRole('button', { name: t['panel.order.split'] }).click()
  const into = page.getByRole('definition').getByRole('link').first()
  await expect(into).toBeVisible()
  const number = await into.innerText()
  await expect(button(page, t['panel.order.split'])).toHaveCount(0)
  await into.click()
  await expect(page.getByRole('heading', { level: 1, name: `Order ${number}` })).toBeVisible()
  await expect(page.getByRole('definition').getByRole('link', { name: order.number })).toBeVisible()
})

test('several orders are sent to the ERP, printed and taken back at once', async ({ page }) => {
  const orders = [await place(), await place()]
  await open(page, 'default', '/login?redirect=/siparisler/index', 'en')
  await signIn(page, 'en', 'admin')
  const row = (number: string) =>
    page.getByRole('row').filter({ has: page.getByRole('link', { name: number, exact: true }) })
  for (const { number } of orders) await row(number).getByRole('checkbox').check()
  const bar = page.getByRole('region', { name: t['panel.list.selection'] })
  const download = page.waitForEvent('download')
  await bar.getByRole('button', { name: 'PDF' }).click()
  expect((await download).suggestedFilename()).toBe('2 orders.pdf')
  await bar.getByRole('button', { name: t['panel.order.transfer'] }).click()
  await expect(page.getByText('2 orders sent to transfer')).toBeVisible()
  for (const { number } of orders) await expect(row(number)).toContainText(t['panel.order.waiting'])
  await button(page, t['action.undo']).click()
  for (const { number } of orders) await expect(row(number)).toContainText(t['order.notTransferred'])
})

test('a new order appears by itself; where the newest are not on the screen it is announced', async ({
  page,
}) => {
  await open(page, 'default', '/login?redirect=/siparisler/index', 'en')
  await signIn(page, 'en', 'admin')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  const first = await place()
  const link = (order: Placed) => page.getByRole('link', { name: order.number, exact: true })
  await expect(link(first)).toBeVisible({ timeout: 20_000 })
  await page.getByRole('columnheader', { name: t['order.amount'] }).getByRole('button').click()
  await expect(page).toHaveURL(/sort=amount/)
  const second = await place()
  await page.getByRole('button', { name: '1 new order' }).click({ timeout: 20_000 })
  await expect(link(second)).toBeVisible()
})

async function otherAdmin(browser: Browser, order: Placed): Promise<Page> {
  const page = await browser.newPage()
  await openOrder(page, order)
  return page
}

test('what somebody else saves meanwhile is shown, and both changes stay', async ({ page, browser }) => {
  const order = await place()
  const [first, second] = order.codes
  await openOrder(page, order)
  const other = await otherAdmin(browser, order)
  for (const one of [page, other]) {
    await one.getByRole('link', { name: t['panel.order.edit'], exact: true }).click()
    await expect(qty(one, first)).toHaveValue('2')
  }
  await qty(other, second).fill('9')
  await button(other, t['panel.form.save']).click()
  await expect(other.getByRole('heading', { level: 1, name: `Order ${order.number}` })).toBeVisible()

  await qty(page, first).fill('4')
  await button(page, t['panel.form.save']).click()
  const notice = page.getByRole('alert').filter({ hasText: t['panel.order.overtaken'] })
  await expect(notice).toContainText(`${second}: 2 → 9`)
  expect(await violations(page)).toEqual([])
  await notice.getByRole('button', { name: t['panel.order.takeOver'] }).click()
  await expect(qty(page, first)).toHaveValue('4')
  await expect(qty(page, second)).toHaveValue('9')
  await button(page, t['panel.form.save']).click()
  await expect(history(page).getByText(`${first}: 2 → 4`)).toBeVisible()
  await other.close()
})

test('a dealer sees their order in the panel, and nothing of what the office does with it', async ({
  page,
}) => {
  await open(page, 'default', '/login?redirect=/siparisler/index', 'en')
  await signIn(page, 'en', 'dealer')
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 2, name: t['panel.order.lines'] })).toBeVisible()
  await expect(button(page, 'PDF')).toBeVisible()
  for (const name of ['cancel', 'split', 'transfer', 'copy'] as const) {
    await expect(button(page, t[`panel.order.${name}`])).toHaveCount(0)
  }
  await expect(page.getByText(t['panel.order.notes'])).toHaveCount(0)
  expect(await violations(page)).toEqual([])
})

test('fits a phone, in Arabic from right to left', async ({ page }) => {
  const order = await place('tf-it')
  const ar = texts.ar
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, 'tf-it', '/login?redirect=/siparisler/index', 'ar')
  await signIn(page, 'ar', 'admin')
  const fits = async () => {
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(wide).toBeLessThanOrEqual(0)
    expect(await violations(page)).toEqual([])
  }
  const link = page.getByRole('link', { name: order.number, exact: true })
  await expect(link).toBeVisible()
  await fits()
  await link.click()
  await expect(page.getByRole('heading', { level: 2, name: ar['panel.order.lines'] })).toBeVisible()
  await fits()
  await page.getByRole('link', { name: ar['panel.order.edit'], exact: true }).click()
  await expect(page.locator('input[data-qty]').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  await fits()
})

test("another customer's name is typed over the one whose orders are shown", async ({ page }) => {
  await open(
    page,
    'default',
    `/login?redirect=${encodeURIComponent('/siparisler/index?customer=120.01.0016')}`,
    'en',
  )
  await signIn(page, 'en', 'admin')
  const customer = page.getByRole('combobox', { name: t['order.customer'] })
  await expect(customer).toHaveValue('Kıyı Butik · 120.01.0016')
  await customer.click()
  // By hand, not filled in: filling clears the field first.
  await page.keyboard.type('sahil', { delay: 60 })
  await expect(customer).toHaveValue('sahil')
  await expect(page.getByRole('option', { name: '120.01.0007' })).toBeVisible()
  await expect(page.getByRole('option', { name: '120.01.0016' })).toHaveCount(0)
  // A second press puts the cursor where it falls, to mend a letter.
  await customer.click()
  await page.keyboard.type('x', { delay: 60 })
  await expect(customer).toHaveValue(/^(?=.*x).{6}$/)
  await expect(page.getByText(t['list.nothingFound'])).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/customer=120\.01\.0016/)
})
