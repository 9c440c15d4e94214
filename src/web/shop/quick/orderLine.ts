import { isFormula } from './formulas.ts'
import { qtyReadings, readQty } from './quantity.ts'

/** A line as written, before the server resolves it. */
export type ReadLine = {
  /** The full text, to show with problems. */
  original: string
  code: string
  colorCode: string
  size: string
  qty: string
  /** The whole text as a code, looked up first: what ends in 16,5 may be a half size. */
  whole?: { code: string; qty: string }
  /** Taken from a row above that heads a block. */
  isCodeFromAbove?: boolean
}

/**
 * shortened: a spreadsheet rounded the barcode. unclearQty: two possible numbers. formula: no stored result.
 */
export type LineFault = 'formula' | 'noCode' | 'noQty' | 'badQty' | 'unclearQty' | 'tooLong' | 'shortened'

export function faultOf({ code, colorCode, size, qty }: ReadLine): LineFault | undefined {
  if ([code, colorCode, size, qty].some(isFormula)) return 'formula'
  if (!code.trim()) return 'noCode'
  if (/^\d[.,]\d+E\+?\d+$/i.test(code.trim())) return 'shortened'
  if (code.length > 100 || colorCode.length > 50 || size.length > 30) return 'tooLong'
  if (!qty.trim()) return 'noQty'
  if (qtyReadings(qty).length > 0) return 'unclearQty'
  if (!readQty(qty)) return 'badQty'
  return undefined
}
