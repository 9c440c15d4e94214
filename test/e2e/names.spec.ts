import { expect, type Page } from '@playwright/test'
import { openAs } from './openAs.ts'
import { adminToken, call } from './people.ts'
import { addressOf, panelOf, test, texts } from './shop.ts'

type Named = { itemCode: string; colorCode: string; itemDescription: string; colorDescription: string }

/** Returns names and codes of both. */
async function nameInArabic(): Promise<{ itemCode: string; names: string[] }> {
  const token = await adminToken('tf-it')
  const all = await call<{ data: { products: Named[] } }>(
    'tf-it',
    '/api/Shop/GetCategoryProducts',
    { orderType: 'Rpt', limit: 200 },
    token,
  )
  const several = all.data.products.find(({ itemCode: code, colorCode }, _, products) =>
    products.some((other) => other.itemCode === code && other.colorCode !== colorCode),
  )
  if (!several) throw new Error('No item has two colours')
  const { itemCode } = several
  const item = await call<{ data: { products: Named[] } }>(
    'tf-it',
    `/api/Shop/GetItem?itemCode=${itemCode}`,
    undefined,
    token,
  )
  const [latin, arabic] = item.data.products
  if (!latin || !arabic) throw new Error('The item has not two colours')
  const named = { ...arabic, itemDescription: 'قميص كتان أكسفورد', colorDescription: 'أزرق فاتح' }
  await call('tf-it', '/api/Shop/UpdateProduct', named, token)
  const names = [latin, named].flatMap((one) => [one.itemDescription, one.colorDescription, one.colorCode])
  return { itemCode, names: [...names, itemCode] }
}

/** With one of the names. */
function misaligned(page: Page, names: string[]): Promise<string[]> {
  return page.evaluate((searched) => {
    const isRtl = document.documentElement.dir === 'rtl'
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    let seen = 0
    while (walker.nextNode()) {
      const text = walker.currentNode.textContent ?? ''
      if (!searched.some((name) => text.includes(name))) continue
      let block = walker.currentNode.parentElement as HTMLElement
      while (['inline', 'contents'].includes(getComputedStyle(block).display)) {
        block = block.parentElement as HTMLElement
      }
      const style = getComputedStyle(block)
      const box = block.getBoundingClientRect()
      if (style.textAlign.includes('center') || style.display.includes('flex') || box.width < 2) continue
      const range = document.createRange()
      range.selectNodeContents(block)
      const rects = [...range.getClientRects()].filter(({ width }) => width > 1)
      const line = rects.filter(
        ({ top, bottom }) => bottom > (rects[0]?.top ?? 0) && top < (rects[0]?.bottom ?? 0),
      )
      const left = box.left + Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.borderLeftWidth)
      const right =
        box.right - Number.parseFloat(style.paddingRight) - Number.parseFloat(style.borderRightWidth)
      const gap = isRtl
        ? right - Math.max(...line.map((rect) => rect.right))
        : Math.min(...line.map((rect) => rect.left)) - left
      seen += 1
      if (Math.abs(gap) > 3) found.push(`${block.className} ${Math.round(gap)}: ${text}`)
    }
    return seen > 0 ? found : ['none of the names is shown']
  }, names)
}

for (const language of ['ar', 'en'] as const) {
  for (const width of [1280, 390]) {
    test(`names in either script start at the page’s side, in ${language} at ${width} px`, async ({
      page,
    }) => {
      const t = texts[language]
      const { itemCode, names } = await nameInArabic()
      await page.setViewportSize({ width, height: 900 })
      await openAs(page, 'dealer', 'tf-it', `/shop/products?text=${itemCode}`, language)
      const cards = page.getByRole('main').getByRole('article')
      const card = cards.first()
      const colors = card.getByRole('radio')
      await expect(colors.nth(1)).toBeAttached()
      for (const color of [colors.first(), colors.nth(1)]) {
        await color.check({ force: true })
        await expect.poll(() => misaligned(page, names)).toEqual([])
        const sizes = card.getByRole('button', { name: t['product.sizes'], exact: true })
        await sizes.click()
        const panel = await panelOf(page, sizes)
        const add = { name: t['product.add'], disabled: false }
        await panel.getByRole('listitem').getByRole('button', add).first().click()
        await expect.poll(() => misaligned(page, names)).toEqual([])
        await page.keyboard.press('Escape')
        await expect(panel).toHaveCount(0)
      }
      await page.goto(addressOf('tf-it', `/shop/items/${itemCode}`))
      await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
      await expect.poll(() => misaligned(page, names)).toEqual([])
      await page.goto(addressOf('tf-it', '/shop'))
      await expect(page.getByRole('heading', { name: t['ordering.seen.title'] })).toBeVisible()
      await expect.poll(() => misaligned(page, names)).toEqual([])
      await page.goto(addressOf('tf-it', '/cart'))
      await expect(page.getByRole('main').getByText(itemCode).first()).toBeVisible()
      await expect.poll(() => misaligned(page, names)).toEqual([])
      await page.goto(addressOf('tf-it', '/shop?shopModal=1'))
      await page.getByRole('searchbox').fill(itemCode)
      await expect(page.getByRole('dialog').getByRole('article').first()).toBeVisible()
      await expect.poll(() => misaligned(page, names)).toEqual([])
    })
  }
}

test('notes and pasted text start at the page’s side too', async ({ page }) => {
  await openAs(page, 'dealer', 'tf-it', '/shop/quick-order', 'ar')
  await expect(page).toHaveURL((url) => url.pathname === '/shop/quick-order')
  const pasted = page.getByRole('main').getByRole('textbox').first()
  await expect(pasted).toBeVisible()
  expect(await pasted.evaluate((node) => getComputedStyle(node).textAlign)).toBe('right')
  await pasted.fill('IG1001 2')
  expect(await pasted.evaluate((node) => getComputedStyle(node).textAlign)).toBe('right')
})
