/** Overlays in the address; Back closes them. */
export type Overlays = { shopModal?: 1; scanModal?: 1; imgModal?: 1 } & ShownImage
/** `imgIndex` counts from 0. */
export type ShownImage = { imgItem?: string; imgColor?: string; imgIndex?: number }

export const readOverlays = (search: Record<string, unknown>): Overlays => ({
  ...(isFlag(search.shopModal) ? { shopModal: 1 } : {}),
  ...(isFlag(search.scanModal) ? { scanModal: 1 } : {}),
  ...(isFlag(search.imgModal) ? { imgModal: 1, ...readShownImage(search) } : {}),
})

const isFlag = (value: unknown) => value === 1 || value === '1'

function readShownImage({ imgItem, imgColor, imgIndex }: Record<string, unknown>): ShownImage {
  const index = Number(imgIndex)
  return {
    ...(isCode(imgItem) ? { imgItem: String(imgItem) } : {}),
    ...(isCode(imgColor) ? { imgColor: String(imgColor) } : {}),
    ...(Number.isInteger(index) && index > 0 ? { imgIndex: index } : {}),
  }
}

/** The router parses codes of digits as numbers. */
export const isCode = (value: unknown) =>
  (typeof value === 'string' && value !== '') || typeof value === 'number'
