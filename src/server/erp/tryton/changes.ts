import { z } from 'zod'
import { earlier, textOfTime, timeOf } from './encoding.ts'
import { number, time } from './replies.ts'
import type { CallOptions, Session } from './session.ts'

/** Where a pull stands. Times are those of Tryton's database, as text that sorts. */
const position = z.object({
  /** Whatever changed after this is wanted; '' wants everything. */
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

export type Changes<Row> = { rows: Row[]; cursor: string; isLast: boolean }

type Source<Schema extends z.ZodType<{ id: number }[]>> = {
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

/**
 * One page of what was changed since the cursor, by number; '' begins with everything. A pass reads all that changed
 * after its beginning, page by page; the next begins where the newest change of this one was. What changes meanwhile
 * comes with the next pass at the latest.
 */
export async function readChanges<Schema extends z.ZodType<{ id: number }[]>>(
  session: Session,
  source: Source<Schema>,
  cursor: string,
  { pageSize, overlapMilliseconds }: ChangesOptions,
  { signal }: CallOptions,
): Promise<Changes<z.output<Schema>[number]>> {
  // What is archived has changed too. A clause would not do: Tryton adds its own to every bracket of a condition.
  const call = { signal, context: { active_test: false } }
  let at = read(cursor)
  if (at.after === 0) {
    const newest = await newestChange(session, source.stamps, call)
    if (newest !== at.newest) at = { ...at, newest, seenAt: Date.now() }
    // Everything up to the newest was asked for after its time: it is quiet.
    else if (at.from === newest) return { rows: [], cursor: JSON.stringify(at), isLast: true }
  }
  const began = Date.now()
  const domain = [...source.domain, ['id', '>', at.after], changedSince(source.stamps, at.from)]
  const params = [domain, 0, pageSize, [['id', 'ASC']], source.fields]
  const rows = await session.call(`model.${source.model}.search_read`, params, source.rows, call)
  const last = rows.at(-1)
  if (last && rows.length === pageSize) {
    return { rows, cursor: JSON.stringify({ ...at, after: last.id }), isLast: false }
  }
  const isQuiet = began - at.seenAt >= overlapMilliseconds
  const from = isQuiet || at.newest === '' ? at.newest : earlier(at.newest, overlapMilliseconds)
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

function changedSince(stamps: Source<z.ZodType<{ id: number }[]>>['stamps'], from: string): unknown[] {
  if (from === '') return []
  const since = timeOf(from)
  const each = stamps.flatMap(({ path }) => [
    [`${path}write_date`, '>', since],
    [`${path}create_date`, '>', since],
  ])
  return ['OR', ...each]
}

const stampRows = z.array(z.object({ id: number, write_date: time.nullable(), create_date: time.nullable() }))

async function newestChange(
  session: Session,
  stamps: { model: string }[],
  call: CallOptions,
): Promise<string> {
  const asked = stamps.flatMap(({ model }) =>
    ['write_date', 'create_date'].map(async (column) => {
      const params = [[[column, '!=', null]], 0, 1, [[column, 'DESC']], ['write_date', 'create_date']]
      const [row] = await session.call(`model.${model}.search_read`, params, stampRows, call)
      const stamp = column === 'write_date' ? row?.write_date : row?.create_date
      return stamp ? textOfTime(stamp) : ''
    }),
  )
  const times = await Promise.all(asked)
  return times.reduce((newest, one) => (one > newest ? one : newest), '')
}
