import type { CatalogueLayout, CatalogueSections } from '#shared/photos/photoLayouts.ts'
import type { Box, Sheet } from '../pdfSheet.ts'
import type { CatalogueProduct } from './catalogueProducts.ts'

export type Catalogue = {
  title: string
  perPage: CatalogueLayout
  sections: CatalogueSections
  withCover: boolean
  products: CatalogueProduct[]
  /** ISO 8601. */
  madeAt: string
}

/** Returns a stored photo, sized in points; undefined if missing or broken. */
export type PhotoOf = (
  hash: string | undefined,
  size: { width: number; height: number; isCropped?: boolean },
) => Promise<Buffer | undefined>

export const mutedColor = '#55606d'
const frameColor = '#f1f3f6'

export function drawPhoto(sheet: Sheet, box: Box, bytes: Buffer | undefined, none: string): void {
  sheet.fill(box.x, box.y, box.width, box.height, frameColor)
  if (bytes) return sheet.picture(bytes, { ...box, isCentred: true })
  const size = 8
  const width = Math.min(box.width, sheet.widthOf(none, 'regular', size) + 1)
  const x = box.x + (box.width - width) / 2
  sheet.put(none, { x, y: box.y + (box.height - size) / 2, width, size, color: mutedColor })
}
