import path from 'node:path'
import { type Actor, operatorActor } from '#server/changes/record.ts'
import { readPriceGroups } from '#server/customers/priceGroups.ts'
import { idsMadeAt, newId } from '#server/db/newId.ts'
import { prepared, unprepared } from '#server/db/statement.ts'
import type { BulkTx, Database, Tx } from '#server/db/tenant.ts'
import { isConflict } from '#server/db/trouble.ts'
import { oneOf } from '#server/http/refuse.ts'
import { Questions } from '#server/tableFiles/questions.ts'
import {
  type BadRow,
  BadRows,
  ImportProblem,
  type ImportReport,
  maxKept,
  type Progress,
  Warnings,
} from '#server/tableFiles/report.ts'
import type { Records, Table } from '#server/tableFiles/rows.ts'
import { openRecords } from '#server/tableFiles/table.ts'
import { type Answers, openQuestions } from '#shared/imports/importTerms.ts'
import type { Language } from '#shared/tenancy.ts'
import { raiseVersionBySet } from '../change/version.ts'
import { compareRows, nothingMerged } from './differences.ts'
import { type Columns, readColumns, type Shop } from './file/columns.ts'
import { openMapped, previewFile, recognisedMapping } from './file/reading.ts'
import { ownTarget } from './file/recognise.ts'
import { type Spool, spoolRows } from './file/spool.ts'
import { recordImport } from './importLog.ts'
import { adoptLanguage, shopIn } from './language.ts'
import { noteChanges } from './noteChanges.ts'
import {
  type ImageList,
  matchPhotos,
  noImages,
  openPhotoFolder,
  type StorePhoto,
  storePhotos,
} from './photos.ts'
import { recordCommandRun } from './runs/commandRun.ts'
import { stageRows } from './stage.ts'
import { refreshStatistics } from './statistics.ts'
import { systemNames } from './systems/system.ts'
import { systemOf } from './systems/systems.ts'
import { lockTouched, writeRows } from './writeRows.ts'

export type ImportSource = { file: string } | { rows: Records }

export type ImportOptions = {
  /** Folder with the photos named in the file or after its products. */
  photos?: string
  /** Returns the content hash. Without it photos are ignored. */
  storePhoto?: StorePhoto
  /** Language of the file's texts; by default the main language. */
  language?: Language | undefined
  /** Rolls back everything but stored photos. */
  dryRun?: boolean
  skipBad?: boolean
  /** To what is asked once for all rows; with an open question nothing is imported. */
  answers?: Answers
  /** When its products were made, for a catalogue that is older than its import; by default they are new. */
  madeAt?: Date
  /** For the change log; defaults to the operator. */
  actor?: Actor
  /** Called at most ten times a second. */
  progress?: (progress: Progress) => void
}

/**
 * Imports a file of products in one transaction; any bad row rejects all of it, unless `skipBad`. README.md documents
 * columns and rules. Beyond those: codes of colours may be empty; new sizes default to no stock, new lots to one piece,
 * prices to their stored currency, else the shop's. A file with brand, category and description sets the order of
 * sizes; otherwise new ones go last.
 * @throws ImportProblem if the file cannot be read, or the catalogue changed meanwhile.
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
  const language = options.language ?? ''
  const shop = await readShop(database, tenantId, language)
  const { answers = {} } = options
  const questions = new Questions(answers, { asksNothing: !('file' in source) })
  const { table, columns, names, isOfSystem } = await openSource(source, {
    shop,
    language,
    warnings,
    questions,
  })
  const withPhotos = wantsPhotos(columns, isOfSystem, options, warnings)
  const onRow = () => progress('reading', table.progress)
  const { madeAt } = options
  const spool = await spoolRows(table, columns, {
    bad,
    questions,
    withPhotos,
    onRow,
    ...(madeAt ? { makeId: idsMadeAt(madeAt) } : {}),
  })
  try {
    const name = 'file' in source ? path.basename(source.file) : ''
    const context: ImportContext = {
      database,
      tenantId,
      name,
      spool,
      columns,
      shop,
      bad,
      questions,
      options,
      progress,
    }
    const images = withPhotos ? await storeMatchedPhotos(context, warnings) : noImages()
    const outcome = await runTransaction(context, images, options.dryRun ? 'try' : 'apply')
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

type Asked = { shop: Shop; language: Language | ''; warnings: Warnings; questions: Questions }
type OpenSource = {
  table: Table
  columns: Columns
  names: Map<string, string>
  /** It is an export of a shop system. */
  isOfSystem: boolean
}

