import path from 'node:path'
import { type Actor, operatorActor } from '#server/changes/record.ts'
import { readPriceGroups } from '#server/customers/priceGroups.ts'
import { newId } from '#server/db/newId.ts'
import type { Statement } from '#server/db/statement.ts'
import type { BulkTx, Database, Tx } from '#server/db/tenant.ts'
import { raiseVersionBySet } from '../change/version.ts'
import { onceMore } from './conflicts.ts'
import { type Columns, readColumns, type Shop } from './file/columns.ts'
import { openMapped, previewFile, recognisedMapping } from './file/reading.ts'
import { ownTarget } from './file/recognise.ts'
import {
  type BadRow,
  BadRows,
  ImportProblem,
  type ImportReport,
  kept,
  type Progress,
  Warnings,
} from './file/report.ts'
import type { Records, Table } from './file/rows.ts'
import { shopifyNames } from './file/shopify.ts'
import { type Spool, spoolRows } from './file/spool.ts'
import { openRecords } from './file/table.ts'
import { compareRows, nothingMerged, writeRows } from './merge.ts'
import { noteChanges } from './noted.ts'
import {
  type ImageList,
  matchPhotos,
  noImages,
  openPhotoFolder,
  type StorePhoto,
  storePhotos,
} from './photos.ts'
import { recordImport } from './recorded.ts'
import { recordCommandRun } from './runs/commandRun.ts'
import { stageRows } from './stage.ts'
import { refreshStatistics } from './statistics.ts'

export type ImportSource = { file: string } | { rows: Records }

export type ImportOptions = {
  /** Folder of the photos that the file names, or that are called after its products. */
  photos?: string
  /** Stores a photo and resolves with its content's hash. Without it photos are left alone. */
  storePhoto?: StorePhoto
  /** Does everything and takes it back: the report says what would be. Photos are stored all the same. */
  dryRun?: boolean
  /** Imports the good rows where otherwise one bad row keeps the whole file out. */
  skipBad?: boolean
  /** Whoever imports, for the change log: the operator unless told. */
  actor?: Actor
  /** Hears how far it is, at most ten times a second. */
  progress?: (progress: Progress) => void
}

/**
 * Brings a file of products into a shop's catalogue: all of it in one transaction, or, with any bad row and
 * without `skipBad`, nothing.
 *
 * The file is CSV (comma, semicolon or tab; UTF-8, UTF-16 or windows-1254) or .xlsx, or what Shopify exports. Its
 * columns are recognised as in the panel, by headings in any of the languages. Our own, in any order, none twice:
 * brandName, categoryName (`Kadın > Elbise`), itemCode, itemDescription, colorCode, colorDescription, itemDim1Code,
 * lotCode, lotDescription, piecesPerLot, barcode, inventory, price<GROUP> and currency<GROUP> for any price group,
 * attribute01 to attribute10, photos (names parted by | ; or comma). A row is one size or one lot and needs
 * itemCode with itemDim1Code or lotCode; without these columns its barcode says which one it means.
 *
 * - What the file has no column for stays as it is, and so does what has an empty cell, but for a price: an empty one
 *   is taken away. `-` takes away a price, an attribute, a barcode or a description of colour or lot.
 * - A product that is new needs brand, category and description; in whichever of its rows they stand. Its colour
 *   may be without a code. Brands and categories are added as needed, by their exact names.
 * - A new size without inventory has none, a new lot without piecesPerLot has one piece.
 * - A price without a currency column keeps its currency; a new one gets the shop's.
 * - Where brand, category and description are given, the order of rows becomes the order of the sizes; otherwise
 *   new sizes go last.
 * - Nothing is ever deleted or switched on or off; what the file does not name stays.
 * - Importing the same file again changes nothing, not even a timestamp.
 *
 * @throws ImportProblem when the file as a whole cannot be read, or the catalogue was changed at the same time.
 */
