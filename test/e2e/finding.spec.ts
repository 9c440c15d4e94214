import { expect, type Page } from '@playwright/test'
import { addCustomerWithoutBrand } from './excludedBrand.ts'
import { openAs } from './openAs.ts'
import { adminToken, call } from './people.ts'
import { addressOf, panelOf, phone, refuse, test, texts, violations } from './shop.ts'

const t = texts.en

async function openShop(page: Page, username: string, path = '/shop'): Promise<void> {
  await openAs(page, username, 'default', path, 'en')
  await expect(page).toHaveURL(addressOf('default', path))
}

const cards = (page: Page) => page.getByRole('main').getByRole('article')
const total = async (page: Page) =>
  Number(/\d+/.exec(await page.getByText(/^\d+ products?$/).innerText())?.[0])
const dialog = (page: Page) => page.getByRole('dialog', { name: t['shop.search'] })
const field = (page: Page) => dialog(page).getByRole('searchbox')

test('facets narrow a list and are in the URL, and Back removes them one by one', async ({ page }) => {
  await openShop(page, 'dealer', '/shop/products')
  await expect(cards(page).first()).toBeVisible()
  const all = await total(page)
  const facets = page.getByRole('region', { name: t['ordering.facets.title'] })
  const brands = facets.getByRole('group', { name: t['product.brand'] })
  const brand = brands.getByRole('checkbox').first()
  const label = brands.locator('label').first()
  const [name = '', count = ''] = (await label.innerText()).split('\n')
  await brand.check()
  await expect(page).toHaveURL(/brands=/)
  await expect.poll(() => total(page)).toBe(Number(count))
  expect(Number(count)).toBeLessThan(all)
  await expect(brands.getByRole('checkbox')).not.toHaveCount(1)
  await facets.getByRole('checkbox', { name: t['ordering.facets.inStock'] }).check()
  await expect(page).toHaveURL(/inStock=1/)
  const chip = page.getByRole('button', { name: t['ordering.facets.remove'].replace('{value}', name) })
  await expect(chip).toBeVisible()
  await page.reload()
  await expect(brand).toBeChecked()
  await expect(chip).toBeVisible()
  await page.goBack()
  await expect(page).not.toHaveURL(/inStock/)
  await expect.poll(() => total(page)).toBe(Number(count))
  await chip.click()
  await expect.poll(() => total(page)).toBe(all)
  await page.getByRole('combobox', { name: t['ordering.sort.label'] }).selectOption('priceAsc')
  await expect(page).toHaveURL(/sort=priceAsc/)
  expect(await violations(page)).toEqual([])
})

test("the price filter starts in the account's currency", async ({ page }) => {
  await openShop(page, 'dealer', '/shop/products')
  const currency = page.getByRole('group', { name: t['order.currency'] })
  await expect(currency.getByRole('radio')).toHaveCount(3)
  await expect(currency.getByRole('radio', { name: 'TRY' })).toBeChecked()
  await expect(currency.getByRole('radio').first()).toBeChecked()
  await page.getByRole('textbox', { name: t['ordering.facets.from'] }).fill('100')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/from=100&currency=TRY/)
})

test('an empty list says which filters apply', async ({ page }) => {
  await openShop(page, 'dealer', '/shop/products?from=9999999&currency=TRY')
  await expect(page.getByRole('heading', { name: t['products.emptyTitle'] })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: t['ordering.facets.clearAll'] }).last().click()
  await expect(cards(page).first()).toBeVisible()
})

