import { z } from 'zod'
import { ErpError, type Pulled, type PulledStock } from '../connector.ts'

/** The records of a program with models, fields and ids. Bound to the signal and context of one call. */
export type Records = {
  /** Reads the fields that the row's shape names, by id if not told otherwise (`['write_date desc']`). */
  search: <Row extends z.ZodObject>(
    model: string,
    row: Row,
    domain: unknown[],
    options?: { limit?: number; order?: string[] },
  ) => Promise<z.output<Row>[]>
  /** The same records with more context. */
  as: (context: Record<string, unknown>) => Records
  dialect: Dialect
}

export type Dialect = {
  /** Columns with the time of a change. */
  stamps: readonly string[]
  /** Compares without regard to case. */
  like: string
  /** Part of a domain. */
  or: (conditions: unknown[]) => unknown[]
  /** A time as sortable text; '' if there is none. */
  textOf: (value: unknown) => string
  valueOf: (text: string) => unknown
  earlier: (text: string, milliseconds: number) => string
}

export const idRow = z.object({ id: z.int() })

/** Names of a row's fields; in `'party.': { code }`, `party.code`. Programs send ids without being asked. */
export function fieldsOf({ shape }: z.ZodObject): string[] {
  const fields = Object.entries(shape).flatMap(([name, schema]) =>
    name.endsWith('.') ? fieldsOf(objectIn(schema)).map((field) => `${name}${field}`) : name,
  )
  return fields.length > 1 ? fields.filter((field) => !/(?:^|\.)id$/.test(field)) : fields
}

function objectIn(schema: unknown): z.ZodObject {
  if (schema instanceof z.ZodObject) return schema
  if (schema instanceof z.ZodArray) return objectIn(schema.element)
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return objectIn(schema.unwrap())
  throw new Error('A field with a point needs an object')
}

/** Finds a country by code or name, in any case. */
export async function findCountry(
  { search, dialect }: Pick<Records, 'search' | 'dialect'>,
  model: string,
  country: string,
): Promise<number | undefined> {
  const domain = dialect.or([
    ['code', '=', country.toUpperCase()],
    ['name', dialect.like, country],
  ])
  const [row] = country === '' ? [] : await search(model, idRow, domain, { limit: 1 })
  return row?.id
}

/** The named row of the settings: by name or code, else by id. Throws `auth`: a person must correct the setup. */
export function findByName<Row extends { id: number; name: string; code?: string }>(
  rows: Row[],
  name: string,
  { program, what }: { program: string; what: string },
): Row {
  const row =
    rows.find((one) => one.name === name || one.code === name) ?? rows.find((one) => String(one.id) === name)
  if (!row)
    throw new ErpError('auth', `${program} has no ${what} "${name}", or does not show it to this user`)
  return row
}

/** The conditions that mark a change at or after `from`, in any of the records at `paths`. */
function changed(dialect: Dialect, from: string, operator: '>' | '>=', paths: string[]): unknown[] {
  const { stamps, or, valueOf } = dialect
  const value = valueOf(from)
  return or(paths.flatMap((path) => stamps.map((stamp) => [`${path}${stamp}`, operator, value])))
}

const listPageSize = 200

/** All records that changed at or after `from`, by id. */
export async function* changedSince<Row extends z.ZodObject<{ id: z.ZodInt }>>(
  records: Records,
  { model, row, domain }: Pick<Source<Row>, 'model' | 'row' | 'domain'>,
  from: string,
): AsyncGenerator<z.output<Row>> {
  const since = changed(records.dialect, from, '>=', [''])
  for (let last = 0; ; ) {
    const rows = await records.search(model, row, [['id', '>', last], ...domain, ...since], {
      limit: listPageSize,
    })
    yield* rows
    if (rows.length < listPageSize) return
    last = rows.at(-1)?.id ?? 0
  }
}

export type Source<Row extends z.ZodObject> = {
  model: string
  row: Row
  domain: unknown[]
  /** Models whose changes count as the record's, by the path to them. */
  stamps: Record<string, string>
}

export type PageOptions = {
  pageSize: number
  /**
   * A change carries its transaction's start but appears at its end: for this long, also reread slightly older ones.
   */
  overlapMs: number
}

/** Times are the ERP's, as sortable text. */
const positionSchema = z.object({
  /** '' reads everything. */
  from: z.string(),
  /** Newest change when the pass began. */
  newest: z.string(),
  /** By our clock. */
  seenAt: z.number(),
  /** Last id of the previous page; 0 before a pass. */
  after: z.number(),
})

/**
 * One page of what changed since the cursor, archived records too, ordered by id. Each pass starts at the previous
 * one's newest change; records that change between pages come again in the next pass.
 */
