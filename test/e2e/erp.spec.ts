import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { type HttpErp, startHttpErp } from '#test/erp/httpErp.ts'
import { erpOffice, type Placed } from './erpOffice.ts'
import { addressOf, button, expectNoSidewaysScroll, phone, test, texts, violations } from './shop.ts'

const t = texts.en
/** No other tests link this tenant. */
const tenant = 'tf-it'
const secret = 'a key that no page may ever show'
let erp: HttpErp

test.describe.configure({ mode: 'serial' })
test.setTimeout(120_000)

test.beforeAll(async () => {
  erp = await startHttpErp(0, secret)
})
test.afterAll(async () => {
  await work(false)
  await erp.close()
})

const { ask, place, work, stateOf, openErp } = erpOffice(tenant)
const part = (page: Page, name: string) =>
  page.getByRole('navigation', { name: t['panel.erp'] }).getByRole('link', { name, exact: true })
const rowOf = (page: Page, { orderNumber }: Placed) => page.getByRole('row').filter({ hasText: orderNumber })
const transferOf = (page: Page) => page.getByRole('region', { name: t['panel.erp.orderTitle'] })

async function openOrder(page: Page, { orderId, orderNumber }: Placed): Promise<void> {
  await page.goto(addressOf(tenant, `/siparisler/${orderId}`))
  await expect(page.getByRole('heading', { level: 1, name: `Order ${orderNumber}` })).toBeVisible()
}

test('the link is set up and tested before saving, and its key is never sent back', async ({ page }) => {
  const answers: string[] = []
  page.on('response', async (response) => {
    if (response.url().includes('/api/Erp/')) answers.push(await response.text().catch(() => ''))
  })
  await openErp(page)
  await part(page, t['panel.erp.tab.setup']).click()
  await expect(part(page, t['panel.erp.tab.setup'])).toHaveAttribute('aria-current', 'page')
  await expect(part(page, t['panel.erp.tab.state'])).not.toHaveAttribute('aria-current', 'page')
  await page.getByRole('textbox', { name: t['panel.erp.setup.url'] }).fill(erp.url)
  const key = page.getByLabel(t['panel.erp.setup.http.secret'])
  await button(page, t['panel.form.save']).click()
  await expect(page.getByText(t['field.required'])).toBeVisible()
  await key.fill('wrong')
  await button(page, t['panel.erp.test']).click()
  await expect(page.getByText(t['panel.erp.testClass.auth'])).toBeVisible()
  await key.fill(secret)
  await button(page, t['panel.erp.test']).click()
  await expect(page.getByText('Test ERP')).toBeVisible()
  await expect(page.getByRole('table', { name: t['panel.erp.examples'] }).getByRole('row')).toHaveCount(6)
  const pattern = page.getByRole('textbox', { name: t['panel.erp.pattern'] })
  await pattern.fill('X_{itemCode}_{size}')
  await expect(
    page.getByRole('table', { name: t['panel.erp.examples'] }).getByText(/^X_/).first(),
  ).toBeVisible()
  await part(page, t['panel.erp.tab.state']).click()
  await part(page, t['panel.erp.tab.setup']).click()
  await expect(pattern).toHaveValue('X_{itemCode}_{size}')
  expect(await violations(page)).toEqual([])
  await button(page, t['panel.form.save']).click()
  await expect(page.getByText(t['panel.form.saved'], { exact: true })).toBeVisible()
  // A retry starts with a stopped link.
  await work(true)
  await expect(page.getByText(t['panel.erp.secretKept'])).toBeVisible()
  await page.reload()
  await expect(page.getByText(t['panel.erp.secretKept'])).toBeVisible()
  expect(await page.content()).not.toContain(secret)
  expect(answers.length).toBeGreaterThan(2)
  expect(answers.join('\n')).not.toContain(secret)
  await page.getByRole('textbox', { name: t['panel.erp.setup.url'] }).fill('https://elsewhere.example.com')
  await expect(page.getByText(t['panel.erp.secretAgain'])).toBeVisible()
  await expect(key).toHaveValue('')
  await page.getByRole('textbox', { name: t['panel.erp.setup.url'] }).fill(erp.url)
  await expect(page.getByText(t['panel.erp.secretKept'])).toBeVisible()
})