export async function importCatalogue(
  database: Database,
  tenantId: string,
  source: ImportSource,
  options: ImportOptions = {},
): Promise<ImportReport> {
  const warnings = new Warnings()
  const bad = new BadRows()
  const progress = throttled(options.progress)
  const shop = await readShop(database, tenantId)
  const { table, columns, names, isShopify } = await opened(source, shop, warnings)
  const withPhotos = wantsPhotos(columns, isShopify, options, warnings)
  const onRow = () => progress('reading', table.progress)
  const spool = await spoolRows(table, columns, { shop, bad, withPhotos, onRow })
  try {
    const name = 'file' in source ? path.basename(source.file) : ''
    const load: Load = { database, tenantId, name, spool, columns, shop, bad, options, progress }
    const images = withPhotos ? await photosOf(load, warnings) : noImages()
    const outcome = await loaded(load, images, options.dryRun ? 'try' : 'apply')
    return {
      rows: spool.rows,
      ...outcome,
      bad: outcome.bad.map((row) => ({ ...row, column: names.get(row.column) ?? row.column })),
      warnings: warnings.all(),
    }
  } finally {
    await spool.remove()
  }
}

type Opened = {
  table: Table
  columns: Columns
  /** What the file calls our columns. */
  names: Map<string, string>
  isShopify: boolean
}

/** Opens a file by the columns that are recognised in it, as the panel does; rows of a program have our own names. */
async function opened(source: ImportSource, shop: Shop, warnings: Warnings): Promise<Opened> {
  if (!('file' in source)) {
    const table = await openRecords(source.rows)
    const columns = readColumns(table.header, shop, warnings)
    return { table, columns, names: new Map(), isShopify: false }
  }
  const { file } = source
  const preview = await previewFile({ file, shop })
  const headings = preview.rows[preview.headRow] ?? []
  const mapping = recognisedMapping(preview, shop)
  const encoding = preview.kind === 'text' ? preview.encoding : undefined
  const { table, columns } = await openMapped({ file, shop, encoding, mapping, headings }, warnings)
  const isShopify = preview.kind === 'shopify'
  return {
    table,
    columns,
    names: isShopify ? shopifyNames(preview.given, shop) : namesIn(headings, table.header, shop),
    isShopify,
  }
}

/** What the file calls a column that it does not call as we do. */
function namesIn(headings: string[], header: string[], shop: Shop): Map<string, string> {
  const foreign = headings.flatMap((heading, at): [string, string][] =>
    ownTarget(heading, shop.knownGroups) === undefined ? [[header[at] ?? '', heading]] : [],
  )
  return new Map(foreign)
}

/** What of a shop decides how its files are read. */
export async function readShop(database: Database, tenantId: string): Promise<Shop> {
  const [tenant] = await database.global<Omit<Shop, 'knownGroups'>>(
    `select price_group as "priceGroup", currency_code as "currencyCode", attributes from tenants where id = $1`,
    [tenantId],
  )
  if (!tenant) throw new ImportProblem('unknownTenant')
  return database.inTenant(tenantId, 'read', (tx) => readShopIn(tx, tenant))
}

/** The same of a tenant that is known, within its transaction. */
export async function readShopIn(
  tx: Tx,
  { priceGroup, currencyCode, attributes }: Omit<Shop, 'knownGroups'>,
): Promise<Shop> {
  const knownGroups = [...new Set([priceGroup, ...(await readPriceGroups(tx))])]
  return { priceGroup, currencyCode, knownGroups, attributes }
}

function wantsPhotos(
  columns: Columns,
  shopify: boolean,
  options: ImportOptions,
  warnings: Warnings,
): boolean {
  const able = options.photos !== undefined && options.storePhoto !== undefined
  // Shopify's addresses are not the user's doing.
  if (!able && columns.at.has('photos') && !shopify) warnings.add('photosWithoutFolder', 'The column photos')
  return able && columns.identity === 'codes'
}

type Load = {
  database: Database
  tenantId: string
  /** The file's, '' for rows that a program gave. */
  name: string
  spool: Spool
  columns: Columns
  shop: Shop
  bad: BadRows
  options: ImportOptions
  progress: ReturnType<typeof throttled>
}
type Outcome = Omit<ImportReport, 'rows' | 'warnings'>

