import { expect, type Page } from '@playwright/test'
import type { NebimData } from '#test/erp/nebimData.ts'
import { type NebimServer, startNebim } from '#test/erp/nebimServer.ts'
import { type OdooServer, startOdoo } from '#test/erp/odooServer.ts'
import { erpOffice, type Placed } from './erpOffice.ts'
import { addressOf, button, field, test, texts, violations } from './shop.ts'

const t = texts.en
const tenant = 'tf-ro'
const { place, work, stateOf, openErp } = erpOffice(tenant)

test.describe.configure({ mode: 'serial' })
test.setTimeout(120_000)
test.afterAll(() => work(false))

const transferOf = (page: Page) => page.getByRole('region', { name: t['panel.erp.orderTitle'] })

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
async function testAndSave(page: Page, expectedText: RegExp): Promise<void> {
  await button(page, t['panel.erp.test']).click()
  await expect(page.getByText(expectedText)).toBeVisible()
  expect(await violations(page)).toEqual([])
  await button(page, t['panel.form.save']).click()
  await expect(page.getByText(t['panel.form.saved'], { exact: true })).toBeVisible()
  await work(true)
  await page.reload()
  await expect(page.getByText(t['panel.erp.secretKept'])).toBeVisible()
}
async function untilSent(order: Placed): Promise<void> {
  await expect.poll(() => stateOf(order), { timeout: 30_000 }).toBe('sent')
}
async function expectUp(page: Page): Promise<void> {
  await page.goto(addressOf(tenant, '/erp/index'))
  await expect(page.getByText(t['panel.erp.condition.up'], { exact: true })).toBeVisible({ timeout: 30_000 })
  expect(await violations(page)).toEqual([])
}

function acceptEverything(nebim: NebimServer): void {
  type Line = Parameters<NebimData['items']['push']>[0]
  nebim.behave((command, body) => {
    if (command !== 'Post') return undefined
    const Changed = nebim.data.stamp()
    nebim.data.customers.push({ CurrAccCode: String(body.CustomerCode), Changed })
    for (const { ItemCode, ColorCode, ItemDim1Code } of (body.Lines ?? []) as Line[]) {
      const own = { LotCode: '', Barcode: '', Description: '', IsBlocked: false, pieces: 1, Available: 1 }
      nebim.data.items.push({ ItemCode, ColorCode, ItemDim1Code, Changed, ...own, prices: {} })
    }
    return undefined
  })
}

test('Nebim is set up by its form, and an order it hides is sent again once marked as gone', async ({
  page,
}) => {
  const nebim = await startNebim()
  try {
    acceptEverything(nebim)
    await openErp(page, '?tab=setup')
    await choose(page, t['panel.erp.kind'], 'Nebim V3')
    await button(page, t['panel.form.save']).click()
    await expect(field(page, t['panel.erp.setup.url'])).toBeFocused()
    const { userGroup, username, database } = nebim.login
    await field(page, t['panel.erp.setup.url']).fill(`${nebim.url}/IntegratorService`)
    await field(page, t['panel.erp.setup.database']).fill(database)
    await field(page, t['panel.erp.setup.nebim.userGroup']).fill(userGroup)
    await field(page, t['panel.erp.setup.username']).fill(username)
    await field(page, t['panel.erp.setup.secret']).fill('not the password')
    await field(page, t['panel.erp.setup.nebim.office']).fill('M')
    await button(page, t['panel.erp.test']).click()
    await expect(page.getByText(t['panel.erp.testClass.auth'])).toBeVisible()
    await field(page, t['panel.erp.setup.secret']).fill(nebim.password)
    await testAndSave(page, /Nebim V3, DEMOTEKS, M/)
    await expect(field(page, t['panel.erp.setup.nebim.office'])).toHaveValue('M')
    await untilSent(await place())
    await expectUp(page)

    const { procedures, orders } = nebim.data
    const readOrders = procedures.get('usp_ToptanOrders')
    procedures.set('usp_ToptanOrders', () => [])
    const order = await place()
    await page.goto(addressOf(tenant, `/siparisler/${order.orderId}`))
    await expect(transferOf(page)).toContainText('Nebim created the order (1-WS-1-2)', { timeout: 30_000 })
    expect(await violations(page)).toEqual([])
    await button(page, t['panel.erp.gone']).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('1-WS-1-2')
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: t['action.cancel'] }).click()
    await expect(transferOf(page)).toContainText(t['panel.erp.transfer.dead'])
    await button(page, t['panel.erp.gone']).click()
    await dialog.getByRole('button', { name: t['panel.erp.goneSave'] }).click()
    await expect(transferOf(page)).toContainText(t['panel.erp.transfer.held'])
    await expect(button(page, t['panel.erp.gone'])).toHaveCount(0)
    orders.pop()
    if (readOrders) procedures.set('usp_ToptanOrders', readOrders)
    await button(page, t['panel.erp.retry']).click()
    await expect(transferOf(page)).toContainText(t['panel.erp.transfer.sent'], { timeout: 20_000 })
    expect(orders.filter(({ OrderKey: key }) => key === order.guidKey)).toHaveLength(1)
  } finally {
    await work(false)
    await nebim.close()
  }
})

