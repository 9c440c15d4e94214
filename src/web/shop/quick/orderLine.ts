import { isFormula } from './formulas.ts'
import { qtyReadings, readQty } from './quantity.ts'

/** One line as it was read, before the server has said what it stands for. Texts are as the person wrote them. */
export type ReadLine = {
  /** The whole line, to be shown beside what is wrong with it. */
  original: string
  code: string
  colorCode: string
  size: string
  qty: string
  /** The code is that of a row above, where it stands for a whole block. */
  isCodeFromAbove?: boolean
}

/**
 * What is wrong with a line before anybody is asked. shortened: a spreadsheet has rounded its barcode. unclearQty: the
 * quantity is one number to some and another to others. formula: of a cell the file has a formula and no result.
 */
export type LineFault = 'formula' | 'noCode' | 'badQty' | 'unclearQty' | 'tooLong' | 'shortened'

export function faultOf({ code, colorCode, size, qty }: ReadLine): LineFault | undefined {
  if ([code, colorCode, size, qty].some(isFormula)) return 'formula'
  if (!code.trim()) return 'noCode'
  if (/^\d[.,]\d+E\+?\d+$/i.test(code.trim())) return 'shortened'
  if (code.length > 100 || colorCode.length > 50 || size.length > 30) return 'tooLong'
  if (qtyReadings(qty).length > 0) return 'unclearQty'
  if (!readQty(qty)) return 'badQty'
  return undefined
}
