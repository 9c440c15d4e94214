import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { openAs } from './openAs.ts'
import { callAs } from './people.ts'
import { addressOf, expectNoSidewaysScroll, open, phone, test, texts, violations } from './shop.ts'

const t = texts.en
/** No other tests change this tenant, and each restores its settings. */
const tenant = 'tf-ro'
const before: Record<string, unknown>[] = []

async function openAsAdmin(page: Page) {
  await openAs(page, 'admin', tenant, '/panel/settings', 'en')
  await expect(save(page)).toBeVisible()
}

const menu = (page: Page) => page.getByRole('navigation', { name: t['panel.menu'] })

test.beforeEach(async ({ page }) => {
  // Shows the company above the menu.
  await page.addInitScript(() => localStorage.setItem('panelSettings', '{"hasLogo":true}'))
  await openAsAdmin(page)
  before.push((await call(page, 'GetTenantSettings')).data)
})

test.afterEach(async ({ browser }) => {
  const { version: _version, customerKey: _key, hosts: _hosts, logo: _logo, ...settings } = before.pop() ?? {}
  const page = await browser.newPage()
  await openAsAdmin(page)
  expect(await call(page, 'UpdateTenantSettings', settings)).toMatchObject({ success: true })
  expect(await call(page, 'DeleteTenantLogo', {})).toEqual({ success: true })
  await page.close()
})

/** A call as the page's user. */
const call = (page: Page, name: string, input?: object) =>
  callAs<{ data: Record<string, unknown> }>(page, `/api/Account/${name}`, input)

const save = (page: Page) => page.getByRole('button', { name: t['panel.form.save'], exact: true })
const settingNamed = (page: Page, name: string) => page.getByRole('textbox', { name })

test('settings apply at once, and the change log has the previous values', async ({ page }) => {
  await settingNamed(page, t['panel.settings.displayName']).fill('Ferah & Fiii')
  await page.getByRole('checkbox', { name: 'Italiano' }).click()
  await page.getByRole('radio', { name: t['panel.settings.color.red'], exact: true }).check()
  await expect(page.getByText(/4\.0:1/)).toBeVisible()
  let saves = 0
  page.on('request', (request) => {
    if (request.url().endsWith('UpdateTenantSettings')) saves += 1
  })
  await save(page).dblclick()
  await expect(page.getByText(t['panel.settings.reloadText'])).toBeVisible()
  expect(saves).toBe(1)
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: t['panel.settings.reload'] }).click()
  await expect(menu(page).getByRole('link', { name: 'Ferah & Fiii' })).toBeVisible()
  await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute('content', '#f5222d')
  await expect(page.getByText(t['panel.settings.reloadText'])).toHaveCount(0)
  await page.goto(addressOf(tenant, '/panel/changes'))
  const row = page.getByRole('row').filter({ hasText: 'Ferah & Fiii' }).first()
  await row.getByRole('button', { name: /field/ }).click()
  const difference = page.getByRole('table', { name: t['panel.changes.difference'] })
  await expect(difference.locator('del').first()).toHaveText(String(before.at(-1)?.displayName))
  await expect(difference.locator('ins').filter({ hasText: 'Italiano' })).toBeVisible()
  await expect(difference.locator('ins').filter({ hasText: 'Română' })).toHaveCount(0)
  expect(await violations(page)).toEqual([])
})

