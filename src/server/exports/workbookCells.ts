import type { CellObject } from 'write-excel-file/node'
import { plainText } from '#shared/text.ts'

/** As text whatever it looks like: a barcode keeps its zeros, and nothing becomes a formula. */
export const text = (value: string): CellObject => ({ value: plainText(value), type: String })
export const whole = (value: number): CellObject => ({ value, type: Number, format: '#,##0' })
/** A time as the clock shows it, as if it were UTC: spreadsheets know no zones. */
export const clockTime = (value: Date): CellObject => ({ value, type: Date, format: 'yyyy-mm-dd hh:mm' })
/** In the currency's major unit. */
export const money = (value: number): CellObject => ({ value, type: Number, format: '#,##0.00' })
