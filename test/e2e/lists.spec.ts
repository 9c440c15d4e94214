import { expect, type Page } from '@playwright/test'
import { readSheet } from 'read-excel-file/node'
import { openAs } from './openAs.ts'
import { adminToken, call } from './people.ts'
import { addressOf, download, expectNoSidewaysScroll, phone, test, texts, violations } from './shop.ts'

const t = texts.en
const list = '/customer/index'

/** Returns a word that only they contain. */
async function addCustomers(count: number): Promise<string> {
  const word = `L${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`
  const token = await adminToken('default')
  for (let number = 1; number <= count; number += 1) {
    const currAccCode = `${word}.${String(number).padStart(2, '0')}`
    const named = { currAccCode, currAccDescription: `Listed ${word} ${number}` }
    await call(
      'default',
      '/api/Account/AddCustomer',
      { ...named, currencyCode: 'TRY', priceGroup: 'CB' },
      token,
    )
  }
  return word
}

/** Sorted by code, as an admin. */
async function openList(page: Page, word: string, more = ''): Promise<void> {
  await openAs(page, 'admin', 'default', list, 'en')
  await expect(rows(page).first()).toBeVisible()
  await page.goto(addressOf('default', `${list}?text=${word}&sort=currAccCode${more}`))
  await expect(rows(page).first()).toContainText(`${word}.01`)
}

const rows = (page: Page) => page.locator('tr[data-row]')
const ticked = (page: Page) => rows(page).getByRole('checkbox', { checked: true })
const bar = (page: Page) => page.getByRole('region', { name: t['panel.list.selection'] })
const headings = (page: Page) => page.getByRole('columnheader').filter({ hasText: /\w/ }).allInnerTexts()

test('columns are hidden, moved by keyboard, remembered and reset', async ({ page }) => {
  const word = await addCustomers(2)
  await openList(page, word)
  const before = await headings(page)
  await page.getByRole('button', { name: t['panel.list.columns'] }).click()
  const chooser = page.getByRole('list', { name: t['panel.list.columns'] })
  await chooser.getByRole('checkbox', { name: t['panel.customer.city'] }).uncheck()
  await expect(page.getByRole('columnheader', { name: t['panel.customer.city'] })).toHaveCount(0)
  expect(await violations(page)).toEqual([])
  const handle = chooser.getByRole('button', {
    name: t['panel.list.moveColumn'].replace('{name}', t['order.state']),
  })
  await handle.focus()
  await page.keyboard.press('Space')
  await expect(page.getByText(/picked up|: position \d/)).toBeAttached()
  for (let step = 0; step < 4; step += 1) {
    await page.keyboard.press('ArrowUp')
    await page.waitForTimeout(300)
  }
  await page.keyboard.press('Space')
  await expect(page.getByText(/dropped/)).toBeAttached()
  const changed = await headings(page)
  expect(changed).not.toContain(t['panel.customer.city'])
  expect(changed.indexOf(t['order.state'])).toBeLessThan(before.indexOf(t['order.state']) - 1)
  await page.reload()
  await expect(rows(page).first()).toBeVisible()
  expect(await headings(page)).toEqual(changed)
  await page.getByRole('button', { name: t['panel.list.columns'] }).click()
  await page.getByRole('button', { name: t['panel.list.resetColumns'] }).click()
  expect(await headings(page)).toEqual(before)
})

test('rows are ticked by range and across pages, deleted together and restored', async ({ page }) => {
  const word = await addCustomers(23)
  await openList(page, word)
  await rows(page).nth(1).getByRole('checkbox').click()
  await rows(page)
    .nth(4)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] })
  await expect(ticked(page)).toHaveCount(4)
  await expect(bar(page)).toContainText('4 selected')
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Page 2' }).click()
  await expect(rows(page)).toHaveCount(3)
  await rows(page).nth(2).getByRole('checkbox').click()
  await expect(bar(page)).toContainText('5 selected')
  await expect(bar(page)).toContainText(t['panel.list.selectedElsewhere'].replace('{count}', '4'))
  await bar(page).getByRole('button', { name: t['panel.list.delete'] }).click()
  await expect(page.getByText('5 records deleted.')).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
  await page.getByRole('button', { name: t['action.undo'] }).click()
  await expect(page.getByText(t['notice.undone'])).toBeVisible()
  await expect(page.getByText('23 customers')).toBeVisible()
})

test('a list works by keyboard alone', async ({ page }) => {
  const word = await addCustomers(22)
  await openList(page, word)
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('ArrowDown')
  const link = (number: string) => page.getByRole('link', { name: `${word}.${number}`, exact: true })
  await expect(link('01')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(ticked(page)).toHaveCount(2)
  await expect(link('03')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(ticked(page)).toHaveCount(0)
  await page.keyboard.press('End')
  await expect(link('20')).toBeFocused()
  await page.keyboard.press('PageDown')
  await expect(link('21')).toBeFocused()
  await page.keyboard.press('PageUp')
  await expect(link('01')).toBeFocused()
  await page.keyboard.press('Control+a')
  await expect(ticked(page)).toHaveCount(20)
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: t['panel.list.shortcuts'] })
  await expect(help).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(help).toHaveCount(0)
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/customer\/account\//)
})

