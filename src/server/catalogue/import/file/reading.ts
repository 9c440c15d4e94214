import { cutText, storableText } from '#server/db/storable.ts'
import { Questions } from '#server/tableFiles/questions.ts'
import { type BadRow, BadRows, type ImportWarning, Warnings } from '#server/tableFiles/report.ts'
import type { Table } from '#server/tableFiles/rows.ts'
import { type Opening, openTable } from '#server/tableFiles/table.ts'
import type { FileReader } from '#server/tableFiles/thread.ts'
import { cellText } from '#server/tableFiles/values.ts'
import type { ImportColumn } from '#shared/imports/imports.ts'
import type { AskedOfFile, ImportEncoding } from '#shared/imports/importTerms.ts'
import { keepPhotoNames } from '../runs/photoNames.ts'
import { fromSystem } from '../systems/system.ts'
import { systemOf } from '../systems/systems.ts'
import { type Columns, columnsOf, type Mapping, mapTable, type Shop } from './columns.ts'
import { headingReader, recognise, warnOfLeftOut } from './recognise.ts'
import { spoolRows } from './spool.ts'

export const maxKeptProblems = 10_000

const maxPreviewRows = 25
const maxPreviewColumns = 200
const maxPreviewCellLength = 80

export type Preview = {
  kind: 'text' | 'workbook' | 'system'
  /** Whose export it is. */
  system?: string
  encoding: ImportEncoding
  /** The names of a workbook's sheets, if it has several, and which one was read. Files sent before sheets could be chosen lack both. */
  sheets?: string[]
  sheet?: number
  headRow: number
  rows: string[][]
  /** The original headings, also for exports of shop systems. */
  given: string[]
  /** What was asked when the whole file was checked. */
  questions?: AskedOfFile[]
}

export type Reading = Omit<Opening, 'mainLanguage'> & { shop: Shop }
/** `names`: target file for photo names. */
export type Spooling = Reading & {
  mapping: Mapping
  spool: string
  names: string
}
export type Spooled = {
  rows: number
  bad: BadRow[]
  badCount: number
  warnings: ImportWarning[]
  asked: AskedOfFile[]
}

/** Converts exports of shop systems to our columns. */
async function open({ shop, ...opening }: Reading) {
  const given = await openTable({ ...opening, mainLanguage: shop.mainLanguage }, headingReader(shop))
  const system = systemOf(given.header)
  const kind = system ? 'system' : given.isRagged ? 'workbook' : 'text'
  const table = system ? { ...given, ...fromSystem(system, given, shop) } : given
  return { table, kind, system: system?.name, given: given.header } as const
}

const previewText = (cell: string) => cutText(storableText(cell), maxPreviewCellLength)

export async function previewFile(reading: Reading): Promise<Preview> {
  const { table, kind, system, given } = await open(reading)
  const { encoding = 'utf8', sheets, sheet, headRow, above } = table
  const rows = [...above.map(({ cells }) => cells.map(cellText)), table.header]
  for await (const { cells } of table.rows) {
    rows.push(cells.map(cellText))
    if (rows.length === maxPreviewRows) break
  }
  const short = rows.map((cells) => cells.slice(0, maxPreviewColumns).map((cell) => previewText(cell).trim()))
  return {
    kind,
    ...(system ? { system } : {}),
    encoding,
    sheets: sheets.length > 1 ? sheets : [],
    sheet,
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
  const { sheet, headRow, rows } = preview
  const headings = rows[headRow] ?? []
  return { targets, headings, sheet, headRow, priceGroup: shop.priceGroup, currencyCode: '' }
}

export const previewReader: FileReader<Reading, Preview> = {
  name: 'preview',
  read: previewFile,
}

/** Used by panel and command line. Warns of columns left out. */
export async function openMapped(
  { mapping, ...reading }: Reading & { mapping: Mapping },
  { warnings, questions }: { warnings: Warnings; questions: Questions },
): Promise<{ table: Table; columns: Columns }> {
  const { sheet, headRow, headings = [] } = mapping
  const { table } = await open({ ...reading, sheet, headRow })
  warnOfLeftOut(headings, mapping.targets, reading.shop, warnings)
  const columns = columnsOf(mapping, reading.shop, { warnings, questions })
  return { table: mapTable(table, mapping), columns }
}

/** Reads a file with its mapping and writes the good rows for staging. */
async function spoolFile(
  { spool, names, ...reading }: Spooling,
  onProgress: (done: number, total: number) => void,
): Promise<Spooled> {
  const warnings = new Warnings()
  const questions = new Questions(reading.mapping.answers)
  const bad = new BadRows(maxKeptProblems)
  const { table, columns } = await openMapped(reading, { warnings, questions })
  let last = 0
  const onRow = () => {
    if (Date.now() - last < 250) return
    last = Date.now()
    const { done, total = 0 } = table.progress()
    onProgress(done, total)
  }
  const withPhotos = columns.at.has('photos')
  const { rows, photos } = await spoolRows(table, columns, {
    bad,
    questions,
    withPhotos,
    onRow,
    file: spool,
  })
  // Even without names, to replace those of an earlier reading.
  await keepPhotoNames(names, photos)
  return { rows, bad: bad.first, badCount: bad.count, warnings: warnings.all(), asked: questions.all() }
}

export const spoolReader: FileReader<Spooling, Spooled> = {
  name: 'spool',
  read: spoolFile,
  timeoutMs: 300_000,
}
