import { madeOnce } from '#server/tableFiles/sheet.ts'
import { languages } from '#shared/tenancy.ts'
import { dateOfSerial } from '#shared/workbook/styles.ts'

/* Values that a spreadsheet or a program has likely changed. */

/** Short names of months in all languages, as spreadsheets write them: by their first four letters, and by three if these tell. */
const months = madeOnce(() => {
  const found = new Map<string, number>()
  for (const language of languages) {
    const names = new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' })
    for (let month = 1; month <= 12; month += 1) {
      const name = names.format(Date.UTC(2026, month - 1, 1))
      found.set(monthKey(name, 4), month)
      const short = monthKey(name, 3)
      found.set(short, (found.get(short) ?? month) === month ? month : 0)
    }
  }
  return found
})

function monthKey(name: string, length: number): string {
  return name
    .toLocaleLowerCase('tr')
    .normalize('NFD')
    .replace(/[^\p{L}]/gu, '')
    .slice(0, length)
}

/**
 * The sizes that a text was, where it looks like a date that a spreadsheet made of them: 10.Ara, Dec-12, 2026-03-04 and
 * 44987 were 10-12, 12-12, 4-3 and 2-3. Undefined for other texts.
 */
export function sizesOfDate(text: string): string | undefined {
  const [, day, name] = /^(\d{1,2})[.\- ](\p{L}{3,5})\.?$/u.exec(text) ?? []
  const [, name2, year] = /^(\p{L}{3,5})\.?[.\- ](\d{2})$/u.exec(text) ?? []
  const written = name ?? name2 ?? ''
  const month = months().get(monthKey(written, 4)) ?? months().get(monthKey(written, 3))
  if (month) return day ? `${Number(day)}-${month}` : `${month}-${Number(year)}`
  const [, isoMonth, isoDay] = /^\d{4}-(\d\d)-(\d\d)(?:[T ].*)?$/.exec(text) ?? []
  if (isoMonth) return `${Number(isoDay)}-${Number(isoMonth)}`
  if (!/^4[3-9]\d{3}$/.test(text)) return undefined
  const date = dateOfSerial(Number(text), 1900)
  return `${date.getUTCDate()}-${date.getUTCMonth() + 1}`
}

/** Whether a code has the length of a GTIN, but another check digit. */
export function hasWrongCheckDigit(code: string): boolean {
  if (!/^(?:\d{8}|\d{12,14})$/.test(code)) return false
  const sum = [...code]
    .toReversed()
    .reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return sum % 10 !== 0
}
