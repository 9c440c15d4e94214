import { z } from 'zod'
import { textKinds } from '#shared/catalogue/textKinds.ts'
import { undoCounts } from '#shared/changes/changeSets.ts'
import { answer, endpoint, id, line, listInput, page } from '#shared/endpoint.ts'
import { languages } from '#shared/tenancy.ts'
import {
  type ImportQuestion,
  importEncodings,
  importProblems,
  importQuestions,
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

export const importPhases = ['reading', 'staging', 'comparing', 'applying', 'undoing'] as const
export type ImportPhase = (typeof importPhases)[number]

const counts = z.object({ added: z.int(), changed: z.int(), unchanged: z.int() })
const importCounts = z.object({
  products: counts,
  variants: counts,
  prices: counts,
  /** Translations; absent in old runs. */
  texts: counts.optional(),
  images: counts,
  brandsAdded: z.int(),
  categoriesAdded: z.int(),
  /** Number of products and variants that differ, by field name. */
  fields: z.record(z.string(), z.int()),
  /** Rows that differ from the check because the catalogue changed since. */
  differing: z.int(),
  /** Variants whose stock was moved by orders between check and application. */
  stockMoved: z.int(),
})
export type ImportCounts = z.infer<typeof importCounts>

const importRun = z.object({
  id,
  /** erp: changes of one fetch; its file name is the kind fetched. */
  source: z.enum(['panel', 'command', 'erp']),
  fileName: z.string(),
  supplier: z.string(),
  /** Work of a dead process counts as failed. */
  state: z.enum(importStates),
  phase: z.enum(importPhases).optional(),
  done: z.int(),
  total: z.int(),
  rows: z.int(),
  badCount: z.int(),
  counts: importCounts.optional(),
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
  /** For new products without one. */
  brandName: line(100).default(''),
  categoryName: line(1000).default(''),
  /** For price columns without a group; '' means the shop's. */
  priceGroup: line(20).default(''),
  /** For prices without a currency column; '': prices keep theirs, new ones get the shop's. */
  currencyCode: z
    .string()
    .regex(/^([A-Z]{3})?$/)
    .default(''),
  /** Language of texts whose column names none; '': the main language. */
  language: z.enum(['', ...languages]).default(''),
}
const importDefaults = z.object(defaults)
export type ImportDefaults = z.infer<typeof importDefaults>

const importAnswers = z.record(z.string().max(100), z.string().max(30))

const importColumn = z.object({
  heading: z.string(),
  samples: z.array(z.string()),
  /** '' if left out. */
  target: z.string(),
  /** By a remembered layout, the heading, the values, or not recognised. */
  foundBy: z.enum(['layout', 'name', 'values', '']),
})
export type ImportColumn = z.infer<typeof importColumn>

const importFile = z.object({
  kind: z.enum(['text', 'workbook', 'system']),
  /** The shop system that it was exported from. */
  system: z.string().optional(),
  encoding: z.enum(importEncodings),
  /** Names of a workbook's sheets, if one can be chosen; `sheet` was read. */
  sheets: z.array(z.string()),
  sheet: z.int(),
  /** Index of the row with the headings. */
  headRow: z.int(),
  rows: z.array(z.array(z.string())),
  columns: z.array(importColumn),
  defaults: importDefaults,
  /** What is asked once for all rows; while one is open, the file cannot be applied. */
  questions: z.array(
    z.object({
      code: z.enum(Object.keys(importQuestions) as [ImportQuestion, ...ImportQuestion[]]),
      column: z.string(),
      /** How many values it is about. */
      count: z.int(),
      samples: z.array(z.string()),
    }),
  ),
  /** By `code column`. */
  answers: importAnswers,
})

const importDetail = importRun.extend({
  /** Absent for imports by the command line. */
  file: importFile.optional(),
  warnings: z.array(z.object({ code: z.enum(importWarnings), value: z.string(), count: z.int() })),
  /** As applied to this file's columns. */
  layouts: z.array(
    z.object({ supplier: z.string(), targets: z.array(z.string()), defaults: importDefaults }),
  ),
  priceGroups: z.array(z.string()),
  /** The catalogue's main language, which the first file may change. */
  mainLanguage: z.enum(languages),
  brands: z.array(z.string()),
  categories: z.array(z.string()),
})
export type ImportDetail = z.infer<typeof importDetail>

const access = { pages: ['catalogueImport'] } as const

export const postImportFile = endpoint({
  call: 'POST /api/Shop/PostImportFile',
  summary:
    'Uploads a catalogue file (CSV, TSV, XLSX, exports of shop systems) for import; changes nothing yet',
  access,
  transaction: 'own',
  files: { maxBytes: maxImportBytes, maxFiles: 1 },
  reply: answer(z.object({ id })),
  errors: ['import.unreadable', 'import.reading', 'server.busy', 'request.tooLarge', 'request.tooMany'],
  perMinute: { address: 30 },
})

export const importSorts = ['createdAt'] as const

export const getImports = endpoint({
  call: 'POST /api/Shop/GetImports',
  summary: 'Imports of the catalogue, newest first',
  access,
  transaction: 'read',
  input: z.object({ ...listInput(importSorts), order: z.enum(['asc', 'desc']).default('desc') }),
  reply: page(importRun),
})

export const getImport = endpoint({
  call: 'GET /api/Shop/GetImport',
  summary: 'An import with its file’s columns, progress and result',
  access,
  input: z.object({ id }),
  reply: answer(importDetail),
  errors: ['notFound'],
})

export const rereadImport = endpoint({
  call: 'POST /api/Shop/RereadImport',
  summary: 'Reads the first rows of an uploaded file again, with another encoding, sheet or heading row',
  access,
  transaction: 'own',
  input: z.object({
    id,
    encoding: z.enum(importEncodings).optional(),
    sheet: z.int().min(0).max(1000).optional(),
    headRow: z.int().min(0).max(50).optional(),
  }),
  errors: ['notFound', 'import.wrongState', 'import.unreadable', 'import.reading', 'server.busy'],
})

export const checkImport = endpoint({
  call: 'POST /api/Shop/CheckImport',
  summary:
    'Starts a dry run: reads the whole file and compares it with the catalogue. With a supplier, remembers the columns',
  access,
  input: z.object({
    id,
    supplier: line(100).default(''),
    targets: z.array(line(60)).max(500),
    answers: importAnswers.default({}),
    ...defaults,
  }),
  errors: ['notFound', 'import.wrongState', 'import.running', 'import.columns'],
})

export const importChangeSorts = ['line', 'itemCode', 'state'] as const
export const importChangeStates = ['new', 'changed', 'unchanged', 'bad'] as const
export const importNotes = ['differs', 'stockMoved', 'kept', 'removed', 'deactivated'] as const

const value = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.object({ amount: z.number(), currency: z.string() }),
  z.array(z.string()),
])
export type ImportValue = z.infer<typeof value>

