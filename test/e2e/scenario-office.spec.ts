import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import type { SheetProduct } from '#shared/catalogue/productSheet.ts'
import {
  addCustomer,
  ask,
  type Client,
  colorsOf,
  placeOrderOf,
  readOrder,
  signedInClient,
} from './apiClient.ts'
import { pasteCopied } from './keyboard.ts'
import { addPerson, enter } from './people.ts'
import {
  firstBrandProducts,
  itemIn,
  lotCode,
  newSeason,
  raised,
  raisedPrices,
  type Season,
  type SeasonRow,
  seasonFile,
  shownPrices,
  unknownHeadings,
  wrongPrices,
} from './season.ts'
import { addressOf, button, notice, open, signIn, test, texts } from './shop.ts'

test.setTimeout(300_000)
test.use({ actionTimeout: 20_000 })

const t = texts.en
/** Thousands of rows on a busy machine. */
const longTimeout = { timeout: 120_000 }

/** Other tabs stay in the DOM. */
const visibleText = (page: Page, text: string) =>
  page.getByText(text, { exact: true }).filter({ visible: true })

/** A test step that logs its time. */
async function step<Result>(title: string, work: () => Promise<Result>): Promise<Result> {
  const started = Date.now()
  const result = await test.step(title, work)
  console.log(`    ${title}: ${((Date.now() - started) / 1000).toFixed(1)} s`)
  return result
}

/** In hundredths, in English format. */
const money = (hundredths: number) =>
  (hundredths / 100).toLocaleString('en', {
    style: 'currency',
    currency: 'TRY',
    currencyDisplay: 'narrowSymbol',
  })

async function upload(page: Page, name: string, text: string): Promise<void> {
  await page.goto(addressOf('default', '/panel-urunler/import'))
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
}

async function checkAndApply(page: Page, inspect: () => Promise<void>): Promise<void> {
  await button(page, t['panel.import.check']).click()
  await expect(button(page, t['panel.import.apply'])).toBeEnabled(longTimeout)
  await inspect()
  await button(page, t['panel.import.apply']).click()
  const progress = page.getByRole('region', { name: t['panel.import.state.applying'] })
  await expect(progress.getByRole('progressbar')).toBeVisible()
  await expect(visibleText(page, t['panel.import.state.applied'])).toBeVisible(longTimeout)
}

const card = (page: Page, title: string) =>
  page.locator('dl > div').filter({ has: page.getByRole('term').filter({ hasText: title }) })

async function importSeason(page: Page, season: Season): Promise<void> {
  await upload(page, `${season.mark}.csv`, seasonFile(season))
  for (const [heading, what] of unknownHeadings) {
    await page.getByRole('combobox', { name: t['panel.import.targetOf'].replace('{name}', heading) }).click()
    await page.getByRole('option', { name: t[`panel.import.column.${what}`], exact: true }).click()
  }
  await checkAndApply(page, async () => {
    await expect(card(page, t['panel.import.count.products'])).toContainText('2,000 new')
    await expect(card(page, t['panel.import.count.variants'])).toContainText('8,000 new')
    await expect(card(page, t['panel.import.count.prices'])).toContainText('16,000 new')
    await expect(card(page, t['panel.import.count.names'])).toContainText('5')
  })
}

/** With differing name styles. */
async function dropPhotos(page: Page, season: Season, count: number): Promise<void> {
  await page.getByRole('link', { name: t['panel.import.photos.go'] }).click()
  const names = productsWithPhoto(season, count).map(({ itemCode, colorCode }, index) =>
    index % 2 ? `${itemCode.toLowerCase()}-${colorCode} (1).JPG` : `${itemCode}_${colorCode}_1.jpg`,
  )
  const files = names.map(async (name, index) => {
    const background = { r: (index * 53) % 256, g: (index * 101) % 256, b: (Date.now() + index) % 256 }
    const picture = sharp({ create: { width: 300, height: 400, channels: 3, background } })
    return { name, mimeType: 'image/jpeg', buffer: await picture.jpeg().toBuffer() }
  })
  await page
    .locator('input[type=file][multiple][accept]')
    .first()
    .setInputFiles(await Promise.all(files))
  await button(page, `Send ${count} photos`).click()
  await expect(notice(page, `${count} sent`)).toBeVisible(longTimeout)
}

const productsWithPhoto = ({ rows }: Season, count: number) =>
  rows.filter(({ size }) => size === 'S').slice(0, count)

