import { toMinor } from '#shared/numbers/money.ts'

export const priceOperations = ['percent', 'times', 'add'] as const
export type PriceOperation = (typeof priceOperations)[number]
/** A step, or '.90' for prices that end so. */
export const roundings = ['0.01', '0.05', '0.10', '0.50', '1', '.90'] as const
export type Rounding = (typeof roundings)[number]

/** Never below zero. */
export function changedPrice(
  amount: number,
  operation: PriceOperation,
  operand: number,
  rounding: Rounding,
): number {
  const minor = toMinor(amount)
  const raw =
    operation === 'add'
      ? minor + operand * 100
      : minor * (operation === 'times' ? operand : 1 + operand / 100)
  // Removes binary fraction noise before rounding.
  const exact = Math.max(0, Number(raw.toFixed(6)))
  return roundTo(exact, rounding) / 100
}

function roundTo(minor: number, rounding: Rounding): number {
  if (rounding === '.90') return Math.max(90, Math.round((minor + 10) / 100) * 100 - 10)
  const step = Math.round(Number(rounding) * 100)
  return Math.round(minor / step) * step
}

/**
 * Removes thousands separators from a column's amounts, if the column shows which separator is the decimal
 * one. Otherwise texts stay unchanged.
 */
export function normalizeSeparators(texts: string[]): string[] {
  const decimalMarks = new Set(texts.flatMap((text) => decimalOf(text) ?? []))
  const [decimalMark] = decimalMarks
  if (decimalMarks.size !== 1 || !decimalMark) return texts
  const grouping = decimalMark === ',' ? '.' : ','
  return texts.map((text) =>
    new RegExp(`^\\D*\\d{1,3}(?:\\${grouping}\\d{3})+\\D*$`).test(text)
      ? text.replaceAll(grouping, '')
      : text,
  )
}

/** The decimal separator, if the text leaves no doubt. */
function decimalOf(text: string): string | undefined {
  const plain = text.replace(/[\s\u00a0\u202f]/g, '')
  return (
    /\d([.,])\d{1,2}\D*$/.exec(plain)?.[1] ??
    /\d([.,])\d{3}\1\d{3}/.exec(plain)?.[1]?.replace(/[.,]/, (mark) => (mark === ',' ? '.' : ','))
  )
}