for (const width of [1280, 390]) {
  test(`two prices can be typed one after the other at ${width} px, in Turkish format`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    const path = '/shop/products?from=1.5&to=9000&currency=TRY'
    await openAs(page, 'dealer', 'default', path, 'tr')
    await expect(cards(page).first()).toBeVisible()
    if (width < 1000) {
      await page.getByRole('button', { name: `${texts.tr['ordering.facets.title']} 2` }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    }
    const from = page.getByRole('textbox', { name: texts.tr['ordering.facets.from'] })
    const to = page.getByRole('textbox', { name: texts.tr['ordering.facets.to'] })
    await expect(from).toHaveValue('1,5')
    await from.click({ clickCount: 3 })
    const byHand = { delay: 60 }
    await page.keyboard.type('20,5', byHand)
    await page.keyboard.press('Tab')
    // The list reloads meanwhile.
    await page.keyboard.type('1.', byHand)
    await page.waitForTimeout(800)
    await expect(to).toBeFocused()
    await page.keyboard.type('200', byHand)
    await expect(from).toHaveValue('20,5')
    await expect(to).toHaveValue('1.200')
    await page.keyboard.press('Enter')
    if (width < 1000) {
      await expect(to).toBeFocused()
      await page.getByRole('dialog').getByRole('button').last().click()
    }
    await expect(page).toHaveURL(/from=20\.5&to=1200/)
    await page.goBack()
    if (width > 1000) await expect(to).toHaveValue('9000')
  })
}

test('on a phone the facets are in a sheet that Back closes', async ({ page }) => {
  await page.setViewportSize(phone)
  await openShop(page, 'dealer', '/shop/products')
  await page.getByRole('button', { name: t['ordering.facets.title'] }).click()
  const sheet = page.getByRole('dialog', { name: t['ordering.facets.title'] })
  await expect(sheet.getByRole('checkbox').first()).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.goBack()
  await expect(sheet).toHaveCount(0)
  await expect(page).toHaveURL(addressOf('default', '/shop/products'))
  await page.getByRole('button', { name: t['ordering.facets.title'] }).click()
  await sheet.getByRole('group', { name: t['product.brand'] }).getByRole('checkbox').first().check()
  const show = sheet.getByRole('button', { name: /^Show \d+ products?$/ })
  const maxCount = Number(/\d+/.exec(await show.innerText())?.[0])
  await show.click()
  await expect(sheet).toHaveCount(0)
  await expect.poll(() => total(page)).toBeLessThanOrEqual(maxCount)
  // One step back: no filter and no sheet.
  await page.goBack()
  await expect(page).toHaveURL(addressOf('default', '/shop/products'))
  await expect(sheet).toHaveCount(0)
})

test('a list ten pages long is restored by Back and reload', async ({ page }) => {
  await openShop(page, 'dealer', '/shop/products')
  await expect(cards(page).first()).toBeVisible()
  const wanted = Math.min(240, await total(page))
  while ((await cards(page).count()) < wanted) {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    await page.waitForTimeout(150)
  }
  const middle = cards(page).nth(wanted - 30)
  await middle.scrollIntoViewIfNeeded()
  await page.waitForTimeout(400)
  const name = (await middle.getAttribute('aria-label')) ?? ''
  const topOf = async () => (await middle.boundingBox())?.y ?? Number.NaN
  const before = await topOf()
  await middle.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/shop\/items\//)
  await page.goBack()
  await expect(middle).toHaveAttribute('aria-label', name)
  await expect.poll(async () => Math.abs((await topOf()) - before)).toBeLessThan(60)
  await page.reload()
  await expect(middle).toHaveAttribute('aria-label', name)
  await expect.poll(async () => Math.abs((await topOf()) - before)).toBeLessThan(60)
})

test('a failed page of a list can be requested again', async ({ page }) => {
  await openShop(page, 'dealer', '/shop/products')
  await expect(cards(page).first()).toBeVisible()
  await refuse(page, '/api/Shop/GetCategoryProducts', 500, 'server.failed')
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Broken')
  await page.unroute('**/api/Shop/GetCategoryProducts')
  const shownCount = await cards(page).count()
  await page.getByRole('main').getByRole('button', { name: t['action.retry'] }).first().click()
  await expect.poll(() => cards(page).count()).toBeGreaterThan(shownCount)
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
})

