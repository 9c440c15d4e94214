import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { barcodeVideo, demoBarcode, ean13Bars } from './barcodes.ts'
import { scan, typeAtPace } from './keyboard.ts'
import { addressOf, open, signIn, test, texts, violations } from './shop.ts'

const t = texts.en

async function openShop(page: Page, path = '/shop', username = 'dealer') {
  await open(page, 'default', path, 'en')
  await signIn(page, 'en', username)
  await expect(page.getByRole('link', { name: /^Cart, / })).toBeVisible()
}

const panel = (page: Page) => page.getByRole('dialog', { name: t['ordering.scan.title'] })
const scanned = (page: Page) => panel(page).getByTestId('scanned')
const refused = (page: Page) => panel(page).getByTestId('refused')
const inCart = (page: Page) =>
  page.evaluate(() => {
    const { lines } = JSON.parse(localStorage.getItem('cart') ?? '{}').state ?? {}
    return (lines ?? []).reduce((sum: number, line: { qty: number }) => sum + line.qty, 0)
  })

test.describe('a keyboard scanner', () => {
  test('adds to the cart from any page; ten fast scans all count, and equal ones add up', async ({
    page,
  }) => {
    await openShop(page)
    for (const running of [1, 2, 1, 3, 1, 2, 4, 5, 1, 3]) await scan(page, demoBarcode(running))
    await expect(scanned(page)).toHaveCount(5)
    await expect.poll(() => inCart(page)).toBe(10)
    const first = scanned(page).filter({ has: page.getByText('XS', { exact: true }) })
    await expect(first.getByRole('textbox')).toHaveValue('4')
    await expect(panel(page).getByText('10 units')).toHaveCount(2)
    expect(await violations(page)).toEqual([])

    await test.step('undo takes back what this session has added of a line', async () => {
      await first.getByRole('button', { name: /^Undo/ }).click()
      await expect(scanned(page)).toHaveCount(4)
      await expect.poll(() => inCart(page)).toBe(6)
    })
    await test.step('the list outlives a reload', async () => {
      await page.reload()
      await expect(scanned(page)).toHaveCount(4)
    })
  })

  test('shows why a code cannot be added until dismissed', async ({ page }) => {
    await openShop(page)
    await scan(page, '4006381333931')
    await scan(page, '4006381333931', 'Tab')
    await expect(refused(page)).toHaveCount(1)
    await expect(refused(page)).toContainText(t['ordering.scan.why.unknown'])
    await expect(refused(page)).toContainText('×2')
    expect(await violations(page)).toEqual([])
    await refused(page).getByRole('button').click()
    await expect(refused(page)).toHaveCount(0)
    expect(await inCart(page)).toBe(0)
  })

  test('leaves no characters in fields, and ignores normal typing', async ({ page }) => {
    await openShop(page, '/cart')
    await scan(page, demoBarcode(1), '')
    await expect(scanned(page)).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(panel(page)).toBeHidden()
    const note = page.getByLabel(t['cart.description'])
    await note.fill('Before noon')
    await scan(page, demoBarcode(2))
    await expect(scanned(page)).toHaveCount(2)
    await page.keyboard.press('Escape')
    await expect(note).toHaveValue('Before noon')
    await note.focus()
    await page.keyboard.press('End')
    await typeAtPace(page, ' 12345678', 60)
    await expect(note).toHaveValue('Before noon 12345678')
    await expect(panel(page)).toBeHidden()
  })

  test('keeps scans without connection, also over a reload, and adds them later', async ({
    page,
    context,
  }) => {
    await openShop(page)
    await scan(page, demoBarcode(1))
    await expect(scanned(page)).toHaveCount(1)
    await page.route('**/api/Shop/**', (route) => route.abort())
    await scan(page, demoBarcode(6))
    await scan(page, demoBarcode(7))
    await expect(panel(page).getByText('2 scans are waiting', { exact: false })).toBeVisible()
    await page.reload()
    await expect(panel(page).getByText('2 scans are waiting', { exact: false })).toBeVisible()
    await page.unroute('**/api/Shop/**')
    await context.setOffline(true)
    await context.setOffline(false)
    await expect(scanned(page)).toHaveCount(3)
    expect(await inCart(page)).toBe(3)
  })
})

