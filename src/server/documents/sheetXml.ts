import type { CellObject, Row } from 'write-excel-file/node'
import { columnLetters, xmlText } from '#server/exports/sheet.ts'

/** A sheet in write-excel-file's format, without its name. */
export type SheetContent = {
  data: Row[]
  stickyRowsCount: number
  columns: { width: number }[]
  rightToLeft: boolean
}

export type CellStyles = Map<string, number>

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const openXml = 'http://schemas.openxmlformats.org'
const main = `xmlns="${openXml}/spreadsheetml/2006/main"`
const relation = `${openXml}/officeDocument/2006/relationships`
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** For workbooks with so many sheets that a library would need too much memory. */
export function sheetXml(
  { data, stickyRowsCount, columns, rightToLeft }: SheetContent,
  styles: CellStyles,
): string {
  const direction = rightToLeft ? ' rightToLeft="1"' : ''
  const widths = columns.map(
    ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  const rows = data.map((row, index) => {
    const number = index + 1
    const cells = row.map((cell, column) => cellXml(cell, `${columnLetters(column + 1)}${number}`, styles))
    return `<row r="${number}">${cells.join('')}</row>`
  })
  return (
    `${head}<worksheet ${main}><sheetViews><sheetView workbookViewId="0"${direction}>` +
    `<pane ySplit="${stickyRowsCount}" topLeftCell="A${stickyRowsCount + 1}" activePane="bottomLeft" state="frozen"/>` +
    `</sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>${rows.join('')}</sheetData></worksheet>`
  )
}

function cellXml(cell: Row[number], reference: string, styles: CellStyles): string {
  const { value, ...style } = (cell ?? {}) as CellObject
  if (value === undefined || value === null || value === '') return ''
  const open = `<c r="${reference}" s="${styleIndexOf(style, styles)}"`
  if (typeof value === 'number') return `${open}><v>${value}</v></c>`
  if (value instanceof Date) return `${open}><v>${value.getTime() / 86_400_000 + 25_569}</v></c>`
  return `${open} t="inlineStr"><is><t xml:space="preserve">${xmlText(String(value))}</t></is></c>`
}

function styleIndexOf(style: CellObject, styles: CellStyles): number {
  const { format = '', fontWeight = '', fontSize = 11, backgroundColor = '', align = '' } = style
  const key = JSON.stringify([format, fontWeight, fontSize, backgroundColor, align])
  const styleIndex = styles.get(key) ?? styles.size
  styles.set(key, styleIndex)
  return styleIndex
}

/** Index 0 is the default style. */
export function openStyles(): CellStyles {
  const styles: CellStyles = new Map()
  styleIndexOf({}, styles)
  return styles
}

function stylesXml(styles: CellStyles): string {
  const all = [...styles.keys()].map(
    (key) => JSON.parse(key) as [format: string, weight: string, size: number, fill: string, align: string],
  )
  const formats = all.map(([format], index) =>
    format ? `<numFmt numFmtId="${164 + index}" formatCode="${xmlText(format)}"/>` : '',
  )
  const fonts = all.map(
    ([, weight, size]) =>
      `<font>${weight === 'bold' ? '<b/>' : ''}<sz val="${size}"/><name val="Calibri"/></font>`,
  )
  const fills = all.map(([, , , fill]) =>
    fill
      ? `<fill><patternFill patternType="solid"><fgColor rgb="FF${fill.slice(1).toUpperCase()}"/></patternFill></fill>`
      : '<fill><patternFill patternType="none"/></fill>',
  )
  const cells = all.map(([format, , , , align], index) => {
    const attributes = `numFmtId="${format ? 164 + index : 0}" fontId="${index}" fillId="${index + 2}" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"`
    return align
      ? `<xf ${attributes} applyAlignment="1"><alignment horizontal="${align}"/></xf>`
      : `<xf ${attributes}/>`
  })
  const list = (name: string, items: string[]) => {
    const there = items.filter(Boolean)
    return there.length > 0 ? `<${name} count="${there.length}">${there.join('')}</${name}>` : ''
  }
  // The format reserves the first two fills.
  const own = [
    '<fill><patternFill patternType="none"/></fill>',
    '<fill><patternFill patternType="gray125"/></fill>',
  ]
  return (
    `${head}<styleSheet ${main}>${list('numFmts', formats)}${list('fonts', fonts)}${list('fills', [...own, ...fills])}` +
    `<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>${list('cellXfs', cells)}</styleSheet>`
  )
}

export const partNames = [
  '[Content_Types].xml',
  '_rels/.rels',
  'xl/workbook.xml',
  'xl/_rels/workbook.xml.rels',
  'xl/styles.xml',
] as const

export function workbookParts(
  names: string[],
  styles: CellStyles,
): Record<(typeof partNames)[number], string> {
  const each = (made: (number: number, name: string) => string) =>
    names.map((name, index) => made(index + 1, name)).join('')
  const sheets = each(
    (number, name) => `<sheet name="${xmlText(name)}" sheetId="${number}" r:id="rId${number}"/>`,
  )
  const relations = each(
    (number) =>
      `<Relationship Id="rId${number}" Type="${relation}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
  )
  const overrides = each(
    (number) =>
      `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${contentType}.worksheet+xml"/>`,
  )
  return {
    '[Content_Types].xml': `${head}<Types xmlns="${openXml}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${contentType}.styles+xml"/>${overrides}</Types>`,
    '_rels/.rels': `${head}<Relationships xmlns="${openXml}/package/2006/relationships"><Relationship Id="rId1" Type="${relation}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${head}<workbook ${main} xmlns:r="${relation}"><sheets>${sheets}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${openXml}/package/2006/relationships">${relations}<Relationship Id="rId${names.length + 1}" Type="${relation}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': stylesXml(styles),
  }
}