async function expectInShop(page: Page, itemCode: string, price: number): Promise<void> {
  await page.goto(addressOf('default', '/shop?shopModal=1'))
  await page.getByRole('searchbox').fill(itemCode)
  const found = page.getByRole('article').filter({ hasText: itemCode }).first()
  await expect(found).toContainText(money(price))
}

type Accounts = { of: Client; lira: string; euro: string }

/** For accounts of both price groups. */
async function expectPrices({ of, lira, euro }: Accounts, season: Season, liraOf: (price: number) => number) {
  const codes = [...new Set(season.rows.map(({ itemCode }) => itemCode))]
  for (const itemCode of [codes[0], codes[599], codes[999]]) {
    if (!itemCode) throw new Error('The season is too small')
    for (const { row, price } of await shownPrices(of, season, itemCode, lira))
      expect(price).toBe(liraOf(row.lira))
    for (const { row, price } of await shownPrices(of, season, itemCode, euro)) expect(price).toBe(row.euro)
  }
}

async function importWrongPrices(page: Page, season: Season): Promise<void> {
  await upload(page, `${season.mark}-prices.csv`, wrongPrices(season))
  const [first] = season.rows
  await checkAndApply(page, async () => {
    await expect(card(page, t['panel.import.count.prices'])).toContainText('8,000 changed')
    const row = page
      .getByRole('row')
      .filter({ hasText: `${first?.itemCode} · ` })
      .first()
    await expect(row.locator('del')).toHaveText(/₺/)
  })
}

async function undoImport(page: Page): Promise<void> {
  await button(page, t['panel.import.undo']).click()
  await page.getByRole('dialog').getByRole('button', { name: t['panel.import.undo'], exact: true }).click()
  await expect(visibleText(page, t['panel.import.state.undone'])).toBeVisible(longTimeout)
}

async function raisePrices(page: Page, season: Season): Promise<void> {
  await page.goto(addressOf('default', `/panel-urunler/sheet?text=${season.mark}`))
  await expect(page.getByText('8,000 rows', { exact: true })).toBeVisible(longTimeout)
  const heading = `${t['panel.product.price']} CB (TRY)`
  await page.getByRole('columnheader', { name: heading, exact: true }).click()
  await pasteCopied(page, raisedPrices(season))
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('8,000 of 8,000 lines found.')).toBeVisible()
  await expect(dialog.getByRole('combobox')).toHaveValue('price CB TRY')
  await dialog.getByRole('button', { name: 'Fill 8,000 cells' }).click()
  await expect(page.getByText(/^Cells changed: 8,000/)).toBeVisible()
  await button(page, t['panel.form.save']).click()
  await expect(notice(page, '8,000 cells saved')).toBeVisible(longTimeout)
}

type Line = { row: SeasonRow; productId: string; unitPrice: number }
type Placed = { guidKey: string; orderId: string; number: string; lines: (Line & { qty: number })[] }

async function linesOf(
  accounts: Accounts,
  season: Season,
  itemCode: string,
  account: string,
): Promise<Line[]> {
  const products = await colorsOf(accounts.of, itemCode, account)
  const rows = season.rows.filter((row) => row.itemCode === itemCode).slice(0, 4)
  return rows.map((row) => {
    const { productId, unitPrice = 0 } = itemIn(products, row)
    return { row, productId, unitPrice }
  })
}

/** They share stock; the first has two brands. */
async function placeOrders(accounts: Accounts, season: Season): Promise<Placed[]> {
  const codes = [...new Set(season.rows.map(({ itemCode }) => itemCode))]
  const placed: Placed[] = []
  for (let index = 0; index < 10; index += 1) {
    const account = index % 2 ? accounts.euro : accounts.lira
    const mine = await linesOf(accounts, season, codes[index % 3] ?? '', account)
    const others = index === 0 ? await linesOf(accounts, season, codes[999] ?? '', account) : []
    const lines = [...mine, ...others].map((line, at) => ({
      ...line,
      qty: line.row.size === lotCode ? 1 : 2 + (at % 2),
    }))
    const wanted = new Map(lines.map(({ productId, qty }) => [productId, qty]))
    const guidKey = await placeOrderOf(accounts.of, account, wanted)
    const { orderId, orderNumber } = await readOrder(accounts.of, guidKey)
    placed.push({ guidKey, orderId, number: orderNumber, lines })
  }
  return placed
}

