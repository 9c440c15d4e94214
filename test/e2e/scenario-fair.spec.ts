import { expect, type Locator, type Page } from '@playwright/test'
import {
  addCustomer,
  byBarcode,
  type Client,
  colorsOf,
  type Offer,
  offersOf,
  placeOrderOf,
  readOrder,
  returnStock,
  signedInClient,
} from './apiClient.ts'
import { demoBarcode } from './barcodes.ts'
import { pasteCopied, scan } from './keyboard.ts'
import { startScenario } from './scenario.ts'
import { addressOf, open, signIn, test, texts } from './shop.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
test.setTimeout(300_000)

const t = texts.en
const minInventory = 25

/** Their stock is returned after the test. */
const placedKeys: string[] = []
test.afterEach(async () => {
  const admin = await signedInClient('default', 'admin')
  for (const guidKey of placedKeys.splice(0)) await returnStock(admin, guidKey)
})

/** Both customers may order them; one is sold out. */
async function findOffers(agent: Client, accounts: [string, string]) {
  const found: (Offer & { barcode: string })[] = []
  for (let running = 1; running <= 90; running += 1) {
    const barcode = demoBarcode(running)
    const offer = await byBarcode(agent, barcode, accounts[0])
    if (offer) found.push({ ...offer, barcode })
  }
  const others = await Promise.all(
    accounts.slice(1).map((account) =>
      offersOf(
        agent,
        found.map(({ item }) => item.productId),
        account,
      ),
    ),
  )
  const hasAll = ({ item: { productId } }: Offer) =>
    others.every((offers) => offers.get(productId)?.item.unitPrice !== undefined)
  const good = found.filter(
    (one) => !one.whyNot && !one.item.lotCode && one.item.inventory >= minInventory && hasAll(one),
  )
  const soldOut = found.find(({ whyNot }) => whyNot === 'noStock')
  if (good.length < 8 || !soldOut) throw new Error('The demo catalogue has too little to scan')
  return { good, soldOut }
}

/** Units by size or lot. */
type Wanted = Map<string, number>

const cells = (section: Locator) => section.locator('input:enabled')

/** Moves by Enter, and records the expected cart. */
async function typeRow(page: Page, section: Locator, numbers: number[], wanted: Wanted): Promise<void> {
  await cells(section).first().tap()
  for (const qty of numbers) {
    const productId = await focusedProduct(page)
    await page.keyboard.type(String(qty))
    wanted.set(productId, qty)
    await page.keyboard.press('Enter')
  }
}

const focusedProduct = (page: Page) =>
  page.evaluate(() => (document.activeElement?.getAttribute('aria-describedby') ?? '').replace('note-', ''))

const amount = (value: number, currency: string) =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(
    value,
  )