test('the seller’s address and tax data are stored, can be cleared, and are in the change log', async ({
  page,
}) => {
  await settingNamed(page, t['panel.settings.address']).fill('Strada Lipscani 10, București')
  await settingNamed(page, t['panel.customer.taxNumber']).fill('RO1234567')
  await settingNamed(page, t['panel.customer.taxOffice']).fill('Sector 3')
  await settingNamed(page, t['panel.person.phone']).fill('')
  await save(page).click()
  await expect(page.getByText(t['panel.form.saved'], { exact: true })).toBeVisible()
  await page.reload()
  await expect(settingNamed(page, t['panel.settings.address'])).toHaveValue('Strada Lipscani 10, București')
  await expect(settingNamed(page, t['panel.customer.taxNumber'])).toHaveValue('RO1234567')
  await expect(settingNamed(page, t['panel.person.phone'])).toHaveValue('')
  await page.goto(addressOf(tenant, '/panel/changes'))
  await page
    .getByRole('row')
    .filter({ hasText: 'Ferah' })
    .first()
    .getByRole('button', { name: /field/ })
    .click()
  const difference = page.getByRole('table', { name: t['panel.changes.difference'] })
  await expect(difference.getByRole('row').filter({ hasText: t['panel.customer.taxOffice'] })).toContainText(
    'Sector 3',
  )
  // Undone from there, while somebody else has changed one of them again.
  const changedSince = { ...(await call(page, 'GetTenantSettings')).data, taxOffice: 'Sector 4' }
  const {
    customerKey: _key,
    hosts: _hosts,
    logo: _logo,
    ...settings
  } = changedSince as typeof changedSince & Record<'customerKey' | 'hosts' | 'logo', unknown>
  expect(await call(page, 'UpdateTenantSettings', settings)).toMatchObject({ success: true })
  await page
    .getByRole('row')
    .filter({ hasText: 'Ferah' })
    .first()
    .getByRole('button', { name: /^Undo/ })
    .click()
  await expect(page.getByText(t['notice.undone'], { exact: true })).toBeVisible()
  await expect(page.getByText(`left as they are: ${t['panel.customer.taxOffice']}`)).toBeVisible()
  const undone = (await call(page, 'GetTenantSettings')).data
  expect(undone).toMatchObject({ address: before.at(-1)?.address, taxOffice: 'Sector 4' })
})

test('the time zone is found by typing, decides the days of filters, and is in the change log', async ({
  page,
}) => {
  const zone = page.getByRole('combobox', { name: t['panel.settings.timeZone'] })
  await expect(zone).toHaveValue('Europe/Bucharest')
  await zone.fill('atlantis')
  await expect(page.getByText(t['list.nothingFound'])).toBeVisible()
  await zone.fill('puerto rico')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(zone).toHaveValue('America/Puerto Rico')
  expect(await violations(page)).toEqual([])
  await save(page).click()
  await page.getByRole('button', { name: t['panel.settings.reload'] }).click()
  await expect(zone).toHaveValue('America/Puerto Rico')
  await page.goto(addressOf(tenant, '/panel'))
  const clock = t['panel.dashboard.clock'].replace('{zone}', 'America/Puerto_Rico')
  await expect(page.getByText(clock)).toBeVisible()
  const asked = page.waitForRequest(/GetOrders$/)
  await page.goto(addressOf(tenant, '/siparisler/index?from=2026-03-05&to=2026-03-05'))
  // Four hours behind UTC, all year.
  expect((await asked).postDataJSON()).toMatchObject({
    dateFrom: '2026-03-05T04:00:00.000Z',
    dateTo: '2026-03-06T04:00:00.000Z',
  })
  await page.goto(addressOf(tenant, '/panel/changes'))
  const row = page.getByRole('row').filter({ hasText: t['panel.changes.subject.settings'] }).first()
  await row.getByRole('button', { name: /field/ }).click()
  const difference = page.getByRole('table', { name: t['panel.changes.difference'] })
  const changed = difference.getByRole('row').filter({ hasText: t['panel.settings.timeZone'] })
  await expect(changed.locator('del')).toHaveText('Europe/Bucharest')
  await expect(changed.locator('ins')).toHaveText('America/Puerto_Rico')
})

