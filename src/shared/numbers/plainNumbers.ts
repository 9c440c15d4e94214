import { latinDigits } from '#shared/text/text.ts'

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
