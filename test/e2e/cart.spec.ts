import { expect, type Page } from '@playwright/test'
import { addCustomerWithoutBrand } from './excludedBrand.ts'
import { fillCart, openAsDealer } from './filledCart.ts'
import { openAs } from './openAs.ts'
import {
  addFromCard,
  addressOf,
  expectNoSidewaysScroll,
  forwardToServer,
  phone,
  quantities,
  test,
  texts,
  violations,
} from './shop.ts'

const t = texts.en

const placeOrder = (page: Page) => page.getByRole('button', { name: t['cart.placeOrder'] })
const problems = (page: Page) => page.locator('#cart-problems')
const isGone = { productId: '019a0000-0000-7000-8000-000000000000' }

test('changed prices, stock and gone lines are shown old and new, and applied only on request', async ({
  page,
}) => {
  await openAsDealer(page)
  await fillCart(page, 6, (line, index) => {
    if (index === 0) return { ...line, unitPrice: line.unitPrice - 1 }
    if (index === 1) return { ...line, qty: line.inventory + 3 }
    if (index === 2) return { ...line, ...isGone }
    return line
  })
  await expect(problems(page).getByRole('listitem')).toHaveCount(3)
  expect(await violations(page)).toEqual([])
  let sent = 0
  await page.route('**/api/Shop/PostShopCart', (route) => {
    sent += 1
    return route.continue()
  })
  await expect(page.getByRole('combobox', { name: t['cart.agent'] })).not.toHaveValue('')
  await placeOrder(page).click()
  await expect(problems(page)).toBeFocused()
  expect(sent).toBe(0)
  // One line alone, with undo.
  await page.getByRole('button', { name: t['ordering.cart.takePrice'], exact: true }).click()
  await expect(problems(page).getByRole('listitem')).toHaveCount(2)
  await page.getByRole('button', { name: t['action.undo'] }).click()
  await expect(problems(page).getByRole('listitem')).toHaveCount(3)
  await page.getByRole('button', { name: t['ordering.cart.fixAll'] }).click()
  await expect(problems(page)).toHaveCount(0)
  await expect(quantities(page)).toHaveCount(5)
  await quantities(page).nth(1).fill('1')
  await quantities(page).nth(1).press('Enter')
  await placeOrder(page).click()
  await expect(page.getByRole('heading', { name: t['placed.title'] })).toBeVisible()
  expect(sent).toBe(1)
})

test('undoing a removal restores the line’s position', async ({ page }) => {
  await openAsDealer(page)
  await fillCart(page, 5)
  const second = page.locator('main li[id]').nth(1)
  const id = await second.getAttribute('id')
  await second.getByRole('button', { name: /^Remove/ }).click()
  await expect(quantities(page)).toHaveCount(4)
  await page.getByRole('button', { name: t['action.undo'] }).click()
  await expect(quantities(page)).toHaveCount(5)
  await expect(page.locator('main li[id]').nth(1)).toHaveAttribute('id', id ?? '')
})

test('an order without connection is kept and sent later', async ({ page, context }) => {
  await openAsDealer(page)
  await fillCart(page, 2)
  await expect(page.getByRole('combobox', { name: t['cart.agent'] })).not.toHaveValue('')
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await expect(page.getByText(t['shop.offline'])).toBeVisible()
  await placeOrder(page).click()
  await expect(page.getByText(t['ordering.cart.keptAndSent'])).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: t['ordering.cart.stopSending'] }).click()
  await expect(page.getByText(t['ordering.cart.keptAndSent'])).toHaveCount(0)
  await placeOrder(page).click()
  await expect(page.getByText(t['ordering.cart.keptAndSent'])).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: t['placed.title'] })).toBeVisible()
})

test('a pending order is sent after a reload', async ({ page }) => {
  await openAsDealer(page)
  await fillCart(page, 2)
  await expect(page.getByRole('combobox', { name: t['cart.agent'] })).not.toHaveValue('')
  await page.route('**/api/Shop/PostShopCart', (route) => route.abort('connectionreset'))
  await placeOrder(page).click()
  await expect(page.getByText(t['ordering.cart.keptAndSent'])).toBeVisible()
  await page.unroute('**/api/Shop/PostShopCart')
  await page.reload()
  await expect(page.getByRole('heading', { name: t['placed.title'] })).toBeVisible()
})

test('a deleted branch does not block ordering', async ({ page }) => {
  await openAsDealer(page)
  await fillCart(page, 1)
  await expect(page.getByRole('combobox', { name: t['cart.agent'] })).not.toHaveValue('')
  // The shop would process the cart at once.
  await page.goto(addressOf('default', '/panel'))
  await page.evaluate((gone) => {
    const { state, version } = JSON.parse(localStorage.getItem('cart') ?? '{}')
    localStorage.setItem('cart', JSON.stringify({ state: { ...state, subCurrAccId: gone }, version }))
  }, isGone.productId)
  await page.goto(addressOf('default', '/cart'))
  await expect(page.getByText(t['ordering.cart.branchGone'])).toBeVisible()
  await expect(page.getByRole('combobox', { name: t['cart.agent'] })).not.toHaveValue('')
  await placeOrder(page).click()
  await expect(page.getByRole('heading', { name: t['placed.title'] })).toBeVisible()
})

