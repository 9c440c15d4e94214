import { type Box, contentWidth, paper, type Sheet } from '../pdfSheet.ts'
import type { Words } from '../words.ts'
import { type Catalogue, mutedColor, type PhotoOf } from './catalogueLook.ts'
import type { CatalogueProduct } from './catalogueProducts.ts'

type Cover = { catalogue: Catalogue; company: string; logo: Buffer | undefined; photoOf: PhotoOf }

const gap = 8
const maxBrands = 8
const mosaic = { x: paper.margin, y: 104, width: contentWidth, height: 440 }

export async function drawCover(sheet: Sheet, words: Words, cover: Cover): Promise<void> {
  const { catalogue, company, logo, photoOf } = cover
  const { title, products, madeAt } = catalogue
  const { margin } = paper
  sheet.newPage()
  if (logo) sheet.picture(logo, { x: margin, y: margin, width: 180, height: 48 })
  else if (title !== company)
    sheet.put(company, { x: margin, y: margin + 14, width: contentWidth, size: 16, font: 'bold' })
  const shown = spread(products.filter(({ photos }) => photos.length > 0))
  const tiles = tilesOf(shown.length)
  const pictures = await Promise.all(
    tiles.map((tile, index) => photoOf(shown[index]?.photos[0], { ...tile, isCropped: true })),
  )
  for (const [index, tile] of tiles.entries()) {
    const bytes = pictures[index]
    if (bytes) sheet.picture(bytes, { ...tile, isCentred: true })
  }
  const size = 32
  let y = tiles.length > 0 ? mosaic.y + mosaic.height + 34 : 250
  const at = { x: margin, width: contentWidth }
  for (const line of sheet.wrap(title, { width: contentWidth, size, font: 'bold', maxLines: 3 })) {
    sheet.put(line, { ...at, y, size, font: 'bold' })
    y += size * 1.25
  }
  for (const line of sheet.wrap(brandsOf(products), { width: contentWidth, size: 12, maxLines: 2 })) {
    y += 4
    sheet.put(line, { ...at, y, size: 12 })
    y += 14
  }
  const count = words.say('panel.catalogue.products', { count: products.length })
  sheet.put(`${count} · ${words.day(madeAt)}`, {
    ...at,
    y: paper.height - margin - 14,
    size: 10,
    color: mutedColor,
  })
}

function spread(products: CatalogueProduct[]): CatalogueProduct[] {
  const count = Math.min(3, products.length)
  return Array.from(
    { length: count },
    (_, index) => products[Math.floor((index * products.length) / count)],
  ).filter((product) => product !== undefined)
}

function tilesOf(count: number): Box[] {
  const { x, y, width, height } = mosaic
  if (count < 3) {
    const each = (width - (count - 1) * gap) / count
    return Array.from({ length: count }, (_, index) => ({
      x: x + index * (each + gap),
      y,
      width: each,
      height,
    }))
  }
  const large = Math.round(width * 0.64)
  const small = { x: x + large + gap, width: width - large - gap, height: (height - gap) / 2 }
  return [
    { x, y, width: large, height },
    { ...small, y },
    { ...small, y: y + small.height + gap },
  ]
}

function brandsOf(products: CatalogueProduct[]): string {
  const counted = Map.groupBy(products, ({ brandName }) => brandName)
  const names = [...counted].toSorted(([, one], [, other]) => other.length - one.length).map(([name]) => name)
  return names.length > maxBrands ? `${names.slice(0, maxBrands).join(' · ')} …` : names.join(' · ')
}
