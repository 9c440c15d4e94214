import { expect, type Page } from '@playwright/test'
import type { Product } from '#shared/catalogue/catalogue.ts'
import type { Language } from '#shared/tenancy.ts'
import { colorsOf, orderAsDealer, signedInClient } from './apiClient.ts'
import { pasteCopied } from './keyboard.ts'
import { openAs } from './openAs.ts'
import { adminToken, call } from './people.ts'
import { addressOf, expectNoSidewaysScroll, field, notice, phone, test, texts, violations } from './shop.ts'

const t = texts.en

/** Opens a page of the panel as admin. */
async function openPanel(page: Page, path: string, language: Language = 'en', tenantKey = 'default') {
  await openAs(page, 'admin', tenantKey, path, language)
  await expect(page).toHaveURL(new RegExp(path.split('?')[0] ?? path))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

const unique = (start: string) => `${start}${Date.now().toString(36).toUpperCase()}`

const save = (page: Page) => page.getByRole('button', { name: t['panel.form.save'], exact: true })
const cell = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

type Choices = {
  brands: { brandId: string; brandName: string }[]
  categories: { categoryId: string; categoryName: string }[]
}

/** Adds an item without the browser. */
async function addItem(itemCode: string, items: object[], tenantKey = 'default') {
  const token = await adminToken(tenantKey)
  const { data } = await call<{ data: Choices }>(tenantKey, '/api/Shop/GetProductChoices', undefined, token)
  const product = {
    itemDescription: 'Poplin Shirt',
    colorCode: '01',
    colorDescription: 'Black',
    brandId: data.brands[0]?.brandId,
    categoryId: data.categories[0]?.categoryId,
    items,
  }
  await call(tenantKey, '/api/Shop/SaveItem', { itemCode, isNew: true, products: [product] }, token)
  return token
}

const cb = (unitPrice: number) => ({ priceGroup: 'CB', unitPrice, currencyCode: 'TRY' })

/** What the demo's dealer is offered. */
async function offersTo(itemCode: string): Promise<Product['items']> {
  const dealer = await signedInClient('default', 'dealer')
  return (await colorsOf(dealer, itemCode, '')).flatMap(({ items }) => items)
}

test('an item of two colours, five sizes and a lot is created, priced in two groups, and sold', async ({
  page,
}) => {
  const itemCode = unique('E2E')
  await openPanel(page, '/panel-urunler/create')
  await field(page, t['product.itemCode']).fill(itemCode)
  await field(page, t['panel.product.name']).fill('Linen Shirt')
  await field(page, t['panel.product.newColors']).fill('01 Black\n02 White')
  await page.getByRole('button', { name: 'S-XXL', exact: true }).click()
  await field(page, t['panel.product.lotCode']).fill('L6')
  for (const [size, pieces] of Object.entries({ S: '1', M: '2', L: '2', XL: '1' })) {
    await field(page, t['panel.product.piecesOf'].replace('{size}', size)).fill(pieces)
  }
  await field(page, 'CB price per piece (TRY)').fill('100,50')
  await field(page, 'TF price per piece (EUR)').fill('9.5')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(notice(page, '12 rows added')).toBeVisible()
  await expect(cell(page, 'Black L6 Price CB')).toHaveValue('603.00')

  await save(page).click()
  await expect(page.getByRole('combobox', { name: t['product.brand'] })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: t['product.category'] }).click()
  await page.getByRole('listbox').getByRole('option').first().click()

  await cell(page, 'Black S Barcode').focus()
  await pasteCopied(page, `${itemCode}1\t10\t101\n${itemCode}2\t20\t102,5\n${itemCode}3\t30\t1.234,5`)
  await expect(cell(page, 'Black L Price CB')).toHaveValue('1.234,5')
  await cell(page, 'Black S Price TF').focus()
  await page.keyboard.press('ArrowDown')
  await expect(cell(page, 'Black M Price TF')).toBeFocused()
  await page.keyboard.type('8')
  await page.getByRole('button', { name: t['panel.product.fillAll'] }).click()
  await expect(cell(page, 'White XXL Price TF')).toHaveValue('8')
  await expect(cell(page, 'White L6 Price TF')).toHaveValue('57.00')
  await cell(page, 'Black L6 Stock').fill('4')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Control+s')
  await expect(notice(page, t['panel.product.added'])).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/panel-urunler/edit/${itemCode}`))
  await expect(cell(page, 'Black L Price CB')).toHaveValue('1234.50')
  await expect(save(page)).toHaveAttribute('aria-disabled', 'true')

  const sold = await offersTo(itemCode)
  expect(sold.map(({ unitPrice }) => unitPrice).slice(0, 3)).toEqual([101, 102.5, 1234.5])
  const lot = sold.find(({ lotCode }) => lotCode === 'L6')
  if (!lot) throw new Error('The lot is not sold')
  await orderAsDealer(lot.productId, 1)

  await cell(page, 'Black S Price CB').fill('250')
  await save(page).click()
  await expect(notice(page, t['panel.form.saved'])).toBeVisible()
  await page.context().clearCookies()
  await openAs(page, 'dealer', 'default', `/shop/items/${itemCode}`, 'en')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Linen Shirt')
  const packed = page.getByRole('columnheader', { name: /L6/ })
  await expect(packed).toContainText('S 1')
  await expect(packed).toContainText('M 2')
  await expect(page.getByText('₺250.00').first()).toBeVisible()
})

test('stock changed by an order meanwhile is not overwritten: the typed value is adjusted', async ({
  page,
}) => {
  const itemCode = unique('STK')
  await addItem(itemCode, [
    { itemDim1Code: 'S', inventory: 20, prices: [cb(10)] },
    { itemDim1Code: 'M', inventory: 20, prices: [cb(10)] },
  ])
  await openPanel(page, `/panel-urunler/edit/${itemCode}`)
  await cell(page, 'Black S Stock').fill('30')
  await cell(page, 'Black M Price CB').fill('12')
  const [small] = await offersTo(itemCode)
  if (!small) throw new Error('Not sold')
  await orderAsDealer(small.productId, 3)
  await save(page).click()
  await expect(page.getByRole('alert').filter({ hasText: t['error.product.stockMoved'] })).toBeVisible()
  await expect(cell(page, 'Black S Stock')).toHaveValue('27')
  await expect(cell(page, 'Black S Stock')).toBeFocused()
  await expect(page.getByText('It changed from 20 to 17 while you were typing.')).toBeVisible()
  await expect(cell(page, 'Black M Price CB')).toHaveValue('12')
  expect(await violations(page)).toEqual([])
  await save(page).click()
  await expect(notice(page, t['panel.form.saved'])).toBeVisible()
  expect((await offersTo(itemCode)).map(({ inventory, unitPrice }) => [inventory, unitPrice])).toEqual([
    [27, 10],
    [20, 12],
  ])
  // Ordered sizes cannot be removed.
  await expect(
    page.getByRole('row', { name: /^S / }).getByRole('button', { name: t['panel.product.ordered'] }),
  ).toBeDisabled()
})

test('an item changed by somebody else is reloaded, and a used barcode names its product', async ({
  page,
}) => {
  const [itemCode, other] = [unique('CNF'), unique('OWN')]
  const token = await addItem(itemCode, [{ itemDim1Code: 'S', prices: [cb(10)] }])
  await addItem(other, [{ itemDim1Code: 'S', barcode: `${other}1` }])
  await openPanel(page, `/panel-urunler/edit/${itemCode}`)
  await cell(page, 'Black S Barcode').fill(`${other}1`)
  await save(page).click()
  await expect(page.getByText(`This code belongs to ${other} 01 Black S`)).toBeVisible()
  await expect(cell(page, 'Black S Barcode')).toBeFocused()
  await cell(page, 'Black S Barcode').fill(`${itemCode}1`)

  const read = await call<{ data: { products: Record<string, unknown>[] } }>(
    'default',
    `/api/Shop/GetItem?itemCode=${itemCode}`,
    undefined,
    token,
  )
  const [product] = read.data.products
  const change = { ...product, itemDescription: 'Changed elsewhere' }
  await call('default', '/api/Shop/UpdateProduct', change, token)
  await save(page).click()
  await expect(page.getByText(t['error.record.changed'])).toBeVisible()
  await expect(cell(page, 'Black S Barcode')).toHaveValue(`${itemCode}1`)
  await page.getByRole('button', { name: t['panel.form.loadAgain'] }).click()
  await expect(field(page, t['panel.product.name'])).toHaveValue('Changed elsewhere')
  await expect(cell(page, 'Black S Barcode')).toHaveValue('')
})

test('products are found, hidden, deleted and restored in the list, and changed together', async ({
  page,
}) => {
  const itemCode = unique('LST')
  await addItem(itemCode, [{ itemDim1Code: 'S', prices: [cb(10)], inventory: 3 }])
  await openPanel(page, `/panel-urunler/index?text=${itemCode}`)
  const row = page.getByRole('row').filter({ hasText: itemCode })
  await expect(row).toContainText('₺10.00')
  expect(await violations(page)).toEqual([])
  await row.getByRole('switch').press('Space')
  await expect(notice(page, 'no longer for sale')).toBeVisible()
  await expect(row.getByRole('switch')).not.toBeChecked()
  await page.getByRole('button', { name: t['action.undo'] }).click()
  await expect(row.getByRole('switch')).toBeChecked()
  await row.getByRole('button', { name: /^Delete/ }).click()
  await expect(page.getByText(t['panel.list.nothingMatches'])).toBeVisible()
  await page.getByRole('button', { name: t['action.undo'] }).last().click()
  await expect(row).toBeVisible()
  await row.getByRole('checkbox').click()
  await page.getByRole('button', { name: t['panel.product.giveBrand'] }).click()
  await page.getByRole('combobox', { name: t['product.brand'] }).last().click()
  await page.getByRole('listbox').getByRole('option').nth(2).click()
  await page.getByRole('dialog').getByRole('button', { name: t['panel.product.giveBrand'] }).click()
  await expect(notice(page, '1 product changed')).toBeVisible()
  await page
    .getByRole('link', { name: new RegExp(itemCode) })
    .first()
    .click()
  await expect(page).toHaveURL(new RegExp(`/panel-urunler/edit/${itemCode}`))
})

test('typing in one of 500 sizes renders one row at once', async ({ page }) => {
  const itemCode = unique('BIG')
  const prices = [cb(10), { priceGroup: 'TF', unitPrice: 2, currencyCode: 'EUR' }]
  const items = Array.from({ length: 500 }, (_, index) => ({
    itemDim1Code: `N${index}`,
    inventory: 5,
    prices,
  }))
  await addItem(itemCode, items)
  await openPanel(page, `/panel-urunler/edit/${itemCode}`)
  await cell(page, 'Black N250 Price CB').focus()
  const seen = await page.evaluate(() => {
    const input = document.activeElement as HTMLInputElement
    // Bypasses the property that React tracks.
    const own = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
    const watch = new MutationObserver(() => {})
    const table = document.querySelector('[role=table]') as Element
    watch.observe(table, { subtree: true, childList: true, attributes: true, characterData: true })
    const times: number[] = []
    for (let index = 0; index < 30; index += 1) {
      own?.set?.call(input, String(index))
      const start = performance.now()
      // React renders during the event.
      input.dispatchEvent(new Event('input', { bubbles: true }))
      times.push(performance.now() - start)
    }
    const rows = new Set(
      watch.takeRecords().map(({ target }) => target.parentElement?.closest('[role=row]') ?? target),
    )
    return { rows: rows.size, median: times.toSorted((one, other) => one - other)[15], value: input.value }
  })
  expect(seen).toMatchObject({ rows: 1, value: '29' })
  // A few milliseconds on an idle machine.
  expect(seen.median).toBeLessThan(50)
  await expect(save(page)).toHaveAttribute('aria-disabled', 'false')
})

test('an item’s page fits a phone in Arabic', async ({ page }) => {
  const ar = texts.ar
  const itemCode = unique('ARB')
  await addItem(
    itemCode,
    [
      { itemDim1Code: 'S', inventory: 5, prices: [{ priceGroup: 'TF', unitPrice: 2, currencyCode: 'EUR' }] },
      { lotCode: 'L6', lotSizes: [{ size: 'S', pieces: 6 }] },
    ],
    'tf-it',
  )
  await page.setViewportSize(phone)
  await openPanel(page, `/panel-urunler/edit/${itemCode}`, 'ar', 'tf-it')
  const lot = page.getByRole('rowheader', { name: /L6/ })
  await expect(lot).toBeVisible()
  const tops = await lot.evaluate((element) =>
    [...(element.parentElement?.children ?? [])].map((one) => Math.round(one.getBoundingClientRect().top)),
  )
  expect(new Set(tops).size).toBe(1)
  expect(await violations(page)).toEqual([])
  // Only the grid may scroll sideways.
  await expectNoSidewaysScroll(page)
  await page
    .getByRole('button', { name: new RegExp(ar['panel.product.lotOf'].replace('{name}', '.*')) })
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: ar['panel.product.take'] }).click()
  await page.goto(addressOf('tf-it', `/panel-urunler/index?text=${itemCode}`))
  await expect(page.getByRole('row').filter({ hasText: itemCode })).toBeVisible()
  expect(await violations(page)).toEqual([])
})
