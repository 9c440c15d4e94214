import { latinDigits } from '#shared/text/text.ts'

/** `decimals`: how many there are, without zeros at the end. */
export type NumberReading = { number: number; decimals: number }

/** A sign; groups of three behind one separator, or plain digits; decimals. */
const written = /^([+-]?)(\d{1,3}(?:([.,'\u066c])\d{3})(?:\3\d{3})*|\d*)(?:([.,])(\d*))?$/

/** Without direction marks, with Latin digits. */
const plainText = (text: string) =>
  latinDigits(text)
    .replace(/[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .replace(/\u2212/g, '-')
    .trim()

/**
 * All numbers that a text may mean: none, one, or two if its only separator may group thousands or mark decimals (1.250 or
 * 1,250); the thousands come first. Nothing is guessed from a language, because people copy numbers between programs.
 *
 * Reads 1234,5 · 1.234,50 · 1,234.50 · 1 234 567 · 1'234.5 · .5 · 12, · -3 · ١٬٢٣٤٫٥ · ۱۲, but not 1e3, 1.23.4 or 12 50.
 */
export function readNumber(text: string): NumberReading[] {
  const plain = plainText(text)
    .replace(/[\s’]/g, "'")
    .replace(/[\u060c\u066b]/g, ',')
  const [, sign = '', whole = '', grouping, mark, fraction = ''] = written.exec(plain) ?? []
  const readings: NumberReading[] = []
  const add = (digits: string, decimals: string) =>
    readings.push({
      // Zero has no sign.
      number: Number(`${sign}${digits || 0}.${decimals || 0}`) + 0,
      decimals: decimals.replace(/0+$/, '').length,
    })
  // No thousands begin with a zero: 0.125 is a fraction.
  if (grouping ? mark !== grouping && !whole.startsWith('0') : whole || fraction)
    add(whole.replace(/\D/g, ''), fraction)
  const [digits, decimals, more] = whole.split(/[.,]/)
  if (digits && decimals && more === undefined && mark === undefined) add(digits, decimals)
  return readings
}

/** What may stand before or behind a number, beside a currency. */
export const percentUnit = /^([+-]?)\s*[%٪]\s*|[%٪]$/
export const factorUnit = /^(\+?)\s*[×x]\s*|[×x]$/i

/** As {@link readNumber}, also with a unit: -₺1.250,50, %20, ×1,2. */
export const readNumberWith = (unit: RegExp, text: string): NumberReading[] =>
  readNumber(plainText(text).replace(unit, '$1'))
