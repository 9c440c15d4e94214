import { expect, type Locator, type Page } from '@playwright/test'
import type { Product } from '#shared/catalogue/catalogue.ts'
import type { Language } from '#shared/tenancy.ts'
import { pasteCopied } from './keyboard.ts'
import { addressOf, expectNoSidewaysScroll, open, phone, test, texts, violations } from './shop.ts'

const t = texts.en

/** With mocked stock; red S is sold out, red M has no price. */
const products: Product[] = ['Black', 'Red', 'White'].map((color, row) => ({
  itemCode: 'GRID',
  itemDescription: 'Grid shirt',
  colorCode: color.toLowerCase(),
  colorDescription: color,
  lotDescription: 'S/M/L/XL 1-2-2-1',
  unitPrice: 10,
  currencyCode: 'EUR',
  images: [],
  updatedDate: '2026-01-01T00:00:00.000Z',
  brandId: '01a1fef6-14a5-7790-9878-000000000100',
  brandName: 'Brand',
  categoryId: '01a1fef6-14a5-7790-9878-000000000200',
  categoryName: 'Shirts',
  title: 'Grid shirt',
  items: ['S', 'M', 'L', 'XL', 'K6'].map((size, column) => ({
    productId: `01a1fef6-14a5-7790-9878-0000000000${row}${column}`,
    itemDim1Code: size === 'K6' ? '' : size,
    lotCode: size === 'K6' ? size : '',
    lotDescription: size === 'K6' ? 'S/M/L/XL 1-2-2-1' : '',
    piecesPerLot: size === 'K6' ? 6 : 1,
    inventory: color === 'Red' && size === 'S' ? 0 : 20,
    ...(color === 'Red' && size === 'M'
      ? {}
      : { unitPrice: size === 'K6' ? 55 : color === 'White' && size === 'L' ? 12 : 10, currencyCode: 'EUR' }),
  })),
}))

async function openGrid(page: Page, language: Language = 'en', tenantKey = 'open'): Promise<void> {
  await page.route('**/api/Shop/GetCategoryProducts', (route) =>
    route.fulfill({
      json: { success: true, data: { products, title: '', brandName: '', categoryName: '', total: 3 } },
    }),
  )
  await open(page, tenantKey, '/shop/items/GRID', language)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Grid shirt')
}

const cell = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const quantitiesIn = (row: Locator) =>
  row.getByRole('textbox').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
const row = (page: Page, color: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: color }) })

async function paste(page: Page, name: string, text: string): Promise<void> {
  await cell(page, name).focus()
  await pasteCopied(page, text)
}

test('the grid works like a spreadsheet and changes the cart at once', async ({ page }) => {
  await openGrid(page)
  await cell(page, 'Black S').focus()
  await page.keyboard.type('4')
  await expect(page.locator('a[href="/cart"]').first()).toContainText('4')
  await page.keyboard.press('ArrowRight')
  await expect(cell(page, 'Black M')).toBeFocused()
  await page.keyboard.type('3')
  // Skips red M, which has no price.
  await page.keyboard.press('Enter')
  await expect(cell(page, 'White M')).toBeFocused()
  await page.keyboard.type('2')
  await page.keyboard.press('ArrowUp')
  await expect(cell(page, 'Black M')).toBeFocused()
  await page.keyboard.press('End')
  await expect(cell(page, 'Black K6')).toBeFocused()
  // Skips closed cells.
  await page.keyboard.press('Tab')
  await expect(cell(page, 'Red L')).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(cell(page, 'Black K6')).toBeFocused()
  await page.keyboard.type('1')
  await page.keyboard.press('Control+Home')
  await expect(cell(page, 'Black S')).toBeFocused()
  await page.keyboard.type('9')
  await expect(cell(page, 'Black S')).toHaveValue('9')
  await page.keyboard.press('Escape')
  await expect(cell(page, 'Black S')).toHaveValue('4')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Delete')
  await expect(cell(page, 'Black M')).toHaveValue('')

  await expect(row(page, 'Black').getByRole('cell').last()).toHaveText(/10 pieces.*€95\.00/s)
  await expect(page.getByRole('row').last().getByRole('cell').nth(1)).toHaveText('2')
  await expect(page.getByRole('row').last().getByRole('cell').last()).toHaveText(/12 pieces.*€115\.00/s)
  await expect(page.locator('main p').filter({ hasText: '12 pieces' })).toContainText('€115.00')
  await page.reload()
  await expect(cell(page, 'Black S')).toHaveValue('4')
  await page.getByRole('link', { name: t['ordering.grid.toCart'] }).click()
  await expect(page).toHaveURL(addressOf('open', '/cart'))
})

