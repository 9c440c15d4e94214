import { randomUUIDv7 } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { type Browser, expect, type Page } from '@playwright/test'
import { readOrder, signedInClient } from './apiClient.ts'
import { openAs } from './openAs.ts'
import { adminToken, call } from './people.ts'
import {
  button,
  download,
  expectNoSidewaysScroll,
  open,
  phone,
  signIn,
  test,
  texts,
  violations,
} from './shop.ts'

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

/** A Season order, which takes no stock: two sizes of one brand, one of another. */
async function place(tenantKey = 'default', more = 0): Promise<Placed> {
  const token = await adminToken(tenantKey)
  const ask = <Answer>(path: string, input?: object) => call<Answer>(tenantKey, path, input, token)
  // Customers of other tests have no phone.
  const customers = (await ask<{ data: Named[] }>('/api/Shop/GetCustomers')).data.filter(({ currAccCode }) =>
    currAccCode.startsWith('120.'),
  )
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
    const guidKey = randomUUIDv7()
    const order = { guidKey, orderType: 'Season', currAccCode, salesPersonCode, description: '', lines }
    const answer = await ask<{ orderId: string; orderNumber: string }>('/api/Shop/PostShopCart', order)
    for (let number = 0; number < more; number += 1)
      await ask('/api/Shop/PostShopCart', { ...order, guidKey: randomUUIDv7() })
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
  await openAs(page, username, 'default', `/siparisler/${order.id}`, 'en')
  await expect(page.getByRole('heading', { level: 1, name: `Order ${order.number}` })).toBeVisible()
}
const qty = (page: Page, code: string | undefined) =>
  page.getByRole('textbox', { name: `Quantity of ${code}`, exact: true })
const history = (page: Page) => page.getByRole('region', { name: t['panel.order.history'] })

