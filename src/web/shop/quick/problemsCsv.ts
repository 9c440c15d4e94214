import { language, t } from '#web/i18n.ts'
import type { JudgedLine } from './checkedLines.ts'
import { problemText } from './problemText.ts'

/** Where the comma divides decimals, spreadsheets divide cells by semicolons. */
const separator = language === 'en' || language === 'ar' ? ',' : ';'

/** Rows as a file that a spreadsheet opens with a double click: marked as UTF-8, and nothing in it is a formula. */
export function csvOf(rows: string[][]): Blob {
  const text = rows.map((row) => row.map(cellOf).join(separator)).join('\r\n')
  return new Blob([`\ufeff${text}\r\n`], { type: 'text/csv;charset=utf-8' })
}

/** Text that a spreadsheet would take for a formula is marked as text; a number with its sign is none. */
function cellOf(text: string): string {
  const isFormula = /^\s*[=+@-]/.test(text) && !/^[+-]?\d[\d.,]*$/.test(text)
  const safe = isFormula ? `'${text}` : text
  return /["\r\n,;\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export function saveAs(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // The browser has taken it over by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

export const heads = () => [
  t('ordering.quick.role.code'),
  t('ordering.quick.role.color'),
  t('ordering.quick.role.size'),
  t('ordering.quick.role.qty'),
]

/** The lines that cannot be ordered, with the reason, in a layout that this page reads again. */
export function saveProblems(lines: JudgedLine[]): void {
  const rows = lines.map((line) => [
    line.code,
    line.colorCode,
    line.size,
    line.qty,
    problemText(line),
    line.original,
  ])
  const first = [...heads(), t('ordering.quick.problem'), t('ordering.quick.original')]
  saveAs(`${t('ordering.quick.problemsFile')}.csv`, csvOf([first, ...rows]))
}