test('the headings that sort are one tab stop, and arrow keys go between them', async ({ page }) => {
  const word = await addCustomers(2)
  await openList(page, word)
  const heads = page.locator('main thead th button')
  const stops = () =>
    heads.evaluateAll((all) => all.filter((one) => (one as HTMLElement).tabIndex === 0).length)
  expect(await heads.count()).toBeGreaterThan(2)
  expect(await stops()).toBe(1)
  await heads.first().focus()
  await page.keyboard.press('ArrowRight')
  await expect(heads.nth(1)).toBeFocused()
  expect(await stops()).toBe(1)
  await page.keyboard.press('ArrowLeft')
  await expect(heads.first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/sort=/)
})

test('a refused call is told longer than other errors', async ({ page }) => {
  const word = await addCustomers(2)
  await openList(page, word)
  let calls = 0
  await page.route('**/api/Account/DeleteCustomer*', (route) => {
    calls += 1
    if (calls > 1) return route.abort()
    return route.fulfill({ status: 409, json: { Message: 'Refused', code: 'record.changed', requestId: '' } })
  })
  // Pressed together: the refused one is told first, so that only its own time keeps it longer.
  await page
    .locator('tr[data-row]')
    .getByRole('button', { name: /^Delete/ })
    .evaluateAll((all) => {
      for (const one of all) (one as HTMLElement).click()
    })
  const refused = page.getByRole('alert').filter({ hasText: 'Refused' })
  const lost = page.getByRole('alert').filter({ hasText: t['error.network'] })
  await expect(refused).toBeVisible()
  await expect(lost).toBeVisible()
  await expect(lost).toHaveCount(0)
  expect(await refused.count()).toBe(1)
  await expect(refused).toHaveCount(0)
})

test('all matches or the ticked rows are exported with the table’s columns', async ({ page }) => {
  const word = await addCustomers(21)
  await openList(page, word)
  const save = async (within: ReturnType<typeof bar> | Page, format: string) => {
    await within.getByRole('button', { name: t['panel.list.export'] }).click()
    const saved = await download(page, within.getByRole('button', { name: format }))
    await expect(page.getByText(t['panel.list.exportDone']).last()).toBeVisible()
    return saved
  }
  const workbook = await save(page, t['panel.list.exportExcel'])
  expect(workbook.name).toMatch(/^Customers \d{4}-\d\d-\d\d\.xlsx$/)
  const sheet = await readSheet(workbook.content)
  expect(sheet).toHaveLength(22)
  expect(sheet[0]?.slice(0, 2)).toEqual([t['panel.customer.code'], t['panel.customer.name']])
  expect(sheet.at(-1)?.[0]).toBe(`${word}.21`)
  await rows(page).nth(2).getByRole('checkbox').click()
  await rows(page).nth(7).getByRole('checkbox').click()
  const text = await save(bar(page), t['panel.list.exportCsv'])
  expect(text.name).toMatch(/\.csv$/)
  const lines = text.content.toString().trimEnd().split('\r\n')
  expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual([`${word}.03`, `${word}.08`])
})

test('products, brands and categories can be exported', async ({ page }) => {
  await openAs(page, 'admin', 'default', '/panel-urunler/index', 'en')
  const save = async (format: string) => {
    await page.getByRole('button', { name: t['panel.list.export'] }).click()
    return download(page, page.getByRole('button', { name: format }))
  }
  const linesOf = (content: Buffer) => content.toString().replace('\ufeff', '').trimEnd().split('\r\n')
  await expect(rows(page).first()).toBeVisible()
  const code = (await rows(page).first().getByRole('link').first().locator('bdi').first().innerText()).trim()
  await page.getByRole('searchbox').fill(code)
  await expect(page).toHaveURL(/text=/)
  await expect(rows(page).first()).toContainText(code)
  const products = await save(t['panel.list.exportExcel'])
  expect(products.name).toMatch(/^Products \d{4}-\d\d-\d\d\.xlsx$/)
  const [head = [], ...found] = await readSheet(products.content)
  const names = (['brandName', 'categoryName', 'itemCode'] as const).map(
    (column) => t[`panel.import.column.${column}`],
  )
  expect(head.slice(0, 3)).toEqual(names)
  expect(found.length).toBeGreaterThan(0)
  expect([...new Set(found.map((row) => row[2]))]).toEqual([code])

  await page.goto(addressOf('default', '/panel-markalar/index'))
  const brands = await save(t['panel.list.exportCsv'])
  expect(brands.name).toMatch(/^Brands .*\.csv$/)
  const all = linesOf(brands.content)
  const name = all[1]?.split(',')[0] ?? ''
  expect(name).not.toBe('')
  await expect(page.getByLabel(t['panel.brandList.nameLabel'].replace('{name}', name))).toHaveValue(name)

  await page.goto(addressOf('default', '/panel-kategoriler/index'))
  expect(await violations(page)).toEqual([])
  const categories = linesOf((await save(t['panel.list.exportCsv'])).content)
  expect(categories[0]).toContain(t['product.category'])
  expect(categories.slice(1).some((line) => line.includes(' > '))).toBe(true)
})

