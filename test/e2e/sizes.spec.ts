import { expect, type Locator, type Page } from '@playwright/test'
import { demoPassword } from '#shared/demo.ts'
import type { Language } from '#shared/tenancy.ts'
import { openAs } from './openAs.ts'
import { addPerson } from './people.ts'
import { addressOf, panelOf, phone, test, texts, violations } from './shop.ts'

const t = texts.en

async function openList(page: Page, width: number, tenantKey = 'default', language: Language = 'en') {
  await page.setViewportSize({ width, height: width < 700 ? 844 : 900 })
  // An earlier cart would be offered above the list.
  const fields = { roles: ['customer'], currAccCode: '120.01.0001', password: demoPassword }
  const { username } = await addPerson(tenantKey, fields)
  await openAs(page, username, tenantKey, '/shop/products', language)
  await expect(cards(page)).toHaveCount(24)
}

const cards = (page: Page) => page.getByRole('main').getByRole('article')
const sizesOf = (card: Locator, language: Language = 'en') =>
  card.getByRole('button', { name: texts[language]['product.sizes'], exact: true })

type Box = { x: number; y: number; width: number; height: number }

async function boxOf(element: Locator): Promise<Box> {
  const box = await element.boundingBox()
  if (!box) throw new Error('It is not seen')
  return box
}

/** On the page, in whole pixels. */
const positions = (page: Page, count: number) =>
  cards(page).evaluateAll(
    (all, most) =>
      all.slice(0, most).map((card) => {
        const { x, y, width, height } = card.getBoundingClientRect()
        return [x, y + window.scrollY, width, height].map(Math.round)
      }),
    count,
  )
const scrollTop = (page: Page) => page.evaluate(() => Math.round(window.scrollY))

async function whenScrollEnds(page: Page) {
  let before = Number.NaN
  await expect
    .poll(async () => {
      const now = await scrollTop(page)
      const isSame = now === before
      before = now
      return isSame
    })
    .toBe(true)
}

for (const [width, columns, tenantKey, language] of [
  [1280, 4, 'default', 'en'],
  [820, 3, 'default', 'en'],
  [820, 3, 'tf-it', 'ar'],
] as const) {
  test(`at ${width} px in ${language}, sizes open below the row without moving it`, async ({ page }) => {
    await openList(page, width, tenantKey, language)
    const before = await positions(page, columns)
    const card = cards(page).nth(1)
    const button = sizesOf(card, language)
    await button.click()
    await expect(button).toHaveAttribute('aria-expanded', 'true')
    const panel = await panelOf(page, button)
    await expect(panel).toBeFocused()
    await whenScrollEnds(page)
    expect(await positions(page, columns)).toEqual(before)
    const ends = [await boxOf(cards(page).first()), await boxOf(cards(page).nth(columns - 1))]
    const own = await boxOf(panel)
    expect(Math.abs(own.x - Math.min(...ends.map(({ x }) => x)))).toBeLessThanOrEqual(1)
    const right = Math.max(...ends.map(({ x, width: wide }) => x + wide))
    expect(Math.abs(own.x + own.width - right)).toBeLessThanOrEqual(1)
    expect(own.y).toBeGreaterThan((await boxOf(card)).y + (await boxOf(card)).height)
    expect(own.y + own.height).toBeLessThanOrEqual(900)
    // The arrow points at its card.
    const mark = await card.evaluate((node) => {
      const drawn = getComputedStyle(node.parentElement as Element, '::after')
      return [drawn.content, drawn.position]
    })
    expect(mark).toEqual(['""', 'absolute'])
    expect(await violations(page)).toEqual([])

    const at = await scrollTop(page)
    const others = cards(page).filter({ hasNot: page.getByText(texts[language]['product.noPrice']) })
    // In the same row as the one that is open.
    const other = sizesOf(others.first(), language)
    await other.click()
    await expect(await panelOf(page, other)).toBeFocused()
    await whenScrollEnds(page)
    await expect(button).toHaveAttribute('aria-expanded', 'false')
    await expect(page.locator('[data-panel]')).toHaveCount(1)
    expect(await scrollTop(page)).toBe(at)
    expect(await positions(page, columns)).toEqual(before)

    await page.keyboard.press('Escape')
    await expect(page.locator('[data-panel]')).toHaveCount(0)
    await expect(other).toBeFocused()
    // The focused button may have disappeared.
    await other.click()
    const add = { name: texts[language]['product.add'], disabled: false }
    await (await panelOf(page, other)).getByRole('listitem').getByRole('button', add).first().click()
    await page.keyboard.press('Escape')
    await expect(page.locator('[data-panel]')).toHaveCount(0)
    await expect(other).toBeFocused()
    await other.click()
    await other.click()
    await expect(page.locator('[data-panel]')).toHaveCount(0)
    await expect(other).toHaveAttribute('aria-expanded', 'false')
  })
}

test('a card further down stays under the pointer when the panel above closes', async ({ page }) => {
  await openList(page, 1280)
  const upper = sizesOf(cards(page).first())
  await upper.click()
  // A panel that takes the focus later scrolls back to itself.
  await expect(await panelOf(page, upper)).toBeFocused()
  await whenScrollEnds(page)
  const lower = sizesOf(cards(page).nth(9))
  // Opening may still scroll. Near the top, so that a large panel needs no scrolling.
  await expect(async () => {
    await lower.evaluate((node) =>
      window.scrollBy({ top: node.getBoundingClientRect().top - 200, behavior: 'instant' }),
    )
    await whenScrollEnds(page)
    expect(Math.round((await boxOf(lower)).y)).toBe(200)
  }).toPass()
  const before = await boxOf(lower)
  await lower.click()
  await expect(await panelOf(page, lower)).toBeFocused()
  await whenScrollEnds(page)
  await expect(page.locator('[data-panel]')).toHaveCount(1)
  expect(Math.abs((await boxOf(lower)).y - before.y)).toBeLessThanOrEqual(1)
})

