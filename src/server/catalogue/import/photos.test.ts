import { createHash } from 'node:crypto'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { lines, useImportShop } from '#test/importShop.ts'

const shop = useImportShop()
let folder: string
let stored: string[]
beforeEach(async () => {
  folder = path.join(shop.folder, 'photos')
  stored = []
  await mkdir(path.join(folder, 'more'), { recursive: true })
})

const hash = (content: string) => createHash('sha256').update(content).digest('hex')
let running = 0
let maxRunning = 0
/** Fake store: the file's hash, or an error if it contains "broken". */
async function storePhoto(file: string): Promise<string> {
  running += 1
  maxRunning = Math.max(maxRunning, running)
  await new Promise((resolve) => setTimeout(resolve, 2))
  running -= 1
  const content = await readFile(file, 'utf8')
  if (content === 'broken') throw new Error('not a picture')
  stored.push(path.basename(file))
  return hash(content)
}
const put = (name: string, content = name) => writeFile(path.join(folder, name), content)
const importPhotos = (text: string) => shop.importText(text, { photos: folder, storePhoto })

async function images(): Promise<string[]> {
  const rows = await shop.rows<{ line: string }>(
    `select concat_ws(' ', p.item_code, p.color_code, i.file_name, left(i.content_hash, 6)) as line
     from product_images i join products p on p.tenant_id = $1 and p.id = i.product_id
     where i.tenant_id = $1 order by p.item_code, p.color_code, i.sort_order`,
  )
  return rows.map(({ line }) => line)
}
const image = (product: string, name: string, content = name) =>
  `${product} ${name.replace(/\.[^.]*$/, '.jpg')} ${hash(content).slice(0, 6)}`

const header = 'brandName,categoryName,itemCode,itemDescription,colorCode,itemDim1Code,photos'
const rows = (...photos: string[]) =>
  lines(header, ...photos.map((names, index) => `Lale,K,A1,E,red,${index},${names}`))

test('named photos are found in any case and subfolder, once each, in the given order', async () => {
  await put('Front.JPG')
  await put('more/back.png')
  await put('side.webp')
  const report = await importPhotos(rows('FRONT.jpg|back.PNG', 'back.png;side.webp'))
  expect(report).toMatchObject({ images: { added: 3 }, warnings: [] })
  expect(await images()).toEqual([
    image('A1 red', 'FRONT.jpg', 'Front.JPG'),
    image('A1 red', 'back.png', 'more/back.png'),
    image('A1 red', 'side.webp'),
  ])
})

test('the same photos change nothing; a new order, picture or shorter list does', async () => {
  await put('a.jpg')
  await put('b.jpg')
  await importPhotos(rows('a.jpg|b.jpg'))
  const before = await shop.everything()
  expect(await importPhotos(rows('a.jpg|b.jpg'))).toMatchObject({
    images: { added: 0, changed: 0, unchanged: 2 },
  })
  expect(await shop.everything()).toEqual(before)

  await put('a.jpg', 'a better one')
  expect(await importPhotos(rows('b.jpg|a.jpg'))).toMatchObject({ images: { changed: 2 } })
  expect(await images()).toEqual([image('A1 red', 'b.jpg'), image('A1 red', 'a.jpg', 'a better one')])
  expect(await importPhotos(rows('a.jpg'))).toMatchObject({ images: { changed: 2 } })
  expect(await images()).toEqual([image('A1 red', 'a.jpg', 'a better one')])
  const [version] = await shop.rows<{ at: string }>(
    'select catalogue as at from tenant_versions where tenant_id = $1',
  )
  expect(Number(version?.at)).toBe(4)
})

test('missing and broken photos are warnings, and stored photos of the same name stay', async () => {
  await put('a.jpg')
  await put('b.jpg')
  await importPhotos(rows('a.jpg|b.jpg'))
  await put('b.jpg', 'broken')
  await put('c.jpg')
  const report = await importPhotos(rows('b.jpg|none.jpg|c.jpg'))
  expect(report.warnings).toEqual([
    { code: 'photoMissing', value: 'none.jpg', count: 1 },
    { code: 'photoUnreadable', value: 'b.jpg', count: 1 },
  ])
  expect(await images()).toEqual([image('A1 red', 'b.jpg'), image('A1 red', 'c.jpg')])
  // If no photo is found, the folder is probably wrong.
  await importPhotos(rows('none.jpg'))
  expect(await images()).toHaveLength(2)
})

