import type { ExportFormat } from '#shared/exports.ts'
import { api, CallFailed, fileName, saveFile } from '#web/api.ts'
import type { Exporting, Received } from './bulk.ts'

/** The calls that give a list as a file. */
type ExportPath = Extract<Parameters<typeof api.open>[0], `${string}/Export${string}`>

/**
 * How a list becomes a file: by its call, with the filters and the order that the list has now. `known` are the
 * columns that the call can give; others that the table shows are left out. `parts` are the columns of the file that
 * one of the table stands for.
 */
export function exportBy(
  path: ExportPath,
  known: readonly string[],
  filters: object,
  parts: Record<string, string[]> = {},
): Exporting {
  const wanted = (columns: string[]) =>
    columns.flatMap((key) => parts[key] ?? [key]).filter((key) => known.includes(key))
  return exportOf(path, (columns) => ({ ...filters, columns: wanted(columns) }))
}

/** The same where every file of the list has the same columns. */
export function wholeExportBy(path: ExportPath, filters: object): Exporting {
  return exportOf(path, () => filters)
}

function exportOf(path: ExportPath, inputOf: (columns: string[]) => object): Exporting {
  return async ({ columns, format, ids }, { signal, onReceived }) => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    const asked = { ...inputOf(columns), format, ids, timeZone }
    const answer = await api.open(path, asked, { signal })
    // Nothing is kept before its last byte is here: a part of a file looks like a whole one.
    saveFile(await received(answer, format, onReceived), fileName(answer))
  }
}

async function received(
  answer: Response,
  format: ExportFormat,
  onReceived: (received: Received) => void,
): Promise<Blob> {
  const parts: BlobPart[] = []
  const counted = { bytes: 0, lines: 0 }
  let told = 0
  const reader = answer.body?.getReader()
  for (;;) {
    const part = await reader?.read().catch((error: unknown) => {
      if (error instanceof DOMException && error.name === 'AbortError') throw error
      throw new CallFailed(0, {})
    })
    if (!part || part.done) break
    parts.push(part.value)
    counted.bytes += part.value.length
    // A workbook is packed: what it holds cannot be counted while it comes.
    if (format === 'csv') counted.lines += linesIn(part.value)
    if (performance.now() - told < 200) continue
    told = performance.now()
    onReceived({
      bytes: counted.bytes,
      ...(format === 'csv' ? { rows: Math.max(0, counted.lines - 1) } : {}),
    })
  }
  return new Blob(parts, { type: answer.headers.get('content-type') ?? '' })
}

function linesIn(bytes: Uint8Array): number {
  let count = 0
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) count += 1
  return count
}
