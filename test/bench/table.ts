import type { Measured } from './measured.ts'

/** One workload: what the server does, beside what its database and its runtime could do. */
export type Compared = { title: string; server: Measured; sql: Measured; bare: Measured }

/** The comparison as lines of text; `sqlTitle` says what ran the SQL alone. */
export function comparison(all: Compared[], sqlTitle: string): string[] {
  const head = [
    '',
    'req/s',
    'p50 ms',
    'p99 ms',
    'server CPU ms',
    'database CPU ms',
    'client CPU ms',
    'RSS MB',
    'others cores',
    'server reaches',
  ]
  const rows = all.flatMap(({ title, server, sql, bare }) => [
    [title, ...cells(server), ''],
    [`  ${sqlTitle}`, ...cells(sql), share(server, sql)],
    ['  same bytes, node:http', ...cells(bare), share(server, bare)],
  ])
  return aligned([head, ...rows])
}

function cells({ rate, p50, p99, cpu, others, memory }: Measured): string[] {
  return [
    rate.toFixed(0),
    p50.toFixed(2),
    p99.toFixed(2),
    ...[cpu.server, cpu.database, cpu.client].map((value) => shown(value, 3)),
    shown(memory === undefined ? undefined : memory / 1024 / 1024, 0),
    shown(others, 2),
  ]
}

function shown(value: number | undefined, digits: number): string {
  return value === undefined || Number.isNaN(value) ? '–' : value.toFixed(digits)
}

function share(server: Measured, limit: Measured): string {
  return `${((100 * server.rate) / limit.rate).toFixed(0)} %`
}

/** The first column to the left, the others to the right. */
export function aligned(rows: string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  )
}
