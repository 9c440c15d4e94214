import { isWholeHead, roleOfHead } from './headerWords.ts'
import { plainNumbers, qtyReadings, readQty } from './quantity.ts'

/** Titles, dates and addresses may come first. */
const maxHeadRow = 15

const letterSize =
  /^(?:\d{0,2}X{0,4}[SML]|X{1,4}|[2-6]XL|STD|STANDART|TEK(?: EBAT)?|ONE ?SIZE|OS|UNI|TU|ЕДИНЫЙ)(?:\/(?:\d?X{0,3}[SML]))?$/i
const ageSize = /^\d{1,2}(?:-\d{1,2})?\s?(?:Y|YAŞ|YAS|YRS?|M|AY|MTHS?|ЛЕТ|ГОДА?|МЕС|ANNI|ANS|ANI)$/iu
const numberSize = /^(?:1[6-9]|[2-6]\d)(?:[.,]5|[-/]\d{2})?$/

/** Size names: M, 2XL, 38, 38/40, 4Y. */
export function isSize(text: string): boolean {
  const bare = plainNumbers(text).trim()
  return letterSize.test(bare) || ageSize.test(bare) || numberSize.test(bare)
}

export const isBarcode = (text: string) => /^\d{8}$|^\d{12,14}$/.test(plainNumbers(text).trim())
export const isCode = (text: string) => /^(?=.*\d)[\p{L}\d][\p{L}\d ._/-]{2,29}(?:,5)?$/u.test(text.trim())
export const isQty = (text: string) =>
  text.length < 12 && (readQty(text) !== undefined || qtyReadings(text).length > 0)

/** By name, or three or more rising numbers side by side: children's sizes are 2, 4, 6 or 98, 104, 110. */
export function sizeColumns(row: string[]): Set<number> {
  const sized = new Set(row.flatMap((cell, column) => (isSize(cell) ? [column] : [])))
  let run: { column: number; number: number }[] = []
  for (const [column, cell] of [...row, ''].entries()) {
    const number = Number(/^(\d{1,3})(?:[-/]\d{1,3})?$/.exec(plainNumbers(cell).trim())?.[1] ?? Number.NaN)
    if (number > (run.at(-1)?.number ?? -1)) {
      run.push({ column, number })
      continue
    }
    if (run.length >= 3) for (const one of run) sized.add(one.column)
    run = Number.isNaN(number) ? [] : [{ column, number }]
  }
  return sized
}

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