test('a logo replaces the name in shop and panel, and can be removed', async ({ page }) => {
  const name = String(before.at(-1)?.displayName)
  const choose = page.locator('input[type="file"]').first()
  await choose.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await expect(page.getByRole('alert')).toHaveText(t['error.image.invalid'])
  const size = { width: 120, height: 40, channels: 3, background: '#11a983' } as const
  const buffer = await sharp({ create: size }).png().toBuffer()
  await choose.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
  await expect(page.getByRole('main').getByRole('img', { name: t['panel.settings.logo'] })).toBeVisible()
  await page.getByRole('button', { name: t['panel.settings.reload'] }).click()
  await expect(menu(page).getByRole('link', { name }).locator('img')).toBeVisible()
  await page.goto(addressOf(tenant, '/shop'))
  await expect(page.getByRole('banner').getByRole('img', { name })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.goto(addressOf(tenant, '/panel/settings'))
  await page.getByRole('button', { name: t['panel.settings.picture.logo.remove'] }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t['panel.settings.picture.logo.remove'] })
    .click()
  await expect(page.getByRole('button', { name: t['panel.settings.picture.logo.upload'] })).toBeFocused()
  await page.reload()
  await expect(menu(page).getByRole('link', { name })).toHaveText(name)
})

test('problems are shown beside their fields, and typed values survive leaving the page', async ({
  page,
}) => {
  await settingNamed(page, t['panel.settings.displayName']).fill('')
  await settingNamed(page, t['panel.settings.themeColor']).fill('blue')
  await settingNamed(page, t['panel.settings.onlineExpire']).fill('90000')
  for (const language of ['Türkçe', 'English', 'Русский', 'Română', 'العربية']) {
    await page.getByRole('checkbox', { name: language }).click()
  }
  await save(page).click()
  await expect(settingNamed(page, t['panel.settings.displayName'])).toBeFocused()
  await expect(page.getByText(t['field.required'])).toHaveCount(2)
  await expect(page.getByText(t['field.invalid'])).toBeVisible()
  await expect(page.getByText(t['field.tooBig'].replace('{limit}', '86,400'))).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.locator('a[href="/panel/changes"]').first().click()
  await expect(page.getByRole('heading', { level: 1, name: t['panel.changes'] })).toBeVisible()
  await page.goBack()
  await expect(settingNamed(page, t['panel.settings.themeColor'])).toHaveValue('blue')
  await page.getByRole('button', { name: t['panel.form.discard'] }).click()
  await expect(settingNamed(page, t['panel.settings.displayName'])).toHaveValue(
    String(before.at(-1)?.displayName),
  )
})

test('a percent and hours are read as they are written, or refused', async ({ page }) => {
  const hours = settingNamed(page, t['panel.settings.heldStockHours'])
  const percent = settingNamed(page, t['panel.settings.taxRatePercent'])
  for (const [text, problem] of [
    ['1,5', t['field.wholeNumber']],
    ['1e3', t['field.invalid']],
    ['-1', t['field.tooSmall'].replace('{limit}', '1')],
    ['5000', t['field.tooBig'].replace('{limit}', '2,160')],
  ] as const) {
    await hours.fill('')
    await hours.pressSequentially(text)
    await save(page).click()
    await expect(hours).toHaveValue(text)
    await expect(hours).toHaveAccessibleDescription(new RegExp(problem))
  }
  await hours.fill('1.250')
  await hours.blur()
  const unclear = page.getByRole('group', { name: t['panel.import.reason.ambiguousNumber'] })
  await expect(unclear.getByRole('button')).toHaveText(['1,250'])
  await hours.fill('١٢')
  await hours.press('ArrowUp')
  await expect(hours).toHaveValue('13')
  await page.getByRole('button', { name: t['panel.settings.taxRateAdd'] }).click()
  await settingNamed(page, t['panel.settings.taxRateCode']).last().fill('77')
  await settingNamed(page, t['panel.settings.taxRateName']).last().fill('Special')
  await percent.last().fill('12.500')
  await percent.last().blur()
  await page.getByRole('group', { name: t['field.ambiguous'] }).getByRole('button', { name: '12.5' }).click()
  await expect(percent.last()).toHaveValue('12.5')
  await percent.last().fill('%17,5')
  await save(page).click()
  await expect.poll(async () => (await call(page, 'GetTenantSettings')).data.heldStockHours).toBe(13)
  const { data } = await call(page, 'GetTenantSettings')
  expect((data.taxRates as object[]).at(-1)).toMatchObject({ code: '77', percent: 17.5 })
})

