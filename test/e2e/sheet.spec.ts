import { expect, type Page } from '@playwright/test'
import type { SheetProduct } from '#shared/catalogue/productSheet.ts'
import type { Language } from '#shared/tenancy.ts'
import { orderAsDealer } from './apiClient.ts'
import { pasteCopied } from './keyboard.ts'
import { openAs } from './openAs.ts'
import { adminToken, call } from './people.ts'
import {
  addressOf,
  button,
  expectNoSidewaysScroll,
  notice,
  open,
  phone,
  signIn,
  test,
  texts,
  violations,
} from './shop.ts'

const t = texts.en

const unique = (start: string) => `${start}${Date.now().toString(36).toUpperCase()}`

type Choices = { brands: { brandId: string }[]; categories: { categoryId: string }[] }

async function addItem(itemCode: string, tenantKey = 'default'): Promise<string> {
  const token = await adminToken(tenantKey)
  const { data } = await call<{ data: Choices }>(tenantKey, '/api/Shop/GetProductChoices', undefined, token)
  const color = (colorCode: string, colorDescription: string) => ({
    itemDescription: 'Sheet Shirt',
    colorCode,
    colorDescription,
    brandId: data.brands[0]?.brandId,
    categoryId: data.categories[0]?.categoryId,
    items: ['S', 'M', 'L'].map((size) => ({
      itemDim1Code: size,
      barcode: `${itemCode}-${colorCode}-${size}`,
      inventory: 10,
      prices: [
        { priceGroup: 'CB', unitPrice: 1250, currencyCode: 'TRY' },
        { priceGroup: 'TF', unitPrice: 30, currencyCode: 'EUR' },
      ],
    })),
  })
  const products = [color('01', 'Black'), color('02', 'White')]
  await call(tenantKey, '/api/Shop/SaveItem', { itemCode, isNew: true, products }, token)
  return token
}

async function storedItems(
  itemCode: string,
  token: string,
  tenantKey = 'default',
): Promise<SheetProduct['items']> {
  const { data } = await call<{ data: { products: SheetProduct[] } }>(
    tenantKey,
    '/api/Shop/GetProductSheet',
    { search: itemCode },
    token,
  )
  return data.products.flatMap(({ items }) => items)
}
const cbOf = (items: SheetProduct['items']) =>
  items.map(({ prices }) => prices.find(({ priceGroup }) => priceGroup === 'CB')?.unitPrice)

async function openSheet(page: Page, itemCode: string, language: Language = 'en', tenantKey = 'default') {
  const path = `/panel-urunler/sheet?text=${itemCode}`
  await openAs(page, 'admin', tenantKey, path, language)
  await expect(grid(page)).toBeVisible()
}

const grid = (page: Page) => page.getByRole('grid')
const row = (page: Page, color: string, size: string) =>
  page.getByRole('row').filter({ hasText: new RegExp(`${color} · ${size}`) })
const heading = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true })
const priceCb = `${t['panel.product.price']} CB (TRY)`
const stockName = t['panel.product.stock']

async function goTo(page: Page, column: string, rowsDown: number) {
  await heading(page, column).click()
  await page.keyboard.press('Escape')
  for (let step = 0; step < rowsDown; step += 1) await page.keyboard.press('ArrowDown')
}

