import { type ChildProcess, spawn } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { startHttpErp } from '#test/erp/httpErp.ts'
import { hasSshd, startSshd } from '#test/erp/sshd.ts'
import { erpOffice } from './erpOffice.ts'
import { addressOf, button, expectNoSidewaysScroll, field, phone, test, texts, violations } from './shop.ts'

const t = texts.en
/** No other tests link this tenant. */
const tenant = 'tf-ro'
const { ask, place, work, stateOf, openErp } = erpOffice(tenant)

test.describe.configure({ mode: 'serial' })
test.setTimeout(120_000)
test.afterAll(() => work(false))

const row = (page: Page, number: number) =>
  page
    .getByRole('region', { name: t['panel.erp.map.columns'] })
    .getByRole('listitem')
    .nth(number - 1)
const preview = (page: Page) => page.getByRole('table', { name: /^Preview: order / })
const headings = (page: Page) => preview(page).getByRole('columnheader').allTextContents()

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
async function save(page: Page): Promise<void> {
  await button(page, t['panel.form.save']).click()
  await expect(page.getByText(t['panel.form.saved'], { exact: true })).toBeVisible()
  // A retry starts with a stopped link.
  await work(true)
}

test('orders become files with the office’s columns', async ({ page }) => {
  const folder = `out-${Date.now().toString(36)}`
  await openErp(page, '?tab=setup')
  await choose(page, t['panel.erp.kind'], t['panel.erp.setup.files.name'])
  await choose(page, t['panel.erp.setup.files.where'], t['panel.erp.setup.files.where.folder'])
  await field(page, t['panel.erp.setup.files.folder']).fill('../elsewhere')
  await button(page, t['panel.erp.map.reset']).click()
  await expect.poll(() => headings(page)).toContain(t['panel.erp.mapPart.account.code'])
  await row(page, 1).getByRole('textbox').first().fill('No')
  await expect.poll(() => headings(page)).toContain('No')
  const count = (await headings(page)).length
  await button(page, t['panel.erp.map.add']).press('Enter')
  await expect(
    row(page, count + 1)
      .getByRole('textbox')
      .first(),
  ).toBeFocused()
  await page.keyboard.type('Seller')
  await page.keyboard.press('Tab')
  await page.keyboard.type('{nonsense}')
  await page.keyboard.press('Tab')
  await expect(row(page, count + 1).getByText(t['field.pattern'])).toBeVisible()
  await row(page, count + 1)
    .getByRole('textbox')
    .nth(1)
    .fill('Agent ')
  await row(page, count + 1)
    .getByRole('combobox')
    .fill(t['panel.erp.mapPart.agent.code'])
  await page.getByRole('option', { name: t['panel.erp.mapPart.agent.code'], exact: true }).click()
  await expect(
    row(page, count + 1)
      .getByRole('textbox')
      .nth(1),
  ).toHaveValue('Agent {agent.code}')
  await expect.poll(() => headings(page)).toContain('Seller')
  await expect(preview(page)).toContainText(/Agent \w+/)
  await row(page, count + 1)
    .getByRole('button', { name: `Move row ${count + 1} up` })
    .press('Enter')
  await expect(row(page, count).getByRole('textbox').first()).toHaveValue('Seller')
  await expect(row(page, count).getByRole('button', { name: `Move row ${count} up` })).toBeFocused()
  await row(page, 2).getByRole('button', { name: 'Remove row 2' }).press('Enter')
  await expect(row(page, 2).getByRole('button', { name: 'Remove row 2' })).toBeFocused()
  // Until the new preview is there, the old one is pale.
  await expect.poll(async () => (await headings(page)).length).toBe(count)
  expect(await violations(page)).toEqual([])
  await button(page, t['panel.form.save']).click()
  await expect(field(page, t['panel.erp.setup.files.folder'])).toBeFocused()
  await field(page, t['panel.erp.setup.files.folder']).fill(folder)
  await button(page, t['panel.erp.test']).click()
  await expect(page.getByText(/^The connection works/)).toBeVisible()
  await save(page)
  await page.reload()
  await expect(row(page, 1).getByRole('textbox').first()).toHaveValue('No')
  const order = await place()
  await expect.poll(() => stateOf(order), { timeout: 30_000 }).toBe('sent')
  const written = await fileOf(folder, order.orderNumber)
  expect(written.slice(0, 3)).toBe('\uFEFFNo')
  expect(written).toContain(';Seller;')
  expect(written).toMatch(new RegExp(`\n${order.orderNumber};.*;Agent \\w+;`))
})

async function fileOf(folder: string, orderNumber: string): Promise<string> {
  const root = join(process.env.TOPTAN_DATA ?? '', 'erp')
  for (const own of await readdir(root)) {
    const names = await readdir(join(root, own, folder)).catch(() => [])
    const name = names.find((one) => one.startsWith(`${orderNumber}-`))
    if (name) return await readFile(join(root, own, folder, name), 'utf8')
  }
  throw new Error(`There is no file of ${orderNumber}`)
}

