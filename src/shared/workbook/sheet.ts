import { WorkbookFault, type WorkbookLimits } from './fault.ts'
import { dateOfSerial, type NumberFormat, shownNumber } from './styles.ts'
import { attributeOf, type XmlListener } from './xml.ts'

/** A failed formula (`#DIV/0!`), or one never computed by the writing program (`=A2*2`). */
export class CellError {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** '' if empty; a text where a number is shown as more than its digits: 00012, 12.5% or 3.75 EUR. */
export type WorkbookCell = string | number | Date | CellError

/** Up to its last filled cell; `number` from 1, as displayed. */
export type SheetRow = { number: number; cells: WorkbookCell[] }

export type CellContext = {
  sharedStrings: string[]
  formats: (NumberFormat | undefined)[]
  epoch: 1900 | 1904
}

export type SheetReader = {
  listener: XmlListener
  rows: SheetRow[]
  /** As declared by the sheet. */
  lastRow: number
  isOver: boolean
}

/** In characters; spreadsheets allow 32,767. */
const maxCellCharacters = 200_000

/** Over all sheets. */
export type ReadTotals = { rows: number; cells: number }

/** Reads only cells that the file declares. */
export function sheetReader(context: CellContext, limits: WorkbookLimits, totals: ReadTotals): SheetReader {
  let row = 0
  let column = 0
  let cells: WorkbookCell[] = []
  let type = ''
  let style = 0
  let formula: string | undefined
  let value: string | undefined
  /** Where text goes. */
  let target: 'formula' | 'value' | undefined
  let phonetics = 0

  const beginCell = (attributes: string) => {
    const place = attributeOf(attributes, 'r')
    column = place === undefined ? column + 1 : columnOf(place)
    type = attributeOf(attributes, 't') ?? 'n'
    style = Number(attributeOf(attributes, 's') ?? 0)
    formula = undefined
    value = undefined
  }
  const endCell = () => {
    const cell = cellOf({ type, style, formula, value }, context)
    if (cell === '') return
    if (column > limits.columns) throw new WorkbookFault('tooManyColumns', `row ${row}`)
    while (cells.length < column) cells.push('')
    cells[column - 1] = cell
  }
  const endRow = (reader: SheetReader) => {
    if (cells.length === 0) return
    totals.rows += 1
    totals.cells += cells.length
    if (totals.rows > limits.rows || totals.cells > limits.cells)
      throw new WorkbookFault('tooManyRows', `row ${row}`)
    reader.rows.push({ number: row, cells })
  }
  const beginRow = (attributes: string) => {
    const next = Number(attributeOf(attributes, 'r') ?? row + 1)
    if (!(next > row)) throw new WorkbookFault('broken', 'rows out of order')
    row = next
    column = 0
    cells = []
  }

  const reader: SheetReader = {
    rows: [],
    lastRow: 0,
    isOver: false,
    listener: {
      open: (name, attributes) => {
        if (reader.isOver) return
        if (name === 'c') beginCell(attributes)
        else if (name === 'v' || (name === 't' && phonetics === 0)) {
          target = 'value'
          value ??= ''
        } else if (name === 'f') {
          target = 'formula'
          formula = ''
        } else if (name === 'row') beginRow(attributes)
        else if (name === 'rPh') phonetics += 1
        else if (name === 'dimension') reader.lastRow = lastRowOf(attributes)
      },
      text: (text) => {
        if (target === 'value') value += text
        else if (target === 'formula') formula += text
        if ((value?.length ?? 0) + (formula?.length ?? 0) > maxCellCharacters)
          throw new WorkbookFault('tooLarge', 'a cell')
      },
      close: (name) => {
        if (reader.isOver) return
        if (name === 'c') endCell()
        else if (name === 'row') endRow(reader)
        else if (name === 'rPh') phonetics -= 1
        else if (name === 'sheetData') reader.isOver = true
        else if (name === 'v' || name === 't' || name === 'f') target = undefined
      },
    },
  }
  return reader
}

type Parts = { type: string; style: number; formula: string | undefined; value: string | undefined }

function cellOf({ type, style, formula, value }: Parts, context: CellContext): WorkbookCell {
  const text = value ?? ''
  // An empty text can be a result; no value means never computed.
  if (formula !== undefined && text === '' && !(type === 'str' && value !== undefined)) {
    return new CellError(`=${formula}`)
  }
  if (type === 'e') return new CellError(text)
  if (type === 's') {
    const shared = context.sharedStrings[Number(text)]
    if (shared === undefined && text !== '') throw new WorkbookFault('broken', 'a text that is not there')
    return shared ?? ''
  }
  if (type === 'inlineStr' || type === 'str') return unescapeText(text)
  if (text.trim() === '') return ''
  if (type === 'b') return text === '1' ? 'true' : 'false'
  if (type === 'd')
    return new Date(/T.*(?:Z|[+-]\d\d:\d\d)$/.test(text) || !text.includes('T') ? text : `${text}Z`)
  const number = Number(text)
  if (!Number.isFinite(number)) throw new WorkbookFault('broken', 'a number that is none')
  const format = context.formats[style]
  if (format === undefined) return number
  return format === 'date' ? dateOfSerial(number, context.epoch) : shownNumber(number, format)
}

/** Characters invalid in XML are escaped as `_x000D_`. */
export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}

/** Column number, from 1, in a reference such as `AB12`. */
function columnOf(place: string): number {
  let column = 0
  for (let at = 0; at < place.length && at < 4; at += 1) {
    const letter = (place.charCodeAt(at) & ~32) - 64
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
  }
  if (column === 0) throw new WorkbookFault('broken', 'a cell without a place')
  return column
}

function lastRowOf(attributes: string): number {
  return Number(/(\d+)$/.exec(attributeOf(attributes, 'ref') ?? '')?.[1] ?? 0)
}
