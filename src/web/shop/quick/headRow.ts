import { sizeColumns } from '#shared/imports/sizes.ts'
import { plainNumbers } from '#shared/numbers/plainNumbers.ts'
import { isWholeHead, roleOfHead } from './headerWords.ts'
import { qtyReadings, readQty } from './quantity.ts'

/** Titles, dates and addresses may come first. */
const maxHeadRow = 15

export const isBarcode = (text: string) => /^\d{8}$|^\d{12,14}$/.test(plainNumbers(text).trim())
export const isCode = (text: string) => /^(?=.*\d)[\p{L}\d][\p{L}\d ._/-]{2,29}(?:,5)?$/u.test(text.trim())
export const isQty = (text: string) =>
  text.length < 12 && (readQty(text) !== undefined || qtyReadings(text).length > 0)

/** Mistaking data for it would lose that row and all above. */
export function headRow(grid: string[][]): number | undefined {
  let best: number | undefined
  let bestScore = 0
  for (const [index, row] of grid.slice(0, maxHeadRow).entries()) {
    const score = headScore(row, grid.slice(index + 1, index + 4))
    if (score > bestScore) {
      bestScore = score
      best = index
    }
  }
  return best
}

/** 0 if it may as well be data. */
function headScore(row: string[], below: string[][]): number {
  const filled = row.filter((cell) => cell.trim()).length
  // A text repeated below is data.
  const names = row.map((cell, column) => {
    const isName = cell.trim() !== '' && cell.length <= 40
    return isName && !below.some((other) => other[column]?.trim() === cell.trim()) ? cell : ''
  })
  const known = names.filter((cell) => roleOfHead(cell)).length
  const whole = names.filter(isWholeHead).length
  const sized = sizeColumns(row)
  // Numbers and codes are data.
  const values = row.filter(
    (cell, column) => !sized.has(column) && !roleOfHead(cell) && (isQty(cell) || isCode(cell)),
  ).length
  if (known === 0 || (filled < 2 && whole === 0)) return 0
  // A description may contain a header word.
  if (values > 0 && (whole < 2 || whole <= values)) return 0
  return known * 2 + (sized.size >= 2 ? sized.size : 0)
}
