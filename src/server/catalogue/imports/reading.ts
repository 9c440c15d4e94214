import type { ImportEncoding } from '#shared/importTerms.ts'
import { type Columns, readColumns, type Shop } from '../import/columns.ts'
import { type BadRow, BadRows, type ImportWarning, Warnings } from '../import/report.ts'
import type { Table } from '../import/rows.ts'
import { fromShopify, isShopify } from '../import/shopify.ts'
import { spoolRows } from '../import/spool.ts'
import { openTable } from '../import/table.ts'
import { cellText } from '../import/values.ts'
import { type Mapping, mappedHeader, mapTable } from './mapped.ts'
import { keepPhotoNames } from './photoNames.ts'
import { findHeadRow } from './recognise.ts'

/** How many problems of rows are kept of a run. */
export const keptProblems = 10_000

const previewRows = 25
const previewColumns = 200
const previewCell = 80

/** The first rows of a file, and how they were read. */
export type Preview = {
  kind: 'text' | 'workbook' | 'shopify'
  encoding: ImportEncoding
  headRow: number
  rows: string[][]
}

export type Reading = { file: string; shop: Shop; encoding?: ImportEncoding | undefined }
/** `names` is the file that gets the names of photos, where a column has them. */
export type Spooling = Reading & { mapping: Mapping; spool: string; names: string }
export type Spooled = { rows: number; bad: BadRow[]; badCount: number; warnings: ImportWarning[] }

/** Opens a file; a Shopify export comes in columns of our own. */
async function open({ file, shop, encoding }: Reading) {
  const given = await openTable(file, encoding)
  const kind = isShopify(given.header) ? 'shopify' : given.isRagged ? 'workbook' : 'text'
  const table: Table = kind === 'shopify' ? fromShopify(given, shop) : given
  return { table, kind, encoding: given.encoding ?? 'utf8' } as const
}

/** Reads the first rows of a file, and finds the one with the headings unless told. */
export async function previewFile(reading: Reading & { headRow?: number | undefined }): Promise<Preview> {
  const { table, kind, encoding } = await open(reading)
  const rows = [table.header]
  for await (const { cells } of table.rows) {
    rows.push(cells.map(cellText))
    if (rows.length === previewRows) break
  }
  const short = rows.map((cells) =>
    cells.slice(0, previewColumns).map((cell) => cell.slice(0, previewCell).trim()),
  )
  const found = kind === 'shopify' ? 0 : findHeadRow(short, reading.shop.knownGroups)
  const headRow = Math.min(reading.headRow ?? found, short.length - 1)
  return { kind, encoding, headRow, rows: short }
}

/**
 * What a mapping makes of a file's columns.
 * @throws ImportProblem when these do not say which size or lot a row means.
 */
export function columnsOf(mapping: Mapping, shop: Shop, warnings = new Warnings()): Columns {
  const columns = readColumns(mappedHeader(mapping), shop, warnings)
  return mapping.currencyCode ? { ...columns, currency: mapping.currencyCode } : columns
}

/** Reads a whole file by its mapping and writes its good rows, ready to be staged. */
export async function spoolFile(
  { mapping, spool, names, ...reading }: Spooling,
  onProgress: (done: number, total: number) => void,
): Promise<Spooled> {
  const { table } = await open(reading)
  const mapped = mapTable(table, mapping)
  const warnings = new Warnings()
  const bad = new BadRows(keptProblems)
  const columns = columnsOf(mapping, reading.shop, warnings)
  let last = 0
  const onRow = () => {
    if (Date.now() - last < 250) return
    last = Date.now()
    const { done, total = 0 } = mapped.progress()
    onProgress(done, total)
  }
  const withPhotos = columns.at.has('photos')
  const { rows, photos } = await spoolRows(mapped, columns, {
    shop: reading.shop,
    bad,
    withPhotos,
    onRow,
    file: spool,
  })
  // Without such a column none: what an earlier reading has kept does not hold any more.
  await keepPhotoNames(names, photos)
  return { rows, bad: bad.first, badCount: bad.count, warnings: warnings.all() }
}
