import { z } from 'zod'
import type { Pulled } from './connector.ts'

/** Progress of a pull. Times are the ERP's, as sortable text. */
const positionSchema = z.object({
  /** Read changes after this; '' reads everything. */
  from: z.string(),
  /** The newest change when the pass began. */
  newest: z.string(),
  /** When we first saw `newest`, by our clock. */
  seenAt: z.number(),
  /** The last record of the previous page; 0 before a pass. */
  after: z.number(),
})
type Position = z.output<typeof positionSchema>

const start: Position = { from: '', newest: '', seenAt: 0, after: 0 }

/** The records to read, with the ERP's model and field names. */
export type Source<Schema extends z.ZodType<{ id: number }[]>> = {
  model: string
  /** Models whose timestamps tell when a record changed, and the path to each. */
  stamps: { model: string; path: string }[]
  domain: unknown[]
  fields: string[]
  rows: Schema
}

export type ChangesOptions = {
  pageSize: number
  /**
   * A change carries the time its transaction began but becomes visible at its end. For this long, also reread
   * changes slightly older than the newest.
   */
  overlapMs: number
}

/** An ERP whose records have an id and a time of change. */
export type ChangeReader<Row> = {
  /** Time of the newest change; '' if none. */
  newest: () => Promise<string>
  /** The next page of records changed after `from` ('' means all), ordered by id. */
  page: (wanted: Pick<Position, 'from' | 'after'>) => Promise<Row[]>
  earlier: (time: string, milliseconds: number) => string
}

/**
 * Reads one page of what changed since the cursor ('' means everything), ordered by id. A pass reads everything
 * changed after its start; the next pass starts at this pass's newest change. A record that changes between two pages
 * comes again in the next pass.
 */
export async function readChangesById<Row extends { id: number }>(
  erp: ChangeReader<Row>,
  cursor: string,
  { pageSize, overlapMs }: ChangesOptions,
): Promise<Pulled<Row>> {
  let position = parseCursor(cursor)
  if (position.after === 0) {
    const newest = await erp.newest()
    if (newest !== position.newest) position = { ...position, newest, seenAt: Date.now() }
    // Nothing new, and the overlap has passed.
    else if (position.from === newest) return { rows: [], cursor: JSON.stringify(position), isLast: true }
  }
  const startedAt = Date.now()
  const rows = await erp.page(position)
  const last = rows.at(-1)
  if (last && rows.length === pageSize) {
    return { rows, cursor: JSON.stringify({ ...position, after: last.id }), isLast: false }
  }
  const isQuiet = startedAt - position.seenAt >= overlapMs
  const from = isQuiet || position.newest === '' ? position.newest : erp.earlier(position.newest, overlapMs)
  return { rows, cursor: JSON.stringify({ ...position, from, after: 0 }), isLast: true }
}

function parseCursor(cursor: string): Position {
  if (cursor === '') return start
  try {
    return positionSchema.parse(JSON.parse(cursor))
  } catch {
    // An invalid cursor restarts from the beginning.
    return start
  }
}

/** '' for an empty list. */
export const latestTime = (times: string[]) =>
  times.reduce((newest, one) => (one > newest ? one : newest), '')