/** Accepts orders of any product. */
function addOdooData({ models, behave }: OdooServer): void {
  const { records } = models
  const currencies = ['EUR', 'TRY', 'RON', 'USD'].map((name) => records.add('res.currency', { name }).id)
  records.add('res.company', { name: 'Toptan AŞ', currency_id: currencies[0] })
  for (let user = 1; user <= 7; user += 1) records.add('res.users', { name: `User ${user}`, company_id: 1 })
  for (const currency of currencies) {
    const list = { name: `List ${currency}`, currency_id: currency, company_id: false, active: true }
    records.add('product.pricelist', list)
  }
  behave(({ model, method, args }) => {
    if (`${model}.${method}` !== 'product.product.search_read') return undefined
    const domain = args.domain as [string, string, string[]][]
    const [, , codes = []] = domain.find(([name]) => name === 'default_code') ?? []
    const known = new Set(records.search(model, []).map(({ default_code: code }) => code))
    for (const code of codes.filter((one) => !known.has(one))) {
      const values = { default_code: code, name: code, active: true, sale_ok: true, lst_price: 1 }
      records.add(model, { ...values, is_storable: true, company_id: false })
    }
    return undefined
  })
}

test('Odoo is set up by its form with both interfaces', async ({ page }) => {
  for (const api of ['json2', 'jsonrpc'] as const) {
    const odoo = await startOdoo({ api })
    try {
      addOdooData(odoo)
      await openErp(page, '?tab=setup')
      await choose(page, t['panel.erp.kind'], 'Odoo')
      await field(page, t['panel.erp.setup.url']).fill(odoo.url)
      await field(page, t['panel.erp.setup.database']).fill(odoo.database)
      await choose(page, t['panel.erp.setup.odoo.api'], t[`panel.erp.setup.odoo.api.${api}`])
      if (api === 'jsonrpc') await field(page, t['panel.erp.setup.username']).fill(odoo.username)
      await field(page, t['panel.erp.setup.odoo.secret']).fill(odoo.key)
      await testAndSave(page, /Odoo .*Toptan AŞ/)
      await expect(field(page, t['panel.erp.setup.database'])).toHaveValue(odoo.database)
      const order = await place()
      await untilSent(order)
      const made = odoo.models.records.search('sale.order', [['client_order_ref', '=', order.guidKey]])
      expect(made).toMatchObject([{ state: 'sale', origin: order.orderNumber }])
      await expectUp(page)
      expect(await page.content()).not.toContain(odoo.key)
    } finally {
      await work(false)
      await odoo.close()
    }
    await page.context().clearCookies()
    await page.evaluate(() => localStorage.clear())
  }
})
