/** Digits of Arabic and Persian as Latin ones, with their separators; spaces that do not break as plain ones. */
export function latinDigits(text: string): string {
  return (
    text
      .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
      .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
      .replace(/\u066b/g, ',')
      // Nobody takes this one for decimals.
      .replace(/(?<=\d)\u066c(?=\d{3})/g, '')
      .replace(/[\u00a0\u2007\u202f]/g, ' ')
      // Marks of direction that a right-to-left sheet leaves around numbers.
      .replace(/[\u200e\u200f\u061c\u2066-\u2069\ufeff]/g, '')
  )
}

/** What stands behind a number of pieces or lots in the seven languages. */
const units =
  /\s*(?:adet|ad\.?|takım|çift|pcs?\.?|pieces?|units?|prs?\.?|шт\.?|штук[аи]?|ед\.?|пар[аы]?|pz\.?|pezzi|unità|pièces?|unités?|buc\.?|bucăți|قطعة|قطع|حبة)$/iu

/** A line that ends in `3 adet` or `(3)`, as one that ends in the number alone. */
export function withoutUnits(line: string): string {
  const open = line.replace(/(?<=[\s:=×*])\((\d+)\)$/u, '$1')
  const bare = open.replace(units, '')
  return /[\s:=×*][-+]?\d[\d.,']*$/u.test(bare) ? bare : open
}

const maxQty = 1_000_000

const bareOf = (text: string) => latinDigits(text).trim().replace(units, '').replace(/^\+/, '')

/** Three digits behind a lone point or comma: a thousand to some, decimals to others. */
const unclear = /^([1-9]\d{0,2})[.,](\d{3})$/

/**
 * The whole numbers that a quantity may mean which is a thousand to some and decimals to others (`5.000`, `5,000`), the
 * smaller first; none of any other. Somebody is to say which.
 */
export function qtyReadings(text: string): number[] {
  const [, front, group] = unclear.exec(bareOf(text)) ?? []
  if (!front || !group) return []
  return [...(group === '000' ? [Number(front)] : []), Number(front + group)]
}

/**
 * A quantity as people write it: `1 000` and `1.000.000` are thousands, `5,00` is five, `5 adet` too. Undefined where it
 * is no whole number from 0 to a million, or may be two (see {@link qtyReadings}): nothing is rounded or guessed.
 */
export function readQty(text: string): number | undefined {
  const bare = bareOf(text)
  if (unclear.test(bare)) return undefined
  // A group of nothing but a zero is none: 0,500 is half of something.
  const grouped = /^[1-9]\d{0,2}(?:([.,' ])\d{3})(?:\1\d{3})*$/.test(bare) ? bare.replace(/\D/g, '') : bare
  const whole = /^(0(?=[.,]0+$)|\d+(?=(?:[.,]0{0,2})?$))/.exec(grouped)?.[1]
  const qty = whole === undefined ? Number.NaN : Number(whole)
  return qty <= maxQty ? qty : undefined
}
