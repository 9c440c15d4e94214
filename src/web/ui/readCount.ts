import { latinDigits } from '#shared/text.ts'

/** Parses a whole number (`12`, `12.00`, `١٢`), else undefined. `1.000` is ambiguous and rejected. */
export function readCount(text: string): number | undefined {
  const [, digits] = /^(\d{1,6})(?:[.,\u066b]0{1,2})?$/.exec(latinDigits(text.trim())) ?? []
  return digits === undefined ? undefined : Number(digits)
}

/** Allows a trailing separator while typing. */
export const typedCount = (text: string) => readCount(text.replace(/[.,٫]$/, ''))
