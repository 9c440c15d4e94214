/** What one way of answering did: requests a second, milliseconds, and CPU milliseconds for each request. */
export type Measured = {
  rate: number
  p50: number
  p99: number
  /** NaN where it was not to be had. */
  cpu: { server?: number; database?: number; client?: number }
  /** Cores that the rest of the machine was busy with meanwhile: rates suffer from it. */
  others: number
  /** Resident, in bytes, afterwards. */
  memory?: number
}

/** Sums up a measurement; `cpu` is what all of its requests cost together, `machine` the whole machine meanwhile. */
export function measured(
  milliseconds: number[],
  seconds: number,
  { machine, ...cpu }: Measured['cpu'] & { machine: number },
  memory?: number,
): Measured {
  const sorted = Float64Array.from(milliseconds).toSorted()
  const quantile = (part: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  const each = Object.entries(cpu).map(([name, total]) => [name, total / sorted.length])
  const ours = Object.values(cpu).reduce((sum, total) => sum + total, 0)
  return {
    rate: sorted.length / seconds,
    p50: quantile(0.5),
    p99: quantile(0.99),
    others: Math.max(0, (machine - ours) / 1000 / seconds),
    cpu: Object.fromEntries(each) as Measured['cpu'],
    ...(memory === undefined ? {} : { memory }),
  }
}

export function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
