import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import type { Connections } from '#server/db/connection.ts'

/** Records the statements of tenant transactions in this process, from now on. */
export function recordStatements(): Set<string> {
  const texts = new Set<string>()
  // oxlint-disable-next-line typescript/unbound-method -- called with the client that it is asked of
  const { query } = pg.Client.prototype
  // oxlint-disable-next-line typescript/no-explicit-any -- one function with a dozen signatures
  pg.Client.prototype.query = function watched(this: pg.Client, ...given: any[]) {
    const [statement] = given
    // Only statements of a `Tx` have values, with the tenant first.
    if (Array.isArray(statement?.values)) texts.add(statement.text.replace(/^declare batch .*? for /, ''))
    return query.apply(this, given as never)
  } as typeof query
  return texts
}

/** As `table: statement`, found in the plans. A condition through a join counts. */
export async function statementsWithoutTenant(
  connections: Connections,
  texts: Iterable<string>,
): Promise<string[]> {
  // No policy applies to the superuser.
  const client = new pg.Client({ ...connections.owner, user: 'postgres' })
  await client.connect()
  try {
    await client.query('set plan_cache_mode = force_generic_plan')
    const found: string[] = []
    for (const text of texts) {
      const tables = await tablesWithoutTenant(client, text)
      found.push(...tables.map((table) => `${table}: ${text.trim().replaceAll(/\s+/g, ' ')}`))
    }
    return found
  } finally {
    await client.end()
  }
}

/** Groups: name, columns, the filling statement. */
const temporary = /^\s*create temp table (\w+)(.*?) on commit drop(?: as\b(.*))?$/s
/** Executed here, since later statements need them. */
const tableCommands = /^\s*(analyze|create (unique )?index|alter table)\b/

async function tablesWithoutTenant(client: pg.Client, text: string): Promise<string[]> {
  if (/^\s*set local\b/.test(text)) return []
  if (tableCommands.test(text)) {
    await client.query(text)
    return []
  }
  const [, table, columns = '', fillStatement] = temporary.exec(text) ?? []
  if (table) await client.query(`drop table if exists ${table}`)
  if (table && fillStatement === undefined) {
    await client.query(`create temp table ${table} ${columns}`)
    return []
  }
  await client.query(`prepare looked_at as ${fillStatement ?? text}`)
  const { rows } = await client.query<{ count: number }>(
    `select cardinality(parameter_types) as count from pg_prepared_statements where name = 'looked_at'`,
  )
  const values = Array.from({ length: rows[0]?.count ?? 0 }, () => 'null').join()
  const execute = `execute looked_at${values ? `(${values})` : ''}`
  const explained = await client.query(`explain (verbose, format json) ${execute}`)
  if (table) await client.query(`create temp table ${table} as ${execute} with no data`)
  await client.query('deallocate looked_at')
  const [{ Plan: plan }] = explained.rows[0]['QUERY PLAN']
  return [
    ...new Set(
      scansOf(plan).flatMap((scan) => (hasTenantCondition(scan) ? [] : [scan['Relation Name'] ?? ''])),
    ),
  ]
}

type Step = Partial<
  Record<'Node Type' | 'Schema' | 'Relation Name' | 'Index Cond' | 'Recheck Cond' | 'Filter', string>
> & {
  Plans?: Step[]
}

function scansOf(step: Step): Step[] {
  const isScan = step.Schema === 'public' && step['Node Type'] !== 'ModifyTable'
  return [...(isScan ? [step] : []), ...(step.Plans ?? []).flatMap(scansOf)]
}

function hasTenantCondition(scan: Step): boolean {
  const conditions = [scan['Index Cond'], scan['Recheck Cond'], scan.Filter].join(' ')
  const column = scan['Relation Name'] === 'tenants' ? 'id' : 'tenant_id'
  return new RegExp(`\\b${column} = `).test(conditions)
}

const server = new URL('../src/server/', import.meta.url)
const normalized = (text: string) => text.trim().replaceAll(/\s+/g, ' ')

/** Statements in the sources as `unprepared('…')` that are not in `sent`, by file. */
export async function unsentStatements(sent: Iterable<string>): Promise<string[]> {
  const texts = [...sent].map(normalized)
  const files = (await readdir(server, { recursive: true })).filter((name) => /(?<!\.test)\.ts$/.test(name))
  const found: string[] = []
  for (const name of files) {
    for (const parts of statementParts(await readFile(new URL(name, server), 'utf8'))) {
      const isSent = texts.some((text) => parts.every((part) => text.includes(part)))
      if (!isSent) found.push(`${name}: ${parts.join(' … ')}`)
    }
  }
  return found
}

/** Without placeholders. */
function statementParts(source: string): string[][] {
  const begins = /unprepared\(\s*([`'])(?=\s*(?:select|with|insert|update|delete|create temp)\b)/g
  return [...source.matchAll(begins)].map(({ 0: { length }, 1: quote, index }) => {
    const parts = ['']
    for (let at = index + length, depth = 0; at < source.length; at += 1) {
      const character = source.charAt(at)
      if (depth === 0 && character === quote) break
      if (depth === 0 && source.startsWith('${', at)) parts.push('')
      else if (depth === 0) parts.push(`${parts.pop()}${character}`)
      if (source.startsWith('${', at) || (depth > 0 && character === '{' && source.charAt(at - 1) !== '$'))
        depth += 1
      else if (depth > 0 && character === '}') depth -= 1
    }
    return parts.map(normalized).filter(Boolean)
  })
}