async function openSource(source: ImportSource, { shop, language, ...asked }: Asked): Promise<OpenSource> {
  if (!('file' in source)) {
    const table = await openRecords(source.rows)
    const columns = readColumns(table.header, shop, asked)
    return { table, columns, names: new Map(), isOfSystem: false }
  }
  const { file } = source
  const preview = await previewFile({ file, shop })
  const headings = preview.rows[preview.headRow] ?? []
  const mapping = { ...recognisedMapping(preview, shop), language }
  const encoding = preview.kind === 'text' ? preview.encoding : undefined
  const { table, columns } = await openMapped({ file, shop, encoding, mapping }, asked)
  const system = systemOf(preview.given)
  return {
    table,
    columns,
    names: system ? systemNames(system, preview.given, shop) : foreignNames(headings, table.header, shop),
    isOfSystem: system !== undefined,
  }
}

function foreignNames(headings: string[], header: string[], shop: Shop): Map<string, string> {
  const foreign = headings.flatMap((heading, at): [string, string][] =>
    ownTarget(heading, shop.priceGroups) === undefined ? [[header[at] ?? '', heading]] : [],
  )
  return new Map(foreign)
}

const readOwn = prepared(`
  select price_group as "priceGroup", currency_code as "currencyCode", attributes, main_language as "mainLanguage"
  from tenant_settings where tenant_id = $1`)

const readIsNewShop = prepared(`
  select not exists (select from prices where tenant_id = $1)
    and not exists (select from accounts where tenant_id = $1) as "isNewShop"`)

/** Reads what decides how the tenant's files are read. */
export async function readShop(
  database: Database,
  tenantId: string,
  language: Language | '' = '',
): Promise<Shop> {
  return database.inTenant(tenantId, 'read', async (tx) => {
    const [tenant] = await tx.query<Omit<Shop, 'priceGroups' | 'isNewShop'>>(readOwn)
    if (!tenant) throw new ImportProblem('unknownTenant')
    return shopIn(tx, await readShopIn(tx, tenant), language)
  })
}

export async function readShopIn(
  tx: Tx,
  { priceGroup, currencyCode, attributes, mainLanguage }: Omit<Shop, 'priceGroups' | 'isNewShop'>,
): Promise<Shop> {
  const priceGroups = [...new Set([priceGroup, ...(await readPriceGroups(tx))])]
  const { isNewShop } = await oneOf(tx.query<{ isNewShop: boolean }>(readIsNewShop))
  return { priceGroup, currencyCode, priceGroups, isNewShop, attributes, mainLanguage }
}

function wantsPhotos(
  columns: Columns,
  isOfSystem: boolean,
  options: ImportOptions,
  warnings: Warnings,
): boolean {
  const canStore = options.photos !== undefined && options.storePhoto !== undefined
  // Users did not choose the addresses in a shop system's export.
  if (!canStore && columns.at.has('photos') && !isOfSystem)
    warnings.add('photosWithoutFolder', 'The column photos')
  return canStore && columns.identity === 'codes'
}

type ImportContext = {
  database: Database
  tenantId: string
  name: string
  spool: Spool
  columns: Columns
  shop: Shop
  bad: BadRows
  questions: Questions
  options: ImportOptions
  progress: ReturnType<typeof throttled>
}
type Outcome = Omit<ImportReport, 'rows' | 'warnings'>

