/**
 * openDocument: a file of LibreOffice (.ods). numbers: one of Apple Numbers. broken: another file than .xlsx, damaged, or
 * with a password. The others: {@link WorkbookLimits}.
 */
export type WorkbookFaultCode =
  | 'openDocument'
  | 'numbers'
  | 'broken'
  | 'tooLarge'
  | 'tooManyRows'
  | 'tooManyColumns'

export class WorkbookFault extends Error {
  override name = 'WorkbookFault'
  readonly code: WorkbookFaultCode

  /** `detail`: English, for diagnosis. */
  constructor(code: WorkbookFaultCode, detail: string) {
    super(detail)
    this.code = code
  }
}

/** Limits against zip bombs: kilobytes could expand to fill memory. */
export type WorkbookLimits = {
  packedBytes: number
  /** Over all parts. */
  unpackedCharacters: number
  archiveEntries: number
  sharedStrings: number
  sharedCharacters: number
  /** Non-empty, over all sheets. */
  rows: number
  /** Last non-empty column. */
  columns: number
  /** Cells of these rows, with empty ones before a filled one. */
  cells: number
}

export const workbookLimits: WorkbookLimits = {
  packedBytes: 20_000_000,
  unpackedCharacters: 400_000_000,
  archiveEntries: 2000,
  sharedStrings: 1_000_000,
  sharedCharacters: 60_000_000,
  rows: 500_000,
  columns: 1000,
  cells: 20_000_000,
}
