import { cutText, storableText } from '#server/db/storable.ts'
import type { AskedOfFile, ImportQuestion } from '#shared/imports/importTerms.ts'

export type Counts = { added: number; changed: number; unchanged: number }

/**
 * `line` is the row's first line in the file; the header is line 1. `value` is the cell, or what it conflicts with.
 */
export type BadRow = { line: number; column: string; reason: BadReason; value: string }

export type ImportWarning = { code: WarningCode; value: string; count: number }

export type ImportReport = {
  /** Includes bad and repeated rows. */
  rows: number
  /** The first 1000 by line; a row may have several. `badCount` counts all. */
  bad: BadRow[]
  badCount: number
  /** Products whose own fields changed, not counting variants, prices or photos. */
  products: Counts
  variants: Counts
  /** Removed prices count as changed. */
  prices: Counts
  /** Translations, each language of a text by itself. */
  texts: Counts
  brandsAdded: number
  categoriesAdded: number
  images: Counts
  warnings: ImportWarning[]
  /** Questions without an answer; with one, nothing is imported. */
  open: AskedOfFile[]
  /** False for dry runs and files rejected for bad rows or open questions. */
  applied: boolean
}

/** `done` and `total` in the phase's unit: bytes, rows, photos or steps. */
export type Progress = {
  phase: 'reading' | 'staging' | 'comparing' | 'photos' | 'applying'
  done: number
  total?: number
}

export const badReasons = {
  required: 'a value is needed here',
  requiredForNew: 'the product is new, and needs a brand, a category and a description',
  tooLong: 'the value is too long',
  controlCharacter: 'the value has a control character',
  cellError: 'the spreadsheet could not work this cell out; correct its formula, or enter the value itself',
  isDate: 'the spreadsheet turned the value into a date; format the column as text',
  scientific: 'the spreadsheet rounded the value; format the column as text and enter it again',
  notANumber: 'this is not a number',
  negative: 'the number must not be negative',
  decimals: 'a price has at most two decimals',
  notWhole: 'the number must be whole',
  tooLarge: 'the number is too large',
  tooSmall: 'the number must be at least 1',
  ambiguousNumber: 'this may mean thousands or decimals; write it without a thousands separator',
  notYesNo: 'this must be yes or no',
  currency: 'a currency is three letters, such as TRY',
  unknownTaxCode: 'the settings have no VAT rate with this code',
  sizeAndLot: 'a row has a size or a lot, not both',
  sizeHasNoPieces: 'only a lot has pieces per lot',
  cellCount: 'the row has more or fewer cells than the header',
  twoTranslations: 'the same text stands further up with another translation',
  otherDepth: 'the category has more or fewer levels than in the main language',
  duplicate: 'the same size or lot stands further up with other data',
  conflict: 'the same product stands further up with another value here',
  codeTwice: 'the code stands further up for another size or lot',
  codeTaken: 'the code belongs to another size or lot',
  unknownBarcode: 'no size or lot has this barcode',
} as const
export type BadReason = keyof typeof badReasons

export const warningSentences = {
  unknownColumn: 'is not a column we know; it was left out',
  repeatedColumn: 'stands twice in the header; the first one counts',
  priceLeftOut: 'has prices that were left out',
  ignoredColumn: 'was left out: it means nothing without the columns it belongs to',
  unknownPriceGroup: 'is a new price group, which no customer has yet',
  photosWithoutFolder: 'names photos, but no folder of photos was given',
  photoMissing: 'is not in the folder of photos',
  photoAmbiguous: 'is in the folder of photos more than once; the first was taken',
  photoUnreadable: 'could not be read as a picture',
  tooManyPhotos: 'has more photos than the ten a product may have',
} as const
export type WarningCode = keyof typeof warningSentences