const copyText = (page: Page) =>
  page.evaluate(() => {
    const data = new DataTransfer()
    const event = new ClipboardEvent('copy', { clipboardData: data, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(event)
    return data.getData('text/plain')
  })

test('prices of one group are raised by 8 % with a supplier’s list, saved, and restored', async ({
  page,
}) => {
  const itemCode = unique('SH')
  const token = await addItem(itemCode)
  await open(
    page,
    'default',
    `/login?redirect=${encodeURIComponent(`/panel-urunler/index?text=${itemCode}`)}`,
    'en',
  )
  await signIn(page, 'en', 'admin')
  await page.getByRole('link', { name: t['panel.sheet.open'] }).click()
  await expect(page).toHaveURL(addressOf('default', `/panel-urunler/sheet?text=${itemCode}`))
  await expect(page.getByRole('row')).toHaveCount(7)

  // In Turkish Excel format.
  await heading(page, t['document.barcode']).click()
  const barcodes = (await copyText(page)).split('\n')
  await heading(page, priceCb).click()
  const prices = (await copyText(page)).split('\n').map(Number)
  expect([barcodes[0], prices]).toEqual([`${itemCode}-01-S`, [1250, 1250, 1250, 1250, 1250, 1250]])
  const figures = prices.map((price) =>
    ((price * 108) / 100).toLocaleString('tr', { minimumFractionDigits: 2 }),
  )
  const list = [
    'Barkod\tFiyat',
    ...barcodes.map((barcode, index) => `${barcode}\t${figures[index]}`),
    'NOBODY\t5',
  ]
  await goTo(page, priceCb, 0)
  await pasteCopied(page, list.join('\n'))
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('6 of 7 lines found.')).toBeVisible()
  await expect(dialog.getByText('NOBODY')).toBeVisible()
  await expect(dialog.getByRole('combobox')).toHaveValue('price CB TRY')
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Fill 6 cells' }).click()
  await expect(row(page, 'Black', 'M').getByText('1350.00', { exact: true })).toBeVisible()
  await expect(page.getByText('Cells changed: 6 (2 products)')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await button(page, t['panel.form.save']).click()
  await expect(notice(page, '6 cells saved')).toBeVisible()
  expect(cbOf(await storedItems(itemCode, token))).toEqual([1350, 1350, 1350, 1350, 1350, 1350])

  await button(page, t['panel.sheet.undoSave']).click()
  await expect(notice(page, '6 cells restored.')).toBeVisible()
  expect(cbOf(await storedItems(itemCode, token))).toEqual([1250, 1250, 1250, 1250, 1250, 1250])
  await expect(row(page, 'Black', 'M').getByText('1250.00', { exact: true })).toBeVisible()
})

test('stock changed by an order meanwhile is refused in its cell, with the current value', async ({
  page,
}) => {
  const itemCode = unique('SH')
  const token = await addItem(itemCode)
  await openSheet(page, itemCode)
  await goTo(page, stockName, 0)
  await page.keyboard.type('25')
  await page.keyboard.press('Enter')
  await page.keyboard.type('30')
  await page.keyboard.press('Enter')
  const [small] = await storedItems(itemCode, token)
  if (!small) throw new Error('There is no size')
  await orderAsDealer(small.productId, 4)
  await page.keyboard.press('Control+s')
  await expect(button(page, '1 cell not saved')).toBeVisible()
  await expect(notice(page, '1 cell saved')).toBeVisible()
  await button(page, '1 cell not saved').click()
  await expect(page.getByText('is now 6')).toBeVisible()
  await expect(page.getByText(t['panel.sheet.changedMeanwhile'], { exact: true }).first()).toBeVisible()
  expect(await violations(page)).toEqual([])
  expect((await storedItems(itemCode, token)).map(({ inventory }) => inventory).slice(0, 3)).toEqual([
    6, 30, 10,
  ])
  await button(page, t['panel.sheet.takeMine']).click()
  await button(page, t['panel.form.save']).click()
  await expect(page.getByText(t['panel.sheet.noChanges'])).toBeVisible()
  expect((await storedItems(itemCode, token)).map(({ inventory }) => inventory).slice(0, 3)).toEqual([
    25, 30, 10,
  ])
})

test('the sheet works by keyboard alone: typing, filling, undoing, saving, leaving', async ({ page }) => {
  const itemCode = unique('SH')
  const token = await addItem(itemCode)
  await openSheet(page, itemCode)
  await grid(page).focus()
  const cursor = page.locator('[data-cursor]')
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('Tab')
  await expect(cursor).toHaveText('10')
  await page.keyboard.type('7')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Control+Shift+ArrowDown')
  await page.keyboard.press('Control+d')
  await expect(page.getByText('Cells changed: 6 (2 products)')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(page.getByText('Cells changed: 1 (1 product)')).toBeVisible()
  await page.keyboard.press('Control+y')
  await expect(page.getByText('Cells changed: 6 (2 products)')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Control+Home')
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('F2')
  await page.keyboard.type('x')
  await page.keyboard.press('Enter')
  await expect(button(page, '1 cell needs correcting')).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await expect(cursor).toHaveAttribute('aria-invalid', 'true')
  await page.keyboard.press('F2')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+s')
  await expect(notice(page, '6 cells saved')).toBeVisible()
  expect((await storedItems(itemCode, token)).map(({ inventory }) => inventory)).toEqual([7, 7, 7, 7, 7, 7])
  await page.keyboard.press('Delete')
  await expect(cursor).toHaveText(/^was/)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect(grid(page)).not.toBeFocused()
  await page
    .getByRole('button', { name: t['panel.tab.close'].replace('{name}', t['panel.productSheet']) })
    .click()
  await expect(page.getByRole('dialog').getByText(t['panel.form.leaveTitle'])).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: t['panel.form.stay'] }).click()
  await expect(grid(page)).toBeVisible()
})

test('selected prices are raised by a percentage and end in .90', async ({ page }) => {
  const itemCode = unique('SH')
  await addItem(itemCode)
  await openSheet(page, itemCode)
  await heading(page, priceCb).click()
  await button(page, t['panel.sheet.changePrices']).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t['panel.sheet.by.percent']).fill('8,5')
  await dialog
    .getByRole('combobox', { name: t['panel.sheet.rounding'] })
    .selectOption(t['panel.sheet.endsInNinety'])
  await expect(dialog.getByText('1250.00 → 1355.90').first()).toBeVisible()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: t['panel.sheet.changePrices'] }).click()
  await expect(page.getByText('Cells changed: 6 (2 products)')).toBeVisible()
  await expect(row(page, 'White', 'L').getByText('1355.90', { exact: true })).toBeVisible()
})