test('a broken download is not saved, and a download can be cancelled', async ({ page }) => {
  const word = await addCustomers(1)
  await openList(page, word)
  const saved: string[] = []
  page.on('download', (one) => saved.push(one.suggestedFilename()))
  await page.route('**/ExportCustomers', (route) => route.abort('connectionreset'))
  await page.getByRole('button', { name: t['panel.list.export'] }).click()
  await page.getByRole('button', { name: t['panel.list.exportCsv'] }).click()
  await expect(page.getByText(t['error.network'])).toBeVisible()
  await page.unroute('**/ExportCustomers')
  await page.route('**/ExportCustomers', () => {})
  await page.getByRole('button', { name: t['panel.list.export'] }).click()
  await page.getByRole('button', { name: t['panel.list.exportCsv'] }).click()
  await page.getByRole('button', { name: t['action.cancel'] }).click()
  await expect(page.getByRole('button', { name: t['panel.list.export'] })).toBeVisible()
  expect(saved).toEqual([])
})

test('days are typed or picked from a calendar, and common periods by one press', async ({ page }) => {
  await openAs(page, 'admin', 'default', '/panel/changes', 'en')
  const days = page.getByRole('button', { name: t['panel.dashboard.period'] }).first()
  await days.click()
  const from = page.getByLabel(t['orders.from'])
  await from.fill('31.02.2026')
  await from.blur()
  await expect(page.getByText(t['day.invalid'])).toBeVisible()
  await expect(from).toHaveValue('31.02.2026')
  await from.fill('31.05.2026')
  await expect(page).toHaveURL(/from=.?2026-05-31/)
  await from.blur()
  await expect(from).toHaveValue('31/05/2026')
  await page.getByRole('button', { name: t['panel.dashboard.period.lastMonth'] }).click()
  await expect(page).toHaveURL(/period=lastMonth/)
  await expect(page).not.toHaveURL(/from=/)
  await expect(days).toContainText(t['panel.dashboard.period.lastMonth'])
  await expect(days).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: t['day.range'] }).click()
  const calendar = page.locator('[popover] table')
  await expect(calendar.locator('thead th').first()).toHaveText('Mo')
  expect(await violations(page)).toEqual([])
  await calendar.getByRole('button', { name: /^10 / }).click()
  await calendar.getByRole('button', { name: /^12 / }).click()
  await expect(page).toHaveURL(/from=.?\d{4}-\d\d-10.*to=.?\d{4}-\d\d-12/)
})

test('in Arabic the calendar is mirrored, and weeks start on Saturday', async ({ page }) => {
  const ar = texts.ar
  await openAs(page, 'admin', 'tf-it', '/panel/changes', 'ar')
  await page.getByRole('button', { name: ar['panel.dashboard.period'] }).click()
  await page.getByRole('button', { name: ar['day.range'] }).click()
  const days = page.locator('[popover] thead th')
  await expect(days.first()).toHaveText('س')
  const [first, last] = [await days.first().boundingBox(), await days.last().boundingBox()]
  expect(first?.x).toBeGreaterThan(last?.x ?? 0)
})

test('on a phone rows are ticked by touch, and the actions are at the bottom', async ({ page }) => {
  const word = await addCustomers(3)
  await page.setViewportSize(phone)
  await openList(page, word)
  await rows(page).first().getByRole('checkbox').click()
  const place = await bar(page).boundingBox()
  expect((place?.y ?? 0) + (place?.height ?? 0)).toBeCloseTo(844, 0)
  await page.getByRole('checkbox', { name: t['panel.list.selectPage'] }).click()
  await expect(bar(page)).toContainText('3 selected')
  expect(await violations(page)).toEqual([])
  await expectNoSidewaysScroll(page)
})