/** Stores photos, once it is certain that the file will be imported. */
async function storeMatchedPhotos(context: ImportContext, warnings: Warnings): Promise<ImageList> {
  const { options, tenantId, progress } = context
  const { photos, storePhoto } = options
  if (photos === undefined || storePhoto === undefined) return noImages()
  const folder = await openPhotoFolder(photos, warnings)
  const wanted = matchPhotos(context.spool.photos, folder, warnings)
  if (wanted.length === 0) return noImages()
  const { badCount, open } = await runTransaction(context, noImages(), 'check')
  if ((badCount > 0 && !options.skipBad) || open.length > 0) return noImages()
  return storePhotos(
    wanted,
    (file) => storePhoto(file, tenantId),
    warnings,
    (done, total) => progress('photos', () => ({ done, total })),
  )
}

class RolledBack extends Error {
  readonly outcome: Outcome
  constructor(outcome: Outcome) {
    super('rolled back on purpose')
    this.outcome = outcome
  }
}

async function runTransaction(
  context: ImportContext,
  images: ImageList,
  mode: 'check' | 'try' | 'apply',
): Promise<Outcome> {
  const { database, tenantId } = context
  try {
    const outcome = await database.bulkInTenant(tenantId, (tx) => importRows(tx, context, images, mode))
    await refreshStatistics(database, tenantId, outcome.variants.added)
    return outcome
  } catch (error) {
    if (error instanceof RolledBack) return error.outcome
    if (isConflict(error)) throw new ImportProblem('busy', '', error)
    throw error
  }
}

async function importRows(
  tx: BulkTx,
  context: ImportContext,
  images: ImageList,
  mode: 'check' | 'try' | 'apply',
): Promise<Outcome> {
  const { name, spool, columns, shop, options, progress } = context
  const { actor = operatorActor } = options
  const at = new Date()
  const runId = newId()
  const onBytes = (done: number, total: number) => progress('staging', () => ({ done, total }))
  const staged = await stageRows(tx, spool, columns, { keep: maxKept, questions: context.questions, onBytes })
  const badCount = context.bad.count + staged.badCount
  const bad = firstByLine([...context.bad.first, ...staged.bad])
  const open = openQuestions(context.questions.all(), options.answers ?? {})
  const blocked = (badCount > 0 && !options.skipBad) || (open.length > 0 && mode === 'apply')
  if (mode === 'check' || blocked)
    throw new RolledBack({ ...nothingMerged(), bad, badCount, open, applied: false })
  const stepsOf = (phase: Progress['phase']) => (done: number, total: number) =>
    progress(phase, () => ({ done, total }))
  const merged = await compareRows(tx, columns, { images, onStep: stepsOf('comparing') })
  await adoptLanguage(tx, { shop, mapping: { language: options.language } }, actor, at)
  const outcome = { ...merged, bad, badCount, open, applied: mode === 'apply' }
  if (mode === 'try') throw new RolledBack(outcome)
  const onStep = stepsOf('applying')
  onStep(0, 0)
  const touched = await lockTouched(tx)
  if (touched) {
    await noteChanges(tx, 'catalogue_changes', { runId, currencyCode: shop.currencyCode, all: false })
    if (name !== '')
      await recordCommandRun(tx, actor, at, { runId, file: name, rows: spool.rows, badCount, ...merged })
    await writeRows(tx, { shop, actor, at, setId: runId, onStep })
  }
  await recordImport(tx, actor, at, { file: name, rows: spool.rows, ...merged })
  if (!touched) return outcome
  await raiseVersionBySet(tx, runId)
  // Imports by a program, such as the demo, cannot be undone.
  if (name === '') await tx.query(dropChanges, runId)
  return outcome
}

const dropChanges = unprepared('delete from catalogue_changes where tenant_id = $1 and set_id = $2')

function firstByLine(rows: BadRow[]): BadRow[] {
  return rows.toSorted((one, other) => one.line - other.line).slice(0, 1000)
}

/** `state` is computed only when needed. */
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
