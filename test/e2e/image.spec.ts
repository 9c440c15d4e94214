import { expect, type Locator, type Page } from '@playwright/test'
import type { Language } from '#shared/tenancy.ts'
import { addressOf, open, phone, test, texts, violations } from './shop.ts'

const t = texts.en

async function openList(
  page: Page,
  language: Language = 'en',
  tenantKey = 'open',
  more = '',
): Promise<Locator> {
  await open(page, tenantKey, `/shop/products${more}`, language)
  const cardsWithPhotos = page
    .getByRole('article')
    .filter({ has: page.getByRole('button', { name: photoName(language, 1, 2) }) })
  const name = await cardsWithPhotos.first().getAttribute('aria-label')
  return page.getByRole('article', { name: name ?? '', exact: true })
}

function photoName(language: Language, number: number, count: number): RegExp {
  const text = texts[language]['product.photo'].replace('{product}', '').replace('{number}', `${number}`)
  return new RegExp(text.replace('{count}', `${count}`).replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
}

async function swipe(page: Page, on: Locator, x: number, y: number): Promise<void> {
  const box = await on.boundingBox()
  const from = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + x, from.y + y, { steps: 5 })
  await page.mouse.up()
}

const viewer = (page: Page) => page.locator('dialog')
const shown = (page: Page) => viewer(page).getByRole('status')
const photo = (page: Page) => viewer(page).getByRole('img').first()
const scaleOf = async (page: Page) =>
  Number(/scale\(([\d.]+)\)/.exec(await photo(page).evaluate((image) => image.style.transform))?.[1])

test('a swipe of at least 40 px changes a card’s photo; a scroll does not', async ({ page }) => {
  const card = await openList(page)
  const button = card.getByRole('button', { name: photoName('en', 1, 2) })
  for (const [x, y] of [
    [-39, 0],
    [-100, 40],
    [0, -200],
  ] as const) {
    await swipe(page, button, x, y)
    await expect(button).toBeVisible()
    await expect(viewer(page)).toHaveCount(0)
  }
  await swipe(page, button, -40, 0)
  const second = card.getByRole('button', { name: photoName('en', 2, 2) })
  await expect(second).toBeVisible()
  await expect(viewer(page)).toHaveCount(0)
  await second.press('ArrowLeft')
  await expect(button).toBeVisible()
  await button.hover()
  await card.getByRole('button', { name: t['product.photoNext'] }).click()
  await expect(second).toBeVisible()
})

test('swipes and arrows are mirrored in Arabic', async ({ page }) => {
  const card = await openList(page, 'ar', 'tf-ro')
  await swipe(page, card.getByRole('button', { name: photoName('ar', 1, 2) }), 60, 0)
  const second = card.getByRole('button', { name: photoName('ar', 2, 2) })
  await expect(second).toBeVisible()
  await second.click()
  await expect(shown(page)).toContainText('2')
  await page.keyboard.press('ArrowRight')
  await expect(page).not.toHaveURL(/imgIndex/)
  expect(await violations(page)).toEqual([])
})

