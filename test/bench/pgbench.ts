import { spawn } from 'node:child_process'
import { randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import pg from 'pg'
import type { Connections } from '#server/db/connection.ts'
import type { Leg, Window } from './interleave.ts'
import { wait } from './load.ts'
import type { Samples } from './measurement.ts'
import { batchesOf, type Transaction } from './recording.ts'
import { type CpuMeter, machineCpu, processCpu } from './usage.ts'

/** Searches the PATH and Debian's PostgreSQL folders. */
export function findPgbench(): string | undefined {
  const versions = '/usr/lib/postgresql'
  const installed = existsSync(versions)
    ? readdirSync(versions).map((name) => join(versions, name, 'bin'))
    : []
  return [...(process.env.PATH ?? '').split(delimiter), ...installed]
    .map((folder) => join(folder, 'pgbench'))
    .findLast((file) => existsSync(file))
}

export type PgbenchOptions = {
  program: string
  connections: Connections
  folder: string
  clients: number
  databaseCpu: CpuMeter
}

/**
 * Replays transactions with pgbench and prepared statements. Values come from a table, so that a statement has one
 * text, as in the server.
 */
export async function replayLeg(transactions: Transaction[], options: PgbenchOptions): Promise<Leg> {
  const { connections, folder } = options
  const scripts: string[] = []
  const kinds = Map.groupBy(transactions, kindOf)
  const prefix = `replay-${randomUUIDv7()}`
  for (const [index, kind] of [...kinds.values()].entries()) {
    const file = join(folder, `${prefix}-${index}.sql`)
    await writeFile(file, await scriptOf(connections, kind, `bench_values_${index}`))
    scripts.push('-f', `${file}@${kind.length}`)
  }
  return scriptLeg(scripts, options)
}

/** An empty transaction would not be committed to disk; one that takes a transaction id is. */
const commitScript = 'begin;\nselect pg_current_xact_id();\ncommit;\n'

/** Of scripts in files. */
export const scriptLeg =
  (scripts: string[], options: PgbenchOptions): Leg =>
  (window) =>
    measure(scripts, options, window)

export async function commitLeg(options: PgbenchOptions): Promise<Leg> {
  const file = join(options.folder, 'commit.sql')
  await writeFile(file, commitScript)
  return scriptLeg(['-f', file], options)
}

/** By their statements, and which of the values are null: pgbench writes nulls into the text. */
function kindOf({ sent }: Transaction): string {
  return JSON.stringify(sent.map(({ text, values }) => [text, values.map((value) => asText(value) === null)]))
}

async function measure(scripts: string[], options: PgbenchOptions, window: Window): Promise<Samples> {
  const { host, port, user, database } = options.connections.app
  const target = ['-h', String(host), '-p', String(port), '-U', String(user)]
  const durationSeconds = Math.ceil(window.warmUpSeconds + window.seconds)
  const prefix = `pgbench-${randomUUIDv7()}`
  const log = ['-l', '--log-prefix', join(options.folder, prefix)]
  const settings = ['-n', '-M', 'prepared', '-j', '1', '-c', `${options.clients}`, '-T', `${durationSeconds}`]
  const child = spawn(options.program, [...target, ...settings, ...log, ...scripts, String(database)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: Buffer[] = []
  child.stdout.on('data', (part: Buffer) => output.push(part))
  child.stderr.on('data', (part: Buffer) => output.push(part))
  const closed = once(child, 'close') as Promise<[number]>
  const clientCpu = processCpu(child.pid ?? 0)
  const readCounters = () => ({
    at: Date.now(),
    machine: machineCpu(),
    database: options.databaseCpu(),
    client: clientCpu(),
  })
  await Promise.race([wait(window.warmUpSeconds), closed])
  const before = readCounters()
  await Promise.race([wait(window.seconds), closed])
  const after = readCounters()
  const [code] = await closed
  const text = Buffer.concat(output).toString()
  if (code !== 0 || !/failed transactions: 0 /.test(text)) throw new Error(`pgbench failed: ${text}`)
  return {
    milliseconds: await readLog(options.folder, prefix, before.at, after.at),
    seconds: (after.at - before.at) / 1000,
    cpu: { database: after.database - before.database, client: after.client - before.client },
    machine: after.machine - before.machine,
    problems: [],
  }
}

/** Log columns: client, transaction, microseconds taken, script, end in seconds and microseconds. */
async function readLog(folder: string, prefix: string, from: number, to: number): Promise<number[]> {
  const name = (await readdir(folder)).find((file) => file.startsWith(prefix))
  if (!name) throw new Error('pgbench wrote no log')
  const milliseconds: number[] = []
  for (const line of (await readFile(join(folder, name), 'utf8')).split('\n')) {
    const [, , taken, , seconds, microseconds] = line.split(' ').map(Number)
    const at = (seconds ?? 0) * 1000 + (microseconds ?? 0) / 1000
    if (at > from && at <= to) milliseconds.push((taken ?? 0) / 1000)
  }
  return milliseconds
}

async function scriptOf(connections: Connections, kind: Transaction[], table: string): Promise<string> {
  const [first] = kind
  if (!first) throw new Error('There is no transaction')
  const columns: { name: string; values: (string | null)[] }[] = []
  const uniqueColumns = new Set<string>()
  const batches = batchesOf(first).map((batch) =>
    batch.map((statement) => {
      const position = first.sent.indexOf(statement)
      const names = statement.values.map((value, index) => {
        const known = typeof value === 'string' ? first.uniqueValues.indexOf(value) : -1
        if (known >= 0) {
          uniqueColumns.add(`uuidv7() as fresh_${known}`)
          return `:fresh_${known}`
        }
        const values = kind.map(({ sent, uniqueValues }) =>
          withTokens(asText(sent[position]?.values[index]), uniqueValues),
        )
        if (values.every((each) => each === null)) return 'null'
        const name = `s${position}_${index + 1}`
        columns.push({ name, values })
        return first.uniqueValues.reduce((text, _, unique) => {
          if (!values[0]?.includes(token(unique))) return text
          uniqueColumns.add(`uuidv7() as fresh_${unique}`)
          return `replace(${text}, '${token(unique)}', :fresh_${unique})`
        }, `:${name}`)
      })
      return `${withVariables(statement.text, names)};`
    }),
  )
  await fillTable(connections, table, columns, kind.length)
  const [firstBatch = [], ...rest] = batches
  const opening = [
    first.mode === 'read' ? 'begin read only;' : 'begin;',
    `set local app.tenant_id = '${first.tenantId}';`,
  ]
  return [
    `\\set n random(1, ${kind.length})`,
    `select ${[...columns.map(({ name }) => name), ...uniqueColumns].join(', ')} from ${table} where n = :n \\gset`,
    ...pipelined([...opening, ...firstBatch]),
    ...addCommit(rest, first.sent.at(-1)?.commits ?? false).flatMap(pipelined),
    '',
  ].join('\n')
}

function addCommit(batches: string[][], together: boolean): string[][] {
  const end = together ? (batches.at(-1) ?? []) : []
  return [...(together ? batches.slice(0, -1) : batches), [...end, 'commit;']]
}

function pipelined(statements: string[]): string[] {
  return statements.length > 1 ? ['\\startpipeline', ...statements, '\\endpipeline'] : statements
}

/** Drops comments, and escapes colons in literals, which pgbench would take for variables. */
function withVariables(text: string, names: string[]): string {
  return text.replace(/--[^\n]*|'[^']*'|\$(\d+)/g, (found, number?: string) => {
    if (number) return names[Number(number) - 1] ?? found
    if (found.startsWith('--')) return ''
    return /:\w/.test(found) ? `E${found.replaceAll(':', String.raw`\x3A`)}` : found
  })
}

const token = (unique: number) => `@${unique}@`

/** Unique values within an array or JSON become tokens, which each replay replaces. */
function withTokens(text: string | null, uniqueValues: string[]): string | null {
  return uniqueValues.reduce((found, value, unique) => found?.replaceAll(value, token(unique)) ?? null, text)
}

function asText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return value.toISOString()
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`
  if (Array.isArray(value)) {
    const items = value.map(asText)
    return `{${items.map((item) => (item === null ? 'null' : JSON.stringify(item))).join(',')}}`
  }
  return typeof value === 'string' ? value : JSON.stringify(value)
}

async function fillTable(
  connections: Connections,
  table: string,
  columns: { name: string; values: (string | null)[] }[],
  count: number,
): Promise<void> {
  const client = new pg.Client(connections.owner)
  await client.connect()
  try {
    const names = columns.map(({ name }) => name)
    await client.query(`drop table if exists ${table}`)
    await client.query(
      `create table ${table} (n integer primary key, ${names.map((name) => `${name} text`).join(', ')})`,
    )
    await client.query(`grant select on ${table} to public`)
    const sources = names.map((_, index) => `$${index + 1}::text[]`).join(', ')
    await client.query(
      `insert into ${table} (${names.join(', ')}, n) select * from unnest(${sources}) with ordinality`,
      columns.map(({ values }) => values),
    )
    const { rows } = await client.query<{ count: number }>(`select count(*)::integer as count from ${table}`)
    if (rows[0]?.count !== count) throw new Error(`${table} is incomplete`)
    await client.query(`vacuum analyze ${table}`)
  } finally {
    await client.end()
  }
}