export const questionSentences = {
  otherCurrency: 'another currency is written beside prices than their column says',
  headingCurrency: 'the heading names another currency than was chosen',
  withTax: 'the heading says that prices include VAT; with divide:20, 20 % are taken off',
  zeroPrice: 'what costs 0 cannot be ordered unless it is a free sample',
  decimals: 'prices have more than two decimals',
  dateAsSize: 'sizes look like dates that a spreadsheet has made of them',
  checkDigit: 'barcodes have a wrong check digit',
  newPriceGroup: 'this price group does not exist, and no customer has it',
  noSizes: 'no column has sizes; each item may be one size, or rows may only change what has their barcode',
  rowsBelow: 'rows without a code may belong to the one above',
  otherSpelling: 'codes are there already, written a little differently',
} as const satisfies Record<ImportQuestion, string>

const problemSentences = {
  empty: 'The file is empty.',
  noKnownColumn: 'The first row of the file names no column that we know: {value}.',
  missingColumns:
    'The file needs the columns itemCode and itemDim1Code or lotCode, or else the column barcode; it has {value}.',
  oldSpreadsheet: 'This is not an .xlsx workbook; save it as .xlsx or as CSV.',
  openDocument: 'This is an OpenDocument file (.ods); save it as .xlsx or CSV.',
  numbers: 'This is a file of Apple Numbers; export it as .xlsx or CSV.',
  pdf: 'This is a PDF; ask for the list as .xlsx or CSV.',
  markup:
    'This is a web page or XML, whatever it is called; open it in a spreadsheet and save it as .xlsx or CSV.',
  binary: 'This is neither a workbook nor a text; save the list as .xlsx or CSV.',
  largeSpreadsheet: 'The workbook holds too much; save it as CSV, or split it.',
  manyRows: 'The sheet has more rows or cells than can be read; save it as CSV, or split it.',
  manyColumns: 'The sheet has a filled cell beyond the thousandth column; empty what stands there.',
  slowFile: 'Reading the file took too long; save it as CSV, or split it.',
  brokenSpreadsheet: 'The workbook cannot be read: {value}.',
  brokenCsv: 'The file cannot be read as CSV: {value}.',
  unreadable: 'The file cannot be opened: {value}.',
  noPhotoFolder: 'The folder of photos cannot be opened: {value}.',
  unknownTenant: 'There is no such shop.',
  fileGone: 'The file is not there any more; upload it again.',
  stopped: 'It was interrupted.',
  busy: 'The catalogue was being changed by somebody else at the same time; import the file again.',
} as const
export type ImportProblemCode = keyof typeof problemSentences

/** The message is English; `code` and `value` are for translation. */
export class ImportProblem extends Error {
  override name = 'ImportProblem'
  readonly code: ImportProblemCode
  readonly value: string

  constructor(code: ImportProblemCode, value = '', cause?: unknown) {
    super(
      problemSentences[code].replace('{value}', () => value),
      { cause },
    )
    this.code = code
    this.value = value
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** `priceTF: this is not a number ("12 TRY")` */
export function describeBadRow({ column, reason, value }: BadRow): string {
  const sentence = badReasons[reason]
  return `${column ? `${column}: ` : ''}${sentence}${value ? ` ("${value}")` : ''}`
}

export function describeWarning({ code, value, count }: ImportWarning): string {
  return `${value} ${warningSentences[code]}${count > 1 ? ` (${count} times)` : ''}`
}

/** By default, and of distinct warnings. */
export const maxKept = 1000

export class BadRows {
  readonly first: BadRow[] = []
  count = 0
  private readonly keep: number

  constructor(limit = maxKept) {
    this.keep = limit
  }

  add(row: BadRow): void {
    this.count += 1
    if (this.first.length < this.keep)
      this.first.push({ ...row, value: cutText(storableText(row.value), 100) })
  }
}

export class Warnings {
  private readonly byKey: Map<string, ImportWarning>

  /** `found`: by a thread that began to read the file. */
  constructor(found: readonly ImportWarning[] = []) {
    this.byKey = new Map(found.map((warning) => [`${warning.code} ${warning.value}`, warning]))
  }

  add(code: WarningCode, value: string): void {
    const key = `${code} ${value}`
    const known = this.byKey.get(key)
    if (known) known.count += 1
    else if (this.byKey.size < maxKept)
      this.byKey.set(key, { code, value: cutText(storableText(value), 200), count: 1 })
  }

  all(): ImportWarning[] {
    return [...this.byKey.values()]
  }
}
