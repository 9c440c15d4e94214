import type { ReactNode } from 'react'
import type { ExportFormat } from '#shared/exports.ts'

/** Something that is done with all ticked rows at once. */
export type BulkAction<Row> = {
  label: string
  icon?: ReactNode
  isDangerous?: boolean
  /** The rows it can be done with; with all where absent. It is run with these alone. */
  fits?: (row: Row) => boolean
  /** The ticks go when it resolves, unless it resolves with false; a failure is said and they stay. */
  run: (rows: Row[]) => Promise<unknown>
  /** Where it can be done with everything that the list's filters let through, pages never seen included. */
  runAll?: (total: number) => Promise<unknown>
}

/** What of the list goes into a file: columns by their keys in the table's order; `ids` where rows are ticked. */
export type Wanted = { columns: string[]; format: ExportFormat; ids?: string[] }

/** Fetches the list as a file, and hands it to the browser; see exportBy. */
export type Exporting = (wanted: Wanted, watch: DownloadWatch) => Promise<void>

/** How far a download is; `rows` where they can be counted. */
export type Received = { bytes: number; rows?: number }
export type DownloadWatch = { signal: AbortSignal; onReceived: (received: Received) => void }
