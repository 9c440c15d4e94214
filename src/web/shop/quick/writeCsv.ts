import type { Language } from '#shared/tenancy.ts'
import { escapeFormula } from '#shared/text/formulaMark.ts'

/** UTF-8 BOM for spreadsheets; formulas are neutralized. */
export function csvOf(rows: string[][], language: Language): Blob {
  // Spreadsheets expect semicolons where decimals use commas.
  const separator = language === 'en' || language === 'ar' ? ',' : ';'
  const text = rows.map((row) => row.map(cellOf).join(separator)).join('\r\n')
  return new Blob([`\ufeff${text}\r\n`], { type: 'text/csv;charset=utf-8' })
}

/** Except signed numbers. */
function cellOf(text: string): string {
  const isNumber = /^[+-]?\d[\d.,]*$/.test(text)
  const safe = isNumber ? text : escapeFormula(text.trim())
  return /["\r\n,;\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