test('an agent at a fair orders for a customer by phone, and changes the customer half way', async ({
  page,
}) => {
  const admin = await signedInClient('default', 'admin')
  const agent = await signedInClient('default', 'agent')
  const otherCustomer = await addCustomer(admin, 'Fuar Butik', 'TF')
  const first = '120.01.0005'
  const { good, soldOut } = await findOffers(agent, [first, otherCustomer.currAccCode])
  const wanted: Wanted = new Map()
  const { tap, type, step, end } = startScenario('fair', 'en')
  const panel = page.getByRole('dialog', { name: t['ordering.scan.title'] })
  await open(page, 'default', '/login?redirect=/shop', 'en')

  await test.step('signs in', async () => {
    await signIn(page, 'en', 'agent')
    await expect(page.locator('a[href*="brandId="]').first()).toBeVisible()
    await step(page, 'signed in')
  })

  await test.step('chooses a customer by typing', async () => {
    const field = page.getByRole('combobox', { name: t['cart.customer'] })
    await type(field, 'toros')
    const options = page.getByRole('option')
    await expect(options).toHaveCount(1)
    await step(page, 'customer typed')
    await tap(options)
    await expect(field).toHaveValue(/Toroslar Butik/)
  })

  await test.step('scans ten barcodes: one twice, one unknown, one sold out', async () => {
    const seven = good.slice(0, 7)
    const codes = [...seven, good[2]!].map(({ barcode }) => barcode)
    codes.splice(3, 0, '4006381333931', soldOut.barcode)
    for (const code of codes) await scan(page, code)
    await expect(panel.getByTestId('scanned')).toHaveCount(7)
    await expect(panel.getByTestId('refused')).toHaveCount(2)
    await expect(panel.getByTestId('refused').filter({ hasText: soldOut.barcode })).toContainText(
      t['ordering.scan.why.noStock'],
    )
    for (const { item } of seven) wanted.set(item.productId, item === good[2]!.item ? 2 : 1)
    await expect(panel.getByText('8 units')).toHaveCount(2)
    await step(page, 'scanned')
    await tap(panel.getByRole('button', { name: t['action.close'] }))
    await expect(panel).toBeHidden()
  })

  const items = await findColorfulItems(agent, good, [first, otherCustomer.currAccCode])
  /** The item's first colour. */
  const firstColor = page.getByRole('region').getByRole('region').first()
  const byCode = (code: string) => page.locator(`a[href^="/shop/items/${code}"]`).first()

  await test.step('fills the grid of an item found by search', async () => {
    await tap(page.getByRole('button', { name: t['shop.search'] }))
    const search = page.getByRole('dialog', { name: t['shop.search'] })
    await type(search.getByRole('searchbox'), items[0]!)
    await expect(search.getByRole('article').first()).toBeVisible()
    await step(page, 'search')
    await tap(search.locator(`a[href^="/shop/items/${items[0]}"]`).first())
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await typeRow(page, firstColor, [6, 5, 4], wanted)
    await step(page, 'grid typed')
  })

  await test.step('fills the grid of an item found by its brand', async () => {
    await tap(page.getByRole('banner').locator('a[href="/shop"]').first())
    const [product] = await colorsOf(agent, items[1]!, first)
    await tap(page.locator('a[href*="brandId="]').filter({ hasText: product!.brandName }))
    await expect(page.getByRole('article').first()).toBeVisible()
    await step(page, 'brand')
    while ((await byCode(items[1]!).count()) === 0) {
      await page.mouse.wheel(0, 1500)
      await page.waitForTimeout(150)
    }
    await tap(byCode(items[1]!))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(product!.itemDescription)
    await typeRow(page, firstColor, [3, 3], wanted)
  })

  await test.step('pastes the customer’s row into the grid of a third', async () => {
    await page.goto(addressOf('default', `/shop/items/${items[2]}`))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const row = firstColor
    const all = row.locator('input[data-at]')
    const ids = await all.evaluateAll((inputs) =>
      inputs.map((input) =>
        (input as HTMLInputElement).disabled
          ? ''
          : (input.getAttribute('aria-describedby') ?? '').replace('note-', ''),
      ),
    )
    const lastId = ids.findLast((id) => id !== '')!
    const { item: last } = (await offersOf(agent, [lastId], first)).get(lastId)!
    const numbers = ids.map((id, index) => (id === last.productId ? last.inventory + 5 : index + 2))
    await all.first().tap()
    await pasteCopied(page, numbers.join('\t'))
    ids.forEach((id, index) => id && wanted.set(id, numbers[index]!))
    wanted.set(last.productId, last.inventory)
    await expect(page.getByRole('status').filter({ hasText: /cells filled/ })).toBeVisible()
    await expect(
      page.getByRole('status').filter({ hasText: '1 quantity was reduced to the stock' }),
    ).toBeInViewport()
    await step(page, 'grid pasted')
    await tap(page.getByRole('link', { name: t['ordering.grid.toCart'] }))
  })

  const lines = page.locator('main li[id]')
  const notice = page.locator('#cart-problems')
  await test.step('looks at the cart', async () => {
    await expect(lines).toHaveCount(wanted.size)
    await expect(notice).toHaveCount(0)
    await step(page, 'cart', { isWhole: true })
  })

  await test.step('chooses another customer and moves the lines, and the cart shows the differences', async () => {
    await tap(page.getByRole('banner').getByRole('button', { name: t['ordering.bar.change'] }))
    await type(page.getByRole('banner').getByRole('combobox'), otherCustomer.currAccDescription)
    await tap(page.getByRole('option', { name: otherCustomer.currAccCode }))
    await expect(page.getByRole('heading', { name: t['cart.emptyTitle'] })).toBeVisible()
    await step(page, 'cart of the other')
    await tap(page.getByRole('banner').getByRole('button', { name: t['ordering.bar.takeAlong'] }))
    await expect(notice).toContainText(otherCustomer.currAccDescription)
    const [offers, earlier] = await Promise.all(
      [otherCustomer.currAccCode, first].map((account) => offersOf(agent, [...wanted.keys()], account)),
    )
    const differing = [...wanted.keys()].filter(
      (id) => offers!.get(id)?.item.unitPrice !== earlier!.get(id)?.item.unitPrice,
    )
    expect(differing.length).toBeGreaterThan(0)
    await expect(notice).toContainText(`prices of ${differing.length} lines are different`)
    await step(page, 'other customer')
    await tap(notice.getByRole('button', { name: t['ordering.cart.takePrices'] }))
    await expect(notice).toHaveCount(0)
  })

  await test.step('is told what was sold meanwhile, and fixes it with one tap each', async () => {
    const [scarce, gone] = good.slice(5, 7).map(({ item }) => item.productId) as [string, string]
    const scarceLine = page.locator(`[id="${scarce}"]`)
    await type(scarceLine.getByRole('textbox'), '5')
    await scarceLine.getByRole('textbox').press('Enter')
    const now = await offersOf(admin, [scarce, gone], first)
    const others = new Map([
      [scarce, now.get(scarce)!.item.inventory - 2],
      [gone, now.get(gone)!.item.inventory],
    ])
    placedKeys.push(await placeOrderOf(admin, '120.01.0003', others))
    await expect(page.getByRole('combobox', { name: t['cart.agent'] })).not.toHaveValue('')
    await lines.nth(8).scrollIntoViewIfNeeded()
    await tap(page.getByRole('button', { name: t['cart.placeOrder'] }))
    const refusal = page.getByRole('alert').filter({ hasText: t['error.order.inventoryNotSufficient'] })
    await expect(refusal).toBeInViewport({ ratio: 1 })
    await step(page, 'sold meanwhile')
    await tap(refusal.getByRole('link'))
    await expect(notice).toContainText('Not enough stock for 2 lines')
    await expect(notice).toBeInViewport()
    await step(page, 'what is left')
    await tap(scarceLine.getByRole('button', { name: 'Take the last 2' }))
    await tap(page.locator(`[id="${gone}"]`).getByRole('button', { name: t['cart.remove'], exact: true }))
    await expect(notice).toHaveCount(0)
    wanted.set(scarce, 2)
    wanted.delete(gone)
    await expect(lines).toHaveCount(wanted.size)
  })

  const ids = [...wanted.keys()]
  const before = await offersOf(admin, ids, otherCustomer.currAccCode)
  await test.step('orders, and gets a number', async () => {
    await tap(page.getByRole('button', { name: t['cart.placeOrder'] }))
    await expect(page.getByRole('heading', { name: t['placed.title'] })).toBeVisible()
    // Ordered changes cannot be undone.
    await expect(page.getByRole('button', { name: t['action.undo'] })).toHaveCount(0)
    await step(page, 'receipt', { isWhole: true })
  })

  await test.step('the order and the stock are exact', async () => {
    const guidKey = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    placedKeys.push(guidKey)
    const order = await readOrder(agent, guidKey)
    await expect(page.getByRole('main')).toContainText(order.orderNumber)
    expect(order.currAccCode).toBe(otherCustomer.currAccCode)
    expect(new Map(order.lines.map(({ productId, qty }) => [productId, qty]))).toEqual(wanted)
    for (const { productId, unitPrice } of order.lines) {
      expect(unitPrice).toBe(before.get(productId)?.item.unitPrice)
    }
    for (const { currency, amount: sum } of order.totals) {
      await expect(page.getByRole('main')).toContainText(amount(sum, currency))
    }
    const after = await offersOf(admin, ids, otherCustomer.currAccCode)
    for (const [id, qty] of wanted) {
      expect(after.get(id)?.item.inventory).toBe((before.get(id)?.item.inventory ?? 0) - qty)
    }
  })
  end()
})

/** Not scanned, and with enough sizes for both customers. */
async function findColorfulItems(agent: Client, scanned: Offer[], accounts: string[]): Promise<string[]> {
  const taken = new Set(scanned.slice(0, 7).map(({ product }) => product.itemCode))
  const rest = [...new Set(scanned.map(({ product }) => product.itemCode))]
  const codes: string[] = []
  for (const code of [...rest, 'IG1004', 'IG1005', 'IG1006', 'IG1007', 'IG1008', 'IG1009', 'BK1001']) {
    if (taken.has(code) || codes.includes(code) || codes.length === 3) continue
    const lists = await Promise.all(accounts.map((account) => colorsOf(agent, code, account)))
    const isFit = lists.every((products) => {
      const sizes = products[0]?.items.filter(({ lotCode }) => !lotCode) ?? []
      return (
        products.length > 1 &&
        sizes.filter((item) => item.unitPrice !== undefined && item.inventory >= minInventory).length >= 4
      )
    })
    if (isFit) codes.push(code)
  }
  if (codes.length < 3) throw new Error('The demo catalogue has too few items of several colours')
  return codes
}