test('the viewer shows all photos, is in the URL and survives a reload', async ({ page }) => {
  const card = await openList(page, 'en', 'open', '?sort=itemCode')
  const name = (await card.getAttribute('aria-label')) ?? ''
  const large = page.waitForRequest(/\/products\/img960\//)
  await card.getByRole('button', { name: photoName('en', 1, 2) }).click()
  expect(new URL((await large).url()).searchParams.get('updatedDate')).not.toBeNull()
  await expect(page.getByRole('dialog', { name })).toBeVisible()
  await expect(shown(page)).toHaveText(`photo 1 of 2 of ${name}`)
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('ArrowRight')
  await expect(shown(page)).toHaveText(`photo 2 of 2 of ${name}`)
  await viewer(page).getByRole('button', { name: t['product.photoNext'] }).click()
  await expect(shown(page)).toHaveText(`photo 1 of 2 of ${name}`)
  await viewer(page)
    .getByRole('button', { name: t['ordering.image.choose'].replace('{number}', '2') })
    .click()
  await expect(page).toHaveURL(/imgIndex=1/)
  await page.reload()
  await expect(shown(page)).toHaveText(`photo 2 of 2 of ${name}`)
  for (const [x, y] of [
    [39, 0],
    [100, 31],
    [0, 200],
  ] as const) {
    await swipe(page, photo(page), x, y)
    await expect(shown(page)).toHaveText(`photo 2 of 2 of ${name}`)
  }
  // 40 px is a swipe; up to 30 px vertically is none.
  await swipe(page, photo(page), 40, 0)
  await expect(shown(page)).toHaveText(`photo 1 of 2 of ${name}`)
  await swipe(page, photo(page), -40, 30)
  await expect(shown(page)).toHaveText(`photo 2 of 2 of ${name}`)
})

test('Back, Escape, the button and a click outside close it and keep other parameters', async ({ page }) => {
  await open(page, 'open', '/shop', 'en')
  const card = await openList(page, 'en', 'open', '?sort=itemCode')
  const button = card.getByRole('button', { name: photoName('en', 1, 2) })
  const list = page.url()
  const closeActions = [
    () => page.goBack(),
    () => page.keyboard.press('Escape'),
    () => viewer(page).getByRole('button', { name: t['action.close'] }).click(),
    async () => {
      // The second click of a double click is ignored.
      await page.waitForTimeout(400)
      await page.mouse.click(120, 300)
    },
  ]
  for (const close of closeActions) {
    await button.click()
    await expect(page).toHaveURL(/sort=itemCode.*imgModal=1|imgModal=1.*sort=itemCode/)
    await expect(photo(page)).toBeVisible()
    await close()
    await expect(viewer(page)).toHaveCount(0)
    await expect(page).toHaveURL(list)
    // The focus returns.
    await expect(button).toBeFocused()
  }
  await page.goBack()
  await expect(viewer(page)).toHaveCount(0)
})

test('a double click opens it once', async ({ page }) => {
  await open(page, 'open', '/shop', 'en')
  const card = await openList(page)
  const list = page.url()
  for (const round of ['loaded by it', 'at hand']) {
    await card.getByRole('button', { name: photoName('en', 1, 2) }).dblclick()
    await expect(photo(page), round).toBeVisible()
    await page.waitForTimeout(400)
    await expect(photo(page), round).toBeVisible()
    await page.goBack()
    await expect(viewer(page)).toHaveCount(0)
    await expect(page).toHaveURL(list)
  }
})

test('the focus stays within the viewer', async ({ page }) => {
  const card = await openList(page)
  await card.getByRole('button', { name: photoName('en', 1, 2) }).press('Enter')
  await expect(viewer(page).locator(':focus')).toHaveCount(1)
  for (let press = 0; press < 9; press += 1) {
    await page.keyboard.press('Tab')
    expect(
      await page.evaluate(
        () => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null,
      ),
    ).toBe(true)
  }
})

test('zoom stays between 1 and 5 by all means, and dragging stays within bounds', async ({ page }) => {
  const card = await openList(page)
  await card.getByRole('button', { name: photoName('en', 1, 2) }).click()
  await expect(photo(page)).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.mouse.move(640, 400)
  await page.mouse.wheel(0, -9000)
  await expect.poll(() => scaleOf(page)).toBe(5)
  await swipe(page, photo(page), 0, 3000)
  const { x, y } = await photo(page).evaluate((image) => {
    const [, left, down] = /translate\(([-\d.]+)px, ([-\d.]+)px\)/.exec(image.style.transform) ?? []
    return { x: Number(left), y: Number(down) }
  })
  expect(Math.abs(x)).toBeLessThan(2000)
  expect(y).toBeLessThanOrEqual(((await photo(page).evaluate((image) => image.clientHeight)) * 4) / 2 + 1)
  await expect(page).not.toHaveURL(/imgIndex/)
  await page.mouse.move(640, 400)
  await page.mouse.wheel(0, 9000)
  await expect.poll(() => scaleOf(page)).toBe(1)
  await page.mouse.dblclick(640, 400)
  await expect.poll(() => scaleOf(page)).toBeGreaterThan(1)
  await page.keyboard.press('0')
  await expect.poll(() => scaleOf(page)).toBe(1)
  for (let press = 0; press < 6; press += 1) await page.keyboard.press('+')
  await expect.poll(() => scaleOf(page)).toBe(5)
  await expect(viewer(page).getByRole('button', { name: t['ordering.image.zoomIn'] })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await viewer(page).getByRole('button', { name: t['ordering.image.zoomOut'] }).click()
  await expect.poll(() => scaleOf(page)).toBeLessThan(5)
})

test('two fingers zoom', async ({ browser }) => {
  const context = await browser.newContext({ viewport: phone, hasTouch: true, isMobile: true })
  const page = await context.newPage()
  const card = await openList(page)
  await card.getByRole('button', { name: photoName('en', 1, 2) }).tap()
  await expect(photo(page)).toBeVisible()
  const touch = await context.newCDPSession(page)
  const fingers = (apart: number) => [
    { x: 195 - apart, y: 400, id: 1 },
    { x: 195 + apart, y: 400, id: 2 },
  ]
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(20) })
  for (const apart of [30, 60, 90, 120, 150, 180]) {
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(apart) })
  }
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect.poll(() => scaleOf(page)).toBeGreaterThan(2)
  expect(await scaleOf(page)).toBeLessThanOrEqual(5)
  await context.close()
})

test('a URL with an unknown product shows a message and closes the viewer', async ({ page }) => {
  const notice = page.getByText(t['ordering.image.notFound'])
  for (const named of ['', '&imgItem=NO-SUCH&imgColor=1']) {
    await open(page, 'open', `/shop/products?sort=itemCode&imgModal=1${named}`, 'en')
    await expect(notice).toBeVisible()
    await expect(viewer(page)).toHaveCount(0)
    await expect(page).toHaveURL(addressOf('open', '/shop/products?sort=itemCode'))
  }
})

test('Escape and Back close only the image, not the search below it', async ({ page }) => {
  const card = await openList(page)
  await card.getByRole('button', { name: photoName('en', 1, 2) }).click()
  const named = new URL(page.url()).search.replace('?', '&')
  for (const close of [() => page.keyboard.press('Escape'), () => page.goBack()]) {
    await page.goto(addressOf('open', '/shop/products?shopModal=1'))
    await expect(page.getByRole('searchbox', { name: t['shop.search'] })).toBeFocused()
    await page.evaluate((address) => {
      history.pushState({ overlay: 'imgModal', __TSR_index: 1 }, '', address)
      dispatchEvent(new PopStateEvent('popstate'))
    }, `/shop/products?shopModal=1${named}`)
    await expect(viewer(page)).toBeVisible()
    await close()
    await expect(viewer(page)).toHaveCount(0)
    await expect(page).toHaveURL(/shopModal=1/)
    await expect(page).not.toHaveURL(/imgModal/)
  }
})

test('an image that fails to load is replaced by a drawing', async ({ page }) => {
  await page.route('**/products/img*/**', (route) => route.abort())
  const card = await openList(page)
  await card.getByRole('button', { name: photoName('en', 1, 2) }).click()
  await expect(viewer(page).getByRole('button', { name: t['ordering.image.zoomIn'] })).toBeVisible()
  await expect(viewer(page).locator('svg[viewBox="0 0 48 48"]')).toBeVisible()
})
