import { percentUnit, readNumberWith } from './readNumber.ts'

/** Reads percents as traders write them: 20+5, %20+5, 12,5. Undefined for anything else. */
export function readPercents(text: string): number[] | undefined {
  const percents = text.split('+').map((part) => {
    const [read, other] = readNumberWith(percentUnit, part)
    return read && !other && read.decimals <= 2 ? read.number : 0
  })
  return percents.every((percent) => percent > 0 && percent <= 100) ? percents : undefined
}