async function openOrder(page: Page, { orderId, number }: Placed): Promise<void> {
  await page.goto(addressOf('default', `/siparisler/${orderId}`))
  await expect(page.getByRole('heading', { level: 1, name: `Order ${number}` })).toBeVisible()
}

/** Returns the expected order. */
async function editOrder(page: Page, order: Placed, added: number): Promise<Placed> {
  const [up, down, out, ...rest] = order.lines
  if (!up || !down || !out) throw new Error('The order is too small')
  const changed = [
    { ...up, qty: up.qty + added },
    { ...down, qty: down.qty - 1 },
  ]
  await openOrder(page, order)
  await page.getByRole('link', { name: t['panel.order.edit'], exact: true }).click()
  for (const { row, qty } of [...changed, { ...out, qty: 0 }]) {
    const name = `Quantity of ${row.itemCode} ${row.colorCode} ${row.size}`
    await page.getByRole('textbox', { name, exact: true }).fill(qty ? String(qty) : '')
  }
  await button(page, t['panel.form.save']).click()
  await expect(page.getByRole('heading', { level: 1, name: `Order ${order.number}` })).toBeVisible()
  await expect(page.getByRole('region', { name: t['panel.order.history'] })).toContainText(`${out.qty} → 0`)
  return { ...order, lines: [...changed, ...rest] }
}

async function expectLines(of: Client, { guidKey, lines }: Placed): Promise<void> {
  const order = await readOrder(of, guidKey)
  const sorted = (all: { productId: string; qty: number; unitPrice: number }[]) =>
    all
      .map(({ productId, qty, unitPrice }) => ({ productId, qty, unitPrice }))
      .toSorted((one, other) => one.productId.localeCompare(other.productId))
  expect(sorted(order.lines)).toEqual(sorted(lines))
}

/** Returns both expected orders. */
async function splitOrder(page: Page, of: Client, season: Season, order: Placed): Promise<[Placed, Placed]> {
  const last = season.rows.at(-1)?.itemCode
  await openOrder(page, order)
  await button(page, t['panel.order.split']).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(season.brands[1])
  await dialog.getByRole('button', { name: t['panel.order.split'] }).click()
  const into = page.getByRole('definition').getByRole('link', { name: /^\d+$/ }).first()
  await expect(into).toBeVisible()
  const [part] = (await readOrder(of, order.guidKey)).splitInto
  if (!part) throw new Error('The order was not split')
  await expect(into).toHaveText(part.orderNumber)
  const { data } = await ask<{ data: { guidKey: string } }>(of, `/api/Shop/GetOrderById?id=${part.orderId}`)
  const [kept, gone] = [false, true].map((isGone) =>
    order.lines.filter(({ row }) => (row.itemCode === last) === isGone),
  )
  const { orderId, orderNumber: number } = part
  return [
    { ...order, lines: kept ?? [] },
    { guidKey: data.guidKey, orderId, number, lines: gone ?? [] },
  ]
}

async function cancelOrder(page: Page, order: Placed): Promise<void> {
  await openOrder(page, order)
  await button(page, t['panel.order.cancel']).click()
  await expect(button(page, t['panel.order.restore'])).toBeVisible()
}

type Sheet = { products: SheetProduct[]; next: { itemCode: string; colorCode: string } | null }

/** The initial stock less what was ordered. */
async function expectStock(of: Client, season: Season, orders: Placed[]): Promise<void> {
  const ordered = new Map<string, number>()
  for (const { row, qty } of orders.flatMap(({ lines }) => lines)) {
    ordered.set(row.barcode, (ordered.get(row.barcode) ?? 0) + qty)
  }
  const found = new Map<string, number>()
  let after: Sheet['next'] = null
  do {
    const input: object = { search: season.mark, limit: 1000, ...(after ? { after } : {}) }
    const { data } = await ask<{ data: Sheet }>(of, '/api/Shop/GetProductSheet', input)
    for (const { barcode, inventory } of data.products.flatMap(({ items }) => items)) {
      found.set(barcode, inventory)
    }
    after = data.next
  } while (after)
  expect(ordered.size).toBeGreaterThan(10)
  const wanted = season.rows.map(
    ({ barcode, stock }) => [barcode, stock - (ordered.get(barcode) ?? 0)] as const,
  )
  expect(found).toEqual(new Map(wanted))
}

