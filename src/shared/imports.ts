import { z } from 'zod'
import { undoCounts } from './changeSets.ts'
import { answer, done, endpoint, id, line, listInput, nothing, page } from './endpoint.ts'
import {
  importEncodings,
  importProblems,
  importReasons,
  importWarnings,
  maxImportBytes,
} from './importTerms.ts'

export const importStates = [
  'uploaded',
  'checking',
  'checked',
  'applying',
  'applied',
  'undoing',
  'undone',
  'failed',
  'discarded',
] as const
export type ImportState = (typeof importStates)[number]

/** What a run goes through while it is worked on. */
export const importPhases = ['reading', 'staging', 'comparing', 'applying', 'undoing'] as const
export type ImportPhase = (typeof importPhases)[number]

const counts = z.object({ added: z.int(), changed: z.int(), unchanged: z.int() })
const importCounts = z.object({
  products: counts,
  variants: counts,
  prices: counts,
  images: counts,
  brandsAdded: z.int(),
  categoriesAdded: z.int(),
  /** How many products, sizes and lots differ in a field, by the name of its column. */
  fields: z.record(z.string(), z.int()),
  /** Rows that differ from what was shown when it was to be applied, since the catalogue had changed. */
  differing: z.int(),
  /** Sizes and lots whose stock orders moved between the check and its application. */
  stockMoved: z.int(),
})
export type ImportCounts = z.infer<typeof importCounts>

const importRun = z.object({
  id,
  /** erp: what one run of fetching changed; its file name is what was fetched. */
  source: z.enum(['panel', 'command', 'erp']),
  fileName: z.string(),
  supplier: z.string(),
  /** As it is: work whose process has ended counts as failed. */
  state: z.enum(importStates),
  phase: z.enum(importPhases).optional(),
  done: z.int(),
  total: z.int(),
  rows: z.int(),
  badCount: z.int(),
  counts: importCounts.optional(),
  /** What the last step ended in where it failed. */
  problem: z
    .object({
      step: z.enum(['checking', 'applying', 'undoing']),
      code: z.enum(importProblems),
      value: z.string(),
    })
    .optional(),
  createdBy: z.string(),
  createdAt: z.string(),
  checkedAt: z.string().optional(),
  appliedAt: z.string().optional(),
  appliedBy: z.string(),
  undoneAt: z.string().optional(),
  undoneBy: z.string(),
  undo: undoCounts.optional(),
  can: z.object({ check: z.boolean(), apply: z.boolean(), undo: z.boolean(), discard: z.boolean() }),
})
export type ImportRun = z.infer<typeof importRun>

const defaults = {
  /** Of new products whose row names none. */
  brandName: line(100).default(''),
  categoryName: line(1000).default(''),
  /** Of columns that are a price without saying whose; the shop's where empty. */
  priceGroup: line(20).default(''),
  /** Of all prices without a column for it; where empty prices keep theirs, and new ones have the shop's. */
  currencyCode: z
    .string()
    .regex(/^([A-Z]{3})?$/)
    .default(''),
}
const importDefaults = z.object(defaults)
export type ImportDefaults = z.infer<typeof importDefaults>

const importColumn = z.object({
  heading: z.string(),
  samples: z.array(z.string()),
  /** What it is read as; '' where it is left out. */
  target: z.string(),
  /** How that was found: remembered, by its name, by what stands in it; or not at all. */
  foundBy: z.enum(['layout', 'name', 'values', '']),
})
export type ImportColumn = z.infer<typeof importColumn>

const importFile = z.object({
  kind: z.enum(['text', 'workbook', 'shopify']),
  encoding: z.enum(importEncodings),
  /** Which of the first rows holds the headings, from 0. */
  headRow: z.int(),
  /** The first rows, to choose among. */
  rows: z.array(z.array(z.string())),
  columns: z.array(importColumn),
  defaults: importDefaults,
})

const importDetail = importRun.extend({
  /** Absent for what the command line imported. */
  file: importFile.optional(),
  warnings: z.array(z.object({ code: z.enum(importWarnings), value: z.string(), count: z.int() })),
  /** Remembered layouts, as they would read this file's columns. */
  layouts: z.array(
    z.object({ supplier: z.string(), targets: z.array(z.string()), defaults: importDefaults }),
  ),
  priceGroups: z.array(z.string()),
  brands: z.array(z.string()),
  categories: z.array(z.string()),
})
export type ImportDetail = z.infer<typeof importDetail>

const access = { pages: ['catalogueImport'] } as const

export const postImportFile = endpoint({
  method: 'POST',
  path: '/api/Shop/PostImportFile',
  summary: 'Takes a catalogue file (CSV, TSV, XLSX, Shopify export) to be looked at; changes nothing yet',
  access,
  transaction: 'own',
  files: { maxBytes: maxImportBytes, most: 1 },
  input: nothing,
  reply: answer(z.object({ id })),
  errors: ['import.unreadable', 'import.reading', 'server.busy', 'request.tooLarge', 'request.tooMany'],
  perMinute: { address: 30 },
})

