/** Widths a photo is kept in, in pixels: cards and lists, and zooming. */
export const imageWidths = [640, 960] as const
export type ImageWidth = (typeof imageWidths)[number]

/** Where a product's photo stands. updatedDate makes the address new when the product changes. */
export function productImagePath(
  width: ImageWidth,
  photo: { itemCode: string; colorCode: string; file: string; updatedDate: string },
): string {
  const [item, color, file] = [photo.itemCode, photo.colorCode, photo.file].map(encodeURIComponent)
  return `/products/img${width}/${item}/${color}/${file}?updatedDate=${encodeURIComponent(photo.updatedDate)}`
}

/** Where a picture of a brand or category stands: its address is its content. */
export function picturePath(contentHash: string): string {
  return `/pictures/${contentHash}.jpg`
}
