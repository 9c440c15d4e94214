import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import type { PhotoProduct, ProductPhotoList } from '#shared/photos/photos.ts'
import { exchange } from '#test/http.ts'
import { openAs } from './openAs.ts'
import { adminToken, call } from './people.ts'
import { addressOf, download, expectNoSidewaysScroll, phone, test, texts, violations } from './shop.ts'

const t = texts.en
let folder: string

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toptan-dropped-'))
})
test.afterAll(() => rm(folder, { recursive: true, force: true }))

let shade = Math.floor(Math.random() * 1000)
/** A unique picture. */
function picture(width = 900, height = 1200) {
  shade += 1
  const background = { r: (shade * 53) % 256, g: (shade * 101) % 256, b: (shade * 197) % 256 }
  return sharp({ create: { width, height, channels: 3, background } })
}

async function file(name: string, bytes: Buffer | string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, bytes)
  return path
}

const photoFile = async (name: string) => file(name, await picture().jpeg().toBuffer())

async function products(tenant: string, search: string): Promise<PhotoProduct[]> {
  const answer = await call<{ data: PhotoProduct[] }>(
    tenant,
    '/api/Shop/FindPhotoProducts',
    { search, limit: 20 },
    await adminToken(tenant),
  )
  return answer.data
}

async function photosOf(tenant: string, { itemCode, colorCode }: PhotoProduct): Promise<string[]> {
  const query = new URLSearchParams({ itemCode, colorCode }).toString()
  const path = `/api/Shop/GetProductPhotos?${query}`
  const { data } = await call<{ data: ProductPhotoList }>(tenant, path, undefined, await adminToken(tenant))
  return data.photos.map(({ file: name }) => name)
}

async function downloadPicture(tenant: string, path: string): Promise<Buffer> {
  const port = process.env.TOPTAN_PORT
  const headers = { host: `${tenant}.localhost:${port}` }
  return (await exchange({ port, path: encodeURI(path), headers })).body
}

async function openPhotos(page: Page, tenant = 'default', language: 'en' | 'ar' = 'en'): Promise<void> {
  await openAs(page, 'admin', tenant, '/panel-urunler/photos', language)
  await expect(page.getByRole('heading', { level: 1, name: texts[language]['panel.photos'] })).toBeVisible()
}

const choose = (page: Page, files: string[]) =>
  page.locator('input[type=file][accept]').first().setInputFiles(files)
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('thirty dropped photos are matched, corrected or refused, and shown in the shop', async ({ page }) => {
  const [first, second, third] = await products('default', 'pantolon')
  if (!first || !second || !third) throw new Error('The demo has too few trousers')
  const before = await photosOf('default', first)
  const matching = await Promise.all(
    [first, second, third].flatMap(({ itemCode, colorCode }) =>
      Array.from(
        { length: itemCode === first.itemCode && colorCode === first.colorCode ? 7 : 8 },
        (_, index) =>
          photoFile(
            index % 2
              ? `${itemCode.toLowerCase()}-${colorCode.toUpperCase()} (${index + 1}).JPG`
              : `${itemCode}_${colorCode}_${index + 1}.jpg`,
          ),
      ),
    ),
  )
  const good = await picture().jpeg().toBuffer()
  const problematic = [
    await photoFile('IMG_7001.jpg'),
    await photoFile('IMG_7002.jpg'),
    await photoFile(`${first.itemCode}_no such colour_1.jpg`),
    await file(`${second.itemCode}_${second.colorCode}_9.jpg`, good.subarray(0, good.length / 2)),
    await file(`${second.itemCode}_${second.colorCode}_10.jpg`, Buffer.concat([good, Buffer.alloc(11e6)])),
    await file('prices.xlsx', 'no picture'),
    await file(`${third.itemCode}_${third.colorCode}_1 (1).jpg`, await readFile(matching[15] ?? '')),
  ]
  await openPhotos(page)
  expect(await violations(page)).toEqual([])
  await choose(page, [...matching, ...problematic])
  await expect(page.getByRole('button', { name: 'Send 24 photos' })).toBeVisible()
  await expect(row(page, 'prices.xlsx')).toContainText(t['panel.photos.whyNot.notPicture'])
  await expect(row(page, `${second.colorCode}_10.jpg`)).toContainText(t['panel.photos.stand.unfit'])
  await expect(row(page, `${third.colorCode}_1 (1).jpg`)).toContainText(t['panel.photos.stand.double'])
  await expect(row(page, 'no such colour')).toContainText(t['panel.photos.whyNot.unknownColor'])
  expect(await violations(page)).toEqual([])

  await row(page, 'IMG_7001').getByRole('button', { name: t['panel.photos.chooseProduct'] }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t['panel.photos.findProduct']).fill(`${first.itemCode} ${first.colorDescription}`)
  await expect(dialog.getByRole('listitem').first()).toContainText(first.itemCode)
  await expect(dialog.getByRole('list')).toHaveAttribute('aria-busy', 'false')
  expect(await violations(page)).toEqual([])
  await dialog
    .getByRole('listitem')
    .filter({ hasText: first.colorDescription })
    .getByRole('button')
    .first()
    .click()
  await expect(row(page, 'IMG_7001')).toContainText(first.itemCode)
  await page.getByRole('button', { name: 'Send 25 photos' }).click()
  await expect(row(page, `${second.colorCode}_9.jpg`)).toContainText(t['panel.photos.stand.failed'], {
    timeout: 40_000,
  })
  await expect(page.getByRole('status').filter({ hasText: '24 sent' })).toBeVisible({
    timeout: 40_000,
  })

  const after = await photosOf('default', first)
  const stem = `${first.itemCode}_${first.colorCode}_`
  const copy = `${first.itemCode.toLowerCase()}-${first.colorCode.toUpperCase()} (2).jpg`
  // Equal names are replaced.
  expect(after.filter((name) => before.includes(name))).toEqual(before)
  expect(after.indexOf(`${stem}1.jpg`)).toBeLessThan(after.indexOf(copy))
  expect(after).toContain('IMG_7001.jpg')
  const shown = await downloadPicture(
    'default',
    `/products/img640/${first.itemCode}/${first.colorCode}/${stem}1.jpg`,
  )
  expect((await sharp(shown).metadata()).width).toBe(640)
  await page.goto(addressOf('default', `/shop?shopModal=1`))
  await page.getByRole('searchbox').fill(first.itemCode)
  await expect(page.locator(`img[src*="${first.itemCode}/${first.colorCode}/"]`).first()).toBeVisible()
})