test('an SFTP server’s fingerprint is shown and accepted', async ({ page }) => {
  test.skip(!hasSshd, 'There is no OpenSSH server here')
  const sshd = await startSshd()
  try {
    await openErp(page, '?tab=setup')
    await choose(page, t['panel.erp.kind'], t['panel.erp.setup.files.name'])
    await choose(page, t['panel.erp.setup.files.where'], t['panel.erp.setup.files.where.sftp'])
    await field(page, t['panel.erp.setup.files.host']).fill('127.0.0.1')
    await page.getByLabel(t['panel.erp.setup.files.port']).fill(String(sshd.port))
    await field(page, t['panel.erp.setup.username']).fill(sshd.username)
    await field(page, t['panel.erp.setup.files.folder']).fill(sshd.folder)
    await page.getByLabel(t['panel.erp.setup.files.secret']).fill(sshd.privateKey)
    await button(page, t['panel.erp.test']).click()
    await expect(page.getByText(t['panel.erp.hostKeyShown'])).toBeVisible()
    await expect(page.getByRole('alert')).toContainText(sshd.hostKey)
    expect(await violations(page)).toEqual([])
    await button(page, t['panel.erp.hostKeyAccept']).click()
    await expect(page.getByText(/^The connection works/)).toBeVisible()
    await expect(field(page, t['panel.erp.setup.files.hostKey'])).toHaveValue(sshd.hostKey)
    await field(page, t['panel.erp.setup.files.hostKey']).fill(`SHA256:${'A'.repeat(43)}`)
    await button(page, t['panel.erp.test']).click()
    await expect(page.getByText(t['panel.erp.hostKeyOther'])).toBeVisible()
    expect(await violations(page)).toEqual([])
  } finally {
    await sshd.close()
  }
})

test('an agent signs in with its new token and carries orders to the ERP', async ({ page }) => {
  const erp = await startHttpErp()
  let agent: ChildProcess | undefined
  try {
    await openErp(page, '?tab=setup')
    await choose(page, t['panel.erp.kind'], t['panel.erp.setup.agent.name'])
    if (await page.getByText(t['panel.erp.agent.tokenNone']).isVisible()) {
      await button(page, t['panel.form.save']).click()
      await expect(page.getByText(t['field.required'])).toBeVisible()
    }
    await page.getByRole('button', { name: /^Create (new )?token$/ }).click()
    const shown = page.getByRole('group', { name: t['panel.erp.agent.token'] })
    const [token = ''] = await shown.locator('pre').allTextContents()
    expect(token).toMatch(/^[\w-]{43}$/)
    await expect(shown).toContainText(addressOf(tenant, ''))
    expect(await violations(page)).toEqual([])
    await save(page)
    await expect(shown).toHaveCount(0)
    await page.reload()
    await expect(button(page, t['panel.erp.agent.tokenNew'])).toBeVisible()
    expect(await page.content()).not.toContain(token)
    const settings = {
      TOPTAN_URL: addressOf(tenant, ''),
      TOPTAN_TOKEN: token,
      ERP_URL: erp.url,
      ERP_KEY: erp.secret,
    }
    agent = spawn(process.execPath, ['agent/main.mjs'], {
      env: { ...process.env, ...settings },
      stdio: 'ignore',
    })
    const order = await place()
    await expect.poll(() => stateOf(order), { timeout: 60_000 }).toBe('sent')
    expect(erp.orders.get(order.guidKey)?.times).toBe(1)
    await expect(page.getByText(/^The ERP agent last asked for work/)).toBeVisible({ timeout: 20_000 })
    expect(JSON.stringify(await ask('/api/Erp/GetLink'))).not.toContain(token)
  } finally {
    await work(false)
    agent?.kill()
    await erp.close()
  }
})

test('unproven kinds have a warning, and all forms fit a phone in Arabic', async ({ page }) => {
  const ar = texts.ar
  await page.setViewportSize(phone)
  await openErp(page, '?tab=setup', 'ar')
  for (const kind of [
    ar['panel.erp.setup.files.name'],
    ar['panel.erp.setup.agent.name'],
    'Nebim V3',
    'Odoo',
  ]) {
    await choose(page, ar['panel.erp.kind'], kind)
    const isUnproven = kind === 'Odoo' || kind === 'Nebim V3'
    const warning = ar['panel.erp.unproven'].replace('{program}', kind)
    await expect(page.getByText(warning)).toHaveCount(isUnproven ? 1 : 0)
    await page.waitForLoadState('networkidle')
    expect(await violations(page)).toEqual([])
    await expectNoSidewaysScroll(page)
  }
})
