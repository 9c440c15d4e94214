import type { ColdStarts } from './coldStart.ts'
import type { Measurement } from './measurement.ts'
import type { Plan } from './plan.ts'

/** One row. `limit` and `ratio` are absent if `noLimit` says why. */
export type Row = {
  title: string
  connections: number
  ours?: Measurement
  limit?: Measurement
  limitName?: string
  /** Ours by the limit, median of the rounds. */
  ratio?: number
  noLimit?: string
  /** Pages of the database per call. */
  buffers?: number
  paths?: string[]
}

export type Memory = { what: string; bytes: number }

export type Measured = { rows?: Row[]; memory?: Memory[]; problems?: string[] }

/** All of one size. */
export type SizeResult = {
  plan: Plan
  database: string
  shop: string
  seedSeconds: number
  rows: Row[]
  memory: Memory[]
  coldStarts?: ColdStarts
  problems: string[]
}

export type Report = {
  at: string
  commit: { hash: string; isChanged: boolean }
  machine: string[]
  loadAtStart: string
  loadAtEnd: string
  isQuick: boolean
  sizes: SizeResult[]
}
