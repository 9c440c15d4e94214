import { WorkbookFault, workbookLimits } from '#shared/workbook/fault.ts'
import { openWorkbook, type UnpackText, visibleSheets } from '#shared/workbook/openWorkbook.ts'
import { CellError, type WorkbookCell } from '#shared/workbook/sheet.ts'
import { fileLimits } from './fileLimits.ts'
import type { FileFault, Sheet } from './readFile.ts'

addEventListener('message', ({ data }: MessageEvent<File>) => {
  sheetsOf(data).then(
    (sheets) => postMessage(sheets),
    (error: unknown) => postMessage(faultOf(error)),
  )
})

const limits = { ...workbookLimits, ...fileLimits }

async function sheetsOf(file: File): Promise<Sheet[]> {
  const sheets = await openWorkbook(new Uint8Array(await file.arrayBuffer()), unpackText, limits)
  const read: Sheet[] = []
  for (const sheet of visibleSheets(sheets)) {
    const grid: string[][] = []
    for await (const { cells } of sheet.rows()) grid.push(cells.map(textOf))
    read.push({ name: sheet.name, grid })
  }
  return read
}

const unpackText: UnpackText = async function* ({ packed, isDeflated }) {
  const bytes = new Blob([packed as Uint8Array<ArrayBuffer>]).stream()
  const unpacked = isDeflated ? bytes.pipeThrough(new DecompressionStream('deflate-raw')) : bytes
  const reader = unpacked.pipeThrough(new TextDecoderStream()).getReader()
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
  } finally {
    await reader.cancel()
  }
}

function textOf(cell: WorkbookCell): string {
  if (cell instanceof CellError) return cell.text
  return cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell).trim()
}

function faultOf(error: unknown): FileFault {
  const code = error instanceof WorkbookFault ? error.code : 'broken'
  if (code === 'openDocument' || code === 'numbers') return code
  return code === 'broken' ? 'unreadable' : 'tooLarge'
}
