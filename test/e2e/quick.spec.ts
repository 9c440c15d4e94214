import { expect, type Page } from '@playwright/test'
import writeWorkbook from 'write-excel-file/node'
import type { Product } from '#shared/catalogue/catalogue.ts'
import { numbersFile, openDocument, textCell, workbookOf } from '#test/workbooks.ts'
import { demoBarcode } from './barcodes.ts'
import { openAs } from './openAs.ts'
import { callAs } from './people.ts'
import { download, test, texts, violations } from './shop.ts'

const t = texts.en

async function openQuickOrder(page: Page, username = 'dealer') {
  await openAs(page, username, 'default', '/shop/quick-order', 'en')
  await expect(area(page)).toBeVisible()
}

const area = (page: Page) => page.getByLabel(t['ordering.quick.paste'])
const check = (page: Page) => page.getByRole('button', { name: t['ordering.quick.check'] })
const counts = (page: Page) => page.getByRole('group', { name: t['ordering.quick.show'] }).getByRole('button')
const problems = (page: Page) => page.getByTestId('problem')
const add = (page: Page) => page.getByRole('button', { name: /^Add .*to cart$/ })

async function expectCounts(page: Page, all: string, good: string, bad: string) {
  await expect(counts(page)).toHaveText([`All ${all}`, `Ready ${good}`, `Problems ${bad}`])
}

async function paste(page: Page, lines: string[]) {
  await area(page).fill(lines.join('\n'))
  await check(page).click()
}

/** `many` orderable barcodes; they repeat. */
async function orderable(page: Page, count: number): Promise<string[]> {
  const codes = Array.from({ length: 60 }, (_, index) => demoBarcode(index + 1))
  const asked = { orderType: 'Rpt', lines: codes.map((code) => ({ code, qty: 50 })) }
  type Checked = { data: { lines: { status: string }[] } }
  const { data } = await callAs<Checked>(page, '/api/Shop/CheckOrderLines', asked)
  const good = codes.filter((_, index) => data.lines[index]?.status === 'ok')
  return Array.from({ length: count }, (_, index) => good[index % good.length] ?? '')
}

test('an empty page has an example that can be tried', async ({ page }) => {
  await openQuickOrder(page)
  await expect(page.getByRole('heading', { name: t['ordering.quick.exampleTitle'] })).toBeVisible()
  expect(await violations(page)).toEqual([])
  const example = page.locator('pre')
  await expect(example).toContainText('-')
  await expect(example).not.toContainText('A100')
  const button = page.getByRole('button', { name: t['ordering.quick.sample'] })
  const sample = (await download(page, button)).content.toString()
  expect(sample.charCodeAt(0)).toBe(0xfeff)
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'sample.csv', mimeType: 'text/csv', buffer: Buffer.from(sample) })
  await page.getByRole('button', { name: /^Check \d+ lines$/ }).click()
  const lines = sample.trim().split('\r\n').length - 1
  await expectCounts(page, String(lines), String(lines), '0')
})

test('a thousand pasted lines are checked and added at once', async ({ page }) => {
  await openQuickOrder(page)
  const codes = await orderable(page, 1000)
  await area(page).fill(codes.map((code) => `${code};1`).join('\n'))
  const took = await page.evaluate(
    ([label]) =>
      new Promise<number>((resolve) => {
        const start = performance.now()
        new MutationObserver(() => {
          if (/Ready\s*1,000/.test(document.querySelector('main')?.textContent ?? '')) {
            requestAnimationFrame(() => resolve(performance.now() - start))
          }
        }).observe(document.body, { childList: true, subtree: true, characterData: true })
        for (const button of document.querySelectorAll('button')) {
          if (button.textContent === label) button.click()
        }
      }),
    [t['ordering.quick.check']],
  )
  test
    .info()
    .annotations.push({ type: 'milliseconds for 1,000 lines', description: String(Math.round(took)) })
  expect(took).toBeLessThan(5000)
  await expectCounts(page, '1,000', '1,000', '0')
  await add(page).click()
  await expect(page.getByText('1,000 lines added to the cart')).toBeVisible()
  await expect(counts(page)).toHaveCount(0)
  await expect(page.getByRole('link', { name: /^Cart, 1,?000 units/ })).toBeVisible()
  await test.step('and taken back', async () => {
    await page.getByRole('button', { name: t['action.undo'] }).click()
    await expectCounts(page, '1,000', '1,000', '0')
    await expect(page.getByRole('link', { name: 'Cart, empty' })).toBeVisible()
  })
})

