import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { z } from 'zod'
import { distributedText } from '#server/db/distributed.ts'
import { type BackedUpTable, rowsOf } from './tables.ts'

/*
 * The rows of a backup as text: for each table a line of JSON, then what COPY writes, then `\.` on a line of its own,
 * as in PostgreSQL's own dumps. COPY writes every backslash of the data twice, so no row looks like the end.
 */

const header = z.object({ table: z.string(), columns: z.array(z.string()) })
type Header = z.output<typeof header>

export type RowCounts = Record<string, number>

/** Alike whatever the server's settings are. */
const portable = [
  "set local timezone = 'UTC'",
  "set local datestyle = 'ISO, MDY'",
  "set local intervalstyle = 'postgres'",
  "set local bytea_output = 'hex'",
  'set local extra_float_digits = 1',
].join('; ')

const quoted = (names: string[]) => names.map((name) => pg.escapeIdentifier(name)).join(', ')

/** Of one moment, until `commit`. `tenantId`: row-level security applies to the owner too. */
export async function beginSnapshot(client: pg.ClientBase, tenantId: string | undefined): Promise<Date> {
  await client.query('begin isolation level repeatable read read only')
  await client.query(`set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`)
  await client.query(portable)
  if (tenantId) await client.query(`set local app.tenant_id = '${tenantId}'`)
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
  return rows[0]?.now ?? new Date()
}

/** Of a tenant, or of the deployment. Adds to `counts`. */
export async function* writeRows(
  client: pg.ClientBase,
  tables: BackedUpTable[],
  tenantId: string | undefined,
  counts: RowCounts,
): AsyncGenerator<Buffer> {
  const own = tables.filter(({ isOfTenant }) => isOfTenant === (tenantId !== undefined))
  for (const { name, columns } of await filled(client, own, tenantId)) {
    yield Buffer.from(`${JSON.stringify({ table: name, columns } satisfies Header)}\n`)
    const where = tenantId ? ` where ${rowsOf(name, tenantId)}` : ''
    const rows = client.query(copyTo(`copy (select ${quoted(columns)} from ${name}${where}) to stdout`))
    // The stream knows its own count only some time after its end.
    let count = 0
    for await (const part of rows as AsyncIterable<Buffer>) {
      count += linesIn(part)
      yield part
    }
    counts[name] = count
    yield Buffer.from(endOfTable)
  }
}

/** One statement, because most tables of most tenants are empty. */
async function filled(
  client: pg.ClientBase,
  tables: BackedUpTable[],
  tenantId: string | undefined,
): Promise<BackedUpTable[]> {
  if (tables.length === 0) return []
  const found = tables.map(({ name }) => {
    const where = tenantId ? ` where ${rowsOf(name, tenantId)}` : ''
    return `select '${name}' as name where exists (select from ${name}${where})`
  })
  const { rows } = await client.query<{ name: string }>(found.join(' union all '))
  return tables.filter(({ name }) => rows.some((row) => row.name === name))
}

const endOfTable = '\\.\n'

/** Puts the rows of the text into their tables, in the client's transaction. Returns how many. */
export async function readRows(client: pg.ClientBase, text: AsyncIterable<Buffer>): Promise<RowCounts> {
  const counts: RowCounts = {}
  await client.query(portable)
  const { rows: engine } = await client.query(`select from pg_extension where extname = 'citus'`)
  const sent = engine.length > 0 ? distributedText : (statement: string) => statement
  await eachTable(text, async ({ table, columns }, rows) => {
    const names = quoted(columns)
    // COPY into a table under row-level security is refused, also to its owner.
    await client.query(
      `create temporary table incoming on commit drop as select ${names} from ${pg.escapeIdentifier(table)} limit 0`,
    )
    await pipeline(rows, client.query(copyFrom(`copy incoming (${names}) from stdin`)))
    const { rowCount } = await client.query(
      sent(`insert into ${pg.escapeIdentifier(table)} (${names}) select ${names} from incoming`),
    )
    await client.query('drop table incoming')
    counts[table] = rowCount ?? 0
  })
  return counts
}

/** Reads to the end. */
export async function countRows(text: AsyncIterable<Buffer>): Promise<RowCounts> {
  const counts: RowCounts = {}
  await eachTable(text, async ({ table }, rows) => {
    let count = 0
    for await (const part of rows) count += linesIn(part)
    counts[table] = count
  })
  return counts
}

const lineFeed = 10

/** Each row is one: COPY writes line feeds of the data otherwise. */
function linesIn(part: Buffer): number {
  let count = 0
  for (let at = part.indexOf(lineFeed); at >= 0; at = part.indexOf(lineFeed, at + 1)) count += 1
  return count
}

/** `work` must read the rows to their end. */
async function eachTable(
  text: AsyncIterable<Buffer>,
  work: (header: Header, rows: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  const parts = text[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  const more = async () => {
    const { value, done } = await parts.next()
    if (!done) rest = rest.length > 0 ? Buffer.concat([rest, value]) : value
    return !done
  }
  async function* rowsUntilEnd(): AsyncGenerator<Buffer> {
    for (;;) {
      if (rest.indexOf(endOfTable) === 0) {
        rest = rest.subarray(endOfTable.length)
        return
      }
      const end = rest.indexOf(`\n${endOfTable}`)
      if (end >= 0) {
        const rows = rest.subarray(0, end + 1)
        rest = rest.subarray(end + 1)
        yield rows
        continue
      }
      // Whole lines, so that the end is found at the start of one.
      const lines = rest.lastIndexOf('\n') + 1
      if (lines > 0) {
        const rows = rest.subarray(0, lines)
        rest = rest.subarray(lines)
        yield rows
        continue
      }
      if (!(await more())) throw new Error('The backup ends in the middle of a table')
    }
  }
  for (;;) {
    const end = rest.indexOf('\n')
    if (end < 0) {
      if (await more()) continue
      if (rest.length > 0) throw new Error('The backup ends in the middle of a line')
      return
    }
    const found = header.parse(JSON.parse(rest.toString('utf8', 0, end)))
    rest = rest.subarray(end + 1)
    await work(found, rowsUntilEnd())
  }
}