test('a rotated photo is shown upright, without its location', async ({ page }) => {
  const [product] = await products('default', 'kemer')
  if (!product) throw new Error('The demo has no belts')
  const bytes = await picture(1600, 800)
    .withMetadata({ orientation: 6 })
    .withExif({ IFD3: { GPSLatitude: '41/1' } })
    .jpeg()
    .toBuffer()
  const name = `${product.itemCode}_${product.colorCode}_90.jpg`
  const path = await file(name, bytes)
  await openPhotos(page)
  await choose(page, [path])
  await page.getByRole('button', { name: 'Send 1 photo' }).click()
  await expect(row(page, name)).toContainText(t['panel.photos.stand.sent'])
  const path960 = `/products/img960/${product.itemCode}/${product.colorCode}/${name}`
  const metadata = await sharp(await downloadPicture('default', path960)).metadata()
  expect([metadata.width, metadata.height, metadata.exif]).toEqual([720, 1440, undefined])
})

test('a product’s photos are sorted by keys and dragging, deleted and restored', async ({ page }) => {
  const [product] = await products('default', 'bere')
  if (!product) throw new Error('The demo has no hats')
  const stem = `${product.itemCode}_${product.colorCode}`
  const files = await Promise.all([81, 82, 83].map((number) => photoFile(`${stem}_${number}.jpg`)))
  await openPhotos(page)
  await choose(page, files)
  await page.getByRole('button', { name: 'Send 3 photos' }).click()
  await expect(row(page, `${stem}_83.jpg`)).toContainText(t['panel.photos.stand.sent'])
  const before = await photosOf('default', product)
  await row(page, `${stem}_83.jpg`).locator('button:has(svg.tabler-icon-photo)').click()
  const dialog = page.getByRole('dialog')
  const last = dialog.getByRole('button', { name: new RegExp(`: ${stem}_83.jpg$`) })
  await expect(last).toBeVisible()
  expect(await violations(page)).toEqual([])

  await last.focus()
  await page.keyboard.press('Space')
  await page.waitForTimeout(300)
  await page.keyboard.press('ArrowLeft')
  await page.waitForTimeout(300)
  await page.keyboard.press('Space')
  const byKeys = before.toSpliced(-2, 2, `${stem}_83.jpg`, `${stem}_82.jpg`)
  await expect.poll(() => photosOf('default', product)).toEqual(byKeys)

  const tiles = dialog.getByRole('list').getByRole('listitem')
  const [from, to] = [await tiles.nth(1).boundingBox(), await tiles.nth(0).boundingBox()]
  if (!from || !to) throw new Error('There are no tiles')
  await page.mouse.move(from.x + from.width / 2, from.y + 60)
  await page.mouse.down()
  await page.mouse.move(from.x + from.width / 2 - 20, from.y + 60, { steps: 4 })
  await page.mouse.move(to.x + to.width / 2, to.y + 60, { steps: 10 })
  await page.waitForTimeout(300)
  await page.mouse.up()
  const [one, two, ...rest] = byKeys
  const dragged = [two ?? '', one ?? '', ...rest]
  await expect.poll(() => photosOf('default', product)).toEqual(dragged)

  await dialog
    .getByRole('button', { name: t['panel.photos.deleteOne'].replace('{file}', `${stem}_82.jpg`) })
    .click()
  await expect
    .poll(() => photosOf('default', product))
    .toEqual(dragged.filter((name) => name !== `${stem}_82.jpg`))
  await page.getByRole('button', { name: t['action.undo'] }).click()
  await expect.poll(() => photosOf('default', product)).toEqual(dragged)
})