test('problems are shown per line and fixed in place', async ({ page }) => {
  await openQuickOrder(page)
  const [good = ''] = await orderable(page, 1)
  await paste(page, [`${good} 2`, 'IG1001 3', 'NO-SUCH 4', `${good} 2,5`, `${good} 999999`])
  await expectCounts(page, '5', '1', '4')
  const [ambiguous, unknown, bad, short] = [0, 1, 2, 3].map((index) => problems(page).nth(index))
  await expect(ambiguous!).toContainText(t['ordering.quick.why.ambiguous'])
  await expect(unknown!).toContainText(t['ordering.scan.why.unknown'])
  await expect(bad!).toContainText(t['ordering.quick.why.badQty'])
  await expect(short!).toContainText('left in stock')
  expect(await violations(page)).toEqual([])

  const button = page.getByRole('button', { name: t['ordering.quick.saveProblems'] })
  expect((await download(page, button)).content.toString().trim().split('\r\n')).toHaveLength(5)

  await short!.getByRole('button', { name: /^Take the last/ }).click()
  await expectCounts(page, '5', '2', '3')
  await bad!.getByLabel(t['ordering.quick.role.qty']).fill('3')
  await bad!.getByLabel(t['ordering.quick.role.qty']).press('Enter')
  // Both lines compete for the stock.
  await expect(counts(page).nth(0)).toHaveText('All 5')
  await unknown!.getByLabel(t['ordering.quick.role.code'], { exact: true }).fill('IG1001')
  await unknown!.getByLabel(t['ordering.quick.role.code'], { exact: true }).press('Enter')
  await expect(unknown!).toContainText(t['ordering.quick.why.ambiguous'])
  const choice = ambiguous!.getByRole('combobox')
  const options = await choice.locator('option').count()
  expect(options).toBeGreaterThan(3)
  await choice.selectOption({ index: 1 })
  await expect(problems(page).first()).toContainText('IG1001')

  await test.step('a reload and Back find all of it again', async () => {
    const before = await counts(page).allTextContents()
    await page.reload()
    await expect(counts(page)).toHaveText(before)
    await page.goto(page.url().replace('/quick-order', ''))
    await page.goBack()
    await expect(counts(page)).toHaveText(before)
  })
  await test.step('the rest can be left', async () => {
    await add(page).click()
    await expect(page.getByText(/lines? added to the cart/)).toBeVisible()
    await expect(problems(page).first()).toBeVisible()
  })
})