test('without names, photos named after the product are added in order of their numbers', async () => {
  for (const name of [
    'A1_red_10.jpg',
    'a1_RED_2.png',
    'A1_red.jpg',
    'A1_blue_1.jpg',
    'A1_dark_red_1.jpg',
    'B1_1.jpg',
  ])
    await put(name)
  await importPhotos(
    lines(header, 'Lale,K,A1,E,red,S,', 'Lale,K,A1,E,dark_red,S,', 'Lale,K,B1,E,,S,', 'Lale,K,C1,E,,S,'),
  )
  const expected = [
    image('A1 dark_red', 'A1_dark_red_1.jpg'),
    image('A1 red', 'A1_red.jpg'),
    image('A1 red', 'a1_RED_2.png'),
    image('A1 red', 'A1_red_10.jpg'),
    image('B1', 'B1_1.jpg').replace(' ', '  '),
  ]
  expect(await images()).toEqual(expected)
  await importPhotos(lines('itemCode,colorCode,itemDim1Code,inventory', 'A1,red,S,5'))
  expect(await images()).toEqual(expected)
})

test('a product that the file does not mention keeps its photos', async () => {
  await put('a.jpg')
  await put('b.jpg')
  await importPhotos(rows('a.jpg'))
  await importPhotos(lines(header, 'Lale,K,B1,E,red,S,b.jpg'))
  expect(await images()).toEqual([image('A1 red', 'a.jpg'), image('B1 red', 'b.jpg')])
})

test('links out of the folder are not followed', async () => {
  const secret = await shop.file('secret.jpg', 'secret')
  await symlink(secret, path.join(folder, 'link.jpg'))
  await symlink(shop.folder, path.join(folder, 'outside'))
  const report = await importPhotos(rows('link.jpg|secret.jpg|../secret.jpg'))
  expect(report.warnings.map(({ code, value }) => `${code} ${value}`)).toEqual([
    'photoMissing link.jpg',
    'photoMissing secret.jpg',
    'photoMissing ../secret.jpg',
  ])
  expect(stored).toEqual([])
})

test('no photo is touched when the file is not imported, and never more than three at once', async () => {
  for (let number = 1; number <= 9; number += 1) await put(`A1_red_${number}.jpg`)
  const report = await importPhotos(lines(header, 'Lale,K,A1,E,red,S,', ',,A2,,red,S,'))
  expect(report).toMatchObject({ badCount: 1, applied: false })
  expect(stored).toEqual([])
  maxRunning = 0
  await importPhotos(rows(''))
  expect(stored).toHaveLength(9)
  expect(maxRunning).toBe(3)
})

test('products get at most ten photos, and equal names in two formats stay distinct', async () => {
  for (let number = 1; number <= 12; number += 1) await put(`A1_red_${number}.jpg`)
  await put('x.png')
  await put('x.jpg')
  const report = await importPhotos(lines(header, 'Lale,K,A1,E,red,S,', 'Lale,K,B1,E,,S,x.png|x.jpg'))
  expect(report.warnings).toEqual([{ code: 'tooManyPhotos', value: 'A1 red', count: 1 }])
  expect((await images()).filter((line) => line.startsWith('A1'))).toHaveLength(10)
  expect((await images()).slice(10)).toEqual([
    `B1  x.jpg ${hash('x.png').slice(0, 6)}`,
    `B1  x-2.jpg ${hash('x.jpg').slice(0, 6)}`,
  ])
})

test('named photos without a folder are a warning; a missing folder is a problem', async () => {
  const report = await shop.importText(rows('a.jpg'))
  expect(report.warnings).toEqual([{ code: 'photosWithoutFolder', value: 'The column photos', count: 1 }])
  await expect(shop.importText(rows('a.jpg'), { photos: `${folder}/none`, storePhoto })).rejects.toThrow(
    /^The folder of photos cannot be opened: ENOENT/,
  )
})

test('a Shopify file uses the photos found in the folder', async () => {
  await put('dress.jpg')
  await put('red.jpg')
  await put('blue.jpg')
  await importPhotos(
    lines(
      'Handle,Title,Vendor,Option1 Name,Option1 Value,Variant Price,Image Src,Variant Image',
      'a,A,Lale,Color,Red,1,https://cdn.example/dress.jpg?v=1,https://cdn.example/red.jpg?v=2',
      'a,,,,Blue,1,https://cdn.example/red.jpg?v=2,https://cdn.example/blue.jpg',
      'a,,,,,,https://cdn.example/blue.jpg,',
    ),
  )
  expect(await images()).toEqual([
    image('a blue', 'blue.jpg'),
    image('a blue', 'dress.jpg'),
    image('a red', 'red.jpg'),
    image('a red', 'dress.jpg'),
  ])
})