test('unsent photos are listed after a reload, and sending continues after a failure', async ({ page }) => {
  const [product] = await products('default', 'bot')
  if (!product) throw new Error('The demo has no boots')
  const name = `${product.itemCode}_${product.colorCode}_70.jpg`
  const path = await photoFile(name)
  await openPhotos(page)
  await choose(page, [path])
  await expect(page.getByRole('button', { name: 'Send 1 photo' })).toBeVisible()
  await page.waitForTimeout(500)
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByRole('alert').filter({ hasText: name })).toBeVisible()

  await page.route('**/PostProductImages', (route) => route.abort())
  await choose(page, [path])
  await page.getByRole('button', { name: 'Send 1 photo' }).click()
  await expect(page.getByRole('alert').filter({ hasText: t['panel.photos.tryNow'] })).toBeVisible()
  await page.unroute('**/PostProductImages')
  await expect(row(page, name)).toContainText(t['panel.photos.stand.sent'], { timeout: 20_000 })
})

test('a photo catalogue is made and downloaded', async ({ page }) => {
  await openAs(page, 'agent', 'default', '/panel-urunler/images-pdf', 'en')
  await page.getByLabel(t['panel.photos.findProduct']).fill('pantolon')
  await page.getByLabel(t['panel.catalogue.title']).fill('Trousers')
  await expect(page.getByRole('status').filter({ hasText: /\d+ products/ })).toBeVisible()
  await page.getByRole('button', { name: t['panel.catalogue.make'] }).click()
  const ready = page.getByRole('button', { name: new RegExp(`^${t['panel.catalogue.download']}`) })
  await expect(ready).toBeVisible({ timeout: 30_000 })
  expect(await violations(page)).toEqual([])
  expect((await download(page, ready)).name).toBe('Trousers.pdf')
})

test('ticked products, or all matches, go into a catalogue', async ({ page }) => {
  await openAs(page, 'agent', 'default', '/panel-urunler/index', 'en')
  const make = page.getByRole('button', { name: t['panel.catalogue.makeOf'] })
  const rows = page.getByRole('row').filter({ has: page.getByRole('checkbox') })
  await expect(rows.nth(3)).toBeVisible()
  for (const index of [1, 2, 3]) await rows.nth(index).getByRole('checkbox').check()
  await make.click()
  await expect(page.getByRole('heading', { level: 1, name: t['panel.imagesPdf'] })).toBeVisible()
  await expect(page.getByText('3 products selected in the list')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: /^3 products/ })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('textbox', { name: t['panel.catalogue.title'] }).fill('Three')
  await page.getByRole('button', { name: t['panel.catalogue.make'] }).click()
  await expect(page.getByRole('button', { name: /Three\.pdf/ }).first()).toBeVisible({ timeout: 30_000 })

  await page.getByRole('button', { name: t['panel.catalogue.forgetChosen'] }).click()
  await expect(page.getByRole('status').filter({ hasText: /^3 products/ })).toBeHidden()

  await page.goBack()
  await page.getByLabel(t['panel.product.search']).fill('pantolon')
  await expect(page).toHaveURL(/text=pantolon/)
  await page.getByRole('button', { name: /^Select all \d+ that match/ }).click()
  await make.click()
  await expect(page.getByLabel(t['panel.photos.findProduct'])).toHaveValue('pantolon')
})

test('photos fit a phone in Arabic', async ({ page }) => {
  await page.setViewportSize(phone)
  const [product] = await products('tf-it', '')
  if (!product) throw new Error('The demo has no products')
  const path = await photoFile(`${product.itemCode}_${product.colorCode}_60.jpg`)
  await openPhotos(page, 'tf-it', 'ar')
  await choose(page, [path, await photoFile('IMG_1.jpg')])
  await expect(page.getByText(texts.ar['panel.photos.stand.ready'], { exact: true })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await expectNoSidewaysScroll(page)
})
