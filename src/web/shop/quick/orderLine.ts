import { qtyReadings, readQty } from './quantity.ts'

/** One line as it was read, before the server has said what it stands for. Texts are as the person wrote them. */
export type ReadLine = {
  /** The whole line, to be shown beside what is wrong with it. */
  original: string
  code: string
  colorCode: string
  size: string
  qty: string
}

/**
 * What is wrong with a line before anybody is asked. shortened: a spreadsheet has rounded its barcode. unclearQty: the
 * quantity is one number to some and another to others.
 */
export type LineFault = 'noCode' | 'badQty' | 'unclearQty' | 'tooLong' | 'shortened'

export function faultOf({ code, colorCode, size, qty }: ReadLine): LineFault | undefined {
  if (!code.trim()) return 'noCode'
  if (/^\d[.,]\d+E\+?\d+$/i.test(code.trim())) return 'shortened'
  if (code.length > 100 || colorCode.length > 50 || size.length > 30) return 'tooLong'
  if (qtyReadings(qty).length > 0) return 'unclearQty'
  if (!readQty(qty)) return 'badQty'
  return undefined
}
