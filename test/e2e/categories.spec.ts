import { expect, type Locator, type Page } from '@playwright/test'
import { openAs } from './openAs.ts'
import { adminToken, call } from './people.ts'
import { addressOf, expectNoSidewaysScroll, fillText, phone, test, texts, violations } from './shop.ts'

const t = texts.en
/** Other tests use the same shops. */
const unique = () => `Z${Date.now().toString(36)}${Math.random().toString(36).slice(2, 5)}`

async function openTree(page: Page, tenant = 'default', language: 'en' | 'ar' = 'en'): Promise<void> {
  await openAs(page, 'admin', tenant, '/panel-kategoriler/index', language)
  await expect(page).toHaveURL(addressOf(tenant, '/panel-kategoriler/index'))
  await expect(page.getByRole('treegrid', { name: texts[language]['panel.categories'] })).toBeVisible()
}

const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(`^${name}, `) })
/** Levels and names of a test's own rows. */
const shape = (page: Page, prefix: string) =>
  page.locator('[data-row]').evaluateAll(
    (rows, start) =>
      rows.flatMap((one) => {
        const name = one.getAttribute('aria-label')?.split(', ')[0] ?? ''
        return name.startsWith(start) ? [`${one.getAttribute('aria-level')} ${name.slice(start.length)}`] : []
      }),
    prefix,
  )

async function add(tenant: string, categoryName: string, parentId: string | null = null): Promise<string> {
  const token = await adminToken(tenant)
  const { data } = await call<{ data: { categoryId: string } }>(
    tenant,
    '/api/Shop/AddCategory',
    { categoryName, parentId },
    token,
  )
  return data.categoryId
}
async function removeAll(tenant: string, ids: string[]): Promise<void> {
  const token = await adminToken(tenant)
  for (const id of ids.toReversed()) {
    await call(tenant, `/api/Shop/DeleteCategory?id=${id}`, undefined, token).catch(() => {})
  }
}

async function drag(page: Page, from: Locator, to: Locator, at: { y: number; x?: number }): Promise<void> {
  // Dragging near the edge scrolls.
  await to.evaluate((one) => one.scrollIntoView({ block: 'center' }))
  const [start, goal] = [await from.locator('[aria-hidden]').first().boundingBox(), await to.boundingBox()]
  if (!start || !goal) throw new Error('Nothing to drag')
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2)
  await page.mouse.down()
  const x = at.x ?? start.x + start.width / 2
  await page.mouse.move(x, goal.y + goal.height * at.y - 6, { steps: 6 })
  await page.mouse.move(x, goal.y + goal.height * at.y, { steps: 2 })
  await page.mouse.up()
}

async function chooseFromMenu(page: Page, name: string, entry: string): Promise<void> {
  await row(page, name)
    .getByRole('button', { name: fillText(t['panel.brandList.more'], { name }) })
    .click()
  await page.getByRole('button', { name: entry, exact: true }).click()
}

test('a category is added with subcategories, renamed, and deleted when empty', async ({ page }) => {
  const name = unique()
  await openTree(page)
  await page.getByRole('textbox', { name: t['panel.categoryTree.newName'] }).fill(name)
  await page.keyboard.press('Enter')
  await expect(row(page, name)).toBeVisible()

  await chooseFromMenu(page, name, t['panel.categoryTree.addBelow'])
  const below = page.getByRole('textbox', {
    name: fillText(t['panel.categoryTree.newBelow'], { parent: name }),
  })
  await expect(below).toBeFocused()
  await below.fill(`${name}a`)
  await below.press('Enter')
  await expect(row(page, `${name}a`)).toBeVisible()
  await expect(below).toHaveValue('')
  await below.fill(`${name}a`)
  await below.press('Enter')
  await expect(page.getByRole('alert').first()).toBeVisible()
  await expect(below).toHaveValue(`${name}a`)
  await below.fill(`${name}b`)
  await below.press('Enter')
  await expect.poll(() => shape(page, name)).toEqual(['1 ', '2 a', '2 b'])
  await below.press('Escape')
  await expect(below).toHaveCount(0)

  await row(page, `${name}b`).focus()
  await page.keyboard.press('F2')
  const field = page.getByRole('textbox', {
    name: fillText(t['panel.brandList.nameLabel'], { name: `${name}b` }),
  })
  await field.fill(`${name}c`)
  await field.press('Enter')
  await expect.poll(() => shape(page, name)).toEqual(['1 ', '2 a', '2 c'])
  expect(await violations(page)).toEqual([])

  await chooseFromMenu(page, name, t['panel.brandList.delete'])
  await expect(page.getByRole('alert').filter({ hasText: /2 subcategories/ })).toBeVisible()
  for (const one of [`${name}a`, `${name}c`, name]) {
    await chooseFromMenu(page, one, t['panel.brandList.delete'])
    await expect(row(page, one)).toHaveCount(0)
  }
})