test('an order is sent automatically and shows its ERP number', async ({ page }) => {
  const order = await place()
  await openErp(page)
  await expect(page.getByText(t['panel.erp.condition.up'], { exact: true })).toBeVisible({ timeout: 30_000 })
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: new RegExp(`^${t['panel.erp.view.sentLately']}`) }).click()
  await expect(rowOf(page, order)).toContainText(/E\d{4}/, { timeout: 30_000 })
  expect(await violations(page)).toEqual([])
  await rowOf(page, order).getByRole('link', { name: order.orderNumber }).click()
  await expect(transferOf(page)).toContainText(/E\d{4}/)
  await expect(transferOf(page)).toContainText(t['panel.erp.outcome.sent'])
  expect(await violations(page)).toEqual([])
})

test('refused orders show the ERP’s reason, and are sent again once it is fixed', async ({ page }) => {
  const reason = 'The year 2025 is closed'
  erp.behave(({ method }) => (method === 'PUT' ? { status: 422, body: { error: reason } } : undefined))
  const orders = [await place(), await place(), await place()]
  const [first = orders[0], second, third] = orders
  if (!first || !second || !third) throw new Error('There are three')
  await openErp(page, '?tab=orders&state=dead')
  for (const order of orders) {
    await expect(rowOf(page, order)).toContainText(reason, { timeout: 30_000 })
    await expect(rowOf(page, order)).toContainText(t['panel.erp.errorClass.rejected'])
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await rowOf(page, first).hover()
    expect(await violations(page)).toEqual([])
  }
  await page.goto(addressOf(tenant, '/siparisler/index'))
  await expect(rowOf(page, first)).toContainText(t['panel.erp.transfer.dead'])
  await page.goto(addressOf(tenant, '/panel/index'))
  await expect(page.getByRole('link', { name: /The ERP refused \d+ order/ })).toBeVisible()
  erp.behave(undefined)
  await openOrder(page, first)
  await expect(transferOf(page)).toContainText(reason)
  await button(page, t['panel.erp.retry']).click()
  await expect(transferOf(page)).toContainText(t['panel.erp.outcome.sent'], { timeout: 20_000 })
  await page.goto(addressOf(tenant, '/erp/index?tab=orders&state=dead'))
  await page.getByRole('button', { name: 'Send all 2 again' }).click()
  await expect(rowOf(page, second)).toHaveCount(0, { timeout: 20_000 })
  await expect(rowOf(page, third)).toHaveCount(0)
  await page.goto(addressOf(tenant, '/erp/index?tab=orders&state=sent'))
  for (const order of orders) {
    // They may be sent only after the list was read.
    await expect(async () => {
      await page.reload()
      await expect(rowOf(page, order)).toContainText(/E\d{4}/, { timeout: 3000 })
    }).toPass({ timeout: 30_000 })
  }
})

test('while the ERP is down the panel says so, and the queue is sent when it is back', async ({ page }) => {
  const port = Number(new URL(erp.url).port)
  const before = erp
  await erp.close()
  const orders = [await place(), await place()]
  await openErp(page)
  await expect(page.getByText(t['panel.erp.condition.down'], { exact: true })).toBeVisible({
    timeout: 30_000,
  })
  await expect(page.getByText(/Next attempt: /)).toBeVisible()
  await expect(
    page.getByRole('link', { name: `${t['panel.erp.view.waiting']}: 2`, exact: true }),
  ).toBeVisible()
  expect(await violations(page)).toEqual([])
  erp = await startHttpErp(port, secret)
  for (const [key, order] of before.orders) erp.orders.set(key, order)
  await button(page, t['panel.erp.tryNow']).click()
  await expect(page.getByText(t['panel.erp.condition.up'], { exact: true })).toBeVisible({ timeout: 30_000 })
  await part(page, t['panel.erp.tab.orders']).click()
  for (const order of orders) await expect(rowOf(page, order)).toContainText(/E\d{4}/)
})

