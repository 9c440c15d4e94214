import { variantFileFields } from './catalogueFields.ts'

/* Words of imports that the browser needs without their schemas. */

/** The largest file that the panel takes; of workbooks 20 MB are read. */
export const maxImportBytes = 64 * 1024 * 1024

/** Encodings that a text file can be said to have where the guess was wrong. */
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

/** What a column can be, beside `color`, `price`, `currency`, `priceGROUP`, `currencyGROUP` and attributes 01 to 10. */
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

/** What is noted of a file that does not hold its import up. */
export const importWarnings = [
  'unknownColumn',
  'repeatedColumn',
  'priceLeftOut',
  'ignoredColumn',
  'unknownPriceGroup',
] as const

/** Why a file, or work on it, has failed. */
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

/** Why a row cannot be imported. */
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