test('changes made after an unnoticed order can be kept as a new cart', async ({ page }) => {
  await openAsDealer(page)
  await fillCart(page, 2)
  await expect(page.getByRole('combobox', { name: t['cart.agent'] })).not.toHaveValue('')
  await page.route('**/api/Shop/PostShopCart', async (route) => {
    await forwardToServer(route)
    return route.abort('connectionreset')
  })
  await placeOrder(page).click()
  await expect(page.getByText(t['ordering.cart.keptAndSent'])).toBeVisible()
  await page.getByRole('button', { name: t['ordering.cart.stopSending'] }).click()
  await page.unroute('**/api/Shop/PostShopCart')
  await quantities(page).nth(0).fill('2')
  await quantities(page).nth(0).press('Enter')
  await placeOrder(page).click()
  await expect(page.getByRole('link', { name: t['ordering.order.see'] })).toBeVisible()
  await page.getByRole('button', { name: t['ordering.cart.keepNew'] }).click()
  await expect(quantities(page)).toHaveCount(1)
  await expect(quantities(page).nth(0)).toHaveValue('1')
})

test('brands that the customer cannot buy are named', async ({ page }) => {
  await openAs(page, 'admin', 'default', '/shop', 'en')
  const brands = page.locator('a[href*="brandId="]')
  const [closed, other] = await Promise.all(
    [0, 1].map(async (index) => (await brands.nth(index).getAttribute('href')) ?? ''),
  )
  const customer = await addCustomerWithoutBrand(/brandId=([\w-]+)/.exec(closed ?? '')?.[1] ?? '')
  for (const path of [closed, other]) {
    await page.goto(addressOf('default', path ?? ''))
    await addFromCard(page, 0, 'en')
  }
  await page.locator('a[href="/cart"]').first().click()
  await expect(quantities(page)).toHaveCount(4)
  await expect(problems(page)).toHaveCount(0)
  const main = page.getByRole('main')
  await main.getByRole('combobox', { name: t['cart.customer'] }).fill(customer)
  await page.getByRole('option', { name: customer }).click()
  await expect(problems(page)).toContainText(t['ordering.cart.problems'])
  await expect(main.getByText(/not available to this customer/)).toHaveCount(2)
  await page.getByRole('button', { name: t['ordering.cart.removeGone'] }).click()
  await expect(quantities(page)).toHaveCount(2)
  await expect(main.getByText(/not available to this customer/)).toHaveCount(0)
})

test('a printed cart has its header and no buttons', async ({ page }) => {
  await openAs(page, 'dealer', 'default', '/shop', 'en')
  await page.locator('a[href*="brandId="]').first().click()
  await addFromCard(page, 0, 'en')
  await page.locator('a[href="/cart"]').first().click()
  await page.getByRole('textbox', { name: t['cart.description'] }).fill('Behind the house')
  await expect(page.getByText(t['cart.printed'])).toBeHidden()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const main = page.getByRole('main')
  await expect(main).toContainText('Toptan Moda')
  for (const key of [
    'cart.customer',
    'cart.agent',
    'order.type',
    'cart.printed',
    'cart.description',
  ] as const) {
    await expect(main.getByText(t[key], { exact: true }).filter({ visible: true })).toBeVisible()
  }
  await expect(main.getByText('120.01.0001')).toBeVisible()
  await expect(main.getByText('Behind the house').filter({ visible: true })).toBeVisible()
  await expect(main.getByRole('button')).toHaveCount(0)
  await expect(quantities(page).first()).toBeVisible()
})

