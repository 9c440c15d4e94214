import { currencyIn } from '#shared/numbers/currencySigns.ts'
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

/** How a number is shown, where it is more than its digits. */
export type NumberFormat = 'date' | { minDigits?: number; isPercent?: true; currency?: string }

/** Undefined for a format that only groups and rounds. */
function formatOf(format: string): NumberFormat | undefined {
  if (isDateFormat(format)) return 'date'
  const [positive = ''] = format.split(';')
  const code = positive.replace(/"[^"]*"|\\.|[_*]./g, '')
  if (code.includes('%')) return { isPercent: true }
  // Codes with zeros in front, as 00012.
  if (/^0{2,}$/.test(code)) return { minDigits: code.length }
  const shown = positive.replace(/\[\$([^\]-]*)[^\]]*\]|"([^"]*)"|\\(.)/g, ' $1$2$3 ')
  // A currency that we do not know makes its prices unreadable, never ours.
  const currency = currencyIn(shown) ?? /\[\$([^\]-]+)/.exec(positive)?.[1]?.trim()
  return currency ? { currency } : undefined
}

/** Built-in formats of percents; ECMA-376 part 1, 18.8.30. */
const builtInPercents = [9, 10]

function builtInFormat(id: number): NumberFormat | undefined {
  if (builtInDates.some(([from, to]) => from <= id && id <= to)) return 'date'
  return builtInPercents.includes(id) ? { isPercent: true } : undefined
}

/** The formats of cell styles, by style number. */
export function stylesReader(): { listener: XmlListener; formats: (NumberFormat | undefined)[] } {
  const own = new Map<number, NumberFormat | undefined>()
  const formats: (NumberFormat | undefined)[] = []
  let isCellFormats = false
  const open: XmlListener['open'] = (name, attributes) => {
    if (name === 'numFmt') {
      const id = Number(attributeOf(attributes, 'numFmtId'))
      own.set(id, formatOf(attributeOf(attributes, 'formatCode') ?? ''))
    } else if (name === 'cellXfs') isCellFormats = true
    else if (name === 'xf' && isCellFormats) {
      const id = Number(attributeOf(attributes, 'numFmtId') ?? 0)
      formats.push(own.has(id) ? own.get(id) : builtInFormat(id))
    }
  }
  const close = (name: string) => {
    if (name === 'cellXfs') isCellFormats = false
  }
  return { listener: { open, close }, formats }
}

/** 15 digits, as spreadsheets show it: 0.1 + 0.2 is 0.3. */
export const plainNumber = (value: number) => String(Number(value.toPrecision(15)))

/** Before a currency that comes from a format, so that codes can be told from prices. */
export const currencyGap = '\u00a0'

/** A number as it is shown: 00012, 12.5% or 3.75 EUR. */
export function shownNumber(number: number, format: Exclude<NumberFormat, 'date'>): string {
  if (format.isPercent) return `${plainNumber(number * 100)}%`
  const plain = plainNumber(number)
  if (format.minDigits) return plain.padStart(format.minDigits, '0')
  // Three decimals alone could be read as thousands.
  return `${/\.\d{3}$/.test(plain) ? `${plain}0` : plain}${currencyGap}${format.currency}`
}

const dayMs = 86_400_000
/** Day 0: 30 December 1899, or 1904-01-01 for workbooks from old Macs. */
const epochMs = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) }

/** Local time as if it were UTC. */
export function dateOfSerial(serial: number, epoch: 1900 | 1904): Date {
  return new Date(epochMs[epoch] + Math.round(serial * dayMs))
}
