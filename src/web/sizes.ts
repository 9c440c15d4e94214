import { settings } from './settings.ts'

/** What a size is called in the reader's language. The size itself stays what all else is found by. */
export const sizeLabel = (size: string): string => settings.sizeLabels?.[size] ?? size

/** What a size or lot is called. */
export const variantLabel = ({ itemDim1Code, lotCode }: { itemDim1Code: string; lotCode: string }): string =>
  sizeLabel(itemDim1Code) || lotCode
