import type { ActionTimes } from './interactions.ts'
import { median } from './measurement.ts'
import { table } from './table.ts'
import type { Visit, Visits } from './visits.ts'

export function visitTable(all: [name: string, visits: Visits][]): string[] {
  const head = ['', 'painted s', 'list seen s', 'usable s', 'each', 'requests', 'kB']
  const row = (name: string, visit: Visit, each: number[]) => [
    name,
    ...[visit.painted, visit.seen, visit.usable].map(seconds),
    each.map(seconds).join(' '),
    String(visit.requests),
    (visit.bytes / 1000).toFixed(1),
  ]
  const rows = all.flatMap(([name, { cold, warm, later, all: each }]) => [
    row(`${name}, first visit`, cold, each.cold),
    row(`${name}, second visit`, warm, each.warm),
    row(`${name}, fourth visit`, later, each.later),
  ])
  return table([head, ...rows])
}

export const fromHomeLine = (times: number[]) =>
  `Opened from the shop's home page, usable ${seconds(median(times))} s after the press: ${times.map(seconds).join(' ')}`

const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(2)

export function actionTable(shop: ActionTimes, bare: ActionTimes): string[] {
  const head = ['felt, ms', 'times', 'p50', 'p95', 'max', 'bare p50', 'bare p95', 'bare max']
  const presses = [...shop.times]
    .filter(([kind]) => !kind.startsWith('scroll'))
    .flatMap(([, durations]) => durations)
  const rows = [...shop.times].map(([kind, durations]) => [
    kind,
    String(durations.length),
    ...quantiles(durations),
    ...quantiles(bare.times.get(kind) ?? []),
  ])
  return table([head, ...rows, ['all presses', String(presses.length), ...quantiles(presses)]])
}

function quantiles(durations: number[]): string[] {
  const sorted = durations.toSorted((one, other) => one - other)
  return [0.5, 0.95, 1].map((part) => {
    const value = sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)]
    return value === undefined ? '' : value.toFixed(0)
  })
}