export const importSorts = ['createdAt'] as const

export const getImports = endpoint({
  method: 'POST',
  path: '/api/Shop/GetImports',
  summary: 'Imports of the catalogue, newest first',
  access,
  transaction: 'read',
  input: z.object({ ...listInput(importSorts), order: z.enum(['asc', 'desc']).default('desc') }),
  reply: page(importRun),
  errors: [],
})

export const getImport = endpoint({
  method: 'GET',
  path: '/api/Shop/GetImport',
  summary: 'An import: its file’s columns, how far it is, what came of it',
  access,
  transaction: 'read',
  input: z.object({ id }),
  reply: answer(importDetail),
  errors: ['notFound'],
})

export const rereadImport = endpoint({
  method: 'POST',
  path: '/api/Shop/RereadImport',
  summary:
    'Reads the first rows of an uploaded file again, in another encoding or with another row of headings',
  access,
  transaction: 'own',
  input: z.object({
    id,
    encoding: z.enum(importEncodings).optional(),
    headRow: z.int().min(0).max(50).optional(),
  }),
  reply: done,
  errors: ['notFound', 'import.wrongState', 'import.unreadable', 'import.reading', 'server.busy'],
})

export const checkImport = endpoint({
  method: 'POST',
  path: '/api/Shop/CheckImport',
  summary:
    'Begins a dry run: reads the whole file and compares it with the catalogue. With a supplier the columns are remembered',
  access,
  transaction: 'write',
  input: z.object({ id, supplier: line(100).default(''), targets: z.array(line(60)).max(500), ...defaults }),
  reply: done,
  errors: ['notFound', 'import.wrongState', 'import.running', 'import.columns'],
})

export const importChangeSorts = ['line', 'itemCode', 'state'] as const
export const importChangeStates = ['new', 'changed', 'unchanged', 'bad'] as const
export const importNotes = ['differs', 'stockMoved', 'kept', 'removed', 'deactivated'] as const

const value = z.union([
  z.string(),
  z.number(),
  z.object({ amount: z.number(), currency: z.string() }),
  z.array(z.string()),
])
export type ImportValue = z.infer<typeof value>

const importChange = z.object({
  entity: z.enum(['brand', 'category', 'product', 'variant', 'row']),
  id,
  /** Of the file, its first being 1; 0 where none. */
  line: z.int(),
  state: z.enum(importChangeStates),
  itemCode: z.string(),
  colorCode: z.string(),
  /** Size or lot. */
  size: z.string(),
  name: z.string(),
  /** What differs, by the names of the file's columns. A field that one side lacks was or is empty there. */
  fields: z.array(z.object({ name: z.string(), before: value.optional(), after: value.optional() })),
  /** Of a bad row: the column, the reason, and what stands there. */
  bad: z.object({ column: z.string(), reason: z.enum(importReasons), value: z.string() }).optional(),
  note: z.enum(importNotes).optional(),
  /** What undoing left as it is, with what stands there now. */
  kept: z.array(z.object({ name: z.string(), now: value.optional() })).optional(),
})
export type ImportChange = z.infer<typeof importChange>

export const getImportChanges = endpoint({
  method: 'POST',
  path: '/api/Shop/GetImportChanges',
  summary: 'What an import would change, or has changed, row by row; its bad rows too',
  access,
  transaction: 'read',
  input: z.object({
    ...listInput(importChangeSorts),
    id,
    state: z.enum(importChangeStates).optional(),
    /** Only what differs in this field. */
    field: z.string().max(60).optional(),
    note: z.enum(importNotes).optional(),
  }),
  reply: page(importChange),
  errors: ['notFound'],
})

export const getImportBadRows = endpoint({
  method: 'GET',
  path: '/api/Shop/GetImportBadRows',
  summary: 'The bad rows of an import as a CSV file, in the language of the caller',
  access,
  transaction: 'read',
  input: z.object({ id }),
  reply: nothing,
  download: 'text/csv; charset=utf-8',
  errors: ['notFound'],
})

export const applyImport = endpoint({
  method: 'POST',
  path: '/api/Shop/ApplyImport',
  summary: 'Begins to apply a checked import, all of it or nothing; with skipBad without its bad rows',
  access,
  transaction: 'write',
  input: z.object({ id, skipBad: z.boolean().default(false) }),
  reply: done,
  errors: ['notFound', 'import.wrongState', 'import.running', 'import.badRows'],
})

export const undoImport = endpoint({
  method: 'POST',
  path: '/api/Shop/UndoImport',
  summary: 'Begins to undo an import: what it changed, where nobody has changed it since',
  access,
  transaction: 'write',
  input: z.object({ id }),
  reply: done,
  errors: ['notFound', 'import.wrongState', 'import.running'],
})

export const discardImport = endpoint({
  method: 'POST',
  path: '/api/Shop/DiscardImport',
  summary: 'Drops an import that has not been applied, stopping what is under way',
  access,
  transaction: 'write',
  input: z.object({ id }),
  reply: done,
  errors: ['notFound', 'import.wrongState'],
})
