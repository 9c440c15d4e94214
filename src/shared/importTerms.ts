import { variantFileFields } from './catalogueFields.ts'

/* Separate from the schemas, for the browser bundle. */

/** For the panel; workbooks are limited to 20 MB. */
export const maxImportBytes = 64 * 1024 * 1024

/** To choose from if detection was wrong. */
export const importEncodings = [
  'utf8',
  'utf16le',
  'utf16be',
  'win1254',
  'win1251',
  'win1252',
  'win1250',
  'win1256',
] as const
export type ImportEncoding = (typeof importEncodings)[number]

/** In addition to `color`, `price`, `currency`, `priceGROUP`, `currencyGROUP` and attributes 01 to 10. */
export const plainTargets = [
  'itemCode',
  'itemDescription',
  'colorCode',
  'colorDescription',
  'itemDim1Code',
  'lotCode',
  'brandName',
  'categoryName',
  'photos',
  ...variantFileFields,
] as const

export const importWarnings = [
  'unknownColumn',
  'repeatedColumn',
  'priceLeftOut',
  'ignoredColumn',
  'unknownPriceGroup',
] as const

export const importProblems = [
  'empty',
  'noKnownColumn',
  'missingColumns',
  'missingShopifyColumns',
  'oldSpreadsheet',
  'pdf',
  'markup',
  'binary',
  'largeSpreadsheet',
  'manyRows',
  'manyColumns',
  'slowFile',
  'brokenSpreadsheet',
  'brokenCsv',
  'unreadable',
  'fileGone',
  'stopped',
  'busy',
  'storageFull',
  'unexpected',
] as const

export const importReasons = [
  'required',
  'requiredForNew',
  'tooLong',
  'controlCharacter',
  'cellError',
  'isDate',
  'scientific',
  'notANumber',
  'negative',
  'decimals',
  'notWhole',
  'tooLarge',
  'tooSmall',
  'ambiguousNumber',
  'currency',
  'sizeAndLot',
  'sizeHasNoPieces',
  'cellCount',
  'duplicate',
  'conflict',
  'barcodeTwice',
  'barcodeTaken',
  'unknownBarcode',
] as const
