import { z } from 'zod'
import { earlier, text } from './replies.ts'
import type { Odoo } from './rpc.ts'
import type { OdooCall } from './transport.ts'

/** Where a pull stands. Times are Odoo's own, as text that sorts; it gives them to the second. */
const position = z.object({
  /** Whatever was written after this is wanted; '' wants everything. */
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
   * A change bears the second at which its transaction began, and is seen when it ends: this long, what is a little older
   * than the newest is asked for again.
   */
  overlapMilliseconds: number
}

type Call = Pick<OdooCall, 'context' | 'signal'>

/**
 * One page of what was changed since the cursor, by number; '' begins with everything. A pass reads all that changed
 * after its beginning, page by page; the next begins where the newest change of this one was. A record that is changed
 * while pages are read keeps its place among them, and comes again with the next pass.
 */
export async function readChanges<Schema extends z.ZodType<{ id: number }[]>>(
  odoo: Odoo,
  source: Source<Schema>,
  cursor: string,
  { pageSize, overlapMilliseconds }: ChangesOptions,
  call: Call,
): Promise<Changes<z.output<Schema>[number]>> {
  // What is archived has changed too.
  const asked = { signal: call.signal, context: { ...call.context, active_test: false } }
  let at = read(cursor)
  if (at.after === 0) {
    const newest = await newestChange(odoo, source.stamps, asked)
    if (newest !== at.newest) at = { ...at, newest, seenAt: Date.now() }
    // Everything up to the newest was asked for after its time: it is quiet.
    else if (at.from === newest) return { rows: [], cursor: JSON.stringify(at), isLast: true }
  }
  const began = Date.now()
  const domain = [['id', '>', at.after], ...source.domain, ...changedSince(source.stamps, at.from)]
  const args = { domain, fields: source.fields, limit: pageSize, order: 'id' }
  const rows = await odoo.call({ ...asked, model: source.model, method: 'search_read', args }, source.rows)
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

function changedSince(stamps: { path: string }[], from: string): unknown[] {
  if (from === '') return []
  // Odoo writes domains in Polish notation: so many ors before so many conditions.
  return [...stamps.slice(1).map(() => '|'), ...stamps.map(({ path }) => [`${path}write_date`, '>', from])]
}

const stampRows = z.array(z.object({ id: z.int(), write_date: text }))

async function newestChange(odoo: Odoo, stamps: { model: string }[], call: Call): Promise<string> {
  const models = [...new Set(stamps.map(({ model }) => model))]
  const times = await Promise.all(
    models.map(async (model) => {
      const args = { domain: [], fields: ['write_date'], limit: 1, order: 'write_date desc' }
      const [row] = await odoo.call({ ...call, model, method: 'search_read', args }, stampRows)
      return row?.write_date ?? ''
    }),
  )
  return times.reduce((newest, one) => (one > newest ? one : newest), '')
}
