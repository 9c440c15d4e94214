/**
 * Why a workbook is not read. broken: no .xlsx, damaged, or with a password. The others are the limits of
 * {@link WorkbookLimits}.
 */
export type WorkbookFaultCode = 'broken' | 'tooLarge' | 'tooManyRows' | 'tooManyColumns'

/** A workbook that cannot be read at all. */
export class WorkbookFault extends Error {
  override name = 'WorkbookFault'
  readonly code: WorkbookFaultCode

  /** `detail` says in English what of the file it is, for whoever looks into it. */
  constructor(code: WorkbookFaultCode, detail: string) {
    super(detail)
    this.code = code
  }
}

/** How much of a workbook is read before it is refused. A few kilobytes can be packed so that they fill the memory. */
export type WorkbookLimits = {
  packedBytes: number
  /** Over all parts that are read, in characters. */
  unpackedCharacters: number
  archiveEntries: number
  sharedStrings: number
  sharedCharacters: number
  /** Rows with anything in them, of all sheets that are read. */
  rows: number
  /** The last column that may have anything in it. */
  columns: number
  /** Cells of these rows, the empty ones to the left of a filled one included. */
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