test('search folds Turkish letters, ignores blank text and drops late answers', async ({ page }) => {
  await openShop(page, 'dealer')
  const asked: string[] = []
  await page.route('**/api/Shop/GetProductsBySearch', async (route) => {
    const { searchText } = route.request().postDataJSON() as { searchText: string }
    asked.push(searchText)
    if (searchText === 'gomlek' || searchText === 'gömlek')
      await new Promise((done) => setTimeout(done, 1500))
    return route.continue().catch(() => {})
  })
  await page.getByRole('button', { name: t['shop.search'] }).click()
  await expect(field(page)).toBeFocused()
  await expect(dialog(page)).toContainText(t['ordering.search.hint'])
  await field(page).fill('   ')
  await page.waitForTimeout(400)
  expect(asked).toEqual([])
  await field(page).fill('İNCE')
  await expect.poll(() => asked).toEqual(['ince'])
  await field(page).fill('gömlek')
  await expect.poll(() => asked.length).toBe(2)
  await field(page).fill('zzzz-none')
  await expect(dialog(page).getByRole('heading', { name: t['ordering.search.notFound'] })).toBeVisible()
  await page.waitForTimeout(1800)
  await expect(dialog(page).getByRole('heading', { name: t['ordering.search.notFound'] })).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('search results have placeholders of the final size', async ({ page }) => {
  await openShop(page, 'dealer')
  let answer = Promise.withResolvers<void>()
  await page.route('**/api/Shop/GetProductsBySearch', async (route) => {
    await answer.promise
    return route.continue().catch(() => {})
  })
  await page.getByRole('button', { name: t['shop.search'] }).click()
  const results = dialog(page).locator('[data-scroller]')
  const first = () =>
    results
      .locator('ul > li')
      .first()
      .evaluate((node) => {
        const { x, y, width, height } = node.getBoundingClientRect()
        return [x, y, width, height].map(Math.round)
      })
  for (const [width, text] of [
    [1280, 'gömlek'],
    [390, 'ceket'],
    // Also after an empty result.
    [390, 'zzzz-none'],
    [390, 'gömlek'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    await field(page).fill(text)
    await expect(results.locator('[aria-busy="true"]').getByRole('status')).toHaveText(t['page.loading'])
    await expect(results.locator('li [class*="photo"]')).toHaveCount(10)
    await expect(results.getByRole('article')).toHaveCount(0)
    expect(await violations(page)).toEqual([])
    const outline = await first()
    answer.resolve()
    answer = Promise.withResolvers()
    if (text === 'zzzz-none') {
      await expect(dialog(page).getByRole('heading', { name: t['ordering.search.notFound'] })).toBeVisible()
      continue
    }
    await expect(results.getByRole('article').first()).toBeVisible()
    await expect(results.locator('[aria-busy="true"]')).toHaveCount(0)
    expect(await first()).toEqual(outline)
  }
})

test('search closes by Escape, Back and a click outside, and restores the URL', async ({ page }) => {
  await openShop(page, 'dealer', '/shop/products?inStock=1')
  const opener = page.getByRole('button', { name: t['shop.search'] })
  const list = addressOf('default', '/shop/products?inStock=1')
  await opener.click()
  await expect(page).toHaveURL(/shopModal=1/)
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page).toHaveURL(list)
  await expect(opener).toBeFocused()
  await opener.click()
  await expect(field(page)).toBeFocused()
  await page.mouse.click(5, 400)
  await expect(page).toHaveURL(list)
  await opener.click()
  await page.goBack()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page).toHaveURL(list)
  // Opened by URL: closes in place.
  await page.goto(`${list}&shopModal=1`)
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(list)
  await page.goBack()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page).toHaveURL(list)
})

test('search results can be ordered by keyboard and opened as a list', async ({ page }) => {
  await openShop(page, 'dealer')
  await page.getByRole('button', { name: t['shop.search'] }).click()
  await field(page).fill('a')
  await field(page).press('Enter')
  const found = dialog(page).getByRole('article')
  await expect(found.first()).toBeVisible()
  await expect(found.first().locator(':focus')).toHaveCount(1)
  await page.keyboard.press('ArrowRight')
  await expect(found.nth(1).locator(':focus')).toHaveCount(1)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowUp')
  await expect(field(page)).toBeFocused()
  const card = found.filter({ hasNot: page.getByText(t['product.noPrice']) }).first()
  const sizes = card.getByRole('button', { name: t['product.sizes'], exact: true })
  await sizes.click()
  await (await panelOf(page, sizes))
    .getByRole('listitem')
    .getByRole('button', { name: t['product.add'], disabled: false })
    .first()
    .click()
  await dialog(page)
    .getByRole('link', { name: /^Show all \d+ results$/ })
    .click()
  await expect(page).toHaveURL(/\/shop\/products\?text=a$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('“a”')
  await page.goBack()
  await expect(page).toHaveURL(addressOf('default', '/shop'))
  await expect(dialog(page)).toHaveCount(0)
  // It is a recent search now.
  await page.getByRole('button', { name: t['shop.search'] }).click()
  await dialog(page).getByRole('button', { name: 'a', exact: true }).click()
  await expect(found.first()).toBeVisible()
})

test('a failed search shows the error and stops loading', async ({ page }) => {
  await openShop(page, 'dealer')
  await refuse(page, '/api/Shop/GetProductsBySearch', 500, 'server.failed')
  await page.getByRole('button', { name: t['shop.search'] }).click()
  await field(page).fill('shirt')
  await expect(page.getByRole('alert').filter({ hasText: 'Broken' })).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: t['action.retry'] })).toBeVisible()
})

