import type { CatalogueLayout } from '#shared/photos/photoLayouts.ts'
import type { Box, Sheet } from '../pdfSheet.ts'
import type { Words } from '../words.ts'
import { drawPhoto, mutedColor, type PhotoOf } from './catalogueLook.ts'
import type { CatalogueProduct } from './catalogueProducts.ts'
import { codesOf, lotsOf, pricesOf, sizesOf } from './catalogueTexts.ts'

const layouts = {
  1: { columns: 1, rows: 1, size: 13 },
  2: { columns: 1, rows: 2, size: 13, isBeside: true },
  4: { columns: 2, rows: 2, size: 10 },
  6: { columns: 2, rows: 3, size: 9 },
  9: { columns: 3, rows: 3, size: 8 },
  12: { columns: 3, rows: 4, size: 7.5 },
} satisfies Partial<Record<CatalogueLayout, object>>
type CardLayout = keyof typeof layouts

const gap = 14
const textGap = 6
const stripHeight = 110

export const isCards = (perPage: CatalogueLayout): perPage is CardLayout => perPage in layouts

type Drawing = {
  products: CatalogueProduct[]
  perPage: CardLayout
  box: Box
  photoOf: PhotoOf
  withBrand: boolean
}

/** In a row, all photos end and all texts start at the same height. */
export async function drawCards(sheet: Sheet, words: Words, drawing: Drawing): Promise<void> {
  const { products, perPage, box, photoOf } = drawing
  const layout: { columns: number; rows: number; size: number; isBeside?: boolean } = layouts[perPage]
  const { columns, rows, isBeside = false } = layout
  const width = (box.width - (columns - 1) * gap) / columns
  const height = (box.height - (rows - 1) * gap) / rows
  const textWidth = isBeside ? (width - gap) * 0.48 : width
  const cards = products.map((product) => textOf(sheet, words, { ...drawing, product, textWidth, ...layout }))
  const drawn = products.map(async (product, index) => {
    const row = Math.floor(index / columns)
    const tallest = Math.max(...cards.slice(row * columns, (row + 1) * columns).map((card) => card.height))
    const cell = {
      x: box.x + (index % columns) * (width + gap),
      y: box.y + row * (height + gap),
      width,
      height,
    }
    const photo = isBeside
      ? { ...cell, width: width - textWidth - gap }
      : { ...cell, height: height - tallest - textGap }
    const pictures = await picturesOf(product, { photo, perPage, photoOf })
    return { cell, photo, pictures }
  })
  for (const [index, { cell, photo, pictures }] of (await Promise.all(drawn)).entries()) {
    for (const { box: at, bytes } of pictures) {
      drawPhoto(sheet, at, bytes, words.say('panel.catalogue.noPhoto'))
    }
    const x = isBeside ? photo.x + photo.width + gap : cell.x
    let y = isBeside ? cell.y : photo.y + photo.height + textGap
    for (const { size, ...line } of cards[index]?.lines ?? []) {
      sheet.put(line.text, { ...line, x, y, width: textWidth, size })
      y += size * spacing
    }
  }
}

const spacing = 1.36

type Line = { text: string; size: number; font?: 'bold'; color?: string }
type Texts = {
  product: CatalogueProduct
  textWidth: number
  size: number
  isBeside?: boolean
  withBrand: boolean
}

function textOf(sheet: Sheet, words: Words, { product, textWidth, size, isBeside, withBrand }: Texts) {
  const smaller = size * 0.92
  const more = isBeside ? 3 : 1
  const parts: (Line & { maxLines: number })[] = [
    { text: codesOf(product), maxLines: 1 + more, size, font: 'bold' },
    { text: product.itemDescription, maxLines: 2 * more, size },
    { text: withBrand ? product.brandName : '', maxLines: 1, size: smaller, color: mutedColor },
    { text: sizesOf(product), maxLines: 2 * more, size: smaller, color: mutedColor },
    { text: pricesOf(product, words), maxLines: 2, size: size * 1.12, font: 'bold' },
    ...lotsOf(product, words).map((text) => ({ text, maxLines: more, size: smaller, color: mutedColor })),
  ]
  const lines = parts.flatMap(({ text, maxLines, ...style }): Line[] =>
    sheet
      .wrap(text, { width: textWidth, size: style.size, maxLines, font: style.font ?? 'regular' })
      .map((line) => ({ ...style, text: line })),
  )
  return { lines, height: lines.reduce((sum, line) => sum + line.size * spacing, 0) }
}

type Picture = { box: Box; bytes: Buffer | undefined }
type Pictured = { photo: Box; perPage: CardLayout; photoOf: PhotoOf }

async function picturesOf(
  { photos }: CatalogueProduct,
  { photo, perPage, photoOf }: Pictured,
): Promise<Picture[]> {
  const others = perPage === 1 ? photos.slice(1) : []
  if (others.length === 0) return [{ box: photo, bytes: await photoOf(photos[0], photo) }]
  const main = { ...photo, height: photo.height - stripHeight - gap }
  const width = (photo.width - 3 * gap) / 4
  const strip = others.slice(0, 4).map((hash, index) => ({
    hash,
    box: {
      x: photo.x + index * (width + gap),
      y: photo.y + photo.height - stripHeight,
      width,
      height: stripHeight,
    },
  }))
  return Promise.all(
    [{ hash: photos[0], box: main }, ...strip].map(async ({ hash, box }) => ({
      box,
      bytes: await photoOf(hash, box),
    })),
  )
}