test('a category is moved by keys and dragging, and moved back by undo', async ({ page }) => {
  const name = unique()
  const ids: string[] = []
  for (const one of ['a', 'b', 'c']) ids.push(await add('default', name + one))
  await openTree(page)
  await expect.poll(() => shape(page, name)).toEqual(['1 a', '1 b', '1 c'])

  await row(page, `${name}c`).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(() => shape(page, name)).toEqual(['1 a', '1 c', '1 b'])
  await expect(row(page, `${name}c`)).toBeFocused()
  await page.keyboard.press('Alt+ArrowRight')
  await expect.poll(() => shape(page, name)).toEqual(['1 a', '2 c', '1 b'])
  await expect(row(page, `${name}c`)).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(row(page, `${name}a`)).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => shape(page, name)).toEqual(['1 a', '1 b'])
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Alt+ArrowLeft')
  await expect.poll(() => shape(page, name)).toEqual(['1 a', '1 c', '1 b'])

  // In a gap the pointer's x decides the level.
  await drag(page, row(page, `${name}b`), row(page, `${name}a`), { y: 0.5 })
  await expect.poll(() => shape(page, name)).toEqual(['1 a', '2 b', '1 c'])
  await page.getByRole('button', { name: t['action.undo'] }).last().click()
  await expect.poll(() => shape(page, name)).toEqual(['1 a', '1 c', '1 b'])
  await drag(page, row(page, `${name}b`), row(page, `${name}a`), { y: 0.1 })
  await expect.poll(() => shape(page, name)).toEqual(['1 b', '1 a', '1 c'])
  await page.reload()
  await expect.poll(() => shape(page, name)).toEqual(['1 b', '1 a', '1 c'])
  await removeAll('default', ids)
})

test('a tree that somebody else changed is reloaded, and typed text stays', async ({ page }) => {
  const name = unique()
  const ids = [await add('default', `${name}a`), await add('default', `${name}b`)]
  await openTree(page)
  await row(page, `${name}a`).getByText(`${name}a`, { exact: true }).click()
  const field = page.getByRole('textbox', {
    name: fillText(t['panel.brandList.nameLabel'], { name: `${name}a` }),
  })
  await field.fill(`${name}mine`)
  const token = await adminToken('default')
  const theirs = { categoryId: ids[0], categoryName: `${name}theirs`, isActive: true }
  await call('default', '/api/Shop/UpdateCategory', theirs, token)
  await field.press('Enter')
  await expect(page.getByRole('alert').first()).toBeVisible()
  await expect(row(page, `${name}theirs`)).toBeVisible()
  const kept = row(page, `${name}theirs`).getByRole('textbox')
  await expect(kept).toHaveValue(`${name}mine`)
  await kept.press('Enter')
  await expect(row(page, `${name}mine`)).toBeVisible()
  await removeAll('default', ids)
})

test('the shop hides a deactivated branch, and merging moves products', async ({ page }) => {
  const name = unique()
  const token = await adminToken('open')
  type Row = { categoryId: string; categoryName: string; parentId?: string; productCount: number }
  const tree = async () =>
    (await call<{ data: { items: Row[] } }>('open', '/api/Shop/GetCategories', {}, token)).data.items
  const shown = async () =>
    (
      await call<{ data: { categories: { categoryName: string; productCount: number }[] } }>(
        'open',
        '/api/Shop/GetShopHome',
        undefined,
      )
    ).data.categories
  const top = await add('open', name)
  const leaf = await add('open', `${name}leaf`, top)
  const products = await call<{ data: { items: { id: string; categoryId: string }[] } }>(
    'open',
    '/api/Shop/GetProducts',
    { limit: 2, state: 'active' },
    token,
  )
  const originalCategoryId = products.data.items[0]?.categoryId ?? ''
  const ids = products.data.items.map(({ id }) => id)
  await call('open', '/api/Shop/ChangeProducts', { ids, categoryId: leaf }, token)
  expect(await shown()).toContainEqual(expect.objectContaining({ categoryName: name, productCount: 2 }))

  await openTree(page, 'open')
  await row(page, name).getByRole('switch').click()
  await expect(row(page, name).getByRole('switch')).not.toBeChecked()
  await expect(row(page, `${name}leaf`)).toContainText(t['panel.categoryTree.hiddenAbove'])
  // With two processes, the other may give old answers for a second.
  const ofBranch = async () => (await shown()).filter(({ categoryName }) => categoryName.startsWith(name))
  await expect.poll(ofBranch).toEqual([])
  await row(page, name).getByRole('switch').click()
  await expect(row(page, `${name}leaf`)).not.toContainText(t['panel.categoryTree.hiddenAbove'])
  await expect.poll(ofBranch).toHaveLength(2)

  const into = (await tree()).find(({ categoryId }) => categoryId === originalCategoryId)
  await chooseFromMenu(page, `${name}leaf`, t['panel.brandList.merge'])
  const dialog = page.getByRole('dialog')
  expect(await violations(page)).toEqual([])
  await dialog
    .getByRole('combobox')
    .or(dialog.getByRole('textbox'))
    .first()
    .fill(into?.categoryName ?? '')
  await page
    .getByRole('option', { name: new RegExp(`${into?.categoryName}$`) })
    .first()
    .click()
  await dialog.getByRole('button', { name: t['panel.brandList.merge'] }).click()
  await expect(row(page, `${name}leaf`)).toHaveCount(0)
  expect((await tree()).find(({ categoryId }) => categoryId === originalCategoryId)?.productCount).toBe(
    into?.productCount ? into.productCount + 2 : 2,
  )
  await removeAll('open', [top])
})

