import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { finished } from 'node:stream/promises'
import { newId } from '#server/db/newId.ts'
import { variantFileColumns } from '../../change/fields.ts'
import type { Columns, Shop } from './columns.ts'
import { type BadRows, ImportProblem } from './report.ts'
import { isBlank, readRow, type StagedRow } from './row.ts'
import type { Table } from './rows.ts'

/** Rows that are right in themselves, as text for COPY in a file of their own. */
export type Spool = {
  file: string
  /** Rows read, the bad ones included. */
  rows: number
  /** Names of photos by product ({@link productKey}), for every product of the file; empty unless asked for. */
  photos: Map<string, string[]>
  remove(): Promise<void>
}

/** The columns of a spooled row, in their order, with their types. */
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
  item_description: 'text',
  color_description: 'text',
  attributes: 'text[]',
  amounts: 'bigint[]',
  currencies: 'text[]',
  ...Object.fromEntries(variantFileColumns.map(({ column, type }) => [column, type])),
}

const batchSize = 64 * 1024

/**
 * Reads a table once and writes its good rows to a file, a temporary one unless told, so that the transaction to come is short and
 * no file is held in memory. Bad rows go to `bad`. `onRow` hears of every row.
 */
export async function spoolRows(
  table: Table,
  columns: Columns,
  options: { shop: Shop; bad: BadRows; withPhotos: boolean; onRow: () => void; file?: string },
): Promise<Spool> {
  const folder = options.file === undefined ? await mkdtemp(path.join(os.tmpdir(), 'import-')) : ''
  const file = options.file ?? path.join(folder, 'rows')
  const remove = () => rm(folder || file, { recursive: true, force: true })
  const stream = createWriteStream(file, { mode: 0o600 })
  // Whoever writes next finds the error; without a listener it would end the process.
  stream.on('error', () => {})
  const photos = new Map<string, string[]>()
  let rows = 0
  let batch = ''
  try {
    for await (const row of table.rows) {
      if (isBlank(row)) continue
      rows += 1
      options.onRow()
      const read = readRow(row, columns, options.shop.currencyCode)
      if (Array.isArray(read)) {
        for (const problem of read) options.bad.add({ line: row.line, ...problem })
        continue
      }
      if (options.withPhotos) addPhotos(photos, read)
      batch += copyLine(read)
      if (batch.length > batchSize) {
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

/** What a product is called among the photos: codes hold no tabulator. */
export function productKey(itemCode: string, colorCode: string): string {
  return `${itemCode}\t${colorCode}`
}

const none: string[] = []

/** A product's photos are those of all its rows, each once, in the order they are first named. */
function addPhotos(photos: Map<string, string[]>, row: StagedRow): void {
  const key = productKey(row.itemCode, row.colorCode)
  const known = photos.get(key)
  if (row.photos.length === 0) {
    if (!known) photos.set(key, none)
  } else if (!known || known === none) photos.set(key, [...new Set(row.photos)])
  else for (const name of row.photos) if (!known.includes(name)) known.push(name)
}

function copyLine(row: StagedRow): string {
  const data = [
    row.itemCode,
    row.colorCode,
    row.size,
    row.lotCode,
    row.brandName,
    row.categoryName,
    row.itemDescription,
    row.colorDescription,
    arrayText(row.attributes),
    arrayText(row.amounts),
    arrayText(row.currencies),
    ...variantFileColumns.map(({ name }) => row.fields[name]),
  ]
  const text = data.map(copyText).join('\t')
  const hash = createHash('sha1').update(text).digest('base64')
  return `${row.line}\t${newId()}\t${newId()}\t${hash}\t${text}\n`
}

/** A value in COPY's text format. */
function copyText(value: string | number | null): string {
  if (value === null) return '\\N'
  if (typeof value === 'number') return String(value)
  // Control characters were refused or replaced before; a backslash may stand in any text.
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