test('an order is found, edited like a spreadsheet, and its history shows the changes', async ({ page }) => {
  const order = await place()
  await openAs(page, 'admin', 'default', '/siparisler/index', 'en')
  await page.getByLabel(t['orders.search'], { exact: true }).fill(order.number)
  // Other orders may have the digits in what they say.
  await expect.poll(() => page.getByRole('row').count()).toBeLessThan(10)
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

test('a line is added by its code, or chosen from search results', async ({ page }) => {
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
  await expect(page.getByText('no such code: unknown barcode or code')).toBeVisible()
  const rows = page.locator('tr[data-row]')
  const before = await rows.count()
  await add.fill(order.brands[0] ?? '')
  await page.getByRole('option').nth(3).click()
  await expect(rows).toHaveCount(before + 1)
  await expect(page.locator('input[data-qty]:focus')).toBeVisible()
})

test('a cancelled order can be restored, and the office can add notes', async ({ page }) => {
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

test('a press counts while the page still loads what the last one changed', async ({ page }) => {
  const order = await place()
  await openOrder(page, order)
  await expect(history(page).getByText(t['panel.changes.action.placed'], { exact: true })).toBeVisible()
  await page.route('**/api/Shop/GetOrderHistory*', async (route) => {
    await setTimeout(2000)
    await route.continue()
  })
  await button(page, t['panel.order.cancel']).click()
  await expect(button(page, t['panel.order.cancel'])).toHaveCount(0)
  await button(page, t['panel.order.restore']).click()
  await expect(page.getByRole('link', { name: t['panel.order.edit'], exact: true })).toBeVisible()
})

test('a copied order is a draft in the shop at today’s prices', async ({ page }) => {
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

test('an order split by brand becomes two linked orders', async ({ page }) => {
  const order = await place()
  await openOrder(page, order)
  await button(page, t['panel.order.split']).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(`Order ${order.number} keeps ${order.brands[0]}`)
  await dialog.getByRole('button', { name: t['panel.order.split'] }).click()
  const into = page.getByRole('definition').getByRole('link', { name: /^\d+$/ }).first()
  await expect(into).toBeVisible()
  const number = await into.innerText()
  await expect(button(page, t['panel.order.split'])).toHaveCount(0)
  await into.click()
  await expect(page.getByRole('heading', { level: 1, name: `Order ${number}` })).toBeVisible()
  await expect(page.getByRole('definition').getByRole('link', { name: order.number })).toBeVisible()
})

test('a file of many orders is made in the background and announced when ready', async ({ page }) => {
  await place('default', 55)
  await openAs(page, 'admin', 'default', '/siparisler/index', 'en')
  const bar = page.getByRole('region', { name: t['panel.list.selection'] })
  const tray = page.getByRole('region', { name: t['panel.orderFile.tray'] })
  const begin = async (kind: string) => {
    await page.getByRole('checkbox', { name: t['panel.list.selectPage'] }).first().check()
    await bar.getByRole('button', { name: /^Select all/ }).click()
    await bar.getByRole('button', { name: kind }).click()
    await expect(page.getByText(t['panel.orderFile.started'])).toBeVisible()
    await expect(tray.getByRole('listitem')).toHaveCount(1)
  }
  // Delays "ready" until the progress was seen.
  let isDelayed = true
  const started = page.waitForResponse('**/api/Shop/StartOrderFile').then((answer) => answer.json())
  await page.route('**/api/Shop/GetOrderFiles', async (route) => {
    if (!isDelayed) return route.continue()
    const { data } = await started
    const file = { ...data, kind: 'pdf', state: 'making', fileName: '57 orders.pdf', orders: 57, done: 3 }
    await route.fulfill({ json: { success: true, data: [{ ...file, createdAt: '2026-01-01T00:00:00Z' }] } })
  })
  await begin('PDF')
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: t['panel.dashboard'], exact: true }).first().click()
  await expect(page).toHaveURL(/panel\/index/)
  // Other pages only say when it is ready.
  await expect(tray).toHaveCount(0)
  await page.goBack()
  await page.reload()
  await expect(tray.getByText(/\d+ orders\.pdf/)).toBeVisible()
  await expect(tray.getByRole('progressbar')).toBeVisible()
  await page.getByRole('link', { name: t['panel.dashboard'], exact: true }).first().click()
  isDelayed = false
  await expect(page.getByText(/^\d+ orders\.pdf is ready/)).toBeVisible({ timeout: 30_000 })
  await page.goBack()
  // Finished files are behind one button with their count.
  await expect(tray).toHaveCount(0)
  const files = page.getByRole('button', { name: 'Order files, 1 ready' })
  await files.click()
  const list = page.getByRole('dialog', { name: t['panel.orderFile.tray'] })
  const ready = list.getByRole('button', { name: /^Download \d+ orders\.pdf/ })
  expect((await download(page, ready)).name).toMatch(/^\d+ orders\.pdf$/)
  // It no longer counts once it is downloaded, and can still be reached.
  await page.reload()
  await expect(files).toHaveCount(0)
  await button(page, t['panel.orderFile.tray']).click()
  await expect(ready).toBeVisible()
  await expect(tray).toHaveCount(0)
  expect(await violations(page)).toEqual([])
  await list.getByRole('button', { name: /^Remove/ }).click()
  await expect(list).toHaveCount(0)
  await begin('Excel')
  await tray.getByRole('button', { name: /^(Cancel|Remove) / }).click()
  await expect(tray).toHaveCount(0)
})

/** A paused ERP that gets no orders. */
async function linkPaused(tenantKey: string): Promise<void> {
  const token = await adminToken(tenantKey)
  const link = { kind: 'files', settings: { where: 'folder' }, isAutomatic: false }
  await call(tenantKey, '/api/Erp/SaveLink', link, token)
  await call(tenantKey, '/api/Erp/Pause', { isPaused: true }, token)
}

test('several orders are sent to the ERP, printed and withdrawn together', async ({ page }) => {
  const orders = [await place(), await place()]
  await openAs(page, 'admin', 'default', '/siparisler/index', 'en')
  const row = (number: string) =>
    page.getByRole('row').filter({ has: page.getByRole('link', { name: number, exact: true }) })
  for (const { number } of orders) await row(number).getByRole('checkbox').check()
  const bar = page.getByRole('region', { name: t['panel.list.selection'] })
  expect((await download(page, bar.getByRole('button', { name: 'PDF' }))).name).toBe('2 orders.pdf')
  await bar.getByRole('button', { name: t['panel.order.transfer'] }).click()
  const dialog = page.getByRole('dialog', { name: t['panel.order.notSent'] })
  await expect(dialog).toContainText(t['error.erp.notLinked'])
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: t['panel.order.toErp'] }).click()
  await expect(page).toHaveURL(/\/erp\/index/)
  await page.goBack()
  for (const { number } of orders) await expect(row(number)).toContainText(t['order.notTransferred'])
  await linkPaused('default')
  await bar.getByRole('button', { name: t['panel.order.transfer'] }).click()
  await expect(
    page.getByText(`2 orders sent for transfer · ${t['panel.order.waitsFor.resume']}`),
  ).toBeVisible()
  for (const { number } of orders) await expect(row(number)).toContainText(t['panel.order.waitsFor.resume'])
  await button(page, t['action.undo']).click()
  for (const { number } of orders) await expect(row(number)).toContainText(t['order.notTransferred'])
})

test('a new order appears by itself, or is announced if the newest are not visible', async ({ page }) => {
  await openAs(page, 'admin', 'default', '/siparisler/index', 'en')
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

test('an order saved by somebody else meanwhile is shown, and both changes are kept', async ({
  page,
  browser,
}) => {
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

async function mixedOrder(): Promise<Detail> {
  const token = await adminToken('default')
  const ask = <Answer>(path: string, input?: object) => call<Answer>('default', path, input, token)
  const wanted = { orderType: 'Rpt', transfer: false, state: 'placed', limit: 100 }
  const { data } = await ask<{ data: { items: { id: string }[] } }>('/api/Shop/GetOrders', wanted)
  for (const { id } of data.items) {
    const order = (await ask<{ data: Detail }>(`/api/Shop/GetOrderById?id=${id}`)).data
    const sizes = order.lines.map(({ itemDim1Code }) => itemDim1Code)
    if (
      order.contact.phone &&
      sizes.some((size) => /^\d+$/.test(size)) &&
      sizes.some((size) => /^(\d+Y|M|L)$/.test(size))
    )
      return order
  }
  throw new Error('No order of the demo has sizes of several kinds')
}
type Detail = {
  orderId: string
  orderNumber: string
  currAccDescription: string
  contact: { phone: string; address: string }
  lines: { itemCode: string; colorCode: string; itemDim1Code: string; inventory: number }[]
}

test('an order links to its customer and products, and its lines are one table', async ({ page }) => {
  const order = await mixedOrder()
  const { contact, currAccDescription, lines } = order
  await openAs(page, 'admin', 'default', `/siparisler/${order.orderId}`, 'en')
  const phoneLink = page.getByRole('main').getByRole('link', { name: contact.phone })
  await expect(phoneLink).toHaveAttribute('href', `tel:${contact.phone.replaceAll(' ', '')}`)
  await expect(page.getByText(contact.address)).toBeVisible()
  await page.context().grantPermissions(['clipboard-write'])
  await button(page, `Copy: ${t['panel.person.phone']}`).click()
  await expect(page.getByText(t['panel.security.copied'])).toBeVisible()
  const note = page.getByRole('main').getByRole('textbox')
  await note.press('ControlOrMeta+V')
  await expect(note).toHaveValue(contact.phone)
  await note.clear()
  expect(await violations(page)).toEqual([])

  const table = page.getByRole('group', { name: t['panel.order.lines'], exact: true }).getByRole('table')
  await expect(table).toHaveCount(1)
  for (const size of new Set(lines.map((line) => line.itemDim1Code).filter(Boolean)))
    await expect(table.getByRole('columnheader', { name: size, exact: true }).first()).toBeVisible()
  // Amounts are aligned with their heading.
  const ends = await table
    .locator('tr:has([data-number]) > :last-child')
    .evaluateAll((cells) => [...new Set(cells.map((cell) => Math.round(cell.getBoundingClientRect().right)))])
  expect(ends).toHaveLength(1)

  const { itemCode = '', colorCode = '' } = lines[0] ?? {}
  await table.getByRole('link', { name: `${itemCode} ${colorCode}` }).click()
  await expect(page).toHaveURL(new RegExp(`/panel-urunler/edit/${itemCode}\\?color=${colorCode}`))
  await page.goBack()
  await page.getByRole('main').getByRole('link', { name: currAccDescription, exact: true }).click()
  await expect(page).toHaveURL(/\/customer\/edit\//)
})

test('a percent is taken off a row in the editor, with its reason', async ({ page }) => {
  const order = await place()
  await openAs(page, 'admin', 'default', `/siparisler/${order.id}/duzenle`, 'en')
  const discount = page.getByRole('textbox', { name: new RegExp(`^Discount on ${order.itemCode}`) })
  await discount.fill('12.5')
  await discount.press('Enter')
  await page.getByLabel(t['cart.discountReason']).fill('Fair price')
  expect(await violations(page)).toEqual([])
  await button(page, t['panel.form.save']).click()
  await expect(page.getByRole('heading', { level: 1, name: `Order ${order.number}` })).toBeVisible()
  await expect(page.getByText('12.5%').first()).toBeVisible()
  const saved = await readOrder(await signedInClient('default', 'admin'), order.guidKey)
  const ofItem = saved.lines.filter(({ itemCode }) => itemCode === order.itemCode)
  expect(ofItem.map(({ unitPrice, listPrice = 0 }) => Math.round((100 * unitPrice) / listPrice))).toEqual(
    ofItem.map(() => 88),
  )
  expect(saved.discountReason).toBe('Fair price')
})

test('a size’s stock is shown below its quantity', async ({ page }) => {
  const order = await mixedOrder()
  const [{ itemCode, colorCode, inventory, ...line } = failed()] = order.lines.filter(
    (one) => one.itemDim1Code,
  )
  await openAs(page, 'admin', 'default', `/siparisler/${order.orderId}/duzenle`, 'en')
  const field = qty(page, `${itemCode} ${colorCode} ${line.itemDim1Code}`)
  await expect(field).toHaveAccessibleDescription(`at most ${inventory}`)
  await expect(page.getByText(`/ ${inventory}`, { exact: true }).first()).toBeVisible()
  await field.fill(String(inventory))
  await expect(field).toHaveAttribute('aria-invalid', 'false')
  await field.fill(String(inventory + 1))
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(`Only ${inventory} left.`)
})

function failed(): never {
  throw new Error('The order has no sizes')
}

test('an agent gets no links to pages they cannot open', async ({ page }) => {
  const order = await place()
  await openOrder(page, order, 'agent')
  await expect(page.getByRole('main').locator('a[href^="tel:"]')).toBeVisible()
  await expect(page.getByRole('main').locator('a[href*="/customer/edit/"]')).toHaveCount(0)
  await expect(page.getByRole('main').locator('a[href*="/panel-urunler/edit/"]')).toHaveCount(0)
})

test('a dealer sees their order in the panel without the office’s actions', async ({ page }) => {
  await openAs(page, 'dealer', 'default', '/siparisler/index', 'en')
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 2, name: t['panel.order.lines'] })).toBeVisible()
  await expect(button(page, t['panel.order.download'])).toBeVisible()
  for (const name of ['cancel', 'split', 'transfer', 'copy'] as const) {
    await expect(button(page, t[`panel.order.${name}`])).toHaveCount(0)
  }
  await expect(page.getByText(t['panel.order.notes'])).toHaveCount(0)
  expect(await violations(page)).toEqual([])
})

test('orders fit a phone in Arabic', async ({ page }) => {
  const order = await place('tf-it')
  const ar = texts.ar
  await page.setViewportSize(phone)
  await openAs(page, 'admin', 'tf-it', '/siparisler/index', 'ar')
  const fits = async () => {
    await expectNoSidewaysScroll(page)
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

test('another customer can be searched while one is selected', async ({ page }) => {
  await open(
    page,
    'default',
    `/login?redirect=${encodeURIComponent('/siparisler/index?customer=120.01.0016')}`,
    'en',
  )
  await signIn(page, 'en', 'admin')
  const customer = page.getByRole('combobox', { name: t['order.customer'] })
  await expect(customer).toContainText('Kıyı Butik · 120.01.0016')
  await customer.click()
  await expect(page.getByRole('option', { selected: true })).toHaveText('Kıyı Butik · 120.01.0016')
  // The search field has the focus.
  await page.keyboard.type('sahil', { delay: 60 })
  await expect(page.getByRole('option', { name: '120.01.0007' })).toBeVisible()
  await expect(page.getByRole('option', { name: '120.01.0016' })).toHaveCount(0)
  await page.keyboard.type('x', { delay: 60 })
  await expect(page.getByText(t['list.nothingFound'])).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/customer=120\.01\.0016/)
  await expect(customer).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type('sahil', { delay: 60 })
  await expect(page.getByRole('option', { name: '120.01.0007' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/customer=120\.01\.0007/)
})