test('on a phone in Arabic it fits, and moves by menu and mirrored keys', async ({ page }) => {
  const name = unique()
  const ids = [await add('tf-it', `${name}a`), await add('tf-it', `${name}b`)]
  await page.setViewportSize(phone)
  await openTree(page, 'tf-it', 'ar')
  await expect.poll(() => shape(page, name)).toEqual(['1 a', '1 b'])
  await expectNoSidewaysScroll(page)
  expect(await violations(page)).toEqual([])
  const more = fillText(texts.ar['panel.brandList.more'], { name: `${name}b` })
  await page.getByRole('button', { name: more }).click()
  await page.getByRole('button', { name: texts.ar['panel.categoryTree.step.in'], exact: true }).click()
  await expect.poll(() => shape(page, name)).toEqual(['1 a', '2 b'])
  await row(page, `${name}b`)
    .or(page.locator(`[aria-label^="${name}b"]`))
    .first()
    .focus()
  await page.keyboard.press('Alt+ArrowRight')
  await expect.poll(() => shape(page, name)).toEqual(['1 a', '1 b'])
  await removeAll('tf-it', ids)
})

test('attribute names appear in the shop’s filters, in order, and on products', async ({ page }) => {
  const name = unique()
  const token = await adminToken('open')
  const before = await call<{ data: { attributes: object[] } }>(
    'open',
    '/api/Shop/GetAttributes',
    undefined,
    token,
  )
  await openAs(page, 'admin', 'open', '/panel-urunler/ozellikler', 'en')
  const languages = ['Türkçe', 'English', 'Русский']
  const field = (number: number, language = 'English') =>
    page.getByRole('textbox', {
      name: `${fillText(t['panel.product.attribute'], { number: String(number) })}, ${fillText(t['panel.attributeNames.nameIn'], { language })}`,
    })
  for (const language of languages) await expect(field(1, language)).toBeVisible()
  await expect(field(1)).toHaveValue('Season')
  await field(1).fill(`${name} one`)
  await field(2, 'Türkçe').fill(`${name} iki`)
  await field(2).fill('')
  await field(3).fill(`${name} one`)
  const save = page.getByRole('button', { name: t['panel.form.save'] })
  await save.click()
  // Equal names cannot be told apart.
  await expect(field(3)).toHaveAttribute('aria-invalid', 'true')
  await field(3).fill('')
  const up = fillText(t['panel.attributeNames.moveUp'], { name: `${name} iki` })
  await page.getByRole('button', { name: up }).click()
  await expect(
    page.getByRole('button', { name: fillText(t['panel.attributeNames.moveDown'], { name: `${name} iki` }) }),
  ).toBeFocused()
  expect(await violations(page)).toEqual([])
  await save.click()
  await expect(page.getByText(t['panel.form.saved'], { exact: true })).toBeVisible()
  await expect(page.getByText(t['panel.settings.reloadText'])).toBeVisible()

  await page.goto(addressOf('open', '/shop/products'))
  const titles = page.getByText(new RegExp(`^${name} `))
  // The tenant's first language.
  await expect(titles).toHaveText([`${name} iki`, `${name} one`])
  const item = page.getByRole('article').first().getByRole('link').first()
  await item.click()
  await expect(page.getByText(`${name} one`).first()).toBeVisible()

  await page.goto(addressOf('open', '/panel-urunler/ozellikler'))
  await page
    .getByRole('switch', { name: fillText(t['panel.attributeNames.facetLabel'], { name: `${name} iki` }) })
    .click()
  await save.click()
  await expect(page.getByText(t['panel.form.saved'], { exact: true })).toBeVisible()
  await page.goto(addressOf('open', '/shop/products'))
  await expect(titles).toHaveText([`${name} one`])
  const { attributes } = before.data
  await call('open', '/api/Shop/SaveAttributes', { attributes }, token)
})
