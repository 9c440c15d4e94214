/** What one leg measured in one window; `cpu` in milliseconds in all. */
export type Samples = {
  milliseconds: number[]
  seconds: number
  cpu: { server?: number; database?: number; client?: number }
  /** CPU of the whole machine. */
  machine: number
  /** Sent by the server per call, without begin, set and commit. */
  statements?: number
  memoryBytes?: number
  /** Failed calls and wrong counts. */
  problems: string[]
}

/** `rate` per second, `p50` and `p99` in milliseconds, `cpu` in milliseconds per call. */
export type Measurement = {
  rate: number
  p50: number
  p99: number
  /** NaN if it cannot be measured. */
  cpu: Samples['cpu']
  /** Cores used by other processes, which lowers rates. */
  otherCores: number
  statements?: number
  memoryBytes?: number
}

export const rateOf = ({ milliseconds, seconds }: Samples) => milliseconds.length / seconds

export function summarize(windows: Samples[]): Measurement {
  const all = (of: (window: Samples) => number | undefined) => sum(windows.map((window) => of(window) ?? 0))
  const sorted = Float64Array.from(windows.flatMap(({ milliseconds }) => milliseconds)).toSorted()
  const quantile = (part: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
  const seconds = all((window) => window.seconds)
  const kinds = (['server', 'database', 'client'] as const).filter(
    (kind) => windows[0]?.cpu[kind] !== undefined,
  )
  const cpuMs = kinds.map((kind) => [kind, all(({ cpu }) => cpu[kind])] as const)
  const ownCpuMs = sum(cpuMs.map(([, total]) => total))
  const memory = windows.map(({ memoryBytes }) => memoryBytes ?? 0)
  return {
    rate: sorted.length / seconds,
    p50: quantile(0.5),
    p99: quantile(0.99),
    cpu: Object.fromEntries(cpuMs.map(([kind, total]) => [kind, total / sorted.length])),
    otherCores: Math.max(0, (all(({ machine }) => machine) - ownCpuMs) / 1000 / seconds),
    ...(windows[0]?.statements === undefined
      ? {}
      : { statements: all(({ statements }) => statements) / windows.length }),
    ...(Math.max(...memory) > 0 ? { memoryBytes: Math.max(...memory) } : {}),
  }
}

export function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

export const sum = (values: number[]) => values.reduce((all, value) => all + value, 0)