test('the panel closes by Back, Escape and a click outside, keeps other parameters, and stays closed', async ({
  page,
}) => {
  await openShop(page)
  await page.goto(addressOf('default', '/shop/products?inStock=1'))
  await expect(page.getByRole('article').first()).toBeVisible()
  await scan(page, demoBarcode(1))
  await expect(panel(page)).toBeVisible()
  expect(page.url()).toContain('inStock=1')
  await page.goBack()
  await expect(panel(page)).toBeHidden()
  expect(page.url()).toContain('inStock=1')
  await scan(page, demoBarcode(1))
  await expect(panel(page)).toBeVisible()
  await page.mouse.click(5, 300)
  await expect(panel(page)).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL(addressOf('default', '/shop'))
  await expect(panel(page)).toBeHidden()
})

test('a product code offers its sizes', async ({ page }) => {
  await openShop(page, '/shop?scanModal=1')
  await panel(page).getByLabel(t['ordering.scan.code']).fill('IG1001')
  await panel(page).getByRole('button', { name: t['product.add'], exact: true }).click()
  await expect(refused(page)).toContainText(t['ordering.scan.why.choice'])
  await refused(page).getByRole('button', { name: /^Add /, disabled: false }).first().click()
  await expect.poll(() => inCart(page)).toBe(1)
  expect(await violations(page)).toEqual([])
})

test('a photo of a barcode is scanned; one without a barcode is reported', async ({ page }) => {
  await openShop(page, '/shop?scanModal=1')
  const photo = panel(page).locator('input[type=file]')
  const bars = ean13Bars(demoBarcode(8))
  const pixels = Buffer.from(bars.flatMap((bar) => (bar ? [0, 0, 0] : [255, 255, 255])))
  const strip = await sharp(pixels, { raw: { width: bars.length, height: 1, channels: 3 } })
    .resize(bars.length * 5, 260, { kernel: 'nearest', fit: 'fill' })
    .extend({ top: 90, bottom: 90, left: 60, right: 60, background: '#fff' })
    .jpeg()
    .toBuffer()
  await photo.setInputFiles({ name: 'label.jpg', mimeType: 'image/jpeg', buffer: strip })
  await expect(scanned(page)).toHaveCount(1)
  const blank = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer()
  await photo.setInputFiles({ name: 'blank.jpg', mimeType: 'image/jpeg', buffer: blank })
  await expect(panel(page).getByText(t['ordering.scan.photoFailed'])).toBeVisible()
})

test('the camera scans with a reader loaded from this server', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'toptan-camera-'))
  const film = join(folder, 'barcode.y4m')
  await writeFile(film, barcodeVideo(demoBarcode(1)))
  const browser = await chromium.launch({
    ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  })
  try {
    const page = await browser.newPage({ permissions: ['camera'] })
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    await openShop(page, '/shop?scanModal=1')
    await panel(page).getByRole('button', { name: t['ordering.scan.startCamera'] }).click()
    await expect(scanned(page)).toHaveCount(1, { timeout: 30_000 })
    expect(errors).toEqual([])
    expect(requested.filter((url) => url.endsWith('.wasm'))).toHaveLength(1)
    const hosts = new Set(
      requested
        .map((url) => new URL(url))
        .filter(({ protocol }) => protocol.startsWith('http'))
        .map(({ host }) => host),
    )
    expect([...hosts]).toEqual([new URL(page.url()).host])
    await test.step('and stops when the panel is closed', async () => {
      await page.keyboard.press('Escape')
      await expect(panel(page)).toBeHidden()
      await expect(page.locator('video')).toHaveCount(0)
    })
  } finally {
    await browser.close()
    await rm(folder, { recursive: true, force: true })
  }
})

test('a refused camera is explained', async ({ page, context }) => {
  await context.clearPermissions()
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
  })
  await openShop(page, '/shop?scanModal=1')
  await panel(page).getByRole('button', { name: t['ordering.scan.startCamera'] }).click()
  await expect(panel(page).getByRole('alert')).toContainText(t['ordering.scan.camera.refused'])
  await expect(panel(page).getByRole('alert')).toContainText(t['ordering.scan.camera.allow'])
  expect(await violations(page)).toEqual([])
})
