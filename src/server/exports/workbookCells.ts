import type { CellObject } from 'write-excel-file/node'
import { plainText } from '#shared/text.ts'

/** Always text: barcodes keep zeros, and nothing is a formula. */
export const text = (value: string): CellObject => ({ value: plainText(value), type: String })
export const integer = (value: number): CellObject => ({ value, type: Number, format: '#,##0' })
/** Local time as if it were UTC, because spreadsheets have no zones. */
export const clockTime = (value: Date): CellObject => ({ value, type: Date, format: 'yyyy-mm-dd hh:mm' })
/** Major units. */
export const money = (value: number): CellObject => ({ value, type: Number, format: '#,##0.00' })
