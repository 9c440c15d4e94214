import { expect, type Page } from '@playwright/test'
import { openAs } from './openAs.ts'
import { fillText, test, texts, violations } from './shop.ts'

const t = texts.en
const tenant = 'open'
const russian = (page: Page) => page.locator('table input[data-language="ru"]')
const english = (page: Page) => page.locator('table input[data-language="en"]')

async function openTexts(page: Page, search = ''): Promise<void> {
  await openAs(page, 'admin', tenant, `/panel-urunler/ceviriler${search}`, 'en')
  await expect(page.getByRole('heading', { name: t['panel.translations'], level: 1 })).toBeVisible()
  await expect(russian(page).first()).toBeVisible()
}

const coverageOf = (page: Page, kind: string) =>
  page.getByRole('region', { name: t['panel.texts.coverage'] }).getByRole('row').filter({ hasText: kind })

test('a text is written, taken back as proposed, and counted', async ({ page }) => {
  await openTexts(page, '?kind=color')
  expect(await violations(page)).toEqual([])
  const color = coverageOf(page, t['panel.texts.kind.color'])
  await expect(color.getByText(t['panel.texts.complete'])).toHaveCount(2)
  const field = russian(page).first()
  const before = await field.inputValue()
  await field.fill('  Как в море ')
  await field.press('Enter')
  await expect(russian(page).nth(1)).toBeFocused()
  await expect(field).toHaveValue('Как в море')
  await page.reload()
  await expect(field).toHaveValue('Как в море')

  await field.fill('')
  await field.blur()
  await expect(color.getByText(t['panel.texts.complete'])).toHaveCount(1)
  await color.getByRole('link', { name: /Русский/ }).click()
  await expect(russian(page)).toHaveCount(1)
  await expect(english(page)).toHaveCount(0)
  await expect(russian(page)).toHaveValue('')
  await expect(russian(page)).toHaveAttribute('placeholder', before)
  await page.getByRole('button', { name: fillText(t['panel.texts.accept'], { text: before }) }).click()
  await expect(color.getByText(t['panel.texts.complete'])).toHaveCount(2)
  await expect(russian(page)).toHaveValue(before)
  // The row stays where it is until the list is loaded again.
  await page.reload()
  await expect(page.getByText(t['panel.list.nothingMatches'])).toBeVisible()
})

test('cells from a spreadsheet fill those below and beside, and are undone together', async ({ page }) => {
  await openTexts(page, '?kind=value')
  const valuesOf = async () =>
    Promise.all(
      [0, 1, 2]
        .flatMap((at) => [english(page).nth(at), russian(page).nth(at)])
        .map((one) => one.inputValue()),
    )
  const before = await valuesOf()
  await english(page)
    .nth(1)
    .evaluate((field) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', 'First\tПервый\tone too many\n\tВторой\n')
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
  await expect(page.getByText('1 pasted cell did not fit')).toBeVisible()
  await expect(page.getByText('3 translations have been saved.')).toBeVisible()
  expect(await valuesOf()).toEqual([...before.slice(0, 2), 'First', 'Первый', before[4], 'Второй'])
  await page.getByRole('button', { name: t['action.undo'] }).click()
  await expect.poll(valuesOf).toEqual(before)
})

test('what somebody else has written meanwhile is shown instead of overwritten', async ({
  page,
  context,
}) => {
  await openTexts(page, '?kind=category')
  const source = await english(page).first().getAttribute('aria-label')
  const before = await english(page).first().inputValue()
  const other = await context.newPage()
  await openTexts(other, '?kind=category')
  await english(other).first().fill('Theirs')
  await english(other).first().press('Enter')
  await expect(english(other).nth(1)).toBeFocused()
  await expect.poll(() => english(other).first().inputValue()).toBe('Theirs')
  await other.waitForLoadState('networkidle')
  await english(page).first().fill('Mine')
  await english(page).first().blur()
  await expect(page.getByRole('alert')).toContainText(source?.split(',')[0] ?? 'none')
  await expect(english(page).first()).toHaveValue('Theirs')
  await english(page).first().fill(before)
  await english(page).first().blur()
  await page.waitForLoadState('networkidle')
})

test('a word of the office goes before those of the product', async ({ page }) => {
  await openTexts(page)
  await page.getByRole('link', { name: t['panel.dictionary'] }).click()
  await expect(page.getByRole('heading', { name: t['panel.dictionary'], level: 1 })).toBeVisible()
  await page.getByRole('button', { name: t['panel.dictionary.add'] }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: t['panel.form.save'] }).click()
  await expect(dialog.getByLabel('Türkçe')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByText(t['panel.dictionary.role.word']).click()
  await dialog.getByLabel('Türkçe').fill('zıpzıp')
  await dialog.getByLabel('English').fill('bouncy')
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: t['panel.form.save'] }).click()
  await expect(dialog).toHaveCount(0)
  const own = page.getByRole('row').filter({ hasText: 'zıpzıp' })
  await expect(own).toContainText('bouncy')
  await own.getByRole('button', { name: fillText(t['panel.dictionary.delete'], { word: 'zıpzıp' }) }).click()
  await expect(own).toHaveCount(0)
})

test('a name is translated where it is edited', async ({ page }) => {
  await openAs(page, 'admin', tenant, '/panel-kategoriler/index', 'en')
  await page
    .getByRole('button', { name: /^More actions for/ })
    .first()
    .click()
  await page.getByRole('button', { name: t['panel.texts.inLanguages'] }).click()
  const dialog = page.getByRole('dialog')
  const field = dialog.getByLabel('Русский')
  const before = await field.inputValue()
  expect(before).not.toBe('')
  await field.fill('Другое')
  await field.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('1 translation has been saved.')).toBeVisible()
  await page.getByRole('button', { name: t['action.undo'] }).click()
  await expect(page.getByText(t['notice.undone'])).toBeVisible()

  await openAs(page, 'admin', tenant, '/panel-urunler/index', 'en')
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  const name = page.getByLabel(t['panel.product.name']).first()
  const ofName = fillText(t['panel.texts.ofName'], { name: await name.inputValue() })
  await page.getByRole('button', { name: ofName }).first().click()
  await expect(page.getByRole('dialog').getByLabel('Русский')).not.toHaveValue('')
})
