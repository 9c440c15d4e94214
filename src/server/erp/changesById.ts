import { z } from 'zod'
import type { Pulled } from './connector.ts'

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
type Position = z.output<typeof positionSchema>

const start: Position = { from: '', newest: '', seenAt: 0, after: 0 }

export type Source<Schema extends z.ZodType<{ id: number }[]>> = {
  model: string
  /** Models whose timestamps mark a change, and the path to each. */
  stamps: { model: string; path: string }[]
  domain: unknown[]
  fields: string[]
  rows: Schema
}

export type ChangesOptions = {
  pageSize: number
  /**
   * A change carries its transaction's start but appears at its end: for this long, also reread slightly older ones.
   */
  overlapMs: number
}

/** An ERP with ids and times of change. */
export type ChangeReader<Row> = {
  /** '' if none. */
  newest: () => Promise<string>
  /** Changed after `from` ('' for all), ordered by id. */
  page: (wanted: Pick<Position, 'from' | 'after'>) => Promise<Row[]>
  earlier: (time: string, milliseconds: number) => string
}

/**
 * One page of what changed since the cursor, ordered by id. Each pass starts at the previous one's newest change;
 * records that change between pages come again in the next pass.
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
    // Restart on an invalid cursor.
    return start
  }
}

export const latestTime = (times: string[]) =>
  times.reduce((newest, one) => (one > newest ? one : newest), '')
