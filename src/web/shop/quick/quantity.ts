import { readNumber } from '#shared/numbers/readNumber.ts'

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

const readingsOf = (text: string) => readNumber(text.trim().replace(units, ''))

/** Possible numbers of an ambiguous quantity (`5.000`, `5,000`), smaller first, for the user to decide. */
export function qtyReadings(text: string): number[] {
  const readings = readingsOf(text)
  if (readings.length < 2) return []
  return readings.flatMap(({ number, decimals }) => (decimals > 0 ? [] : [number])).toReversed()
}

/**
 * `1 000` and `1.000.000` are thousands; `5,00` and `5 adet` are five. Undefined unless one whole number from
 * 0 to a million: never rounds or guesses (see {@link qtyReadings}).
 */
export function readQty(text: string): number | undefined {
  const [read, other] = readingsOf(text)
  if (!read || other || read.decimals > 0) return undefined
  return read.number >= 0 && read.number <= maxQty ? read.number : undefined
}