test('Tab leaves after the last cell and returns to it', async ({ page }) => {
  await openGrid(page)
  await cell(page, 'White XL').focus()
  await page.keyboard.press('Control+End')
  await expect(cell(page, 'White K6')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.locator('input[data-at]:focus')).toHaveCount(0)
  await page.keyboard.press('Shift+Tab')
  await expect(cell(page, 'White K6')).toBeFocused()
})

test('a block is pasted from a spreadsheet; values without a cell are reported; undo reverts it', async ({
  page,
}) => {
  await openGrid(page)
  await paste(page, 'Black S', '1\t2\t3\n7\t8\t9\n')
  expect(await quantitiesIn(row(page, 'Black'))).toEqual(['1', '2', '3', '', ''])
  expect(await quantitiesIn(row(page, 'Red'))).toEqual(['', '', '9', '', ''])
  const refusal = page.getByRole('status').filter({ hasText: 'cannot be ordered' })
  await expect(refusal).toHaveText(/^2 values were for cells that cannot be ordered/)
  await expect(page.getByText('4 cells filled.')).toBeVisible()
  await page.getByRole('button', { name: t['action.undo'] }).click()
  expect(await quantitiesIn(row(page, 'Black'))).toEqual(['', '', '', '', ''])

  await paste(page, 'White XL', '5;6;7')
  expect(await quantitiesIn(row(page, 'White'))).toEqual(['', '', '', '5', '6'])
  await expect(page.getByRole('status').filter({ hasText: '1 value did not fit' })).toBeVisible()
  await paste(page, 'White S', '1 x 99')
  expect(await quantitiesIn(row(page, 'White'))).toEqual(['1', '', '20', '5', '6'])
  const last = page.getByRole('status').filter({ hasText: '1 value is not a whole number' })
  await expect(last).toContainText('1 quantity was reduced to the stock')
  await expect(cell(page, 'White L')).toHaveAccessibleDescription(/Only 20 in stock/)
})

