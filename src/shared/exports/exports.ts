import { z } from 'zod'
import { isTimeZone } from '#shared/clock.ts'
import { type Access, endpoint, id } from '#shared/endpoint.ts'

export const exportFormats = ['xlsx', 'csv'] as const
export type ExportFormat = (typeof exportFormats)[number]

export const exportTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const satisfies Record<ExportFormat, string>

type Columns = readonly [string, ...string[]]

/** Besides the list's filters. */
const exportInput = {
  format: z.enum(exportFormats),
  /** For times; by default the tenant's. */
  timeZone: z.string().refine(isTimeZone).optional(),
  /** Only these of the matches. */
  ids: z.array(id).min(1).max(10_000).optional(),
}

/** In this order. */
const columnChoice = <const Keys extends Columns>(columns: Keys) => ({
  columns: z.array(z.enum(columns)).min(1).max(columns.length),
})

type Listed<Shape extends z.ZodRawShape, Who extends Access> = {
  summary: string
  access: Who
  input: z.ZodObject<Shape>
}
type ExportInput<Shape> = Omit<Shape, 'page' | 'limit'> & typeof exportInput

/** Has the list's access, filters and order. */
export function exportOf<
  const Address extends `POST /api/${string}`,
  Shape extends z.ZodRawShape,
  Who extends Access,
  const Keys extends Columns,
>(list: Listed<Shape, Who>, call: Address, columns: Keys) {
  return exportWith(list, call, columnChoice(columns))
}

/** With fixed columns; `more` is further input. */
export function wholeExportOf<
  const Address extends `POST /api/${string}`,
  Shape extends z.ZodRawShape,
  Who extends Access,
  More extends z.ZodRawShape,
>(list: Listed<Shape, Who>, call: Address, more: More) {
  return exportWith(list, call, more)
}

function exportWith<
  const Address extends `POST /api/${string}`,
  Shape extends z.ZodRawShape,
  Who extends Access,
  More extends z.ZodRawShape,
>(list: Listed<Shape, Who>, call: Address, more: More) {
  const { page: _page, limit: _limit, ...filters } = list.input.shape
  return endpoint({
    call,
    summary: `All matches as a file: ${list.summary}`,
    access: list.access,
    transaction: 'own',
    input: z.object<ExportInput<Shape> & More>({ ...filters, ...exportInput, ...more }),
    download: [exportTypes.xlsx, exportTypes.csv],
    errors: ['server.busy'],
  })
}