/** Stores the photos of the file's products; not before it is known that the file will be imported. */
async function photosOf(load: Load, warnings: Warnings): Promise<ImageList> {
  const { options, tenantId, progress } = load
  const { photos, storePhoto } = options
  if (photos === undefined || storePhoto === undefined) return noImages()
  const folder = await openPhotoFolder(photos, warnings)
  const wanted = matchPhotos(load.spool.photos, folder, warnings)
  if (wanted.length === 0) return noImages()
  if (!options.skipBad) {
    const { badCount } = await loaded(load, noImages(), 'check')
    if (badCount > 0) return noImages()
  }
  return storePhotos(
    wanted,
    (file) => storePhoto(file, tenantId),
    warnings,
    (done, total) => progress('photos', () => ({ done, total })),
  )
}

/** Carries the outcome of a transaction that is to be rolled back. */
class RolledBack extends Error {
  readonly outcome: Outcome
  constructor(outcome: Outcome) {
    super('rolled back on purpose')
    this.outcome = outcome
  }
}

/** Runs the transaction; the spooled rows are still there, so a conflict with somebody else is tried once more. */
async function loaded(load: Load, images: ImageList, mode: 'check' | 'try' | 'apply'): Promise<Outcome> {
  const { database, tenantId } = load
  try {
    const outcome = await onceMore(() =>
      database.bulkInTenant(tenantId, (tx) => transact(tx, load, images, mode)),
    )
    await refreshStatistics(database, tenantId, outcome.variants.added)
    return outcome
  } catch (error) {
    if (error instanceof RolledBack) return error.outcome
    throw error
  }
}

async function transact(
  tx: BulkTx,
  load: Load,
  images: ImageList,
  mode: 'check' | 'try' | 'apply',
): Promise<Outcome> {
  const { name, spool, columns, shop, options, progress } = load
  const { actor = operatorActor } = options
  const at = new Date()
  const runId = newId()
  const onBytes = (done: number, total: number) => progress('staging', () => ({ done, total }))
  const staged = await stageRows(tx, spool, columns, { keep: kept, onBytes })
  const badCount = load.bad.count + staged.badCount
  const bad = firstByLine([...load.bad.first, ...staged.bad])
  const blocked = badCount > 0 && !options.skipBad
  if (mode === 'check' || blocked) throw new RolledBack({ ...nothingMerged(), bad, badCount, applied: false })
  const stepsOf = (phase: Progress['phase']) => (done: number, total: number) =>
    progress(phase, () => ({ done, total }))
  const merged = await compareRows(tx, columns, { images, onStep: stepsOf('comparing') })
  const outcome = { ...merged, bad, badCount, applied: mode === 'apply' }
  if (mode === 'try') throw new RolledBack(outcome)
  const note = async () => {
    await noteChanges(tx, 'catalogue_changes', { runId, currencyCode: shop.currencyCode, all: false })
    if (name === '') return
    await recordCommandRun(tx, actor, at, { runId, file: name, rows: spool.rows, badCount, ...merged })
  }
  const onStep = stepsOf('applying')
  const touched = await writeRows(tx, { shop, actor, at, setId: runId, onStep, note })
  await recordImport(tx, actor, at, { file: name, rows: spool.rows, ...merged })
  if (!touched) return outcome
  await raiseVersionBySet(tx, runId)
  // What a program brings, such as the demo, is nobody's to undo.
  if (name === '') await tx.query(dropSet, runId)
  return outcome
}

const dropSet: Statement = { text: 'delete from catalogue_changes where tenant_id = $1 and set_id = $2' }

function firstByLine(rows: BadRow[]): BadRow[] {
  return rows.toSorted((one, other) => one.line - other.line).slice(0, 1000)
}

/** Passes progress on at most ten times a second, and each new phase; `state` is only worked out when it is. */
function throttled(listener: ImportOptions['progress']) {
  let last = 0
  let lastPhase = ''
  return (phase: Progress['phase'], state: () => Omit<Progress, 'phase'>) => {
    if (!listener || (phase === lastPhase && Date.now() - last < 100)) return
    last = Date.now()
    lastPhase = phase
    listener({ phase, ...state() })
  }
}
