import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { z } from 'zod'
import { distributedText } from '#server/db/distributed.ts'
import { Damaged, shown } from './damage.ts'
import { mebibyte } from './store.ts'
import { type BackedUpTable, ownerColumn, rowsOf, tableName } from './tables.ts'

/*
 * The rows of a backup as text: for each table a line of JSON, then what COPY writes, then `\.` on a line of its own,
 * as in PostgreSQL's own dumps. COPY writes every backslash of the data twice, so no row looks like the end.
 */

const header = z.object({
  table: tableName,
  columns: z
    .array(z.string())
    .min(1)
    .refine((columns) => new Set(columns).size === columns.length),
})
type Header = z.output<typeof header>

export type RowCounts = Record<string, number>

/** Makes the text the same whatever the server's settings are. */
const portable = [
  "set local timezone = 'UTC'",
  "set local datestyle = 'ISO, MDY'",
  "set local intervalstyle = 'postgres'",
  "set local bytea_output = 'hex'",
  'set local extra_float_digits = 1',
].join('; ')

const quoted = (names: string[]) => names.map((name) => pg.escapeIdentifier(name)).join(', ')

/**
 * Begins a transaction that reads the data of one moment, until `commit`; returns that time. Acts for
 * `tenantId`, because row-level security applies to the owner too.
 */
export async function beginSnapshot(client: pg.ClientBase, tenantId: string | undefined): Promise<Date> {
  await client.query('begin isolation level repeatable read read only')
  await client.query(`set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`)
  await client.query(portable)
  if (tenantId) await actFor(client, tenantId)
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
  return rows[0]?.now ?? new Date()
}

/** Acts for the tenant until the transaction ends. */
export async function actFor(client: pg.ClientBase, tenantId: string): Promise<void> {
  await client.query(`select set_config('app.tenant_id', $1, true)`, [tenantId])
}