async function lineSheet(page: Page, season: Season): Promise<Buffer> {
  await page.goto(addressOf('default', '/panel-urunler/images-pdf'))
  const choose = async (label: string, text: string) => {
    await page.getByRole('combobox', { name: label, exact: true }).fill(text)
    await page.getByRole('option', { name: text }).first().click()
    await page.keyboard.press('Escape')
  }
  await choose(t['product.brand'], season.brands[0])
  await page.getByRole('switch', { name: t['panel.catalogue.onlyWithPhoto'] }).uncheck()
  for (const [label, text] of [
    [t['panel.catalogue.perPage'], '16 (list)'],
    [t['panel.catalogue.prices'], 'CB (TRY)'],
  ] as const) {
    await page.getByRole('combobox', { name: label, exact: true }).click()
    await page.getByRole('option', { name: text, exact: true }).click()
  }
  await page.getByLabel(t['panel.catalogue.title']).fill(season.mark)
  await expect(notice(page, /^1,200 products/)).toBeVisible()
  await button(page, t['panel.catalogue.make']).click()
  const ready = page.getByRole('button', {
    name: new RegExp(`^${t['panel.catalogue.download']}.*${season.mark}`),
  })
  await expect(ready).toBeVisible(longTimeout)
  const [download] = await Promise.all([page.waitForEvent('download'), ready.click()])
  expect(download.suggestedFilename()).toBe(`${season.mark}.pdf`)
  return readFile(await download.path())
}

const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0

test('a week’s office work: a season is imported, prices are corrected, orders are edited', async ({
  page,
  browser,
}) => {
  const season = newSeason()
  const of = await signedInClient('default', 'admin')
  const lira = (await addCustomer(of, 'Hafta Lira', 'CB')).currAccCode
  const euro = (await addCustomer(of, 'Hafta Euro', 'TF')).currAccCode
  const accounts = { of, lira, euro }
  const dealer = await addPerson('default', { roles: ['customer'], currAccCode: lira })
  const shop = await browser.newPage()
  const [first] = season.rows
  if (!first) throw new Error('The season is empty')
  await open(page, 'default', '/login?redirect=/panel-urunler/import', 'en')
  await signIn(page, 'en', 'admin')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t['panel.catalogueImport'])

  await step('the season is imported', () => importSeason(page, season))
  await step('photos are matched', () => dropPhotos(page, season, 24))
  await step('the shop shows it', async () => {
    await enter(shop, dealer, '/login?redirect=/shop')
    await expect(shop).toHaveURL(addressOf('default', '/shop'))
    await expectInShop(shop, first.itemCode, first.lira)
    await expectPrices(accounts, season, (price) => price)
    for (const { itemCode, colorCode } of productsWithPhoto(season, 24)) {
      const product = (await colorsOf(of, itemCode, lira)).find((one) => one.colorCode === colorCode)
      expect(product?.images).toHaveLength(1)
    }
  })

  await step('prices ten times too high are imported', () => importWrongPrices(page, season))
  await step('and are in the shop', async () => {
    await expectInShop(shop, first.itemCode, first.lira * 10)
    await expectPrices(accounts, season, (price) => price * 10)
  })
  await step('the import is undone', () => undoImport(page))
  await step('old prices are back in the shop', async () => {
    await expectInShop(shop, first.itemCode, first.lira)
    await expectPrices(accounts, season, (price) => price)
  })

  await step('lira prices are raised by pasting', () => raisePrices(page, season))
  await step('the shop shows them for lira accounts', async () => {
    await expectInShop(shop, first.itemCode, raised(first.lira))
    await expectPrices(accounts, season, raised)
  })

  const placed = await step('ten orders are placed', () => placeOrders(accounts, season))
  await step('their stock is taken', () => expectStock(of, season, placed))
  const edited: Placed[] = []
  await step('all ten are edited', async () => {
    for (const [index, order] of placed.entries()) edited.push(await editOrder(page, order, 1 + (index % 3)))
    for (const order of edited) await expectLines(of, order)
  })
  const [whole, ...others] = edited
  if (!whole) throw new Error('There are no orders')
  const parts = await step('one is split by brand', () => splitOrder(page, of, season, whole))
  for (const order of parts) await expectLines(of, order)
  await step('two are cancelled', async () => {
    for (const order of others.slice(-2)) await cancelOrder(page, order)
  })
  await step('the stock is exact', () => expectStock(of, season, [...parts, ...others.slice(0, -2)]))

  await step('a line sheet of the brand is made', async () => {
    // Plus the cover.
    expect(pagesOf(await lineSheet(page, season))).toBe(1 + firstBrandProducts / 16)
  })
  await shop.close()
})
