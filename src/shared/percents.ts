import { latinDigits } from './text.ts'

/** Reads percents as traders write them: 20+5, %20+5, 12,5. Undefined for anything else. */
export function readPercents(text: string): number[] | undefined {
  const parts = latinDigits(text)
    .replace(/[%٪\s]/g, '')
    .split('+')
  const percents = parts.map((part) =>
    /^\d{1,3}(?:[.,]\d{1,2})?$/.test(part) ? Number(part.replace(',', '.')) : 0,
  )
  return percents.every((percent) => percent > 0 && percent <= 100) ? percents : undefined
}
