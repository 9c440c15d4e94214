import { expect, type Page } from '@playwright/test'
import { ask, type Client, readOrder, signedInClient } from './apiClient.ts'
import { demoBarcode } from './barcodes.ts'
import { startScenario } from './scenario.ts'
import { open, quantities, signIn, test, texts } from './shop.ts'

test.setTimeout(300_000)

const t = texts.en
const lineCount = 1000
const counts = (page: Page) => page.getByRole('group', { name: t['ordering.quick.show'] }).getByRole('button')

async function orderable(dealer: Client): Promise<string[]> {
  const codes = Array.from({ length: 1100 }, (_, index) => demoBarcode(index + 1))
  const { data } = await ask<{ data: { lines: { status: string }[] } }>(dealer, '/api/Shop/CheckOrderLines', {
    orderType: 'Season',
    lines: codes.map((code) => ({ code, qty: 1 })),
  })
  return codes.filter((_, index) => data.lines[index]?.status === 'ok').slice(0, lineCount)
}

/** The cart's sums by name. */
async function sums(page: Page): Promise<Record<string, string>> {
  const [names, values] = await Promise.all(
    ['dt', 'dd'].map((tag) => page.getByRole('complementary').locator(`dl ${tag}`).allInnerTexts()),
  )
  return Object.fromEntries(names!.map((name, index) => [name, values![index] ?? '']))
}

test('a thousand pasted lines are checked, corrected and ordered exactly', async ({ page }) => {
  const dealer = await signedInClient('default', 'dealer')
  const codes = await orderable(dealer)
  expect(codes).toHaveLength(lineCount)
  const qtyOf = (index: number) => (index % 7) + 1
  const lines = codes.map((code, index) => `${code}\t${qtyOf(index)}`)
  // An unknown and an ambiguous barcode, an item without size, an invalid quantity.
  lines.splice(100, 0, '8690000000000\t3')
  lines.splice(500, 0, '8690000000017\t4', 'IG1001\t2')
  lines[900] = `${lines[900]!.split('\t')[0]}\t2,5`
  const { tap, type, step, end } = startScenario('thousand', 'en')
  await open(page, 'default', '/login?redirect=/shop', 'en')
  await signIn(page, 'en', 'dealer')

  await test.step('Season, and quick order', async () => {
    await page.getByRole('radio', { name: t['orderType.Season'] }).check()
    await tap(page.getByRole('link', { name: t['shop.quickOrder'] }))
    await step(page, 'quick order')
  })

  await test.step('pastes and checks', async () => {
    await type(page.getByLabel(t['ordering.quick.paste']), lines.join('\n'))
    const started = Date.now()
    await tap(page.getByRole('button', { name: t['ordering.quick.check'] }))
    await expect(counts(page)).toHaveText(['All 1,003', 'Ready 999', 'Problems 4'])
    console.log(`    checked in ${Date.now() - started} ms`)
    await step(page, 'checked')
  })

  await test.step('corrects one, leaves the others, and adds the rest', async () => {
    const bad = page.getByTestId('problem').filter({ hasText: t['ordering.quick.why.badQty'] })
    await type(bad.getByLabel(t['ordering.quick.role.qty']), '2')
    await bad.getByLabel(t['ordering.quick.role.qty']).press('Enter')
    await expect(counts(page)).toHaveText(['All 1,003', 'Ready 1,000', 'Problems 3'])
    await tap(page.getByRole('button', { name: 'Add 1,000 lines to cart' }))
    await expect(page.getByText('1,000 lines added to the cart')).toBeVisible()
    await expect(page.getByTestId('problem')).toHaveCount(3)
    await step(page, 'added')
  })

  const shownSums = await test.step('the cart of a thousand lines is usable', async () => {
    const started = Date.now()
    await tap(page.getByRole('banner').locator('a[href="/cart"]').first())
    await expect(quantities(page).first()).toBeVisible()
    console.log(`    cart seen after ${Date.now() - started} ms`)
    await expect(page.locator('#cart-problems')).toHaveCount(0)
    const search = page.getByRole('searchbox', { name: t['ordering.cart.search'] })
    const items = page.locator('main section')
    await type(search, 'ig1004')
    await expect(items.first()).toHaveAccessibleName(/IG1004/)
    const first = quantities(page).first()
    await type(first, '25')
    await first.press('Enter')
    await step(page, 'found')
    await type(search, '')
    await expect(items.first()).not.toHaveAccessibleName(/IG1004/)
    await step(page, 'cart', { isLong: true })
    return sums(page)
  })

  await test.step('is ordered exactly', async () => {
    await expect(page.getByRole('combobox', { name: t['cart.agent'] })).not.toHaveValue('')
    const started = Date.now()
    await tap(page.getByRole('button', { name: t['cart.placeOrder'] }))
    await expect(page.getByRole('heading', { name: t['placed.title'] })).toBeVisible({ timeout: 30_000 })
    console.log(`    placed after ${Date.now() - started} ms`)
    await step(page, 'receipt')
    const order = await readOrder(dealer, new URL(page.url()).pathname.split('/').at(-1) ?? '')
    const count = (value: number) => value.toLocaleString('en')
    const pieces = order.lines.reduce((sum, { qty, piecesPerLot }) => sum + qty * piecesPerLot, 0)
    expect(order.orderType).toBe('Season')
    expect(order.lines).toHaveLength(lineCount)
    expect(shownSums[t['cart.lines']]).toBe(count(lineCount))
    expect(shownSums[t['cart.units']]).toBe(count(order.qty))
    expect(shownSums[t['cart.pieces']]).toBe(pieces === order.qty ? undefined : count(pieces))
    for (const { amount } of order.totals) {
      expect(shownSums[t['cart.total']]).toContain(amount.toLocaleString('en', { minimumFractionDigits: 2 }))
    }
    const before = codes.reduce((sum, _, index) => sum + qtyOf(index), 0)
    const corrected = lines.findIndex((line) => line.endsWith('2,5'))
    expect(corrected).toBe(900)
    expect(order.qty).toBeGreaterThan(before)
  })

  await test.step('and looked at', async () => {
    await tap(page.getByRole('link', { name: t['ordering.order.see'] }))
    await expect(page.getByRole('heading', { level: 1 })).toContainText(t['order.title'])
    await expect(page.locator('main section li').first()).toBeVisible()
    await step(page, 'order', { isLong: true })
  })
  end()
})
