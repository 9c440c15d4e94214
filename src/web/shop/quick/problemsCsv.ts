import { saveFile } from '#web/api.ts'
import { language, t } from '#web/i18n.ts'
import { problemText } from './problemText.ts'
import type { ResolvedLine } from './resolvedLines.ts'

/** Spreadsheets expect semicolons where decimals use commas. */
const separator = language === 'en' || language === 'ar' ? ',' : ';'

/** UTF-8 BOM for spreadsheets; formulas are neutralized. */
export function csvOf(rows: string[][]): Blob {
  const text = rows.map((row) => row.map(cellOf).join(separator)).join('\r\n')
  return new Blob([`\ufeff${text}\r\n`], { type: 'text/csv;charset=utf-8' })
}

/** Except signed numbers. */
function cellOf(text: string): string {
  const isFormula = /^\s*[=+@-]/.test(text) && !/^[+-]?\d[\d.,]*$/.test(text)
  const safe = isFormula ? `'${text}` : text
  return /["\r\n,;\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const heads = () => [
  t('ordering.quick.role.code'),
  t('ordering.quick.role.color'),
  t('ordering.quick.role.size'),
  t('ordering.quick.role.qty'),
]

/** In a layout this page can read again. */
export function saveProblems(lines: ResolvedLine[]): void {
  const rows = lines.map((line) => [
    line.code,
    line.colorCode,
    line.size,
    line.qty,
    problemText(line),
    line.original,
  ])
  const first = [...heads(), t('ordering.quick.problem'), t('ordering.quick.original')]
  saveFile(csvOf([first, ...rows]), `${t('ordering.quick.problemsFile')}.csv`)
}
