import { toMinor } from '#shared/money.ts'

export const ways = ['percent', 'times', 'add'] as const
export type Way = (typeof ways)[number]
/** What a new price is rounded to: a step, or prices that end in 90. */
export const roundings = ['0.01', '0.05', '0.10', '0.50', '1', '.90'] as const
export type Rounding = (typeof roundings)[number]

/** A price after a change: by percent, times something, or plus an amount; never below nothing. */
export function changedPrice(amount: number, way: Way, by: number, rounding: Rounding): number {
  const minor = toMinor(amount)
  const raw = way === 'add' ? minor + by * 100 : minor * (way === 'times' ? by : 1 + by / 100)
  // What binary fractions add or leave is no half of a cent.
  const exact = Math.max(0, Number(raw.toFixed(6)))
  return rounded(exact, rounding) / 100
}

function rounded(minor: number, rounding: Rounding): number {
  if (rounding === '.90') return Math.max(90, Math.round((minor + 10) / 100) * 100 - 10)
  const step = Math.round(Number(rounding) * 100)
  return Math.round(minor / step) * step
}

/**
 * Says of amounts in one column what a lone separator in them is: where one of them ends in decimals behind a comma, a
 * point is none. Texts that say it themselves, and those of columns that do not, stay as they are.
 */
export function withoutDoubt(texts: string[]): string[] {
  const decimal = new Set(texts.flatMap((text) => decimalOf(text) ?? []))
  const [one] = decimal
  if (decimal.size !== 1 || !one) return texts
  const grouping = one === ',' ? '.' : ','
  return texts.map((text) =>
    new RegExp(`^\\D*\\d{1,3}(?:\\${grouping}\\d{3})+\\D*$`).test(text)
      ? text.replaceAll(grouping, '')
      : text,
  )
}

/** The separator of decimals, where a text can have only one. */
function decimalOf(text: string): string | undefined {
  const plain = text.replace(/[\s\u00a0\u202f]/g, '')
  return (
    /\d([.,])\d{1,2}\D*$/.exec(plain)?.[1] ??
    /\d([.,])\d{3}\1\d{3}/.exec(plain)?.[1]?.replace(/[.,]/, (mark) => (mark === ',' ? '.' : ','))
  )
}
