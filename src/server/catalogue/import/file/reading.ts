import { cutText, storableText } from '#server/db/storable.ts'
import { type BadRow, BadRows, type ImportWarning, Warnings } from '#server/tableFiles/report.ts'
import type { Table } from '#server/tableFiles/rows.ts'
import { openTable } from '#server/tableFiles/table.ts'
import type { FileReader } from '#server/tableFiles/thread.ts'
import { cellText } from '#server/tableFiles/values.ts'
import type { ImportColumn } from '#shared/imports/imports.ts'
import type { ImportEncoding } from '#shared/imports/importTerms.ts'
import { keepPhotoNames } from '../runs/photoNames.ts'
import { type Columns, columnsOf, type Mapping, mapTable, type Shop } from './columns.ts'
import { findHeadRow, recognise, warnOfLeftOut } from './recognise.ts'
import { fromShopify, isShopify } from './shopify.ts'
import { spoolRows } from './spool.ts'

export const maxKeptProblems = 10_000

const maxPreviewRows = 25
const maxPreviewColumns = 200
const maxPreviewCellLength = 80

export type Preview = {
  kind: 'text' | 'workbook' | 'shopify'
  encoding: ImportEncoding
  headRow: number
  rows: string[][]
  /** The original first row, also for Shopify exports. */
  given: string[]
}

export type Reading = { file: string; shop: Shop; encoding?: ImportEncoding | undefined }
/** `names`: target file for photo names. */
export type Spooling = Reading & {
  mapping: Mapping
  headings: readonly string[]
  spool: string
  names: string
}
export type Spooled = { rows: number; bad: BadRow[]; badCount: number; warnings: ImportWarning[] }

/** Converts Shopify exports to our columns. */
async function open({ file, shop, encoding }: Reading) {
  const given = await openTable(file, encoding)
  const kind = isShopify(given.header) ? 'shopify' : given.isRagged ? 'workbook' : 'text'
  const table: Table = kind === 'shopify' ? fromShopify(given, shop) : given
  return { table, kind, encoding: given.encoding ?? 'utf8', given: given.header } as const
}

const previewText = (cell: string) => cutText(storableText(cell), maxPreviewCellLength)

export async function previewFile(reading: Reading & { headRow?: number | undefined }): Promise<Preview> {
  const { table, kind, encoding, given } = await open(reading)
  const rows = [table.header]
  for await (const { cells } of table.rows) {
    rows.push(cells.map(cellText))
    if (rows.length === maxPreviewRows) break
  }
  const short = rows.map((cells) => cells.slice(0, maxPreviewColumns).map((cell) => previewText(cell).trim()))
  const found = kind === 'shopify' ? 0 : findHeadRow(short, reading.shop.priceGroups)
  const headRow = Math.min(reading.headRow ?? found, short.length - 1)
  return {
    kind,
    encoding,
    headRow,
    rows: short,
    given: given.slice(0, maxPreviewColumns).map(previewText),
  }
}

export function columnsIn({ rows, headRow }: Pick<Preview, 'rows' | 'headRow'>, shop: Shop): ImportColumn[] {
  const samples = rows.slice(headRow + 1)
  const columns = (rows[headRow] ?? []).map((heading, index) => ({
    heading,
    samples: samples
      .map((cells) => cells[index] ?? '')
      .filter(Boolean)
      .slice(0, 3),
  }))
  const found = recognise(columns, shop)
  return columns.map((column, index) => ({ ...column, ...(found[index] ?? { target: '', foundBy: '' }) }))
}

export function recognisedMapping(preview: Preview, shop: Shop): Mapping {
  const targets = columnsIn(preview, shop).map(({ target }) => target)
  return { targets, headRow: preview.headRow, priceGroup: shop.priceGroup, currencyCode: '' }
}

export const previewReader: FileReader<Reading & { headRow?: number | undefined }, Preview> = {
  name: 'preview',
  read: previewFile,
}

/** Used by panel and command line. Warns of columns left out. */
export async function openMapped(
  { mapping, headings, ...reading }: Reading & { mapping: Mapping; headings: readonly string[] },
  warnings: Warnings,
): Promise<{ table: Table; columns: Columns }> {
  const { table } = await open(reading)
  warnOfLeftOut(headings, mapping.targets, reading.shop, warnings)
  const columns = columnsOf(mapping, reading.shop, { headings, warnings })
  return { table: mapTable(table, mapping), columns }
}

/** Reads a file with its mapping and writes the good rows for staging. */
async function spoolFile(
  { spool, names, ...reading }: Spooling,
  onProgress: (done: number, total: number) => void,
): Promise<Spooled> {
  const warnings = new Warnings()
  const bad = new BadRows(maxKeptProblems)
  const { table, columns } = await openMapped(reading, warnings)
  let last = 0
  const onRow = () => {
    if (Date.now() - last < 250) return
    last = Date.now()
    const { done, total = 0 } = table.progress()
    onProgress(done, total)
  }
  const withPhotos = columns.at.has('photos')
  const { rows, photos } = await spoolRows(table, columns, {
    shop: reading.shop,
    bad,
    warnings,
    withPhotos,
    onRow,
    file: spool,
  })
  // Even without names, to replace those of an earlier reading.
  await keepPhotoNames(names, photos)
  return { rows, bad: bad.first, badCount: bad.count, warnings: warnings.all() }
}

export const spoolReader: FileReader<Spooling, Spooled> = {
  name: 'spool',
  read: spoolFile,
  timeoutMs: 300_000,
}
