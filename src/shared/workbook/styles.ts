import { attributeOf, type XmlListener } from './xml.ts'

/** Built-in date formats; ECMA-376 part 1, 18.8.30. */
const builtInDates: [from: number, to: number][] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
]

/** `yyyy-mm-dd` and `[h]:mm`, but not `0.00 "dm"`. */
export function isDateFormat(format: string): boolean {
  const plain = format.replace(/"[^"]*"|\\.|[_*]./g, ' ').replace(/\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi, ' ')
  return !/general|[0#?]\s*e[+-]/i.test(plain) && /[ymdhs]/i.test(plain)
}

/** Which cell styles are dates, by style number. */
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
/** Day 0: 30 December 1899, or 1904-01-01 for workbooks from old Macs. */
const epochMs = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) }

/** Local time as if it were UTC. */
export function dateOfSerial(serial: number, epoch: 1900 | 1904): Date {
  return new Date(epochMs[epoch] + Math.round(serial * dayMs))
}
