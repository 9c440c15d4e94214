import { expect, type Page } from '@playwright/test'
import type { Product } from '#shared/catalogue/catalogue.ts'
import { currencySign, fromMinor, type Minor } from '#shared/numbers/money.ts'
import { percentOf, type TaxRate, type TaxSum, type TaxTreatment, taxOfOrder } from '#shared/pricing/tax.ts'
import { ask, readOrder, signedInClient } from './apiClient.ts'
import { openAsDealer } from './filledCart.ts'
import { openAs } from './openAs.ts'
import { addressOf, expectNoSidewaysScroll, phone, test, texts, violations } from './shop.ts'

const t = texts.en

const money = (amount: Minor, currency: string) =>
  currencySign(currency) +
  fromMinor(amount).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

const rateText = (percent: number, net: string) =>
  t['tax.rate'].replace('{percent}', String(percent)).replace('{net}', net)

/** The texts that a screen must show for a currency. */
const textsOf = ({ currency, netMinor, grossMinor, byRate }: TaxSum) => [
  t['tax.without'] + money(netMinor, currency),
  ...byRate.map(
    (rate) => rateText(rate.percent, money(rate.netMinor, currency)) + money(rate.taxMinor, currency),
  ),
  t['tax.with'] + money(grossMinor, currency),
]

const tax = async () =>
  (
    await ask<{ tax: { rates: TaxRate[]; rounding: 'line' | 'order' } }>(
      await signedInClient('default', 'admin'),
      '/api/Shop/GetAppSettings',
    )
  ).tax

type Line = Product & { qty: number; unitPrice: number; priceCurrencyCode: string }

/** The VAT expected for the cart in the browser. */
async function expectedOf(page: Page, treatment: TaxTreatment): Promise<TaxSum[]> {
  const { rates, rounding } = await tax()
  const lines: Line[] = await page.evaluate(
    () => JSON.parse(localStorage.getItem('cart') ?? '{}').state.lines,
  )
  const percents = new Set(lines.map(({ taxCode }) => percentOf(rates, treatment, taxCode)))
  expect(percents).toEqual(new Set(treatment === 'domestic' ? [10, 20] : [0]))
  return taxOfOrder(
    lines.map(({ taxCode, priceCurrencyCode: currency, ...line }) => ({
      ...line,
      currency,
      taxPercent: percentOf(rates, treatment, taxCode),
    })),
    rounding,
  )
}

async function expectTexts(page: Page, sums: TaxSum[]): Promise<void> {
  for (const text of sums.flatMap(textsOf))
    await expect
      .poll(async () => (await page.locator('main').innerText()).replaceAll(/\s*\n\s*/g, ''))
      .toContain(text)
}

/** Products of both rates. */
async function fillBoth(page: Page): Promise<void> {
  await openAsDealer(page)
  const client = await signedInClient('default', 'dealer')
  const { data } = await ask<{ data: { products: Product[] } }>(client, '/api/Shop/GetCategoryProducts', {
    limit: 200,
    orderType: 'Rpt',
  })
  let has = { first: 0, other: 0 }
  const lines = data.products.flatMap(({ items, ...product }) => {
    const item = items.find((one) => one.unitPrice !== undefined && one.inventory > 20 && !one.minQty)
    const kind = product.taxCode === undefined ? 'first' : 'other'
    if (!item || has[kind] === 2) return []
    has = { ...has, [kind]: has[kind] + 1 }
    return [{ ...product, ...item, qty: 3, priceCurrencyCode: item.currencyCode ?? '' }]
  })
  expect(has).toEqual({ first: 2, other: 2 })
  await page.evaluate((kept) => {
    const state = { guidKey: crypto.randomUUID(), lines: kept }
    localStorage.setItem('cart', JSON.stringify({ state, version: 2 }))
  }, lines)
  await page.goto(addressOf('default', '/cart'))
  await expect(page.getByRole('heading', { name: t['cart.title'], level: 1 })).toBeVisible()
}

const treat = async (taxTreatment: TaxTreatment) => {
  const admin = await signedInClient('default', 'admin')
  const dealer = await signedInClient('default', 'dealer')
  const { currAccCode: id } = await ask<{ currAccCode: string }>(dealer, '/api/Account/GetUserInfo')
  const { data } = await ask<{ data: object }>(admin, `/api/Account/GetCustomerById?id=${id}`)
  await ask(admin, '/api/Account/UpdateCustomer', { ...data, taxTreatment })
}

test.afterEach(() => treat('domestic'))

test('cart, receipt, order and office show net amount, VAT by rate and total, the same to the cent', async ({
  page,
}) => {
  await fillBoth(page)
  const sums = await expectedOf(page, 'domestic')
  await expectTexts(page, sums)
  expect(await violations(page)).toEqual([])
  await page.setViewportSize(phone)
  await expectNoSidewaysScroll(page)
  await expect(page.getByText(new RegExp(`· ${t['tax.with']}$`))).toBeVisible()
  await expect(page.getByRole('combobox', { name: t['cart.agent'] })).not.toHaveValue('')
  await page.getByRole('button', { name: t['cart.placeOrder'] }).click()
  await expect(page.getByRole('heading', { name: t['placed.title'] })).toBeVisible()
  await expectTexts(page, sums)
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  const guidKey = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await page.goto(addressOf('default', `/cart/${guidKey}`))
  await expectTexts(page, sums)
  const order = await readOrder(await signedInClient('default', 'admin'), guidKey)
  await openAs(page, 'admin', 'default', `/siparisler/${order.orderId}`, 'en')
  await expectTexts(page, sums)
  expect(await violations(page)).toEqual([])
  await page.goto(addressOf('default', `/siparisler/${order.orderId}/duzenle`))
  await expectTexts(page, sums)
})

test('abroad there is no VAT, and cart and receipt say why', async ({ page }) => {
  await treat('reverseCharge')
  await fillBoth(page)
  const sums = await expectedOf(page, 'reverseCharge')
  await expectTexts(page, sums)
  await expect(page.getByText(t['tax.note.reverseCharge'])).toBeVisible()
  await expect(page.getByRole('combobox', { name: t['cart.agent'] })).not.toHaveValue('')
  await page.getByRole('button', { name: t['cart.placeOrder'] }).click()
  await expect(page.getByRole('heading', { name: t['placed.title'] })).toBeVisible()
  await expectTexts(page, sums)
  await expect(page.getByText(t['tax.note.reverseCharge'])).toBeVisible()
})

test('a rate is added in the settings, and one that products have cannot be removed', async ({ page }) => {
  await openAs(page, 'admin', 'default', '/panel/settings', 'en')
  const codes = page.getByRole('textbox', { name: t['panel.settings.taxRateCode'] })
  await expect(codes).toHaveCount(2)
  await page.getByRole('button', { name: t['panel.settings.taxRateAdd'] }).click()
  await codes.nth(2).fill('1')
  await page.getByRole('textbox', { name: t['panel.settings.taxRatePercent'] }).nth(2).fill('1')
  await page.getByRole('button', { name: t['panel.settings.taxRateRemove'].replace('{code}', '20') }).click()
  await page.getByRole('button', { name: t['panel.form.save'] }).click()
  await expect(page.getByText(/products use the rate 20/)).toBeVisible()
  expect(await violations(page)).toEqual([])
})
