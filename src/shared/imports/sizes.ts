import { plainNumbers } from '#shared/numbers/plainNumbers.ts'

const letterSize =
  /^(?:\d{0,2}X{0,4}[SML]|X{1,4}|[2-6]XL|STD|STANDART|TEK(?: EBAT)?|ONE ?SIZE|OS|UNI|TU|ЕДИНЫЙ)(?:\/(?:\d?X{0,3}[SML]))?$/i
const ageSize = /^\d{1,2}(?:-\d{1,2})?\s?(?:Y|YAŞ|YAS|YRS?|M|AY|MTHS?|ЛЕТ|ГОДА?|МЕС|ANNI|ANS|ANI)$/iu
const numberSize = /^(?:1[6-9]|[2-6]\d)(?:[.,]5|[-/]\d{2})?$/

/** Size names: M, 2XL, 38, 38/40, 4Y. */
export function isSize(text: string): boolean {
  const bare = plainNumbers(text).trim()
  return letterSize.test(bare) || ageSize.test(bare) || numberSize.test(bare)
}

/** By name, or three or more rising numbers side by side: children's sizes are 2, 4, 6 or 98, 104, 110. */
export function sizeColumns(row: readonly string[]): Set<number> {
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
