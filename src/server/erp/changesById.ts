import { z } from 'zod'
import type { Pulled } from './connector.ts'

/** Where a pull stands. Times are the ERP's own, as text that sorts. */
const position = z.object({
  /** Whatever was changed after this is wanted; '' wants everything. */
  from: z.string(),
  /** The newest change of all that there was when the pass began. */
  newest: z.string(),
  /** By our clock, when that was first seen to be the newest. */
  seenAt: z.number(),
  /** Within a pass, the last record of the page before; 0 before a pass begins. */
  after: z.number(),
})
type Position = z.output<typeof position>

const start: Position = { from: '', newest: '', seenAt: 0, after: 0 }

/** Which records of an ERP are read, as it calls its models and fields. */
export type Source<Schema extends z.ZodType<{ id: number }[]>> = {
  model: string
  /** Models whose records say when one of these was changed, and the path to each from here. */
  stamps: { model: string; path: string }[]
  domain: unknown[]
  fields: string[]
  rows: Schema
}

export type ChangesOptions = {
  pageSize: number
  /**
   * A change bears the time at which its transaction began, and is seen when it ends: this long, what is a little older
   * than the newest is asked for again.
   */
  overlapMilliseconds: number
}

/** How an ERP is asked that numbers its records and says when each was changed. */
export type Numbered<Row> = {
  /** The newest change that there is; '' where there is none. */
  newest: () => Promise<string>
  /** The next page, by number, of what was changed after a time; '' asks for everything. */
  page: (wanted: Pick<Position, 'from' | 'after'>) => Promise<Row[]>
  earlier: (time: string, milliseconds: number) => string
}

/**
 * One page of what was changed since the cursor, by number; '' begins with everything. A pass reads all that changed
 * after its beginning, page by page; the next begins where the newest change of this one was. A record that is changed
 * while pages are read keeps its place among them, and comes again with the next pass.
 */
export async function readChangesById<Row extends { id: number }>(
  erp: Numbered<Row>,
  cursor: string,
  { pageSize, overlapMilliseconds }: ChangesOptions,
): Promise<Pulled<Row>> {
  let at = read(cursor)
  if (at.after === 0) {
    const newest = await erp.newest()
    if (newest !== at.newest) at = { ...at, newest, seenAt: Date.now() }
    // Everything up to the newest was asked for after its time: it is quiet.
    else if (at.from === newest) return { rows: [], cursor: JSON.stringify(at), isLast: true }
  }
  const began = Date.now()
  const rows = await erp.page(at)
  const last = rows.at(-1)
  if (last && rows.length === pageSize) {
    return { rows, cursor: JSON.stringify({ ...at, after: last.id }), isLast: false }
  }
  const isQuiet = began - at.seenAt >= overlapMilliseconds
  const from = isQuiet || at.newest === '' ? at.newest : erp.earlier(at.newest, overlapMilliseconds)
  return { rows, cursor: JSON.stringify({ ...at, from, after: 0 }), isLast: true }
}

function read(cursor: string): Position {
  if (cursor === '') return start
  try {
    return position.parse(JSON.parse(cursor))
  } catch {
    // A cursor that says nothing is no reason to stop: everything is read again.
    return start
  }
}

/** The latest of times that sort as text; '' where there is none. */
export const latest = (times: string[]) => times.reduce((newest, one) => (one > newest ? one : newest), '')
