import type { Cell } from './values.ts'

/** `line`: its first line; the file's first line is 1. */
export type Row = { line: number; cells: Cell[] }

/** Rows with something in them. */
export type Lines = {
  rows: AsyncIterable<Row>
  /** Rows may be short: missing cells are empty. In a CSV that is an error. */
  isRagged?: true
  /** In bytes for a CSV, else in rows. */
  progress: () => { done: number; total?: number }
}

/** Headings, and the rows below them. */
export type Table = Lines & { header: string[] }

export type Records = AsyncIterable<Record<string, string>> | Iterable<Record<string, string>>
