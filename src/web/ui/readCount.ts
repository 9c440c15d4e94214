import { readNumber } from '#shared/numbers/readNumber.ts'

const maxCount = 999_999

/** Parses a whole number (`12`, `12.00`, `1 000`, `١٢`), else undefined. `1.000` is ambiguous and rejected. */
export function readCount(text: string): number | undefined {
  const [read, other] = readNumber(text)
  if (!read || other || read.decimals > 0) return undefined
  return read.number >= 0 && read.number <= maxCount ? read.number : undefined
}