test('columns of a workbook are detected, corrected and remembered', async ({ page }) => {
  await openQuickOrder(page)
  const codes = await orderable(page, 3)
  const heads = ['Nr', 'Bizim kod', 'Artikel-EAN', 'Bestellt', 'Bemerkung']
  const rows = [
    ['Yılmaz Tekstil', '', '', '', ''],
    heads,
    ...codes.map((code, index) => [index + 1, `X-${index}`, code, index + 2, 'acil']),
    [4, 'X-9', codes[0] ?? '', '', 'yok'],
  ]
  const cells = rows.map((row) => row.map((value) => ({ value })))
  const buffer = await writeWorkbook(cells, {}).toBuffer()
  const file = { name: 'siparis.xlsx', mimeType: 'application/octet-stream', buffer }
  await page.locator('input[type=file]').setInputFiles(file)
  const column = (name: string) => page.getByLabel(`Content of column ${name}`)
  await expect(column('Artikel-EAN')).toHaveValue('barcode')
  expect(await violations(page)).toEqual([])
  await column('Bestellt').selectOption('ignore')
  await column('Nr').selectOption('qty')
  await column('Bestellt').selectOption('qty')
  await expect(column('Nr')).toHaveValue('ignore')
  await expect(page.getByText('1 row has no quantity', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Check 3 lines' }).click()
  await expectCounts(page, '3', '3', '0')
  await expect(page.getByText('9 units')).toBeVisible()

  await page.locator('input[type=file]').setInputFiles(file)
  await expect(column('Bestellt')).toHaveValue('qty')
  await expect(column('Nr')).toHaveValue('ignore')
  await page.getByRole('button', { name: t['action.cancel'] }).click()
  await expectCounts(page, '3', '3', '0')
})

test('a workbook with merged codes and uncalculated quantities is read', async ({ page }) => {
  await openQuickOrder(page)
  type Found = { data: { products: Product[] } }
  const asked = { orderType: 'Rpt', limit: 50 }
  const { data } = await callAs<Found>(page, '/api/Shop/GetCategoryProducts', asked)
  const sizesOf = ({ items }: Product) =>
    items.filter((item) => item.itemDim1Code && item.inventory > 9 && item.unitPrice)
  const product = data.products.find((one) => sizesOf(one).length > 2)
  if (!product) throw new Error('No product has three sizes in stock')
  const { itemCode, colorCode } = product
  const [first = '', second = '', third = ''] = sizesOf(product).map((item) => item.itemDim1Code)
  const formula = { value: '=2*3', type: 'Formula' as const }
  const rows = [
    [{ value: 'Model' }, { value: 'Renk' }, { value: 'Beden' }, { value: 'Adet' }],
    [{ value: itemCode, rowSpan: 3 }, { value: colorCode, rowSpan: 3 }, { value: first }, { value: 1 }],
    [null, null, { value: second }, { value: 2 }],
    [null, null, { value: third }, formula],
  ]
  const buffer = await writeWorkbook(rows, {}).toBuffer()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'seri.xlsx', mimeType: 'application/octet-stream', buffer })
  await expect(page.getByText('2 lines take their code from a row above.')).toBeVisible()
  await page.getByRole('button', { name: 'Check 3 lines' }).click()
  await expectCounts(page, '3', '2', '1')
  await expect(problems(page)).toContainText(t['ordering.quick.why.formula'])
  await expect(problems(page)).toContainText(/Code .* from a row above/)
  expect(await violations(page)).toEqual([])
  await problems(page).getByLabel(t['ordering.quick.role.qty']).fill('3')
  await problems(page).getByLabel(t['ordering.quick.role.qty']).press('Enter')
  await expectCounts(page, '3', '3', '0')
  await expect(page.getByText(/Code .* from a row above/)).toHaveCount(2)
  await expect(page.getByText('6 units')).toBeVisible()
})

test('undo keeps lines that were read since', async ({ page }) => {
  await openQuickOrder(page)
  const [good = ''] = await orderable(page, 1)
  await paste(page, [`${good} 1`])
  await expectCounts(page, '1', '1', '0')
  await add(page).click()
  await paste(page, ['NO-SUCH 4'])
  await expectCounts(page, '1', '0', '1')
  await page.getByRole('button', { name: t['action.undo'] }).click()
  await expectCounts(page, '2', '1', '1')
})

test('a file dropped over another is read with its own columns', async ({ page }) => {
  await openQuickOrder(page)
  const drop = (name: string, text: string) =>
    page.evaluate(
      ([called, content]) => {
        const dataTransfer = new DataTransfer()
        dataTransfer.items.add(new File([content ?? ''], called ?? ''))
        dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }))
      },
      [name, text],
    )
  const roles = page.getByRole('region', { name: t['ordering.quick.preview'] }).getByRole('combobox')
  await drop('first.csv', 'Code;Qty\nA100;5\nA200;6\n')
  await expect(roles).toHaveCount(2)
  await drop('second.csv', 'Qty;Barcode\n5;8690000000012\n')
  await expect(page.getByText('second.csv')).toBeVisible()
  await expect(roles.first()).toHaveValue('qty')
  await expect(roles.last()).toHaveValue('barcode')
  await drop('third.csv', 'Code;Colour\nA100;01\n')
  await expect(page.getByText(t['ordering.quick.oneEach'])).toBeVisible()
})

