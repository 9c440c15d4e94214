/** In pixels: for cards and lists, and for zooming. */
export const imageWidths = [640, 960] as const
export type ImageWidth = (typeof imageWidths)[number]

/** updatedDate changes the address. */
export function productImagePath(
  width: ImageWidth,
  photo: { itemCode: string; colorCode: string; file: string; updatedDate: string },
): string {
  const [item, color, file] = [photo.itemCode, photo.colorCode, photo.file].map(encodeURIComponent)
  return `/products/img${width}/${item}/${color}/${file}?updatedDate=${encodeURIComponent(photo.updatedDate)}`
}

/** Path of the picture of a brand or category, by content. */
export function picturePath(contentHash: string): string {
  return `/pictures/${contentHash}.jpg`
}
