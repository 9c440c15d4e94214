import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { finished } from 'node:stream/promises'
import { newId } from '#server/db/newId.ts'
import { temporaryFolder } from '#server/files/temporaryFolder.ts'
import type { Questions } from '#server/tableFiles/questions.ts'
import { type BadRows, ImportProblem } from '#server/tableFiles/report.ts'
import type { Table } from '#server/tableFiles/rows.ts'
import { isBlank } from '#server/tableFiles/sheet.ts'
import { productTextNames, productTexts } from '#shared/catalogue/catalogueFields.ts'
import { variantFileColumns } from '../../change/fields.ts'
import type { Columns } from './columns.ts'
import { readRow, type StagedRow } from './row.ts'
import { belowOthers } from './rowsBelow.ts'
import { rowsOfSizes } from './rowsOfSizes.ts'

/** Good rows in a file, in COPY's text format. */
export type Spool = {
  file: string
  /** Includes bad rows. */
  rows: number
  /** Photo names by {@link productKey}, for all products; empty unless requested. */
  photos: Map<string, string[]>
  remove(): Promise<void>
}

export const spooledColumns = {
  line: 'int',
  new_product_id: 'uuid',
  new_variant_id: 'uuid',
  data_hash: 'text',
  item_code: 'text',
  color_code: 'text',
  size: 'text',
  lot_code: 'text',
  brand_name: 'text',
  category_name: 'text',
  ...Object.fromEntries(productTextNames.map((name) => [productTexts[name].column, 'text'])),
  item_description: 'text',
  color_description: 'text',
  attributes: 'text[]',
  texts: 'text[]',
  amounts: 'bigint[]',
  currencies: 'text[]',
  ...Object.fromEntries(variantFileColumns.map(({ column, type }) => [column, type])),
}

const batchLength = 64 * 1024

/** Writes good rows to a file (by default temporary), to save memory and keep the later transaction short. */
export async function spoolRows(
  table: Table,
  columns: Columns,
  options: {
    bad: BadRows
    questions: Questions
    withPhotos: boolean
    onRow: () => void
    file?: string
    /** Makes the ids of new products and variants. */
    makeId?: () => string
  },
): Promise<Spool> {
  const { makeId = newId } = options
  const folder = options.file === undefined ? await temporaryFolder() : undefined
  const file = options.file ?? path.join(folder?.path ?? '', 'rows')
  const remove = async () => (folder ? folder[Symbol.asyncDispose]() : rm(file, { force: true }))
  const stream = createWriteStream(file, { mode: 0o600 })
  // The next write reports it; without a listener an error would end the process.
  stream.on('error', () => {})
  const photos = new Map<string, string[]>()
  const withAbove = belowOthers(columns, options.questions)
  let rows = 0
  let batch = ''
  try {
    for await (const row of table.rows) {
      if (isBlank(row)) continue
      rows += 1
      options.onRow()
      for (const one of rowsOfSizes(withAbove(row), columns)) {
        const read = readRow(one, columns, options.questions)
        if (Array.isArray(read)) {
          for (const problem of read) options.bad.add({ line: row.line, ...problem })
          continue
        }
        if (options.withPhotos) addPhotos(photos, read)
        batch += copyLine(read, makeId)
      }
      if (batch.length > batchLength) {
        await write(stream, batch)
        batch = ''
      }
    }
    await write(stream, batch)
    stream.end()
    await finished(stream)
    return { file, rows, photos, remove }
  } catch (error) {
    stream.destroy()
    await remove()
    throw error
  }
}

async function write(stream: WriteStream, text: string): Promise<void> {
  if (stream.errored) throw new ImportProblem('unreadable', stream.errored.message, stream.errored)
  if (!stream.write(text)) await once(stream, 'drain')
}

/** Codes contain no tabs. */
export function productKey(itemCode: string, colorCode: string): string {
  return `${itemCode}\t${colorCode}`
}

const noPhotos: string[] = []

function addPhotos(photos: Map<string, string[]>, row: StagedRow): void {
  const key = productKey(row.itemCode, row.colorCode)
  const known = photos.get(key)
  if (row.photos.length === 0) {
    if (!known) photos.set(key, noPhotos)
  } else if (!known || known === noPhotos) photos.set(key, [...new Set(row.photos)])
  else for (const name of row.photos) if (!known.includes(name)) known.push(name)
}

function copyLine(row: StagedRow, makeId: () => string): string {
  const data = [
    row.itemCode,
    row.colorCode,
    row.size,
    row.lotCode,
    row.brandName,
    row.categoryName,
    ...productTextNames.map((name) => row.productTexts[name]),
    row.itemDescription,
    row.colorDescription,
    arrayText(row.attributes),
    row.texts.every((text) => text === null) ? null : arrayText(row.texts),
    arrayText(row.prices.map(({ amount }) => amount)),
    arrayText(row.prices.map(({ currency }) => currency)),
    ...variantFileColumns.map(({ name }) => row.fields[name]),
  ]
  const text = data.map(copyText).join('\t')
  const hash = createHash('sha1').update(text).digest('base64')
  return `${row.line}\t${makeId()}\t${makeId()}\t${hash}\t${text}\n`
}

function copyText(value: string | number | null): string {
  if (value === null) return '\\N'
  if (typeof value === 'number') return String(value)
  // Control characters were handled before.
  return value.includes('\\') ? value.replaceAll('\\', '\\\\') : value
}

function arrayText(values: (string | number | null)[]): string {
  const elements = values.map((value) =>
    value === null
      ? 'NULL'
      : typeof value === 'number'
        ? String(value)
        : `"${value.replace(/["\\]/g, '\\$&')}"`,
  )
  return `{${elements.join(',')}}`
}