test('a large workbook is read, and invalid files are refused', async ({ page }) => {
  await openQuickOrder(page)
  const codes = await orderable(page, 5000)
  const cells = [
    ['Barkod', 'Açıklama', 'Adet'],
    ...codes.map((code, index) => [code, `Uzun açıklama metni ${index} `.repeat(6), 1]),
  ]
  const buffer = await writeWorkbook(
    cells.map((row) => row.map((value) => ({ value }))),
    {},
  ).toBuffer()
  const input = page.locator('input[type=file]')
  await input.setInputFiles({ name: 'büyük.xlsx', mimeType: 'application/octet-stream', buffer })
  await page.getByRole('button', { name: 'Check 5,000 lines' }).click()
  await expect(counts(page).first()).toHaveText('All 5,000')
  await expect(counts(page).nth(1)).not.toHaveText('Ready 0')
  await input.setInputFiles({ name: 'eski.xls', mimeType: '', buffer: Buffer.from([0xd0, 0xcf, 0x11, 0xe0]) })
  await expect(page.getByRole('alert')).toContainText(t['ordering.quick.file.oldExcel'])
  await input.setInputFiles({ name: 'liste.ods', mimeType: '', buffer: openDocument() })
  await expect(page.getByRole('alert')).toContainText(t['ordering.quick.file.openDocument'])
  await input.setInputFiles({ name: 'liste.numbers', mimeType: '', buffer: numbersFile() })
  await expect(page.getByRole('alert')).toContainText(t['ordering.quick.file.numbers'])
  await input.setInputFiles({ name: 'liste.xlsx', mimeType: '', buffer: Buffer.from('%PDF-1.7\n…') })
  await expect(page.getByRole('alert')).toContainText(t['ordering.quick.file.pdf'])
  await input.setInputFiles({
    name: 'bozuk.xlsx',
    mimeType: '',
    buffer: Buffer.from('PK\u0003\u0004 nothing'),
  })
  await expect(page.getByRole('alert')).toContainText(t['ordering.quick.file.unreadable'])
  const corners = `<row r="1">${textCell('A1', 'Kod')}</row><row r="1048576">${textCell('XFD1048576', '1')}</row>`
  await input.setInputFiles({ name: 'köşe.xlsx', mimeType: '', buffer: workbookOf(corners) })
  await expect(page.getByRole('alert')).toContainText(t['ordering.quick.file.tooLarge'])
  await input.setInputFiles({ name: 'boş.csv', mimeType: '', buffer: Buffer.from(' \n') })
  await expect(page.getByRole('alert')).toContainText(t['ordering.quick.file.empty'])
  const long = Buffer.from('A1;1\n'.repeat(100_001))
  await input.setInputFiles({ name: 'uzun.csv', mimeType: '', buffer: long })
  await expect(page.getByRole('alert')).toContainText(t['ordering.quick.file.tooLarge'])
})

test('a scanner fills the focused list line by line', async ({ page }) => {
  await openQuickOrder(page)
  await area(page).focus()
  for (const running of [1, 2]) {
    await page.keyboard.type(demoBarcode(running), { delay: 5 })
    await page.keyboard.press('Enter')
  }
  await expect(area(page)).toHaveValue(`${demoBarcode(1)}\n${demoBarcode(2)}\n`)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('ambiguous quantities are resolved with one tap, also for a whole list', async ({ page }) => {
  await openQuickOrder(page)
  const [one = '', two = '', three = ''] = [...new Set(await orderable(page, 60))]
  await paste(page, [`${one};2,000`, `${two};3.000`, `${three};1`])
  await expectCounts(page, '3', '1', '2')
  const whole = page.getByRole('group', { name: t['ordering.quick.why.unclearQty'] })
  await expect(whole).toContainText('2 quantities can be read in two ways')
  expect(await violations(page)).toEqual([])
  await problems(page).first().getByRole('button', { name: 'It means 2', exact: true }).click()
  await expectCounts(page, '3', '2', '1')
  await problems(page).first().getByRole('button', { name: 'It means 3', exact: true }).click()
  await expectCounts(page, '3', '3', '0')
  await paste(page, [`${one};2,000`, `${two};3.000`])
  await whole.getByRole('button', { name: 'It means 2', exact: true }).click()
  await expectCounts(page, '5', '5', '0')
})

test('a repeated list is announced, also when the first is in the cart', async ({ page }) => {
  await openQuickOrder(page)
  const [one = '', two = ''] = [...new Set(await orderable(page, 60))]
  const list = [`${one};1`, `${two};1`]
  await paste(page, list)
  await expectCounts(page, '2', '2', '0')
  await add(page).click()
  await expect(page.getByText('2 lines added to the cart')).toBeVisible()
  await paste(page, list)
  await expectCounts(page, '2', '2', '0')
  const notice = page.getByRole('status').filter({ hasText: '2 lines were already read' })
  await notice.getByRole('button', { name: t['action.undo'] }).click()
  await expect(counts(page)).toHaveCount(0)
})