test('sizes are opened, filled and closed by keyboard; details open in the same place', async ({ page }) => {
  await openList(page, 1280)
  // Colours of earlier cards may be drawn later.
  const name = await cards(page)
    .filter({ has: page.getByRole('radiogroup', { name: t['ordering.item.colors'] }) })
    .first()
    .getAttribute('aria-label')
  const card = page.getByRole('article', { name: name ?? '', exact: true })
  await sizesOf(card).focus()
  await page.keyboard.press('Enter')
  const panel = await panelOf(page, sizesOf(card))
  await expect(panel).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(panel.getByRole('button', { name: t['action.close'] })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(panel.getByRole('radio', { checked: true })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('textbox').first()).toBeFocused()
  await page.keyboard.type('7')
  await page.keyboard.press('Escape')
  await expect(panel.getByRole('textbox').first()).toHaveValue('1')
  // Other tests' products may come first, with little stock.
  await page.keyboard.type('2', { delay: 60 })
  await page.keyboard.press('Tab')
  await expect(card.getByText(t['product.inCart'].replace('{count}', '2'), { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sizesOf(card)).toBeFocused()
  const details = card.getByRole('button', { name: t['product.details'] })
  await details.click()
  await expect(await panelOf(page, details)).toContainText(t['product.category'])
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(details).toBeFocused()
})

test('on a phone sizes are a sheet over the list, which does not move when it closes', async ({ page }) => {
  await openList(page, phone.width)
  const card = cards(page)
    .filter({ hasNot: page.getByText(t['product.noPrice']) })
    .nth(6)
  await card.scrollIntoViewIfNeeded()
  await whenScrollEnds(page)
  const button = sizesOf(card)
  // Cards far from the window have an estimated height.
  const near = await cards(page).evaluateAll(
    (all) => all.filter((one) => one.getBoundingClientRect().top < window.innerHeight).length,
  )
  const [before, at] = [await positions(page, near), await scrollTop(page)]
  const entries = await page.evaluate(() => history.length)
  const close: [string, (sheet: Locator) => Promise<unknown>][] = [
    ['its button', (sheet) => sheet.getByRole('button', { name: t['action.close'] }).click()],
    ['Escape', () => page.keyboard.press('Escape')],
    ['Back', () => page.goBack()],
    ['a press beside it', () => page.mouse.click(200, 30)],
    [
      'a pull down',
      async (sheet) => {
        const { x, y } = await boxOf(sheet.getByRole('heading'))
        await page.mouse.move(x + 10, y + 10)
        await page.mouse.down()
        await page.mouse.move(x + 12, y + 160, { steps: 5 })
        await page.mouse.up()
      },
    ],
  ]
  for (const [how, leave] of close) {
    await test.step(how, async () => {
      await button.click()
      const sheet = await panelOf(page, button)
      await expect(sheet).toHaveRole('dialog')
      await expect(sheet.locator(':focus')).toHaveCount(1)
      await expect
        .poll(async () => Math.round((await boxOf(sheet)).y + (await boxOf(sheet)).height))
        .toBe(844)
      expect(await positions(page, near)).toEqual(before)
      await leave(sheet)
      await expect(sheet).toHaveCount(0)
      await expect(button).toBeFocused()
      await expect(button).toHaveAttribute('aria-expanded', 'false')
      await whenScrollEnds(page)
      expect([await positions(page, near), await scrollTop(page)]).toEqual([before, at])
      await expect(page).toHaveURL(addressOf('default', '/shop/products'))
      // No history entry is left.
      expect(await page.evaluate(() => (history.state as { overlay?: string }).overlay)).toBeUndefined()
    })
  }
  expect(await page.evaluate(() => history.length)).toBe(entries + 1)

  await button.click()
  const sheet = await panelOf(page, button)
  // After a short pull it returns.
  const { x, y } = await boxOf(sheet.getByRole('heading'))
  await page.mouse.move(x + 10, y + 10)
  await page.mouse.down()
  await page.mouse.move(x + 12, y + 50, { steps: 5 })
  await page.mouse.up()
  const add = sheet.getByRole('listitem').getByRole('button', { name: t['product.add'], disabled: false })
  expect(Number((await boxOf(add.first())).height.toFixed(2))).toBeGreaterThanOrEqual(44)
  await add.first().click()
  await expect(sheet.getByRole('textbox')).toHaveValue('1')
  for (const step of await sheet.getByRole('group').last().getByRole('button').all())
    expect((await boxOf(step)).height).toBeGreaterThanOrEqual(42)
  expect(await violations(page)).toEqual([])
  await page.reload()
  await expect(cards(page).first()).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect
    .poll(() => page.evaluate(() => (history.state as { overlay?: string }).overlay))
    .toBeUndefined()
})

for (const width of [1280, 390]) {
  test(`in the search, Escape closes the sizes first, then the search, at ${width} px`, async ({ page }) => {
    await openList(page, width)
    await page.getByRole('button', { name: t['shop.search'] }).click()
    const search = page.getByRole('dialog', { name: t['shop.search'] })
    await search.getByRole('searchbox').fill('gömlek')
    const card = search.getByRole('article').nth(1)
    await sizesOf(card).click()
    const panel = await panelOf(page, sizesOf(card))
    await expect(panel.getByRole('listitem').first()).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(panel).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
    await expect(sizesOf(card)).toBeFocused()
    await expect(search).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(search).toHaveCount(0)
    await expect(page).toHaveURL(addressOf('default', '/shop/products'))
  })
}