export async function readChanges<Row extends z.ZodObject<{ id: z.ZodInt }>>(
  records: Records,
  { model, row, domain, stamps }: Source<Row>,
  cursor: string,
  { pageSize, overlapMs }: PageOptions,
): Promise<Pulled<z.output<Row>>> {
  const all = records.as({ active_test: false })
  let position = parseCursor(positionSchema, cursor) ?? { from: '', newest: '', seenAt: 0, after: 0 }
  if (position.after === 0) {
    const newest = await newestChange(all, [...new Set(Object.values(stamps))])
    if (newest !== position.newest) position = { ...position, newest, seenAt: Date.now() }
    else if (position.from === newest) return { rows: [], cursor: JSON.stringify(position), isLast: true }
  }
  const startedAt = Date.now()
  const { from, newest, after, seenAt } = position
  const since = from === '' ? [] : changed(records.dialect, from, '>', Object.keys(stamps))
  const rows = await all.search(model, row, [['id', '>', after], ...domain, ...since], { limit: pageSize })
  const last = rows.at(-1)
  if (last && rows.length === pageSize) {
    return { rows, cursor: JSON.stringify({ ...position, after: last.id }), isLast: false }
  }
  const isQuiet = startedAt - seenAt >= overlapMs
  const next = isQuiet || newest === '' ? newest : records.dialect.earlier(newest, overlapMs)
  return { rows, cursor: JSON.stringify({ ...position, from: next, after: 0 }), isLast: true }
}

async function newestChange(records: Records, models: string[]): Promise<string> {
  const { stamps, textOf } = records.dialect
  const times = models.flatMap((model) =>
    stamps.map(async (stamp) => {
      const order = { limit: 1, order: [`${stamp} desc`] }
      const [row] = await records.search(
        model,
        z.object({ id: z.int(), [stamp]: z.unknown() }),
        [[stamp, '!=', null]],
        order,
      )
      return textOf(row?.[stamp])
    }),
  )
  return (await Promise.all(times)).reduce((newest, one) => (one > newest ? one : newest), '')
}

/** Undefined, which restarts, if the cursor is invalid. */
export function parseCursor<Schema extends z.ZodType>(
  schema: Schema,
  cursor: string,
): z.output<Schema> | undefined {
  try {
    return schema.parse(JSON.parse(cursor))
  } catch {
    return undefined
  }
}

/** A page of all records by id, if they have no time of change. The cursor is the last id; '' at the end. */
export async function readAll<Row extends z.ZodObject<{ id: z.ZodInt }>>(
  records: Records,
  { model, row, domain }: Pick<Source<Row>, 'model' | 'row' | 'domain'>,
  cursor: string,
  { pageSize }: { pageSize: number },
): Promise<Pulled<z.output<Row>>> {
  const after = ['id', '>', Number(cursor) || 0]
  const rows = await records.search(model, row, [after, ...domain], { limit: pageSize })
  const isLast = rows.length < pageSize
  return { rows, cursor: isLast ? '' : String(rows.at(-1)?.id), isLast }
}

const stockCursor = z.object({
  /** During the first pass: last product of the previous page. */
  product: z.string().optional(),
  /** Cursors of the sources. */
  sources: z.array(z.string()),
})

export type StockReader<Row extends z.ZodObject<{ id: z.ZodInt }>> = {
  /** The domain of products with stock. */
  domain: unknown[]
  /** The records that move stock, or promise it. */
  sources: Source<Row>[]
  productOf: (row: z.output<Row>) => number | undefined
  availableOf: (ids: number[]) => Promise<PulledStock[]>
}

/** A page of available stock: first for all products, then only for those that the sources touched. */
export async function pullStock<Row extends z.ZodObject<{ id: z.ZodInt }>>(
  records: Records,
  { domain, sources, productOf, availableOf }: StockReader<Row>,
  cursor: string,
  options: PageOptions,
): Promise<Pulled<PulledStock>> {
  const available = async (ids: number[]) => (ids.length === 0 ? [] : await availableOf(ids))
  const position = parseCursor(stockCursor, cursor)
  if (position && position.product === undefined) {
    const pages = await Promise.all(
      sources.map((source, index) => readChanges(records, source, position.sources[index] ?? '', options)),
    )
    const touched = pages.flatMap(({ rows }) => rows.flatMap((row) => productOf(row) ?? []))
    const next = JSON.stringify({ sources: pages.map((page) => page.cursor) })
    const isLast = pages.every((page) => page.isLast)
    return { rows: await available([...new Set(touched)]), cursor: next, isLast }
  }
  // Before the first product is read, so that no move is missed.
  const starts = position?.sources ?? (await Promise.all(sources.map((one) => endOf(records, one, options))))
  const products = { model: 'product.product', row: idRow, domain }
  const all = records.as({ active_test: false })
  const page = await readAll(all, products, position?.product ?? '', options)
  const rows = await available(page.rows.map(({ id }) => id))
  const next = { ...(page.isLast ? {} : { product: page.cursor }), sources: starts }
  return { rows, cursor: JSON.stringify(next), isLast: page.isLast }
}

/** A cursor that starts now. */
async function endOf<Row extends z.ZodObject<{ id: z.ZodInt }>>(
  records: Records,
  source: Source<Row>,
  options: PageOptions,
): Promise<string> {
  return (await readChanges(records, { ...source, domain: [['id', '<', 0]] }, '', options)).cursor
}
