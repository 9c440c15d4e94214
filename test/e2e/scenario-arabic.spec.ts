import { expect, type Page } from '@playwright/test'
import { byBarcode, type Offer, offersOf, readOrder, returnStock, signedInClient } from './apiClient.ts'
import { demoBarcode } from './barcodes.ts'
import { scan } from './keyboard.ts'
import { startScenario } from './scenario.ts'
import { addressOf, open, signIn, test, texts } from './shop.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
test.setTimeout(180_000)

const t = texts.ar
const account = '120.01.0005'

const focused = (page: Page) =>
  page.evaluate(() => {
    const { left, top } = document.activeElement?.getBoundingClientRect() ?? { left: 0, top: 0 }
    return { left, top, note: document.activeElement?.getAttribute('aria-describedby') ?? '' }
  })

test('an agent at a fair orders by phone in Arabic', async ({ page }) => {
  const admin = await signedInClient('tf-it', 'admin')
  const offers: (Offer & { barcode: string })[] = []
  for (let running = 1; offers.length < 4; running += 1) {
    const barcode = demoBarcode(running, '0033')
    const offer = await byBarcode(admin, barcode, account)
    if (offer && !offer.whyNot && !offer.item.lotCode && offer.item.inventory > 30) {
      offers.push({ ...offer, barcode })
    }
  }
  const wanted = new Map<string, number>()
  const { tap, type, step, end } = startScenario('arabic', 'ar')
  await open(page, 'tf-it', '/login?redirect=/shop', 'ar')

  await test.step('signs in and types a customer’s name', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await step(page, 'sign in')
    await signIn(page, 'ar', 'agent')
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await type(page.getByRole('combobox', { name: t['cart.customer'] }), 'filo')
    await tap(page.getByRole('option', { name: account }))
    await step(page, 'customer')
  })

  await test.step('scans', async () => {
    const panel = page.getByRole('dialog', { name: t['ordering.scan.title'] })
    for (const { barcode } of [offers[0]!, offers[1]!, offers[0]!]) await scan(page, barcode)
    await scan(page, '4006381333931')
    await expect(panel.getByTestId('scanned')).toHaveCount(2)
    await expect(panel.getByTestId('refused')).toContainText(t['ordering.scan.why.unknown'])
    wanted.set(offers[0]!.item.productId, 2).set(offers[1]!.item.productId, 1)
    await step(page, 'scanned')
    await tap(panel.getByRole('button', { name: t['action.close'] }))
  })

  await test.step('fills a grid, where the left arrow moves left', async () => {
    const { itemCode } = offers[3]!.product
    await tap(page.getByRole('button', { name: t['shop.search'] }))
    const search = page.getByRole('dialog', { name: t['shop.search'] })
    await type(search.getByRole('searchbox'), itemCode)
    await tap(search.locator(`a[href^="/shop/items/${itemCode}"]`).first())
    const first = page.getByRole('region').getByRole('region').last().locator('input:enabled').first()
    await first.tap()
    const start = await focused(page)
    await page.keyboard.type('3')
    await page.keyboard.press('ArrowLeft')
    const next = await focused(page)
    expect(next.left).toBeLessThan(start.left)
    expect(next.top).toBe(start.top)
    // Arabic digits.
    await page.keyboard.insertText('٤')
    await page.keyboard.press('ArrowRight')
    expect((await focused(page)).note).toBe(start.note)
    for (const [{ note }, qty] of [
      [start, 3],
      [next, 4],
    ] as const) {
      const id = note.replace('note-', '')
      const stock = (await offersOf(admin, [id], account)).get(id)?.item.inventory ?? 0
      wanted.set(id, Math.min(qty, stock))
    }
    await step(page, 'grid', { isWhole: true })
    await tap(page.getByRole('link', { name: t['ordering.grid.toCart'] }))
  })

  await test.step('orders', async () => {
    await expect(page.locator('main li[id]')).toHaveCount(wanted.size)
    await expect(page.getByRole('combobox', { name: t['cart.agent'] })).not.toHaveValue('')
    await step(page, 'cart', { isWhole: true })
    const before = await offersOf(admin, [...wanted.keys()], account)
    await tap(page.getByRole('button', { name: t['cart.placeOrder'] }))
    await expect(page.getByRole('heading', { name: t['placed.title'] })).toBeVisible()
    await step(page, 'receipt', { isWhole: true })
    const guidKey = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    const order = await readOrder(admin, guidKey)
    expect(new Map(order.lines.map(({ productId, qty }) => [productId, qty]))).toEqual(wanted)
    const after = await offersOf(admin, [...wanted.keys()], account)
    for (const [id, qty] of wanted) {
      expect(after.get(id)?.item.inventory).toBe((before.get(id)?.item.inventory ?? 0) - qty)
    }
    await tap(page.getByRole('link', { name: t['placed.toOrders'] }))
    await expect(page.getByRole('listitem').filter({ hasText: order.orderNumber })).toBeVisible()
    await step(page, 'orders')
    await tap(page.getByRole('link', { name: order.orderNumber, exact: true }))
    await expect(page).toHaveURL(addressOf('tf-it', `/cart/${guidKey}`))
    await step(page, 'order', { isWhole: true })
    await returnStock(admin, guidKey)
  })
  end()
})
