import { productTextNames, variantFileFields } from '#shared/catalogue/catalogueFields.ts'
import type { TextKind } from '#shared/catalogue/textKinds.ts'
import { type Language, languages } from '#shared/tenancy.ts'

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
  ...productTextNames,
  'photos',
  ...variantFileFields,
] as const

/** A column whose heading is a size, with its stock. A file may have several. */
export const sizeStock = 'sizeStock'

/** Whether another column has what this one is to be read as; only columns of sizes may be several. */
export function isTakenTwice(targets: readonly string[], index: number): boolean {
  const target = targets[index] ?? ''
  if (target === sizeStock) return false
  const isOfSizes = ['itemDim1Code', 'inventory', 'lotCode'].includes(target)
  return target !== '' && (targets.indexOf(target) < index || (isOfSizes && targets.includes(sizeStock)))
}

/** Text columns that may have others in other languages, as `itemDescription.it`, and what each names. */
export const translatedTargets = {
  itemDescription: 'item',
  colorDescription: 'color',
  itemDim1Code: 'size',
  brandName: 'brand',
  categoryName: 'category',
  lotDescription: 'lot',
} as const satisfies Partial<Record<(typeof plainTargets)[number], TextKind>>

export type TextTarget = {
  /** The column with the text in the main language. */
  of: keyof typeof translatedTargets | `attribute${string}`
  kind: TextKind
  language: Language
}

const textTarget = new RegExp(
  `^(${Object.keys(translatedTargets).join('|')}|attribute0?[1-9]|attribute10)\\s*\\.\\s*(${languages.join('|')})$`,
  'i',
)

/** What a column such as `itemDescription.it` holds; undefined for other columns. */
export function textTargetOf(name: string): TextTarget | undefined {
  const [, column = '', language = ''] = textTarget.exec(name.trim()) ?? []
  if (language === '') return undefined
  const lower = { column: column.toLowerCase(), language: language.toLowerCase() as Language }
  const plain = (Object.keys(translatedTargets) as (keyof typeof translatedTargets)[]).find(
    (one) => one.toLowerCase() === lower.column,
  )
  if (plain) return { of: plain, kind: translatedTargets[plain], language: lower.language }
  const place = lower.column.slice('attribute'.length).padStart(2, '0')
  return { of: `attribute${place}`, kind: 'value', language: lower.language }
}

export const importWarnings = [
  'unknownColumn',
  'repeatedColumn',
  'priceLeftOut',
  'ignoredColumn',
  'unknownPriceGroup',
] as const

/** What is asked once for all rows of a file, with what can be answered. `divide` is followed by a percent, as `divide:20`. */
export const importQuestions = {
  /** A price has another currency written beside it than its column or heading says, or than was chosen. */
  otherCurrency: ['written', 'column'],
  /** A heading names another currency than was chosen for the file. */
  headingCurrency: ['heading', 'choice'],
  withTax: ['divide', 'asNet', 'leaveOut'],
  zeroPrice: ['take', 'leaveOut'],
  decimals: ['round', 'refuse'],
  dateAsSize: ['asRange', 'asWritten'],
  checkDigit: ['take', 'leaveOut'],
  newPriceGroup: ['create', 'leaveOut'],
  /** There is no column of sizes or lots. */
  noSizes: ['one', 'byBarcode'],
  /** Rows without code, name, brand and category, as below a merged cell. */
  rowsBelow: ['above', 'refuse'],
  /** The same code but for case or zeros in front is there already, or stands further up. */
  otherSpelling: ['same', 'separate'],
} as const satisfies Record<string, readonly string[]>
export type ImportQuestion = keyof typeof importQuestions

/** Whether somebody has answered a question with this. */
export function isAnswer(code: ImportQuestion, answer: string | undefined): answer is string {
  const [choice = '', percent] = answer?.split(':') ?? []
  const isChoice = importQuestions[code].some((one) => one === choice)
  if (choice !== 'divide') return isChoice && percent === undefined
  return isChoice && Number(percent) > 0 && Number(percent) <= 100
}

/** `samples`: some of the values. */
export type AskedOfFile = { code: ImportQuestion; column: string; count: number; samples: string[] }

/** By {@link questionName}. */
export type Answers = Readonly<Record<string, string>>

export const questionName = ({ code, column }: Pick<AskedOfFile, 'code' | 'column'>) => `${code} ${column}`

/** Those that nobody has answered. */
export const openQuestions = (asked: readonly AskedOfFile[], answers: Answers): AskedOfFile[] =>
  asked.filter((one) => !isAnswer(one.code, answers[questionName(one)]))

export const importProblems = [
  'empty',
  'noKnownColumn',
  'missingColumns',
  'oldSpreadsheet',
  'openDocument',
  'numbers',
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
  'notYesNo',
  'currency',
  'unknownTaxCode',
  'sizeAndLot',
  'sizeHasNoPieces',
  'cellCount',
  'twoTranslations',
  'otherDepth',
  'duplicate',
  'conflict',
  'codeTwice',
  'codeTaken',
  'unknownBarcode',
] as const
