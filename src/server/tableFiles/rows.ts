import type { Cell } from './values.ts'

/** `line`: its first line; the header is line 1. */
export type Row = { line: number; cells: Cell[] }

export type Table = {
  header: string[]
  rows: AsyncIterable<Row>
  /** Rows may be short: missing cells are empty. In a CSV that is an error. */
  isRagged?: true
  /** In bytes for a CSV, else in rows. */
  progress: () => { done: number; total?: number }
}

export type Records = AsyncIterable<Record<string, string>> | Iterable<Record<string, string>>
