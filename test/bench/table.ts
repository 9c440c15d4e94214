import type { Cost } from './cost.ts'
import type { Measurement } from './measurement.ts'

/** `sql` and `cost` only of calls that the database answers. */
export type Compared = {
  title: string
  server: Measurement
  bare: Measurement
  sql?: Measurement
  cost?: Cost
}

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
    'statements',
    'buffers',
    'server reaches',
  ]
  const rows = all.flatMap(({ title, server, sql, bare, cost }) => [
    [title, ...cells(server), formatted(cost?.statements, 1), formatted(cost?.buffers, 0), ''],
    ...(sql ? [[`  ${sqlTitle}`, ...cells(sql), '', '', share(server, sql)]] : []),
    ['  same bytes, node:http', ...cells(bare), '', '', share(server, bare)],
  ])
  return aligned([head, ...rows])
}

function cells({ rate, p50, p99, cpu, otherCores, memoryBytes }: Measurement): string[] {
  return [
    rate.toFixed(0),
    p50.toFixed(2),
    p99.toFixed(2),
    ...[cpu.server, cpu.database, cpu.client].map((value) => formatted(value, 3)),
    formatted(memoryBytes === undefined ? undefined : memoryBytes / 1024 / 1024, 0),
    formatted(otherCores, 2),
  ]
}

function formatted(value: number | undefined, digits: number): string {
  return value === undefined || Number.isNaN(value) ? '–' : value.toFixed(digits)
}

function share(server: Measurement, limit: Measurement): string {
  return `${((100 * server.rate) / limit.rate).toFixed(0)} %`
}

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
