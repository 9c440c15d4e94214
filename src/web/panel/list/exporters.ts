import type { ExportFormat } from '#shared/exports/exports.ts'
import { api, CallFailed, fileName, saveFile } from '#web/api.ts'

/** `columns` are keys in table order; `ids` if rows are ticked. */
export type ExportRequest = { columns: string[]; format: ExportFormat; ids?: string[] }

export type Exporter = (request: ExportRequest, options: DownloadOptions) => Promise<void>

/** `rows` if they can be counted. */
export type DownloadProgress = { bytes: number; rows?: number }
export type DownloadOptions = { signal: AbortSignal; onProgress: (progress: DownloadProgress) => void }

type ExportPath = Extract<Parameters<typeof api.open>[0], `${string}/Export${string}`>

/**
 * Exports with the list's current filters and order. Leaves out columns the endpoint cannot
 * export; `subColumns` maps a table column to several file columns.
 */
export function createListExporter(
  path: ExportPath,
  exportableColumns: readonly string[],
  filters: object,
  subColumns: Record<string, string[]> = {},
): Exporter {
  const exportColumns = (columns: string[]) => {
    const named = columns.flatMap((key) => subColumns[key] ?? [key])
    return [...new Set(named)].filter((key) => exportableColumns.includes(key))
  }
  return createExporter(path, (columns) => ({ ...filters, columns: exportColumns(columns) }))
}

/** For files whose columns are fixed. */
export function createFixedExporter(path: ExportPath, filters: object): Exporter {
  return createExporter(path, () => filters)
}

function createExporter(path: ExportPath, toInput: (columns: string[]) => object): Exporter {
  return async ({ columns, format, ids }, { signal, onProgress }) => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    const request = { ...toInput(columns), format, ids, timeZone }
    const answer = await api.open(path, request, { signal })
    // Only save a complete download: a truncated file looks like a whole one.
    saveFile(await readWithProgress(answer, format, onProgress), fileName(answer))
  }
}

async function readWithProgress(
  answer: Response,
  format: ExportFormat,
  onProgress: (progress: DownloadProgress) => void,
): Promise<Blob> {
  const chunks: BlobPart[] = []
  const totals = { bytes: 0, lines: 0 }
  let reportedAt = 0
  const reader = answer.body?.getReader()
  for (;;) {
    const part = await reader?.read().catch((error: unknown) => {
      if (error instanceof DOMException && error.name === 'AbortError') throw error
      throw new CallFailed(0, {})
    })
    if (!part || part.done) break
    chunks.push(part.value)
    totals.bytes += part.value.length
    // Workbooks are compressed, so rows cannot be counted on the way.
    if (format === 'csv') totals.lines += countLines(part.value)
    if (performance.now() - reportedAt < 200) continue
    reportedAt = performance.now()
    onProgress({
      bytes: totals.bytes,
      ...(format === 'csv' ? { rows: Math.max(0, totals.lines - 1) } : {}),
    })
  }
  return new Blob(chunks, { type: answer.headers.get('content-type') ?? '' })
}

function countLines(bytes: Uint8Array): number {
  let count = 0
  for (let index = bytes.indexOf(10); index >= 0; index = bytes.indexOf(10, index + 1)) count += 1
  return count
}