const importChange = z.object({
  entity: z.enum(['brand', 'category', 'product', 'variant', 'text', 'row']),
  id,
  /** Line in the file, from 1; 0 if none. */
  line: z.int(),
  state: z.enum(importChangeStates),
  itemCode: z.string(),
  colorCode: z.string(),
  size: z.string(),
  name: z.string(),
  /** What a text names. */
  textKind: z.enum(textKinds).optional(),
  /** Named as the file's columns, for a text by language; a missing side is empty. */
  fields: z.array(z.object({ name: z.string(), before: value.optional(), after: value.optional() })),
  bad: z.object({ column: z.string(), reason: z.enum(importReasons), value: z.string() }).optional(),
  note: z.enum(importNotes).optional(),
  /** Left unchanged by undo, with the current value. */
  kept: z.array(z.object({ name: z.string(), now: value.optional() })).optional(),
})
export type ImportChange = z.infer<typeof importChange>

export const getImportChanges = endpoint({
  call: 'POST /api/Shop/GetImportChanges',
  summary: 'What an import would change or has changed, row by row, including bad rows',
  access,
  transaction: 'read',
  input: z.object({
    ...listInput(importChangeSorts),
    id,
    state: z.enum(importChangeStates).optional(),
    field: z.string().max(60).optional(),
    note: z.enum(importNotes).optional(),
  }),
  reply: page(importChange),
  errors: ['notFound'],
})

export const getImportBadRows = endpoint({
  call: 'GET /api/Shop/GetImportBadRows',
  summary: 'The bad rows of an import as a CSV file, in the caller’s language',
  access,
  input: z.object({ id }),
  download: 'text/csv; charset=utf-8',
  errors: ['notFound'],
})

export const applyImport = endpoint({
  call: 'POST /api/Shop/ApplyImport',
  summary: 'Starts applying a checked import, all or nothing; skipBad leaves out bad rows',
  access,
  input: z.object({ id, skipBad: z.boolean().default(false) }),
  errors: ['notFound', 'import.wrongState', 'import.running', 'import.badRows', 'import.questions'],
})

export const undoImport = endpoint({
  call: 'POST /api/Shop/UndoImport',
  summary: 'Starts undoing an import, except for what somebody has changed since',
  access,
  input: z.object({ id }),
  errors: ['notFound', 'import.wrongState', 'import.running'],
})

export const discardImport = endpoint({
  call: 'POST /api/Shop/DiscardImport',
  summary: 'Discards an import that has not been applied, and stops its work',
  access,
  input: z.object({ id }),
  errors: ['notFound', 'import.wrongState'],
})