test('a customer is found among many and shown on every page', async ({ page }) => {
  const stamp = Date.now().toString(36)
  const token = await adminToken('default')
  for (let index = 0; index < 40; index += 1) {
    const code = `Z-${stamp}-${String(index).padStart(2, '0')}`
    const customer = {
      currAccCode: code,
      currAccDescription: `Zeytin ${stamp} ${index}`,
      currencyCode: 'TRY',
    }
    await call('default', '/api/Account/AddCustomer', { ...customer, priceGroup: 'CB' }, token)
  }
  await openShop(page, 'admin')
  const choice = page.getByRole('combobox', { name: t['cart.customer'] })
  await choice.click()
  await choice.fill(`ZEYTİN ${stamp} 37`)
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(choice).toHaveValue(`Zeytin ${stamp} 37 · Z-${stamp}-37`)
  await page.goto(addressOf('default', '/shop/products'))
  const banner = page.getByRole('banner')
  await expect(banner).toContainText(`Zeytin ${stamp} 37`)
  await banner.getByRole('button', { name: t['ordering.bar.change'] }).click()
  await expect(choice).toBeFocused()
  // Faster keys would count as a barcode reader.
  const byHand = { delay: 60 }
  await page.keyboard.type(`${stamp}-06`, byHand)
  await expect(choice).toHaveValue(`${stamp}-06`)
  await expect(banner.getByRole('option')).toHaveText([new RegExp(`Z-${stamp}-06`)])
  await banner.getByRole('button', { name: t['action.close'] }).click()
  await banner.getByRole('button', { name: t['ordering.bar.change'] }).click()
  await choice.click()
  await page.keyboard.type('nobody', byHand)
  await expect(banner.getByText(t['list.nothingFound'])).toBeVisible()
  await expect(banner.getByRole('option')).toHaveCount(0)
  await choice.fill(`${stamp}-05`)
  await page.getByRole('option', { name: `Z-${stamp}-05` }).click()
  await expect(banner).toContainText(`Zeytin ${stamp} 5`)
  expect(await violations(page)).toEqual([])
  // Recent ones are first.
  await page.goto(addressOf('default', '/shop'))
  await choice.click()
  await expect(page.getByRole('option').first()).toContainText(`Z-${stamp}-05`)
  await expect(page.getByRole('option').nth(1)).toContainText(`Z-${stamp}-37`)
})

