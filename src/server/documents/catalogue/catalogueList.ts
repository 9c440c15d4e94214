import type { Box, Sheet } from '../pdfSheet.ts'
import type { Words } from '../words.ts'
import { drawPhoto, mutedColor, type PhotoOf } from './catalogueLook.ts'
import type { CatalogueProduct } from './catalogueProducts.ts'
import { lotsOf, pricesOf, sizesOf } from './catalogueTexts.ts'

type Drawing = {
  products: CatalogueProduct[]
  perPage: number
  box: Box
  photoOf: PhotoOf
  withBrand: boolean
}

/** In points from the left edge of the content. */
const columns = {
  photo: { x: 0, width: 38 },
  codes: { x: 48, width: 108 },
  name: { x: 164, width: 150 },
  sizes: { x: 322, width: 116 },
  price: { x: 446, width: 77 },
} as const
const size = 7.5
const lineHeight = size * 1.36

export async function drawList(sheet: Sheet, words: Words, drawing: Drawing): Promise<void> {
  const { products, perPage, box, photoOf } = drawing
  const height = box.height / perPage
  const photo = { width: columns.photo.width, height: height - 5 }
  const pictures = await Promise.all(products.map(({ photos }) => photoOf(photos[0], photo)))
  for (const [index, product] of products.entries()) {
    const y = box.y + index * height
    const at = { x: box.x, y: y + 1, ...photo }
    drawPhoto(sheet, at, pictures[index], '')
    drawTexts(sheet, words, { ...drawing, product, y: y + 1 })
    sheet.rule(y + height - 2)
  }
}

function drawTexts(sheet: Sheet, words: Words, { product, box, y, withBrand }: Drawing & Row): void {
  const { itemCode, colorCode, colorDescription, itemDescription, brandName } = product
  const put = (name: keyof typeof columns, parts: Part[]) => {
    const { x, width } = columns[name]
    const lines = parts.flatMap(({ text, maxLines, ...style }) =>
      sheet
        .wrap(text, { width, size, maxLines, font: style.font ?? 'regular' })
        .map((line) => ({ text: line, ...style })),
    )
    for (const [index, { text, ...style }] of lines.slice(0, 4).entries()) {
      sheet.put(text, { ...style, x: box.x + x, y: y + index * lineHeight, width, size })
    }
  }
  put('codes', [
    { text: itemCode, maxLines: 2, font: 'bold' },
    { text: colorDescription || colorCode, maxLines: 2 },
  ])
  put('name', [
    { text: itemDescription, maxLines: withBrand ? 3 : 4 },
    { text: withBrand ? brandName : '', maxLines: 1, color: mutedColor },
  ])
  put('sizes', [
    { text: sizesOf(product), maxLines: product.lots.length > 0 ? 2 : 4, color: mutedColor },
    ...lotsOf(product, words).map((text) => ({ text, maxLines: 2, color: mutedColor })),
  ])
  put('price', [{ text: pricesOf(product, words), maxLines: 3, font: 'bold', align: 'end' }])
}

type Row = { product: CatalogueProduct; y: number }
type Part = { text: string; maxLines: number; font?: 'bold'; color?: string; align?: 'end' }