test('after a failed sign-in the panel links to the setup, and nothing is lost', async ({ page }) => {
  type Link = { data: { link: { kind: string; settings: object; version: number } } }
  const useKey = async (key: string) => {
    const { kind, settings, version } = (await ask<Link>('/api/Erp/GetLink')).data.link
    await ask('/api/Erp/SaveLink', { kind, settings, version, secret: key, isAutomatic: true })
  }
  await useKey('no longer the key')
  const order = await place()
  await openErp(page)
  await expect(page.getByText(t['panel.erp.condition.auth'], { exact: true })).toBeVisible({
    timeout: 30_000,
  })
  expect(await violations(page)).toEqual([])
  const actions = page.getByRole('group', { name: t['panel.list.actions'] })
  await actions.getByRole('link', { name: t['panel.erp.tab.setup'] }).click()
  await expect(part(page, t['panel.erp.tab.setup'])).toHaveAttribute('aria-current', 'page')
  await useKey(secret)
  await expect.poll(() => stateOf(order), { timeout: 30_000 }).toBe('sent')
  await part(page, t['panel.erp.tab.state']).click()
  await expect(page.getByText(t['panel.erp.condition.up'], { exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(actions.getByRole('link')).toHaveCount(0)
})

test('a held order counts as transferred once marked as entered by hand', async ({ page }) => {
  await openErp(page)
  await button(page, t['panel.erp.pause']).click()
  await expect(page.getByText(t['panel.erp.condition.paused'], { exact: true })).toBeVisible()
  const order = await place()
  await page.goto(addressOf(tenant, `/erp/index?tab=orders&text=${order.orderNumber}`))
  await rowOf(page, order).getByRole('checkbox').check()
  await button(page, t['panel.erp.hold']).click()
  await expect(rowOf(page, order)).toContainText(t['panel.erp.transfer.held'])
  await openOrder(page, order)
  await button(page, t['panel.erp.entered']).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: t['panel.erp.enteredSave'] }).click()
  await expect(dialog.getByText(t['panel.erp.numberWanted'])).toBeVisible()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('textbox').fill('HAND-77')
  await page.keyboard.press('Enter')
  await expect(transferOf(page)).toContainText('HAND-77')
  await expect(transferOf(page)).toContainText(t['panel.erp.transfer.sent'])
  await expect(button(page, t['panel.erp.entered'])).toHaveCount(0)
  await page.goto(addressOf(tenant, '/erp/index'))
  await button(page, t['panel.erp.goOn']).click()
  await expect(page.getByText(t['panel.erp.condition.up'], { exact: true })).toBeVisible()
  expect([...erp.orders.values()].some(({ document }) => document.orderNumber === order.orderNumber)).toBe(
    false,
  )
})

test('customers are fetched from their list, and rejected ones have a reason', async ({ page }) => {
  const code = `ERP${Date.now().toString(36)}`
  const rows = [
    { code, description: 'Fetched Ltd', currencyCode: 'EUR' },
    { code: `${code}-2`, description: '', currencyCode: 'EUR' },
  ]
  erp.pages.customers = [...(erp.pages.customers ?? []), rows]
  await openErp(page, '?tab=fetching')
  const card = page.getByRole('listitem').filter({ hasText: t['panel.erp.what.customers.text'] })
  await card.getByRole('button', { name: t['panel.erp.fetchNow'] }).click()
  type Runs = { data: { runs: { problems: { name: string }[] }[] } }
  const newest = async () => (await ask<Runs>('/api/Erp/GetSyncs')).data.runs[0]?.problems[0]?.name
  await expect.poll(newest, { timeout: 30_000 }).toContain(code)
  await page.reload()
  await page.getByRole('table').getByRole('button', { name: t['panel.erp.why'] }).first().click()
  await expect(page.getByText(t['panel.erp.refused.nameMissing'])).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.goto(addressOf(tenant, `/customer/index?text=${code}`))
  await expect(page.getByRole('row').filter({ hasText: code }).first()).toBeVisible()
  await button(page, t['panel.erp.fetchCustomers']).click()
  await expect(page.getByText(/^Fetched from the ERP: 0 new/)).toBeVisible()
})

test('both sides are compared, and differences link to their orders', async ({ page }) => {
  const gone = await place()
  const changed = await place()
  await openErp(page, '?tab=comparison')
  for (const order of [gone, changed])
    await expect.poll(() => stateOf(order), { timeout: 30_000 }).toBe('sent')
  type Runs = { data: { runs: { id: string; endedAt?: string }[] } }
  const newest = async () =>
    (await ask<Runs>('/api/Erp/GetReconciliations')).data.runs.find(({ endedAt }) => endedAt)?.id
  const compare = async () => {
    // The first run starts by itself; pressing meanwhile starts no other.
    await expect(button(page, t['panel.erp.compareNow'])).not.toHaveAttribute('aria-disabled', 'true', {
      timeout: 70_000,
    })
    await expect(button(page, t['panel.erp.compareNow'])).toHaveAttribute('aria-busy', 'false')
    const before = await newest()
    await button(page, t['panel.erp.compareNow']).click()
    await expect(page.getByText(t['panel.erp.compareAsked']).last()).toBeVisible()
    await expect.poll(newest, { timeout: 20_000 }).not.toBe(before)
  }
  const heading = (text: string | RegExp) => page.getByRole('status').getByText(text)
  const compared = /orders are in the ERP|differences? w/
  await compare()
  await expect(heading(compared)).toBeVisible({ timeout: 20_000 })
  for (const order of [gone, changed]) await expect(rowOf(page, order)).toHaveCount(0)
  const erpOrder = erp.orders.get(changed.guidKey)
  if (!erpOrder) throw new Error('It is not in the ERP')
  const { totalMinor } = erpOrder.document
  erp.orders.delete(gone.guidKey)
  erpOrder.document = { ...erpOrder.document, totalMinor: totalMinor + 123_456 }
  await ask('/api/Erp/Pause', { isPaused: true })
  const early = await place()
  erp.orders.set(early.guidKey, { ...erpOrder, number: 'X-1' })
  const lostKey = randomUUID()
  erp.orders.set(lostKey, { ...erpOrder, number: 'X-2' })
  await compare()
  const found = (kind: 'missing' | 'different' | 'unexpected' | 'unknown', { orderNumber }: Placed) =>
    page
      .getByRole('region', { name: t[`panel.erp.finding.${kind}`], exact: true })
      .getByRole('row')
      .filter({ hasText: orderNumber })
  await expect(found('missing', gone)).toContainText(/E\d{4}/, { timeout: 20_000 })
  await expect(found('different', changed)).toContainText('€1,234.56')
  await expect(found('unexpected', early)).toContainText('X-1')
  const lost = found('unknown', { ...early, orderNumber: 'X-2' })
  await expect(lost).toBeVisible()
  await expect(lost.getByRole('link')).toHaveCount(0)
  expect(await violations(page)).toEqual([])
  await found('missing', gone).getByRole('link', { name: gone.orderNumber }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: `Order ${gone.orderNumber}` })).toBeVisible()
  await page.goBack()
  // Earlier runs have their own URL.
  const runs = page.getByRole('region', { name: t['panel.erp.comparisons'] })
  await runs.getByRole('row').nth(2).getByRole('link').click()
  await expect(page).toHaveURL(/run=/)
  await expect(heading(compared)).toBeVisible()
  await expect(found('missing', gone)).toHaveCount(0)
  erp.behave(({ path }) => (path.includes('/orders?') ? { status: 500, body: { error: 'busy' } } : undefined))
  await page.goto(addressOf(tenant, '/erp/index?tab=comparison'))
  await compare()
  await expect(heading(t['panel.erp.compareFailed'])).toBeVisible({ timeout: 20_000 })
  erp.behave(undefined)
  for (const key of [early.guidKey, lostKey]) erp.orders.delete(key)
  await ask('/api/Erp/Pause', { isPaused: false })
})

test('all parts fit a phone in Arabic', async ({ page }) => {
  await page.setViewportSize(phone)
  await openErp(page, '', 'ar')
  for (const tab of ['', '?tab=orders', '?tab=fetching', '?tab=comparison', '?tab=setup']) {
    await page.goto(addressOf(tenant, `/erp/index${tab}`))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const parts = page.getByRole('navigation', { name: texts.ar['panel.erp'] })
    for (const one of await parts.getByRole('link').all()) await expect(one).toBeInViewport({ ratio: 1 })
    await page.waitForLoadState('networkidle')
    expect(await violations(page)).toEqual([])
    await expectNoSidewaysScroll(page)
  }
})
