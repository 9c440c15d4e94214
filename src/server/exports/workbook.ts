import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { ExportColumn, Voice } from './columns.ts'
import { sheetText, styles, xmlText } from './sheet.ts'

/** Streams rows as XLSX. If they fail the file is truncated and so invalid. */
export function workbookOf<Row>(
  title: string,
  columns: ExportColumn<Row>[],
  batches: AsyncIterable<Row[]>,
  voice: Voice,
): Readable {
  const zip = new ZipFile()
  const sheet = Readable.from(sheetText(columns, batches, voice), { objectMode: false })
  for (const [name, text] of Object.entries(partsOf(title))) zip.addBuffer(Buffer.from(text), name)
  // Level 3 is faster and hardly larger, because sheets are repetitive.
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml', { compressionLevel: 3 })
  zip.end()
  const file = new Readable().wrap(zip.outputStream)
  zip.on('error', (error: Error) => file.destroy(error))
  file.once('close', () => sheet.destroy())
  return file
}

const xmlHeader = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const openXml = 'http://schemas.openxmlformats.org'
const relation = `${openXml}/officeDocument/2006/relationships`
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const partsOf = (title: string): Record<string, string> => ({
  '[Content_Types].xml': `${xmlHeader}<Types xmlns="${openXml}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${contentType}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${contentType}.worksheet+xml"/></Types>`,
  '_rels/.rels': `${xmlHeader}<Relationships xmlns="${openXml}/package/2006/relationships"><Relationship Id="rId1" Type="${relation}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${xmlHeader}<workbook xmlns="${openXml}/spreadsheetml/2006/main" xmlns:r="${relation}"><sheets><sheet name="${xmlText(sheetName(title))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${xmlHeader}<Relationships xmlns="${openXml}/package/2006/relationships"><Relationship Id="rId1" Type="${relation}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relation}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': xmlHeader + styles,
})

/** Excel's limits for sheet names. */
const sheetName = (title: string) => title.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31)
