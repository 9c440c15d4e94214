import { latinDigits } from '#shared/text.ts'

/** With Latin digits, and without grouping, non-breaking spaces and direction marks. */
export function plainNumbers(text: string): string {
  return (
    latinDigits(text)
      .replace(/\u066b/g, ',')
      // Always groups thousands.
      .replace(/(?<=\d)\u066c(?=\d{3})/g, '')
      .replace(/[\u00a0\u2007\u202f]/g, ' ')
      // Direction marks from right-to-left sheets.
      .replace(/[\u200e\u200f\u061c\u2066-\u2069\ufeff]/g, '')
  )
}

/** In the seven languages. */
const units =
  /\s*(?:adet|ad\.?|takım|çift|pcs?\.?|pieces?|units?|prs?\.?|шт\.?|штук[аи]?|ед\.?|пар[аы]?|pz\.?|pezzi|unità|pièces?|unités?|buc\.?|bucăți|قطعة|قطع|حبة)$/iu

/** Strips units and brackets: `3 adet`, `(3)`. */
export function withoutUnits(line: string): string {
  const open = line.replace(/(?<=[\s:=×*])\((\d+)\)$/u, '$1')
  const bare = open.replace(units, '')
  return /[\s:=×*][-+]?\d[\d.,']*$/u.test(bare) ? bare : open
}

const maxQty = 1_000_000

const bareOf = (text: string) => plainNumbers(text).trim().replace(units, '').replace(/^\+/, '')

/** May group thousands or mark decimals. */
const ambiguousQty = /^([1-9]\d{0,2})[.,](\d{3})$/

/** Possible numbers of an ambiguous quantity (`5.000`, `5,000`), smaller first, for the user to decide. */
export function qtyReadings(text: string): number[] {
  const [, front, group] = ambiguousQty.exec(bareOf(text)) ?? []
  if (!front || !group) return []
  return [...(group === '000' ? [Number(front)] : []), Number(front + group)]
}

/**
 * `1 000` and `1.000.000` are thousands; `5,00` and `5 adet` are five. Undefined unless one whole number from
 * 0 to a million: never rounds or guesses (see {@link qtyReadings}).
 */
export function readQty(text: string): number | undefined {
  const bare = bareOf(text)
  if (ambiguousQty.test(bare)) return undefined
  // A leading zero means decimals: 0,500 is a half.
  const grouped = /^[1-9]\d{0,2}(?:([.,' ])\d{3})(?:\1\d{3})*$/.test(bare) ? bare.replace(/\D/g, '') : bare
  const whole = /^(0(?=[.,]0+$)|\d+(?=(?:[.,]0{0,2})?$))/.exec(grouped)?.[1]
  const qty = whole === undefined ? Number.NaN : Number(whole)
  return qty <= maxQty ? qty : undefined
}