test('the category tree works by keyboard, and is folded on a phone', async ({ page }) => {
  await page.setViewportSize(phone)
  await openShop(page, 'dealer')
  const fold = page.getByRole('main').getByRole('button', { expanded: false }).first()
  await expect(fold).toBeVisible()
  const tree = page.locator('section', { has: page.getByRole('heading', { name: t['home.categories'] }) })
  const roots = await tree.getByRole('link').count()
  await tree.getByRole('button').first().focus()
  await page.keyboard.press('Enter')
  await expect(tree.getByRole('button').first()).toHaveAttribute('aria-expanded', 'true')
  await expect.poll(() => tree.getByRole('link').count()).toBeGreaterThan(roots)
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/categoryId=/)
})

const countSeenItems = (page: Page) =>
  page.evaluate(
    () =>
      Object.entries(localStorage)
        .filter(([key]) => key.startsWith('seen:'))
        .flatMap(([, list]) => JSON.parse(list) as unknown[]).length,
  )

test('viewed products are on the home page, newest first, and can be cleared', async ({ page }) => {
  await openShop(page, 'dealer', '/shop/products')
  const names: string[] = []
  for (const index of [0, 1]) {
    const card = cards(page).nth(index)
    names.push((await card.getByRole('heading').innerText()).trim())
    await card.getByRole('button', { name: t['product.sizes'], exact: true }).click()
    // Remembered once the sizes are visible.
    await expect.poll(() => countSeenItems(page)).toBe(index + 1)
  }
  await page.goto(addressOf('default', '/shop'))
  const seen = page.locator('section', { has: page.getByRole('heading', { name: t['ordering.seen.title'] }) })
  await expect(seen.getByRole('link')).toHaveCount(2)
  await expect(seen.getByRole('link').first()).toContainText(names[1] ?? '?')
  expect(await violations(page)).toEqual([])
  await seen.getByRole('button', { name: t['ordering.seen.clear'] }).click()
  await expect(seen).toHaveCount(0)
})

test('signed-in users find the sales agents, their own first', async ({ page }) => {
  await openShop(page, 'dealer')
  await page.getByRole('banner').getByRole('button', { name: /menu/i }).last().click()
  await page.getByRole('button', { name: t['ordering.agents.title'] }).click()
  const agents = page.getByRole('dialog', { name: t['ordering.agents.title'] })
  await expect(agents.getByRole('listitem').first()).toContainText(t['ordering.agents.own'])
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(agents).toHaveCount(0)
})

test('a search for an excluded brand says that it is not available to the customer', async ({ page }) => {
  await openShop(page, 'admin')
  const brand = page.locator('a[href*="brandId="]').first()
  const brandId = /brandId=([\w-]+)/.exec((await brand.getAttribute('href')) ?? '')?.[1] ?? ''
  await brand.click()
  const item = page.getByRole('main').locator('a[href*="/shop/items/"]').first()
  const code = /items\/([^?]+)/.exec((await item.getAttribute('href')) ?? '')?.[1] ?? ''
  const customer = await addCustomerWithoutBrand(brandId)
  await page.goto(addressOf('default', '/shop'))
  await page.getByRole('combobox', { name: t['cart.customer'] }).fill(customer)
  await page.getByRole('option', { name: customer }).click()
  await expect(page.locator(`a[href*="${brandId}"]`)).toHaveCount(0)
  await page.getByRole('button', { name: t['shop.search'] }).click()
  await field(page).fill(code)
  await expect(dialog(page).getByText(t['ordering.scan.why.brandExcluded'])).toBeVisible()
  await page.goto(addressOf('default', `/shop/items/${code}`))
  await expect(page.getByRole('heading', { name: t['ordering.scan.why.brandExcluded'] })).toBeVisible()
})