/** More lines than the demo has, with mocked prices. */
async function fillLongCart(page: Page, count: number, dearer: number): Promise<void> {
  const lines = Array.from({ length: count }, (_, index) => ({
    productId: `019a0000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    qty: 1,
    unitPrice: 100,
    priceCurrencyCode: 'TRY',
    inventory: 50,
    itemCode: `UZ${Math.floor(index / 6)}`,
    itemDescription: 'Uzun Sepet',
    colorCode: '01',
    colorDescription: 'Siyah',
    brandName: 'Ayla',
    itemDim1Code: `${36 + (index % 6)}`,
    lotCode: '',
    lotDescription: '',
    piecesPerLot: 1,
    images: [],
    updatedDate: '',
  }))
  const known = new Map(
    lines.map((line, index) => [line.productId, { ...line, unitPrice: index === dearer ? 110 : 100 }]),
  )
  await page.route('**/api/Shop/GetProductsByIds', (route) => {
    const { ids } = route.request().postDataJSON() as { ids: string[] }
    const data = ids.flatMap((id) => {
      const line = known.get(id)
      return line ? [{ ...line, items: [{ ...line, currencyCode: 'TRY' }] }] : []
    })
    return route.fulfill({ json: { success: true, data } })
  })
  await page.evaluate((kept) => {
    const state = { guidKey: crypto.randomUUID(), lines: kept }
    localStorage.setItem('cart', JSON.stringify({ state, version: 2 }))
  }, lines)
  await page.goto(addressOf('default', '/cart'))
  await expect(page.locator('main dl').last()).toContainText(count.toLocaleString('en'))
  await expect(quantities(page).first()).toBeVisible()
}

test('a cart of 1,000 lines can be searched, and typing a quantity renders one row', async ({ page }) => {
  await openAsDealer(page)
  await fillLongCart(page, 1000, 990)
  const onlyProblems = page.getByRole('button', { name: /Only problems/ })
  await onlyProblems.click()
  await expect(quantities(page)).toHaveCount(1)
  await page.getByRole('button', { name: t['ordering.cart.takePrices'] }).click()
  await expect(problems(page)).toHaveCount(0)
  await onlyProblems.click()
  await page.getByRole('searchbox', { name: t['ordering.cart.search'] }).fill('uz16 siyah')
  await expect(page.getByText('46 lines', { exact: true })).toBeVisible()
  await page.getByRole('searchbox', { name: t['ordering.cart.search'] }).fill('')
  await expect(page.getByText('46 lines', { exact: true })).toHaveCount(0)
  await page.evaluate(() => {
    const rows = new Set<Element>()
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const row = (target instanceof Element ? target : target.parentElement)?.closest('li[id]')
        if (row) rows.add(row)
      }
      document.body.dataset.rows = String(rows.size)
    }).observe(document.querySelector('main') ?? document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    })
  })
  await quantities(page).nth(3).fill('2')
  await quantities(page).nth(3).press('Enter')
  await expect(page.locator('main dl').last()).toContainText('1,001')
  await expect(page.locator('body')).toHaveAttribute('data-rows', '1')
})

test('of 1,000 lines only those near the window are rendered, but all on paper', async ({ page }) => {
  await page.setViewportSize(phone)
  await openAsDealer(page)
  await fillLongCart(page, 1000, -1)
  const idOf = (index: number) => `019a0000-0000-7000-8000-${String(index).padStart(12, '0')}`
  const line = (index: number) => page.locator(`[id="${idOf(index)}"]`)
  await expect(line(0)).toBeInViewport()
  expect(await quantities(page).count()).toBeLessThan(200)
  await expect(line(500)).toHaveCount(0)
  // Unfinished typing survives scrolling.
  await line(2).locator('input').fill('7')
  await page.evaluate(() => window.scrollTo(0, document.querySelector('main')?.scrollHeight ?? 0))
  await expect(line(999)).toBeVisible()
  await line(999).scrollIntoViewIfNeeded()
  await expect(line(990)).toBeVisible()
  await expect(line(2).locator('input')).toHaveValue('7')
  await expect(line(30)).toHaveCount(0)
  await line(999).getByRole('button', { name: t['quantity.more'] }).click()
  await expect(line(999).locator('input')).toHaveValue('2')
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(line(2).locator('input')).toHaveValue('7')
  await expect(line(990)).toHaveCount(0)
  await expect(page.locator('main dl').last()).toContainText('1,007')
  // As browsers send before printing.
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await expect(quantities(page)).toHaveCount(1000)
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect.poll(() => quantities(page).count()).toBeLessThan(200)
})

test('on a phone the bar stays visible and covers no line', async ({ page }) => {
  await page.setViewportSize(phone)
  await openAsDealer(page)
  await fillCart(page, 12)
  await expect(placeOrder(page)).toBeInViewport()
  await page.locator('main li[id]').last().scrollIntoViewIfNeeded()
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expect(placeOrder(page)).toBeInViewport()
  const [bar, note] = await Promise.all([
    placeOrder(page).locator('..').boundingBox(),
    page.locator('main dl').last().boundingBox(),
  ])
  expect((note?.y ?? 0) + (note?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
  await expectNoSidewaysScroll(page)
  await page.evaluate(() => window.scrollTo(0, 0))
  expect(await violations(page)).toEqual([])
})

/** Undefined if nothing covers its middle. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement
    if (!focused || focused === document.body) return undefined
    const { left, top, width, height } = focused.getBoundingClientRect()
    const seen = document.elementFromPoint(left + width / 2, top + height / 2)
    const own = [focused, ...((focused as HTMLInputElement).labels ?? [])]
    const isSeen = seen && (seen.contains(focused) || own.some((one) => one.contains(seen)))
    return isSeen ? undefined : (focused.getAttribute('aria-label') ?? focused.outerHTML.slice(0, 120))
  })

test('the keyboard focus is never under the header or the bottom bar', async ({ page }) => {
  await page.setViewportSize(phone)
  await openAs(page, 'agent', 'default', '/shop', 'en')
  await expect(page).toHaveURL(addressOf('default', '/shop'))
  await fillCart(page, 12)
  await expect(page.getByRole('banner').getByText(t['ordering.bar.nobody'])).toBeVisible()
  await quantities(page).first().focus()
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let times = 0; times < 45; times += 1) {
      await page.keyboard.press(key)
      expect(await covered(page)).toBeUndefined()
    }
  }
})
