import { fileKind, kindBytes } from '#shared/imports/fileKind.ts'
import { language } from '#web/i18n.ts'
import type { Grid } from './columns.ts'
import { decodeText } from './decodeText.ts'
import { readCsv } from './readCsv.ts'

export type Sheet = { name: string; grid: Grid }

/** oldExcel: before Excel 2007. openDocument: .ods. */
export type FileFault = 'oldExcel' | 'openDocument' | 'numbers' | 'pdf' | 'unreadable' | 'empty' | 'tooLarge'

export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
  readonly fault: FileFault
  constructor(fault: FileFault) {
    super(fault)
    this.fault = fault
  }
}

/** The workbook reader's limit. */
const maxFileBytes = 20_000_000

/** By content, not file name. Throws {@link UnreadableFile}. */
export async function readFile(file: File): Promise<Sheet[]> {
  if (file.size > maxFileBytes) throw new UnreadableFile('tooLarge')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const kind = fileKind(bytes.subarray(0, kindBytes))
  if (kind === 'oldExcel' || kind === 'pdf') throw new UnreadableFile(kind)
  if (kind === 'markup' || kind === 'binary') throw new UnreadableFile('unreadable')
  const sheets =
    kind === 'zip' ? await readWorkbook(file) : [{ name: '', grid: gridOf(decodeText(bytes, language)) }]
  const filled = sheets.filter(({ grid }) => grid.some((row) => row.some((cell) => cell.trim())))
  if (filled.length === 0) throw new UnreadableFile('empty')
  return filled
}

/** Ten times what the largest workbook takes on an old phone. */
const workbookTimeoutMs = 60_000

/** Large workbooks would block the page for seconds. */
function readWorkbook(file: File): Promise<Sheet[]> {
  const worker = new Worker(new URL('./workbookWorker.ts', import.meta.url), { type: 'module' })
  const { promise, resolve, reject } = Promise.withResolvers<Sheet[]>()
  const fail = (fault: FileFault) => reject(new UnreadableFile(fault))
  const timer = setTimeout(() => fail('tooLarge'), workbookTimeoutMs)
  worker.addEventListener('message', ({ data }: MessageEvent<Sheet[] | FileFault>) =>
    typeof data === 'string' ? fail(data) : resolve(data),
  )
  worker.addEventListener('error', () => fail('unreadable'))
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
  worker.postMessage(file)
  return promise.finally(() => {
    clearTimeout(timer)
    worker.terminate()
  })
}

function gridOf(text: string): Grid {
  const grid = readCsv(text)
  if (!grid) throw new UnreadableFile('tooLarge')
  return grid
}