test('a name changed in one row changes for the whole product', async ({ page }) => {
  const itemCode = unique('SH')
  await addItem(itemCode)
  await openSheet(page, itemCode)
  await goTo(page, t['panel.product.name'], 1)
  await page.keyboard.type('New Name')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('gridcell', { name: /New Name/ })).toHaveCount(3)
  await expect(page.getByText('Cells changed: 1 (1 product)')).toBeVisible()
})

test('the sheet works on a phone, in Arabic and in dark colours', async ({ page }) => {
  const itemCode = unique('SH')
  await addItem(itemCode, 'tf-it')
  await page.emulateMedia({ colorScheme: 'dark' })
  await openSheet(page, itemCode, 'ar', 'tf-it')
  const ar = texts.ar
  await page.getByRole('columnheader', { name: ar['panel.product.stock'], exact: true }).click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('F2')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('٤٢')
  await page.keyboard.press('Enter')
  await expect(row(page, 'Black', 'M').getByText('42', { exact: true })).toBeVisible()
  // Left moves forward.
  await page.keyboard.press('ArrowLeft')
  await expect(page.locator('[data-cursor][data-kind=price]')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.setViewportSize(phone)
  await expect(row(page, 'White', 'L')).toBeVisible()
  // After the menu has closed.
  await expectNoSidewaysScroll(page)
  expect(await violations(page)).toEqual([])
  const first = row(page, 'Black', 'S').getByRole('rowheader')
  const before = await first.boundingBox()
  await grid(page).evaluate((element) => element.scrollTo({ left: -400 }))
  expect((await first.boundingBox())?.x).toBeCloseTo(before?.x ?? 0, 0)
})
