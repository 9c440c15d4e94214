/** `rate` per second, `p50` and `p99` in milliseconds, `cpu` in milliseconds per request. */
export type Measurement = {
  rate: number
  p50: number
  p99: number
  /** NaN if it cannot be measured. */
  cpu: { server?: number; database?: number; client?: number }
  /** Cores used by other processes, which lowers rates. */
  otherCores: number
  memoryBytes?: number
}

/** `cpu` and `machine` are totals. */
export function summarize(
  milliseconds: number[],
  seconds: number,
  { machine, ...cpu }: Measurement['cpu'] & { machine: number },
  memoryBytes?: number,
): Measurement {
  const sorted = Float64Array.from(milliseconds).toSorted()
  const quantile = (part: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  const perRequest = Object.entries(cpu).map(([name, total]) => [name, total / sorted.length])
  const ownCpuMs = Object.values(cpu).reduce((sum, total) => sum + total, 0)
  return {
    rate: sorted.length / seconds,
    p50: quantile(0.5),
    p99: quantile(0.99),
    otherCores: Math.max(0, (machine - ownCpuMs) / 1000 / seconds),
    cpu: Object.fromEntries(perRequest) as Measurement['cpu'],
    ...(memoryBytes === undefined ? {} : { memoryBytes }),
  }
}

export function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
