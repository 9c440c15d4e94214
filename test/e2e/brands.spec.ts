import { expect, type Page } from '@playwright/test'
import { openAs } from './openAs.ts'
import { addressOf, fillText, test, texts, violations } from './shop.ts'

const t = texts.en
const name = 'Zümrüt'

async function openBrands(page: Page): Promise<void> {
  await openAs(page, 'admin', 'default', '/panel-markalar/index', 'en')
  await expect(page).toHaveURL(addressOf('default', '/panel-markalar/index'))
  await expect(page.getByRole('list', { name: t['panel.brands'] })).toBeVisible()
}

const rows = (page: Page) => page.getByRole('list', { name: t['panel.brands'] }).getByRole('listitem')
const row = (page: Page, brand: string) =>
  rows(page).filter({
    has: page.getByRole('textbox', { name: fillText(t['panel.brandList.nameLabel'], { name: brand }) }),
  })
const namesOf = (page: Page) =>
  rows(page)
    .getByRole('textbox')
    .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))

test('a brand is added, renamed, moved to the top by keyboard, deactivated and deleted', async ({ page }) => {
  await openBrands(page)
  const before = await namesOf(page)
  await page.getByRole('textbox', { name: t['panel.brandList.newName'] }).fill(name)
  await page.keyboard.press('Enter')
  await expect(row(page, name)).toBeVisible()
  expect(await namesOf(page)).toEqual([...before, name])

  const field = row(page, name).getByRole('textbox')
  await field.fill(before[0] ?? '')
  await field.press('Enter')
  await expect(page.getByRole('alert').first()).toBeVisible()
  await field.press('Escape')
  await expect(field).toHaveValue(name)

  const handle = row(page, name).getByRole('button', {
    name: fillText(t['panel.brandList.moveLabel'], { name }),
  })
  await handle.focus()
  await page.keyboard.press('Space')
  for (const _ of before) {
    // Each step must be rendered first.
    await page.waitForTimeout(200)
    await page.keyboard.press('ArrowUp')
  }
  await page.waitForTimeout(200)
  await page.keyboard.press('Space')
  await expect.poll(() => namesOf(page)).toEqual([name, ...before])
  await page.reload()
  await expect.poll(() => namesOf(page)).toEqual([name, ...before])

  await row(page, name).getByRole('switch').click()
  await expect(row(page, name).getByRole('switch')).not.toBeChecked()
  expect(await violations(page)).toEqual([])
  await row(page, name)
    .getByRole('button', { name: fillText(t['panel.brandList.more'], { name }) })
    .click()
  await page.getByRole('button', { name: t['panel.brandList.delete'], exact: true }).click()
  await expect(row(page, name)).toHaveCount(0)
  expect(await namesOf(page)).toEqual(before)
})

test('a brand with products cannot be deleted, and says how many it has', async ({ page }) => {
  await openBrands(page)
  const [brand = ''] = await namesOf(page)
  await row(page, brand)
    .getByRole('button', { name: fillText(t['panel.brandList.more'], { name: brand }) })
    .click()
  await page.getByRole('button', { name: t['panel.brandList.delete'], exact: true }).click()
  await expect(page.getByRole('alert').first()).toContainText(/\d+ products/)
  await expect(row(page, brand)).toBeVisible()
})