test('a quantity above the stock is reduced, with a message at the cell', async ({ page }) => {
  await openGrid(page)
  await cell(page, 'Black L').fill('25')
  await expect(cell(page, 'Black L')).toHaveAccessibleDescription(/Only 20 in stock/)
  await expect(page.getByRole('status').filter({ hasText: 'Black L: only 20 in stock' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(cell(page, 'Black L')).toHaveValue('20')
  await expect(row(page, 'Black').getByRole('cell').last()).toContainText('20')
  // Letters are not accepted.
  await cell(page, 'Black XL').pressSequentially('1a2')
  await expect(cell(page, 'Black XL')).toHaveValue('12')
})

test('decimals are recognized while typing and never read as larger numbers', async ({ page }) => {
  await openGrid(page)
  const byHand = { delay: 60 }
  await cell(page, 'Black S').focus()
  await page.keyboard.type('12,00', byHand)
  await page.keyboard.press('Enter')
  await expect(cell(page, 'Black S')).toHaveValue('12')
  await cell(page, 'Black S').focus()
  await page.keyboard.type('1,5', byHand)
  await page.keyboard.press('Enter')
  await expect(cell(page, 'Black S')).toHaveValue('12')
  await expect(page.getByText('1 value is not a whole number')).toBeVisible()
  await expect(page.locator('a[href="/cart"]').first()).toContainText('12')
})

test('the cell reached by Enter is visible above the bar, also in low windows', async ({ page }) => {
  for (let height = 620; height <= 960; height += 20) {
    await page.setViewportSize({ width: 1280, height })
    await openGrid(page)
    await page.evaluate(() => scrollTo(0, 0))
    await cell(page, 'Black S').focus()
    await page.keyboard.type('99')
    await page.keyboard.press('Enter')
    await expect(cell(page, 'White S')).toBeFocused()
    const [box, bar] = [
      await cell(page, 'White S').boundingBox(),
      await page.getByRole('status').filter({ hasText: '20' }).locator('..').boundingBox(),
    ]
    expect((box?.y ?? 0) + (box?.height ?? 0), `at a height of ${height}`).toBeLessThanOrEqual(bar?.y ?? 0)
  }
})

test('cells without stock or price are closed with a reason; a differing price is shown', async ({
  page,
}) => {
  await openGrid(page)
  await expect(cell(page, 'Red S')).toBeDisabled()
  await expect(cell(page, 'Red S')).toHaveAttribute('title', t['product.noStock'])
  await expect(cell(page, 'Red M')).toBeDisabled()
  await expect(cell(page, 'Red M')).toHaveAttribute('title', t['product.noPrice'])
  await expect(cell(page, 'White L')).toHaveAccessibleDescription(/€12\.00/)
  await expect(cell(page, 'Black L')).not.toHaveAccessibleDescription(/€/)
  await expect(page.getByRole('columnheader', { name: /K6/ })).toContainText('6 pieces')
  expect(await violations(page)).toEqual([])
})

test('one value fills its row, one row fills all colours', async ({ page }) => {
  await openGrid(page)
  await cell(page, 'Black M').fill('3')
  await page.getByRole('button', { name: /^Fill row/ }).click()
  expect(await quantitiesIn(row(page, 'Black'))).toEqual(['3', '3', '3', '3', ''])
  await cell(page, 'Black XL').fill('')
  await page.keyboard.press('Tab')
  await page.keyboard.type('2')
  await page.getByRole('button', { name: /^Copy to all colours/ }).click()
  expect(await quantitiesIn(row(page, 'White'))).toEqual(['3', '3', '3', '', '2'])
  expect(await quantitiesIn(row(page, 'Red'))).toEqual(['', '', '3', '', '2'])
  await page.getByRole('button', { name: t['ordering.grid.empty'] }).click()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('cart'))).toContain('"lines":[]')
})

test('in Arabic the left arrow moves to the next size', async ({ page }) => {
  await openGrid(page, 'ar', 'tf-ro')
  await cell(page, 'Black S').focus()
  await page.keyboard.press('ArrowLeft')
  await expect(cell(page, 'Black M')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(cell(page, 'Black S')).toBeFocused()
  // Arabic digits.
  await page.keyboard.insertText('١٢')
  await page.keyboard.press('Tab')
  await expect(cell(page, 'Black S')).toHaveValue('12')
  const [first, second] = [
    await cell(page, 'Black S').boundingBox(),
    await cell(page, 'Black M').boundingBox(),
  ]
  expect(first?.x).toBeGreaterThan(second?.x ?? 0)
  expect(await violations(page)).toEqual([])
})

test('on a phone each colour is a section, and nothing overflows', async ({ page }) => {
  await page.setViewportSize(phone)
  await openGrid(page)
  const black = page.getByRole('region', { name: 'Black' })
  await black.getByRole('textbox', { name: 'Black S' }).fill('2')
  await page.keyboard.press('Enter')
  await expect(cell(page, 'Black M')).toBeFocused()
  await black.getByRole('button', { name: /^Copy to all colours/ }).click()
  await expect(cell(page, 'White S')).toHaveValue('2')
  await expectNoSidewaysScroll(page)
  const box = await cell(page, 'Black S').boundingBox()
  expect(box?.height).toBeGreaterThanOrEqual(40)
  expect(await violations(page)).toEqual([])
})

test('forty sizes scroll within the grid, and the page stays as wide as the window', async ({ page }) => {
  const wide = products.map((product, place) => ({
    ...product,
    items: Array.from({ length: 40 }, (_, column) => ({
      ...product.items[0],
      productId: `01a1fef6-14a5-7790-9878-0000000${place}0${String(column).padStart(3, '0')}`,
      itemDim1Code: String(20 + column),
      inventory: 20,
      // Made in one colour only: hidden text says so in the others.
      ...(place === 0 || column < 20 ? {} : { itemDim1Code: String(60 + column) }),
    })),
  }))
  await page.route('**/api/Shop/GetCategoryProducts', (route) =>
    route.fulfill({
      json: { success: true, data: { products: wide, title: '', brandName: '', categoryName: '', total: 3 } },
    }),
  )
  await open(page, 'open', '/shop/items/GRID', 'en')
  await expect(cell(page, 'Black 59')).toBeAttached()
  await expectNoSidewaysScroll(page)
  await cell(page, 'Black 59').focus()
  await expect(cell(page, 'Black 59')).toBeInViewport()
  await expectNoSidewaysScroll(page)
  await page.setViewportSize(phone)
  await expectNoSidewaysScroll(page)
})

test('a locked order cannot be changed and says so', async ({ page }) => {
  await openGrid(page)
  await cell(page, 'Black S').fill('2')
  await page.keyboard.press('Tab')
  // The cart is stored after painting.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('cart'))).toContain('"qty":2')
  await page.evaluate(() => {
    const cart = JSON.parse(localStorage.getItem('cart') ?? '{}')
    cart.state.editable = false
    localStorage.setItem('cart', JSON.stringify(cart))
  })
  await page.reload()
  await cell(page, 'Black S').fill('7')
  await expect(page.getByText(t['cart.enableEditingFirst'])).toBeVisible()
  await expect(cell(page, 'Black S')).toHaveValue('2')
})

test('an unknown item says so and links on', async ({ page }) => {
  await open(page, 'open', '/shop/items/NO-SUCH', 'en')
  await expect(page.getByRole('heading', { name: t['ordering.item.none'] })).toBeVisible()
  await expect(page.locator('main').getByRole('link')).toHaveAttribute('href', '/shop')
})