test('settings changed by somebody else meanwhile are reloaded', async ({ page, context }) => {
  const other = await context.newPage()
  await open(other, tenant, '/panel/settings', 'en')
  await settingNamed(other, t['panel.settings.imageExtension']).fill('.webp')
  await save(other).click()
  await expect(save(other)).toHaveAttribute('aria-disabled', 'true')
  await settingNamed(page, t['panel.settings.displayName']).fill('Mine')
  await save(page).click()
  await expect(page.getByRole('alert')).toContainText(t['error.record.changed'])
  await page.getByRole('button', { name: t['panel.form.loadAgain'], exact: true }).click()
  await expect(settingNamed(page, t['panel.settings.imageExtension'])).toHaveValue('.webp')
  await expect(settingNamed(page, t['panel.settings.displayName'])).toHaveValue(
    String(before.at(-1)?.displayName),
  )
  await settingNamed(page, t['panel.settings.imageExtension']).fill('.png')
  await save(page).click()
  await expect(save(page)).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a user with the settings task cannot change who needs a second factor', async ({ page }) => {
  const username = `settings-${Date.now()}`
  const password = 'Kirmizi-Elma-47'
  const auths = [{ groupName: 'office', number: 1 }]
  const user = { username, password, roles: ['sp'], salesPersonCode: 'ST01', auths }
  expect(await call(page, 'AddUser', user)).toMatchObject({ success: true })
  await page.context().clearCookies()
  await page.goto(addressOf(tenant, '/login?redirect=/panel/settings'))
  await page.getByLabel(t['login.username']).fill(username)
  await page.getByLabel(t['login.password'], { exact: true }).fill(password)
  await page.getByRole('button', { name: t['login.submit'] }).click()
  await expect(page.getByText(t['panel.settings.totpRolesAdmins'])).toBeVisible()
  await expect(page.getByRole('checkbox', { name: t['role.admin'] })).toBeDisabled()
  await expect(page.locator('a[href="/panel/changes"]')).toHaveCount(0)
  await page.getByRole('switch', { name: t['panel.settings.detailVisible'] }).click()
  await save(page).click()
  await expect(save(page)).toHaveAttribute('aria-disabled', 'true')
})

test('the change log’s filters are in its URL', async ({ page }) => {
  await page.goto(addressOf(tenant, '/panel/changes'))
  await page.getByRole('combobox', { name: t['panel.changes.what'] }).click()
  await page.getByRole('option', { name: t['panel.changes.subject.order'] }).click()
  await expect(page).toHaveURL(/subject=order/)
  const placed = page.getByRole('row').filter({ hasText: t['panel.changes.action.placed'] })
  await expect(placed.first()).toBeVisible()
  await page
    .getByRole('button', { name: /Only changes by/ })
    .first()
    .click()
  await expect(page).toHaveURL(/userId=/)
  await page.reload()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await page
    .getByRole('search')
    .getByRole('button', { name: t['ordering.facets.remove'].replace('{value}', '') })
    .last()
    .click()
  await expect(page).not.toHaveURL(/userId=/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.getByRole('row').nth(1).getByRole('link').click()
  await expect(page).toHaveURL(/\/siparisler\//)
  await page.goBack()
  await page.getByLabel(t['panel.changes.search']).fill('no such thing')
  await expect(page.getByText(t['panel.list.nothingMatches'])).toBeVisible()
  await page.setViewportSize(phone)
  await page.getByRole('button', { name: t['panel.list.clearFilters'] }).click()
  await page.getByRole('button', { name: /field/ }).first().click()
  expect(await violations(page)).toEqual([])
  await expectNoSidewaysScroll(page)
})
