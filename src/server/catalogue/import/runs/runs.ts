import { readPage } from '#server/db/listPage.ts'
import { contains, folded } from '#server/db/search.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { collectValues } from '#server/db/values.ts'
import { verb } from '#server/http/http.ts'
import { Refusal } from '#shared/errors.ts'
import {
  getImport,
  getImports,
  type ImportColumn,
  type ImportDetail,
  type ImportRun,
} from '#shared/imports/imports.ts'
import { readShopIn } from '../catalogueImport.ts'
import type { Shop } from '../file/columns.ts'
import { columnsIn, type Preview } from '../file/reading.ts'
import { applyLayout, signatureOf } from '../file/recognise.ts'
import { type Layout, layoutsOf } from './layouts.ts'
import { isWorking, type RunOptions, runCan } from './run.ts'

/** SQL of a run on the wire, without `can`. */
const runJson = `json_strip_nulls(json_build_object(
  'id', r.id, 'source', r.source, 'fileName', r.file_name, 'supplier', r.supplier, 'state', r.state,
  'phase', nullif(r.phase, ''), 'done', r.done, 'total', r.total, 'rows', r.row_count, 'badCount', r.bad_count,
  'counts', nullif(r.counts, '{}'), 'problem', r.problem, 'createdBy', r.created_by_name,
  'createdAt', r.created_at, 'checkedAt', r.checked_at, 'appliedAt', r.applied_at, 'appliedBy', r.applied_by_name,
  'undoneAt', r.undone_at, 'undoneBy', r.undone_by_name, 'undo', r.undo_counts))`

type Shown = Omit<ImportRun, 'can'>

/** A page of imports, without discarded ones. */
export const listRuns = verb(getImports, async ({ tx, now }, filters) => {
  const values = collectValues()
  const found = filters.search
    ? `and ${contains(folded(`r.file_name || ' ' || r.supplier || ' ' || r.created_by_name`), filters.search, values)}`
    : ''
  const matched = `select r.id, r.created_at as key, r.id as tie from change_sets r
    where r.tenant_id = $1 and r.state <> 'discarded' and r.source in ('panel', 'command', 'erp') ${found}`
  const rows = `select shown.position, ${runJson} as item
    from shown join change_sets r on r.tenant_id = $1 and r.id = shown.id`
  const data = await readPage<Shown>(tx, { matched, rows, values }, filters)
  const items = data.items.map((run) => ({ ...run, can: canOf(run, now) }))
  return { ...data, items }
})

/** Offers to apply only what changes something. */
function canOf({ problem, counts, ...run }: Shown, now: Date): ImportRun['can'] {
  const can = runCan({ ...run, failed: problem?.step }, now)
  const changing = [counts?.products, counts?.variants, counts?.prices, counts?.texts]
  return { ...can, apply: can.apply && changing.some((count) => count && count.added + count.changed > 0) }
}

const readRun = prepared(`
  select ${runJson} as run, r.preview, r.options, r.warnings,
    (select coalesce(json_agg(b.name order by b.name), '[]') from brands b where b.tenant_id = $1) as brands,
    (select coalesce(json_agg(c.full_name order by c.full_name), '[]') from categories c where c.tenant_id = $1)
      as categories
  from change_sets r where r.tenant_id = $1 and r.id = $2`)

type Read = {
  run: Shown
  preview: Preview | { rows?: never }
  options: RunOptions | Record<string, never>
  warnings: ImportDetail['warnings']
  brands: string[]
  categories: string[]
}

/** A run with the columns of its file. */
export const runById = verb(getImport, async ({ tx, tenant, now }, { id }) => {
  const [read] = await tx.query<Read>(readRun, id)
  if (!read || read.run.state === 'discarded') throw new Refusal('notFound')
  const { run, preview, options, ...more } = read
  // Columns cannot be edited while the run is being worked on.
  const detail = {
    ...run,
    ...more,
    can: canOf(run, now),
    layouts: [],
    priceGroups: [],
    mainLanguage: tenant.mainLanguage,
  }
  if (!preview.rows || isWorking(run.state)) return detail
  const shop = await readShopIn(tx, tenant)
  const layouts = await layoutsOf(tx)
  const headings = preview.rows[preview.headRow] ?? []
  return {
    ...detail,
    file: fileOf(preview, options, layouts, shop),
    layouts: layouts.map((layout) => ({
      supplier: layout.supplier,
      targets: applyLayout(headings, layout.columns),
      defaults: { ...noDefaults, ...layout.defaults },
    })),
    priceGroups: shop.priceGroups,
  }
})

const noDefaults = {
  brandName: '',
  categoryName: '',
  priceGroup: '',
  currencyCode: '',
  language: '',
} as const

function fileOf(
  preview: Preview,
  options: Read['options'],
  layouts: Layout[],
  shop: Shop,
): NonNullable<ImportDetail['file']> {
  const { kind, system, encoding, sheets = [], sheet = 0, headRow, rows } = preview
  const headings = rows[headRow] ?? []
  const known = layouts.find(({ signature }) => signature === signatureOf(headings))
  // A choice for this file wins over the supplier's layout.
  const decided =
    'mapping' in options && options.mapping.headRow === headRow ? options.mapping.targets : undefined
  const targets = decided ?? (known ? applyLayout(headings, known.columns) : undefined)
  return {
    kind,
    ...(system ? { system } : {}),
    encoding,
    sheets,
    sheet,
    headRow,
    rows: rows.slice(0, 15),
    columns: columnsIn(preview, shop).map((column, index): ImportColumn => {
      const target = targets?.[index]
      return target === undefined ? column : { ...column, target, foundBy: target ? 'layout' : '' }
    }),
    defaults: { ...noDefaults, ...('defaults' in options ? options.defaults : known?.defaults) },
    questions: preview.questions ?? [],
    answers: ('mapping' in options && options.mapping.answers) || {},
  }
}

const exists = prepared('select id from change_sets where tenant_id = $1 and id = $2')

/** @throws Refusal `notFound` */
export async function requireRun(tx: Tx, id: string): Promise<void> {
  if ((await tx.query(exists, id)).length === 0) throw new Refusal('notFound')
}
