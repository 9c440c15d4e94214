import type { ReactNode } from 'react'
import type { ExportFormat } from '#shared/exports.ts'

export type BulkAction<Row> = {
  label: string
  icon?: ReactNode
  isDangerous?: boolean
  /** Rows it applies to and is run with; default all. */
  appliesTo?: (row: Row) => boolean
  /** The ticks are cleared when it resolves, unless with false; on failure they stay. */
  run: (rows: Row[]) => Promise<unknown>
  /** Runs for all rows that match the filters, on all pages. */
  runAll?: (total: number) => Promise<unknown>
}

/** `columns` are keys in table order; `ids` if rows are ticked. */
export type ExportRequest = { columns: string[]; format: ExportFormat; ids?: string[] }

export type Exporter = (request: ExportRequest, options: DownloadOptions) => Promise<void>

/** `rows` if they can be counted. */
export type DownloadProgress = { bytes: number; rows?: number }
export type DownloadOptions = { signal: AbortSignal; onProgress: (progress: DownloadProgress) => void }
