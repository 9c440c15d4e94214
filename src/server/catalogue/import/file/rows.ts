import type { Cell } from './values.ts'

/** A row of a table; `line` is where it begins, the header being line 1. */
export type Row = { line: number; cells: Cell[] }

/** A table that is read once, row by row. */
export type Table = {
  header: string[]
  rows: AsyncIterable<Row>
  /** Its rows end with their last filled cell: what is missing is empty, where in a text it is a mistake. */
  isRagged?: true
  /** How far reading has come: bytes of a CSV, rows of anything else. */
  progress: () => { done: number; total?: number }
}

/** Records by column name, from a program rather than a file. */
export type Records = AsyncIterable<Record<string, string>> | Iterable<Record<string, string>>
