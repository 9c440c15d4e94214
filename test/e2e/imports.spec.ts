import { expect, type Page } from '@playwright/test'
import { openAs } from './openAs.ts'
import { adminToken, call } from './people.ts'
import { addressOf, button, download, forwardToServer, phone, test, texts, violations } from './shop.ts'

const t = texts.en
const unique = () => Date.now().toString(36).toUpperCase()

async function openImports(page: Page, tenant = 'default', language: 'en' | 'ar' = 'en') {
  await openAs(page, 'admin', tenant, '/panel-urunler/import', language)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts[language]['panel.catalogueImport'])
}

async function upload(page: Page, name: string, text: string | Buffer) {
  const buffer = Buffer.from(text)
  await page.locator('input[type="file"]').setInputFiles({ name, mimeType: 'text/csv', buffer })
}

const target = (page: Page, heading: string) =>
  page.getByRole('combobox', { name: t['panel.import.targetOf'].replace('{name}', heading) })

test('a supplier’s list is mapped, checked, applied, visible in the shop, and undone', async ({ page }) => {
  test.slow()
  const code = `E2E${unique()}`
  const name = `Supplier ${code}`
  const list = [
    'Price list of the week;;;;;;;',
    'Style;Item name;Colour;Size;Maker;Department;Wholesale price;Free',
    `${code};Linen shirt;Sand;S;Nova;Men > Shirts;420,50;14`,
    `${code};Linen shirt;Sand;M;Nova;Men > Shirts;420,50;16`,
    `${code};Linen shirt;Sand;L;Nova;Men > Shirts;many;6`,
  ].join('\n')
  await openImports(page)
  expect(await violations(page)).toEqual([])
  await upload(page, `${code}.csv`, list)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${code}.csv`)
  await expect(target(page, 'Style')).toHaveValue(t['panel.import.column.itemCode'])
  await expect(target(page, 'Wholesale price')).toHaveValue(t['panel.import.column.price'])
  for (const [heading, what] of [
    ['Maker', 'brandName'],
    ['Department', 'categoryName'],
    ['Free', 'inventory'],
  ] as const) {
    await expect(target(page, heading)).toHaveValue('')
    await target(page, heading).click()
    await page.getByRole('option', { name: t[`panel.import.column.${what}`], exact: true }).click()
  }
  await page.getByRole('combobox', { name: t['panel.import.supplier'] }).fill(name)
  await page.keyboard.press('Escape')
  expect(await violations(page)).toEqual([])
  await button(page, t['panel.import.check']).click()

  const changes = page.getByRole('table')
  await expect(changes.getByRole('row').filter({ hasText: `${code} · sand · S` })).toContainText('₺420.50')
  await expect(
    changes.getByRole('row').filter({ hasText: t['panel.import.reason.notANumber'] }),
  ).toContainText('many')
  await expect(button(page, t['panel.import.apply'])).toBeDisabled()
  const bad = await download(page, button(page, t['panel.import.downloadBad']))
  expect(bad.name).toBe(`${t['panel.import.bad.fileName']}.csv`)
  expect(await violations(page)).toEqual([])
  await page.getByRole('checkbox', { name: /rows with errors/ }).check()
  await button(page, t['panel.import.apply']).click()
  await expect(page.getByText(t['panel.import.state.applied'], { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: t['panel.import.photos.go'] })).toHaveAttribute(
    'href',
    /\/photos$/,
  )
  expect(await violations(page)).toEqual([])

  const token = await adminToken('default')
  const search = { searchText: code.toLowerCase(), orderType: 'Rpt', currAccCode: '120.01.0001' }
  const found = () =>
    call<{ data: { total: number } }>('default', '/api/Shop/GetProductsBySearch', search, token)
  expect((await found()).data.total).toBe(1)

  await page.reload()
  await button(page, t['panel.import.undo']).click()
  await page.getByRole('dialog').getByRole('button', { name: t['panel.import.undo'], exact: true }).click()
  await expect(page.getByText(t['panel.import.state.undone'], { exact: true })).toBeVisible()
  expect((await found()).data.total).toBe(0)
  expect(await violations(page)).toEqual([])

  // The supplier's layout is remembered.
  await page.goto(addressOf('default', '/panel-urunler/import'))
  await expect(page.getByRole('row').filter({ hasText: `${code}.csv` })).toContainText(
    t['panel.import.state.undone'],
  )
  await upload(page, `${code}-2.csv`, list)
  await expect(target(page, 'Maker')).toHaveValue(t['panel.import.column.brandName'])
  await expect(page.getByText(t['panel.import.remembered'].replace('{name}', name))).toBeVisible()
  await button(page, t['panel.import.discard']).click()
  await expect(page).toHaveURL(/\/panel-urunler\/import$/)
})

test('prices of known sizes are shown old and new, and filters are in the URL', async ({ page }) => {
  const token = await adminToken('default')
  const search = { orderType: 'Rpt', currAccCode: '120.01.0001', limit: 1 }
  const { data } = await call<{
    data: { products: { itemCode: string; colorCode: string; items: { itemDim1Code: string }[] }[] }
  }>('default', '/api/Shop/GetCategoryProducts', search, token)
  const [product] = data.products
  const size = product?.items.find(({ itemDim1Code }) => itemDim1Code)?.itemDim1Code
  await openImports(page)
  await upload(
    page,
    `prices-${unique()}.csv`,
    `itemCode,colorCode,itemDim1Code,priceCB\n${product?.itemCode},${product?.colorCode},${size},1234.50\n`,
  )
  await button(page, t['panel.import.check']).click()
  const row = page.getByRole('row').filter({ hasText: `${product?.itemCode} · ` })
  await expect(row.locator('ins')).toHaveText('₺1,234.50')
  await expect(row.locator('del')).toHaveText(/₺\d/)
  await page.getByRole('combobox', { name: t['panel.import.changedField'] }).click()
  await page.getByRole('option', { name: /CB/ }).click()
  await expect(page).toHaveURL(/field=priceCB/)
  await page.reload()
  await expect(row.locator('ins')).toHaveText('₺1,234.50')
  await button(page, t['panel.import.discard']).click()
})

test('a file of the wrong kind is refused with a message', async ({ page }) => {
  await openImports(page)
  await upload(page, 'old.xls', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]))
  await expect(page.getByRole('alert')).toContainText('.xls')
  expect(await violations(page)).toEqual([])
  await upload(page, 'notes.csv', 'just;some;words\n1;2;3\n')
  await button(page, t['panel.import.check']).click()
  await expect(page.getByRole('alert')).toContainText(t['error.import.columns'])
  expect(await violations(page)).toEqual([])
  await button(page, t['panel.import.discard']).click()
})

test('an interrupted import says so and can be restarted', async ({ page }) => {
  const code = `CUT${unique()}`
  await openImports(page)
  await upload(
    page,
    `${code}.csv`,
    `itemCode,itemDim1Code,itemDescription,brandName,categoryName\n${code},S,Shirt,Nova,Men\n`,
  )
  await button(page, t['panel.import.check']).click()
  await expect(button(page, t['panel.import.apply'])).toBeVisible()
  // As after a kill, which test/faults/import.test.ts covers.
  let isDead = true
  await page.route('**/api/Shop/GetImport?*', async (route) => {
    const answer = await forwardToServer(route)
    const body = JSON.parse(answer.body)
    if (isDead) {
      const problem = { step: 'applying', code: 'stopped', value: '' }
      Object.assign(body.data, { state: 'failed', problem })
    }
    await route.fulfill({ status: answer.status, json: body })
  })
  await page.reload()
  await expect(page.getByRole('alert')).toContainText(t['panel.import.failed.applying'])
  expect(await violations(page)).toEqual([])
  isDead = false
  await button(page, t['panel.import.apply']).click()
  await expect(page.getByText(t['panel.import.state.applied'], { exact: true })).toBeVisible()
  await button(page, t['panel.import.undo']).click()
  await page.getByRole('dialog').getByRole('button', { name: t['panel.import.undo'], exact: true }).click()
  await expect(page.getByText(t['panel.import.state.undone'], { exact: true })).toBeVisible()
})

test('nothing overflows on a phone in Arabic', async ({ page }) => {
  const ar = texts.ar
  await page.setViewportSize(phone)
  await openImports(page, 'tf-it', 'ar')
  const width = () => page.evaluate(() => document.documentElement.scrollWidth)
  expect(await width()).toBe(390)
  const code = `AR${unique()}`
  await upload(
    page,
    `${code}.csv`,
    `رمز المنتج;اسم المنتج;المقاس;الماركة;الفئة;السعر;المخزون\n${code};قميص;M;نوفا;رجال;12,50;3\n`,
  )
  await button(page, ar['panel.import.check']).click()
  await expect(page.getByRole('row').filter({ hasText: `${code} · M` })).toBeVisible()
  expect(await width()).toBe(390)
  expect(await violations(page)).toEqual([])
  await button(page, ar['panel.import.discard']).click()
  await expect(page).toHaveURL(/\/panel-urunler\/import$/)
})

test('a new price group is named before its prices are read', async ({ page }) => {
  test.slow()
  const code = `GRP${unique()}`
  const group = `Z${unique()}`.slice(0, 20)
  await openImports(page)
  await upload(
    page,
    `${code}.csv`,
    [
      'itemCode,itemDescription,itemDim1Code,brandName,categoryName,priceCB,priceNEW,Retail price',
      `${code},Shirt,S,Nova,Men,10,8,20`,
    ].join('\n'),
  )
  await expect(target(page, 'priceNEW')).toHaveValue(`${t['panel.import.column.price']} NEW`)
  await target(page, 'Retail price').click()
  await page.getByRole('option', { name: t['panel.import.column.price'], exact: true }).press('Escape')
  const field = page.getByRole('textbox', { name: t['panel.import.newGroup'] })
  await field.fill('cb')
  await expect(button(page, t['panel.import.addGroup'])).toBeDisabled()
  await field.fill(group)
  await field.press('Enter')
  await expect(
    page.getByText(t['panel.import.groupAdded'].replace('{target}', `Price ${group}`)),
  ).toBeVisible()
  await target(page, 'Retail price').click()
  await page.getByRole('option', { name: `${t['panel.import.column.price']} ${group}`, exact: true }).click()
  expect(await violations(page)).toEqual([])
  await target(page, 'priceNEW').click()
  await page.getByRole('option', { name: t['panel.import.column.photos'], exact: true }).press('Escape')
  await button(page, t['panel.import.check']).click()
  const row = page
    .getByRole('table')
    .getByRole('row')
    .filter({ hasText: `${code} · S` })
  await expect(row).toContainText('₺20.00')
  // It is answered already.
  const question = t['panel.import.question.newPriceGroup'].replace('{column}', `Price ${group}`)
  const answers = page.getByRole('radiogroup', { name: question })
  await expect(
    answers.getByRole('radio', { name: t['panel.import.answer.newPriceGroup.create'] }),
  ).toBeChecked()
})

test('what a file leaves open is asked once, and answered before it is applied', async ({ page }) => {
  test.slow()
  const code = `ASK${unique()}`
  await openImports(page)
  await upload(
    page,
    `${code}.csv`,
    [
      'itemCode;itemDescription;itemDim1Code;brandName;categoryName;KDV Dahil Fiyat',
      `${code};Shirt;10.Ara;Nova;Men;120,00 €`,
      `${code};Shirt;S;Nova;Men;0`,
    ].join('\n'),
  )
  await button(page, t['panel.import.check']).click()
  const recheck = button(page, t['panel.import.recheck'])
  await expect(recheck).toBeDisabled()
  await expect(button(page, t['panel.import.apply'])).toBeDisabled()
  await expect(page.getByText('10.Ara → 10-12')).toBeVisible()
  const choose = (key: 'dateAsSize.asRange' | 'zeroPrice.leaveOut' | 'zeroPrice.take' | 'withTax.divide') =>
    page.getByRole('radio', { name: t[`panel.import.answer.${key}`] }).check()
  await choose('dateAsSize.asRange')
  await choose('zeroPrice.leaveOut')
  await choose('withTax.divide')
  await expect(recheck).toBeDisabled()
  await page.getByRole('textbox', { name: t['panel.import.taxPercent'] }).fill('20')
  expect(await violations(page)).toEqual([])
  await recheck.click()
  const row = (size: string) =>
    page
      .getByRole('table')
      .getByRole('row')
      .filter({ hasText: `${code} · ${size}` })
  await expect(row('10-12')).toContainText('€100.00')
  await expect(row('S')).not.toContainText('0.00')
  await expect(button(page, t['panel.import.apply'])).toBeEnabled()
  // An answer that the file was not checked with is not applied.
  await choose('zeroPrice.take')
  await expect(button(page, t['panel.import.apply'])).toBeDisabled()
  await button(page, t['panel.import.discard']).click()
})