/** Writes the rows of a tenant or of the deployment, without those that let somebody in. Adds to `counts`. */
export async function* writeRows(
  client: pg.ClientBase,
  tables: BackedUpTable[],
  tenantId: string | undefined,
  counts: RowCounts,
): AsyncGenerator<Buffer> {
  const own = tables.filter(
    ({ isOfTenant, opensDoor }) => isOfTenant === (tenantId !== undefined) && !opensDoor,
  )
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

/** The tables with rows, found by one statement, because most tables of most tenants are empty. */
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

/** What may be read from a text of rows, and where it goes. */
export type RowRules = {
  tables: BackedUpTable[]
  /** The tenant whose rows they are; undefined for those of the deployment. */
  tenantId: string | undefined
  /** Changes the table's rows in the temporary table `incoming`, before they are stored. */
  change?: (table: string) => Promise<void>
}

/**
 * Stores the rows of the text in their tables, in the client's transaction. Which tables and columns may be named is
 * decided here and not by the text, and all rows must be the tenant's. Returns how many the text has.
 * @throws Damaged
 */
export async function readRows(
  client: pg.ClientBase,
  text: AsyncIterable<Buffer>,
  { tables, tenantId, change }: RowRules,
): Promise<RowCounts> {
  await client.query(portable)
  const { rows: engine } = await client.query(`select from pg_extension where extname = 'citus'`)
  const sent = engine.length > 0 ? distributedText : (statement: string) => statement
  const own = new Map(
    tables
      .filter(({ isOfTenant }) => isOfTenant === (tenantId !== undefined))
      .map((table) => [table.name, table]),
  )
  return eachTable(text, async ({ table: name, columns }, rows) => {
    const table = own.get(name)
    if (!table) throw new Damaged(`the table ${name} does not belong there`)
    const unknown = columns.find((column) => !table.columns.includes(column))
    if (unknown !== undefined) throw new Damaged(`the table ${name} has no column ${shown(unknown)}`)
    if (table.opensDoor) return drain(rows)
    const names = quoted(columns)
    // COPY into a table under row-level security is refused, even to its owner.
    await client.query(
      `create temporary table incoming on commit drop as select ${names} from ${pg.escapeIdentifier(name)} limit 0`,
    )
    await pipeline(rows, client.query(copyFrom(`copy incoming (${names}) from stdin`)))
    if (tenantId !== undefined) await refuseForeign(client, name, columns, tenantId)
    await change?.(name)
    await client.query(
      sent(`insert into ${pg.escapeIdentifier(name)} (${names}) select ${names} from incoming`),
    )
    await client.query('drop table incoming')
  })
}

/** Columns with hashes of pictures, which name files: any other text could name another tenant's. */
const pictureColumns: Record<string, string> = {
  brands: 'image',
  categories: 'image',
  deleted_photos: 'content_hash',
  users: 'avatar',
}

/** Refuses rows of other tenants: not all tables have policies that would. */
async function refuseForeign(
  client: pg.ClientBase,
  table: string,
  columns: string[],
  tenantId: string,
): Promise<void> {
  const owner = ownerColumn(table)
  if (!columns.includes(owner)) throw new Damaged(`the table ${table} has no column ${owner}`)
  const foreign = await client.query(
    `select from incoming where ${pg.escapeIdentifier(owner)} is distinct from $1 limit 1`,
    [tenantId],
  )
  if (foreign.rowCount) throw new Damaged(`the table ${table} has rows of another wholesaler`)
  const picture = pictureColumns[table]
  if (picture === undefined || !columns.includes(picture)) return
  const misnamed = await client.query(
    `select from incoming where ${pg.escapeIdentifier(picture)} !~ '^([0-9a-f]{64})?$' limit 1`,
  )
  if (misnamed.rowCount)
    throw new Damaged(`the column ${picture} of ${table} has something else than pictures`)
}

/** Counts the rows of a text, which it reads to the end. @throws Damaged */
export function countRows(text: AsyncIterable<Buffer>): Promise<RowCounts> {
  return eachTable(text, (_header, rows) => drain(rows))
}

async function drain(rows: AsyncIterable<Buffer>): Promise<void> {
  const parts = rows[Symbol.asyncIterator]()
  let part = await parts.next()
  while (!part.done) part = await parts.next()
}

const lineFeed = 10

/** Counts the lines. Each row is one: COPY escapes line feeds in the data. */
function linesIn(part: Buffer): number {
  let count = 0
  for (let at = part.indexOf(lineFeed); at >= 0; at = part.indexOf(lineFeed, at + 1)) count += 1
  return count
}

const maxHeaderBytes = 64 * 1024
/**
 * The largest rows are price imports with what they replaced, up to about 10 MiB. PostgreSQL holds a row as a
 * whole.
 */
const maxRowBytes = 64 * mebibyte

/** `work` must read the rows to their end. Holds one part of the text at a time, however long its lines are. */
async function eachTable(
  text: AsyncIterable<Buffer>,
  work: (header: Header, rows: AsyncIterable<Buffer>) => Promise<void>,
): Promise<RowCounts> {
  const counts: RowCounts = {}
  const parts = text[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  const more = async () => {
    const { value, done } = await parts.next()
    if (!done) rest = rest.length > 0 ? Buffer.concat([rest, value]) : value
    return !done
  }
  async function* rowsUntilEnd(table: string): AsyncGenerator<Buffer> {
    let count = 0
    /** Bytes passed on of the row that has begun. */
    let rowBytes = 0
    for (;;) {
      if (rowBytes === 0 && rest.indexOf(endOfTable) === 0) {
        rest = rest.subarray(endOfTable.length)
        counts[table] = count
        return
      }
      const end = rest.indexOf(`\n${endOfTable}`)
      const whole = end >= 0 ? end + 1 : rest.length - heldBack(rest, rowBytes === 0)
      if (whole > 0) {
        const rows = rest.subarray(0, whole)
        rest = rest.subarray(whole)
        for (let from = 0; from < rows.length; ) {
          const lineEnd = rows.indexOf(lineFeed, from)
          const next = lineEnd < 0 ? rows.length : lineEnd + 1
          rowBytes += next - from
          if (rowBytes > maxRowBytes)
            throw new Damaged(`the table ${table} has a row of more than ${maxRowBytes / mebibyte} MiB`)
          if (lineEnd >= 0) {
            count += 1
            rowBytes = 0
          }
          from = next
        }
        yield rows
      } else if (!(await more())) throw new Damaged(`it ends in the middle of the table ${table}`)
    }
  }
  for (;;) {
    const end = rest.indexOf(lineFeed)
    if ((end < 0 ? rest.length : end) > maxHeaderBytes)
      throw new Damaged(`a table's first line is longer than ${maxHeaderBytes / 1024} KiB`)
    if (end < 0) {
      if (await more()) continue
      if (rest.length > 0) throw new Damaged('it ends in the middle of a line')
      return counts
    }
    const found = readHeader(rest.toString('utf8', 0, end))
    rest = rest.subarray(end + 1)
    if (Object.hasOwn(counts, found.table)) throw new Damaged(`the table ${found.table} is there twice`)
    await work(found, rowsUntilEnd(found.table))
  }
}

/** How many bytes at the end of a part may be the beginning of {@link endOfTable}. */
function heldBack(part: Buffer, beginsLine: boolean): number {
  const lineFrom = part.lastIndexOf(lineFeed) + 1
  if (lineFrom === 0 && !beginsLine) return 0
  const line = part.subarray(lineFrom)
  return line.length < endOfTable.length && endOfTable.startsWith(line.toString('latin1')) ? line.length : 0
}

function readHeader(line: string): Header {
  try {
    return header.parse(JSON.parse(line))
  } catch {
    throw new Damaged(`a table does not begin with its name and columns: ${shown(line)}`)
  }
}
