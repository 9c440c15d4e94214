import type { CatalogueLayout, CatalogueSections } from '#shared/photoLayouts.ts'
import type { Box, Sheet } from '../pdfSheet.ts'
import type { CatalogueProduct } from './catalogueProducts.ts'

/** A catalogue to be drawn. */
export type Catalogue = {
  title: string
  perPage: CatalogueLayout
  sections: CatalogueSections
  withCover: boolean
  products: CatalogueProduct[]
  /** ISO 8601. */
  madeAt: string
}

/** A photo in the store by its content hash, in so many points; undefined where it is missing or broken. */
export type PhotoOf = (
  hash: string | undefined,
  size: { width: number; height: number; isCropped?: boolean },
) => Promise<Buffer | undefined>

export const soft = '#55606d'
/** Behind photos that do not fill their frames, and where there is none. */
const frame = '#f1f3f6'

/** A photo in its frame; where there is none, the words for it. */
export function drawPhoto(sheet: Sheet, box: Box, bytes: Buffer | undefined, none: string): void {
  sheet.fill(box.x, box.y, box.width, box.height, frame)
  if (bytes) return sheet.picture(bytes, { ...box, isCentred: true })
  const size = 8
  const width = Math.min(box.width, sheet.widthOf(none, 'regular', size) + 1)
  const x = box.x + (box.width - width) / 2
  sheet.put(none, { x, y: box.y + (box.height - size) / 2, width, size, color: soft })
}
