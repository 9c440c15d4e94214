import { expect, type Page } from '@playwright/test'
import { openAs } from './openAs.ts'
import { field, notice, test, texts, violations } from './shop.ts'

const t = texts.en

/** Opens a page of the panel as admin. */
async function openPanel(page: Page, path: string): Promise<void> {
  await openAs(page, 'admin', 'default', path, 'en')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

const unique = (start: string) => `${start}-${Date.now().toString(36)}`

const save = (page: Page) => page.getByRole('button', { name: t['panel.form.save'], exact: true })

/** Adds a customer and stays on its page. */
async function addCustomer(page: Page, code: string): Promise<void> {
  await openPanel(page, '/customer/create')
  await field(page, t['panel.customer.code']).fill(code)
  await field(page, t['panel.customer.name']).fill(`Deneme ${code}`)
  await save(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(code)
}

test('a customer is added with branches, found, deleted and restored by undo', async ({ page }) => {
  const code = unique('CUST')
  await openPanel(page, '/customer/create')
  await field(page, t['panel.customer.code']).fill(code)
  await page.getByRole('combobox', { name: t['order.currency'] }).fill('gbp')
  for (const name of ['Kadıköy', 'Beşiktaş']) {
    await page.getByRole('button', { name: t['panel.branch.add'] }).click()
    await page.keyboard.type(name.slice(0, 1))
    await page.keyboard.press('Tab')
    await page.keyboard.type(name)
  }
  await save(page).click()
  await expect(field(page, t['panel.customer.name'])).toBeFocused()
  await expect(page.getByText(t['field.required'])).toBeVisible()
  expect(await violations(page)).toEqual([])
  await field(page, t['panel.customer.name']).fill('Çarşı Tekstil')
  await page.getByRole('button', { name: 'Move Beşiktaş up' }).click()
  await expect(page.getByRole('button', { name: 'Move Beşiktaş down' })).toBeFocused()
  await save(page).dblclick()
  await expect(page).toHaveURL(/\/customer\/edit\//)
  await expect(page.getByRole('combobox', { name: t['order.currency'] })).toHaveValue('GBP')
  await expect(page.locator('li[data-branch]').first()).toContainText('Beşiktaş')
  expect(await violations(page)).toEqual([])

  await page.getByRole('link', { name: t['panel.customers'] }).first().click()
  await page.getByRole('searchbox', { name: t['panel.customer.search'] }).fill(code)
  const row = page.getByRole('row').filter({ hasText: code })
  await expect(row).toContainText('Çarşı Tekstil')
  await expect(page).toHaveURL(new RegExp(`text=${code}`))
  await row.getByRole('button', { name: /^Delete/ }).click()
  await expect(page.getByText(t['panel.list.nothingMatches'])).toBeVisible()
  await page.getByRole('button', { name: t['action.undo'] }).click()
  await expect(row).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('a customer’s code is unique, reported beside the field', async ({ page }) => {
  await openPanel(page, '/customer/create')
  await field(page, t['panel.customer.code']).fill('120.01.0001')
  await field(page, t['panel.customer.name']).fill('Kopya')
  await save(page).click()
  await expect(page.getByText(t['field.taken'])).toBeVisible()
  await expect(field(page, t['panel.customer.code'])).toBeFocused()
  await page.getByRole('link', { name: t['action.cancel'] }).click()
  await page.getByRole('dialog').getByRole('button', { name: t['panel.form.stay'] }).click()
  await expect(field(page, t['panel.customer.name'])).toHaveValue('Kopya')
})

test('a customer changed by somebody else is reloaded, not overwritten', async ({ page, context }) => {
  await addCustomer(page, unique('STALE'))
  const other = await context.newPage()
  await other.goto(page.url())
  await field(other, t['panel.customer.city']).fill('İzmir')
  await save(other).click()
  await expect(notice(other, t['panel.form.saved'])).toBeVisible()
  await field(page, t['panel.customer.country']).fill('Türkiye')
  await save(page).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(field(page, t['panel.customer.country'])).toHaveValue('Türkiye')
  await page.getByRole('button', { name: t['panel.form.loadAgain'] }).click()
  await expect(field(page, t['panel.customer.city'])).toHaveValue('İzmir')
  await expect(field(page, t['panel.customer.country'])).toHaveValue('')
  await field(page, t['panel.customer.country']).fill('Türkiye')
  await save(page).click()
  await expect(notice(page, t['panel.form.saved'])).toBeVisible()
})

test('a removed branch is restored by undo, a deleted customer by a button', async ({ page }) => {
  await addCustomer(page, unique('BACK'))
  await page.getByRole('button', { name: t['panel.branch.add'] }).click()
  await page.keyboard.type('01')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Merkez')
  await save(page).click()
  await expect(notice(page, t['panel.form.saved'])).toBeVisible()
  const branches = page.locator('li[data-branch]')
  await page.getByRole('button', { name: 'Remove Merkez' }).click()
  await expect(branches).toHaveCount(0)
  await page.getByRole('button', { name: t['action.undo'] }).click()
  await expect(branches).toHaveCount(1)
  await expect(save(page)).toHaveAttribute('aria-disabled', 'true')

  const address = page.url()
  await page.getByRole('button', { name: t['panel.customer.delete'] }).click()
  await expect(page).toHaveURL(/\/customer\/index/)
  await page.goto(address)
  await expect(page.getByText(t['panel.customer.isDeleted'])).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: t['panel.person.restore'] }).click()
  await expect(save(page)).toBeVisible()
})

test('ticked brands are hidden, and unsaved changes survive visiting another page', async ({ page }) => {
  const code = unique('BRAND')
  await addCustomer(page, code)
  await page.getByRole('link', { name: /No hidden brands/ }).click()
  const boxes = page.getByRole('checkbox')
  await boxes.first().check()
  await page.getByRole('button', { name: t['panel.brands.invert'] }).click()
  await expect(boxes.first()).not.toBeChecked()
  await expect(boxes.nth(1)).toBeChecked()
  expect(await violations(page)).toEqual([])
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(code)
  await page.goForward()
  await expect(boxes.first()).not.toBeChecked()
  await save(page).click()
  await expect(notice(page, t['panel.form.saved'])).toBeVisible()
  await page.reload()
  await expect(boxes.nth(1)).toBeChecked()
  await page.getByRole('link', { name: t['panel.brands.otherCustomer'] }).click()
  await page.getByRole('searchbox').fill(code)
  await expect(page.getByRole('main').getByRole('listitem').getByRole('link', { name: code })).toContainText(
    /\d+ hidden/,
  )
  expect(await violations(page)).toEqual([])
})
