import { z } from 'zod'
import { type Access, endpoint, id, nothing } from './endpoint.ts'

export const exportFormats = ['xlsx', 'csv'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** The content type of each format. */
export const exportTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const satisfies Record<ExportFormat, string>

type Columns = readonly [string, ...string[]]

/** What every export of a list takes beside the list's own filters. */
const exportInput = {
  format: z.enum(exportFormats),
  /** Whose clock the times are told by. */
  timeZone: z.string().refine(isTimeZone).default('Europe/Istanbul'),
  /** Of what the filters let through, these rows alone. */
  ids: z.array(id).min(1).max(10_000).optional(),
}

/** The columns of a file, in their order. */
const chosen = <const Keys extends Columns>(columns: Keys) => ({
  columns: z.array(z.enum(columns)).min(1).max(columns.length),
})

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

type Listed<Shape extends z.ZodRawShape, Who extends Access> = {
  summary: string
  access: Who
  input: z.ZodObject<Shape>
}
type ExportInput<Shape> = Omit<Shape, 'page' | 'limit'> & typeof exportInput

/** The call that gives a list as a file: open to those who may see the list, narrowed down and ordered as the list is. */
export function exportOf<
  const Path extends `/api/${string}`,
  Shape extends z.ZodRawShape,
  Who extends Access,
  const Keys extends Columns,
>(list: Listed<Shape, Who>, path: Path, columns: Keys) {
  return exportWith(list, path, chosen(columns))
}

/** The same where every file of the list has the same columns. */
export function wholeExportOf<
  const Path extends `/api/${string}`,
  Shape extends z.ZodRawShape,
  Who extends Access,
>(list: Listed<Shape, Who>, path: Path) {
  return exportWith(list, path, {})
}

function exportWith<
  const Path extends `/api/${string}`,
  Shape extends z.ZodRawShape,
  Who extends Access,
  More extends z.ZodRawShape,
>(list: Listed<Shape, Who>, path: Path, more: More) {
  const { page: _page, limit: _limit, ...filters } = list.input.shape
  return endpoint({
    method: 'POST',
    path,
    summary: `As a file of all that match: ${list.summary}`,
    access: list.access,
    transaction: 'own',
    input: z.object<ExportInput<Shape> & More>({ ...filters, ...exportInput, ...more }),
    reply: nothing,
    download: [exportTypes.xlsx, exportTypes.csv],
    errors: ['server.busy'],
  })
}
