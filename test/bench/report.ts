import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectFolder } from '#server/projectFolder.ts'
import { median } from './measurement.ts'
import type { Plan } from './plan.ts'
import type { Memory, Report, Row, SizeResult } from './results.ts'
import { sizesPerProduct } from './seed.ts'
import { figure, megabytes, table } from './table.ts'

const folder = join(projectFolder, 'test/bench/results')

/** Writes Markdown and JSON, named by time and commit. Returns the Markdown. */
export async function writeReport(report: Report): Promise<string> {
  const markdown = markdownOf(report)
  const time = report.at.slice(0, 16).replace(':', '')
  const name = `${time}-${report.commit.hash}`
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${name}.md`), markdown)
  await writeFile(join(folder, `${name}.json`), `${JSON.stringify(report, null, 2)}\n`)
  return `${markdown}\nWritten to test/bench/results/${name}.md and .json\n`
}

function markdownOf(report: Report): string {
  const { commit, sizes, isQuick } = report
  const changed = commit.isChanged ? ', with changes that are not committed' : ''
  const lines = [
    `# Bench of ${report.at.slice(0, 16).replace('T', ' ')} UTC`,
    '',
    `Commit ${commit.hash}${changed}${isQuick ? '; quick: main rows only, short windows' : ''}.`,
    ...report.machine,
    `Load average ${report.loadAtStart} at the start, ${report.loadAtEnd} at the end.`,
    '',
    ...notes,
    ...sizes.flatMap(sizeLines),
    ...(sizes.length > 1 ? buffersBySize(sizes) : []),
  ]
  return `${lines.join('\n')}\n`
}

const notes = [
  '- Limit: measured in turns with ours, in windows of the same length. For calls that send SQL: the same SQL by pgbench,',
  '  pipelined as the server does and always prepared, each call in a transaction of its own, plus a look-up of its',
  '  values. The server writes orders that arrive together in one transaction. For other calls: node:http that repeats',
  '  the same bytes. For imports: COPY of the same file into a temporary table. For another language: the same call in',
  '  the main language, with the mean sizes of both answers.',
  '- Ratio: ours by the limit, median of the rounds; of the commit: the orders of one buyer, above it, by commits. Rates',
  '  follow the speed of the machine, ratios less.',
  '- Statements: sent by the server under load, without begin, set and commit, and without its questions for changes.',
  '- Buffers: pages of the database that the statements of a call use alone, by EXPLAIN of up to 12 recorded calls; of',
  '  imports by pg_stat_io.',
  '- CPU: milliseconds per call. Client, server and database share the cores. Other cores: taken by other processes.',
  '- Memory: resident set of the server, with room for all catalogues.',
  '',
]

function sizeLines(size: SizeResult): string[] {
  const { plan, rows, memory, coldStarts } = size
  return [
    `## ${sizesText(plan)}`,
    '',
    size.database,
    `Measured shop at the end: ${size.shop}. Seeded in ${figure(size.seedSeconds)} s.`,
    `${plan.rounds} rounds of at least ${plan.window.seconds} s after ${plan.window.warmUpSeconds} s of warm-up; with slow calls longer.`,
    ...(plan.connections === 1
      ? ['Calls that send SQL are measured one at a time: here their cost matters.']
      : []),
    ...(plan.tenants ? [] : ['Not measured here: many tenants.']),
    '',
    ...table([rowHead, ...rows.map(rowCells)]),
    '',
    ...(memory.length > 0 ? [...table([['memory', 'MB'], ...memory.map(memoryCells)]), ''] : []),
    ...(coldStarts ? [...table(coldStartRows(coldStarts)), ''] : []),
    ...pathLines(rows),
    ...size.problems.map((problem) => `- Inconsistent: ${problem}`),
  ]
}

const sizesText = ({ productCount }: Plan) =>
  `${(productCount * sizesPerProduct).toLocaleString('en')} sizes of ${productCount.toLocaleString('en')} products`

const rowHead = [
  '',
  'connections',
  'per s',
  'limit per s',
  'limit',
  'ratio',
  'statements',
  'buffers',
  'server CPU ms',
  'database CPU ms',
  'p50 ms',
  'p99 ms',
  'other cores',
]

function rowCells({ title, connections, ours, limit, ...row }: Row): string[] {
  return [
    title,
    String(connections),
    figure(ours?.rate),
    figure(limit?.rate),
    row.limitName ?? row.noLimit ?? '',
    row.ratio === undefined ? '–' : figure(row.ratio),
    figure(ours?.statements),
    figure(row.buffers),
    figure(ours?.cpu.server),
    figure((ours ?? limit)?.cpu.database),
    figure((ours ?? limit)?.p50),
    figure((ours ?? limit)?.p99),
    figure((ours ?? limit)?.otherCores),
  ]
}

const memoryCells = ({ what, bytes }: Memory) => [what, megabytes(bytes)]

function coldStartRows(starts: NonNullable<SizeResult['coldStarts']>): string[][] {
  const row = (what: string, values: number[]) => [what, figure(median(values)), values.map(figure).join(' ')]
  return [
    ['cold start on the existing folder', 'median', 'each'],
    row('to the first answer, s', starts.startSeconds),
    row('the first listing after it, ms', starts.listingMs),
    row(
      'memory after it, MB',
      starts.startedBytes.map((bytes) => bytes / 2 ** 20),
    ),
    row(
      'memory under the load of lists, MB',
      starts.loadedBytes.map((bytes) => bytes / 2 ** 20),
    ),
  ]
}

function pathLines(rows: Row[]): string[] {
  const found = rows.filter(({ paths = [] }) => paths.length > 0)
  if (found.length === 0) return []
  const lines = found.map(({ title, paths = [] }) => `- ${title}: ${paths.join(', ')}`)
  return ['What the statements go through:', '', ...lines, '']
}

function buffersBySize(sizes: SizeResult[]): string[] {
  const of = (title: string) => sizes.map(({ rows }) => rows.find((row) => row.title === title))
  const titles = [...new Set(sizes.flatMap(({ rows }) => rows).map(({ title }) => title))]
  const names = sizes.map(({ plan }) => (plan.productCount * sizesPerProduct).toLocaleString('en'))
  const head = ['', ...names.map((name) => `${name}: buffers`), ...names.map((name) => `${name}: p50 ms`)]
  const rows = titles.map((title) => [
    title,
    ...of(title).map((row) => figure(row?.buffers)),
    ...of(title).map((row) => figure(row?.ours?.p50)),
  ])
  return ['## Cost by size', '', ...table([head, ...rows]), '']
}