test('filters are one row of chips that show their value and can be cleared', async ({ page }) => {
  await openOrders(page)
  const filters = page.getByRole('search')
  const state = filters.getByRole('combobox', { name: t['order.state'] })
  const chips = filters.getByRole('group', { name: t['ordering.facets.title'] })
  for (const [width, height] of [
    [1280, 800],
    [768, 1024],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    const tops = await chips
      .locator(':scope > *')
      .evaluateAll((each) => each.map((one) => Math.round(one.getBoundingClientRect().top)))
    expect(tops.length).toBeGreaterThan(5)
    expect(new Set(tops).size).toBe(1)
    await expectNoSidewaysScroll(page)
  }
  // By keyboard.
  await state.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option', { name: t['list.all'] })).toBeVisible()
  const cancelled = page.getByRole('option', { name: t['order.state.cancelled'] })
  await expect
    .poll(async () => {
      await page.keyboard.press('ArrowDown')
      return cancelled.getAttribute('data-combobox-selected')
    })
    .toBe('true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/state=cancelled/)
  await expect(state).toContainText(t['order.state.cancelled'])
  await expect(state).toBeFocused()
  await filters.getByRole('button', { name: t['panel.dashboard.period'] }).click()
  await page.getByRole('button', { name: t['panel.dashboard.period.thisWeek'] }).click()
  await expect(page).toHaveURL(/period=thisWeek/)
  expect(await violations(page)).toEqual([])
  await filters
    .getByRole('button', { name: t['ordering.facets.remove'].replace('{value}', t['order.state']) })
    .click()
  await expect(page).not.toHaveURL(/state=/)
  await expect(page).toHaveURL(/period=thisWeek/)
  await expect(state).toBeFocused()
})

test('on a phone an order is a card of three lines, and five fit on the screen', async ({ page }) => {
  await page.setViewportSize(phone)
  await openOrders(page)
  const cards = await rows(page).evaluateAll((each) =>
    each.map((one) => {
      const lines = [...one.querySelectorAll('td:last-child > div')].map((line) => line.clientHeight)
      return { bottom: one.getBoundingClientRect().bottom, lines }
    }),
  )
  expect(cards.filter(({ bottom }) => bottom <= 844).length).toBeGreaterThanOrEqual(5)
  for (const { lines } of cards) expect(lines.map((height) => height < 30)).toEqual([true, true, true])
  await expectNoSidewaysScroll(page)
  expect(await violations(page)).toEqual([])
  await rows(page).first().getByRole('checkbox').click()
  await expect(bar(page)).toContainText('1 selected')
  await rows(page)
    .nth(1)
    .getByText(/units?$/)
    .click()
  await expect(page).toHaveURL(/\/siparisler\/[0-9a-f-]{36}/)
})

test('filters are saved by name with relative days, and the list can open with them', async ({ page }) => {
  await openOrders(page)
  const name = `My morning ${Date.now()}`
  const filters = page.getByRole('search')
  const saved = filters.getByRole('button', { name: t['panel.saved.title'] }).first()
  await filters.getByRole('button', { name: t['panel.dashboard.period'] }).click()
  await page.getByRole('button', { name: t['panel.dashboard.period.thisYear'] }).click()
  await filters.getByRole('combobox', { name: t['order.type'] }).click()
  await page.getByRole('option', { name: t['orderType.short.Season'] }).click()
  await expect(page).toHaveURL(/orderType=Season/)
  await saved.click()
  await page.getByLabel(t['panel.saved.name']).fill(name)
  await page.keyboard.press('Enter')
  await expect(saved).toContainText(name)
  await page.getByRole('button', { name: t['panel.saved.start'].replace('{name}', name) }).click()
  await expect(
    page.getByRole('button', { name: t['panel.saved.start'].replace('{name}', name), pressed: true }),
  ).toBeVisible()
  expect(await violations(page)).toEqual([])

  const asked: string[] = []
  page.on('request', (one) => {
    if (one.url().endsWith('/GetOrders')) asked.push(one.postData() ?? '')
  })
  await page.goto(addressOf('default', '/siparisler/index'))
  await expect(page).toHaveURL(/period=thisYear/)
  await expect(page).toHaveURL(/orderType=Season/)
  await expect(page).not.toHaveURL(/from=/)
  await expect(rows(page).first()).toBeVisible()
  expect(asked.every((body) => body.includes('"orderType":"Season"'))).toBe(true)

  await saved.click()
  await page.getByRole('button', { name: t['panel.saved.all'] }).click()
  await expect(page).not.toHaveURL(/orderType/)
  await expect(filters.getByRole('combobox', { name: t['order.type'] })).not.toContainText('Season')
  await saved.click()
  await page.getByRole('button', { name: t['panel.person.deleteName'].replace('{name}', name) }).click()
  await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
  await page.goto(addressOf('default', '/siparisler/index'))
  await expect(rows(page).first()).toBeVisible()
  await expect(page).not.toHaveURL(/orderType/)
})

async function openOrders(page: Page): Promise<void> {
  await openAs(page, 'admin', 'default', '/siparisler/index', 'en')
  await expect(rows(page).nth(4)).toBeVisible()
}
