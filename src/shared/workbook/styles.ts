import { attributeOf, type XmlListener } from './xml.ts'

/** Formats of dates and times that every workbook has without naming them, by ECMA-376 part 1, 18.8.30. */
const builtInDates: [from: number, to: number][] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
]

/** Whether a number format shows a date or a time: `yyyy-mm-dd`, `[h]:mm`, but not `0.00 "dm"`. */
export function isDateFormat(format: string): boolean {
  const plain = format.replace(/"[^"]*"|\\.|[_*]./g, ' ').replace(/\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi, ' ')
  return !/general|[0#?]\s*e[+-]/i.test(plain) && /[ymdhs]/i.test(plain)
}

/** Reads which of a workbook's cell styles show dates, by the number of the style. */
export function dateStylesReader(): { listener: XmlListener; dateStyles: boolean[] } {
  const formats = new Map<number, boolean>()
  const dateStyles: boolean[] = []
  let isCellFormats = false
  const open: XmlListener['open'] = (name, attributes) => {
    if (name === 'numFmt') {
      const id = Number(attributeOf(attributes, 'numFmtId'))
      formats.set(id, isDateFormat(attributeOf(attributes, 'formatCode') ?? ''))
    } else if (name === 'cellXfs') isCellFormats = true
    else if (name === 'xf' && isCellFormats) {
      const id = Number(attributeOf(attributes, 'numFmtId') ?? 0)
      dateStyles.push(formats.get(id) ?? builtInDates.some(([from, to]) => from <= id && id <= to))
    }
  }
  const close = (name: string) => {
    if (name === 'cellXfs') isCellFormats = false
  }
  return { listener: { open, close }, dateStyles }
}

const dayMs = 86_400_000
/** 30 December 1899, from which days are counted, and 1904-01-01 for workbooks that began on a Mac. */
const epochMs = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) }

/** A day number of a spreadsheet as the clock shows it, taken for UTC. */
export function dateOfSerial(serial: number, epoch: 1900 | 1904): Date {
  return new Date(epochMs[epoch] + Math.round(serial * dayMs))
}
