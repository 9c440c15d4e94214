import readWorkbook from 'read-excel-file/web-worker'
import { formulasAsTexts } from './formulas.ts'
import { storedZip } from './storedZip.ts'

// Runs beside the page: a file comes in, its sheets go out as texts, null where it is no workbook.
addEventListener('message', ({ data }: MessageEvent<File>) => {
  sheetsOf(data).then(
    (sheets) => postMessage(sheets),
    () => postMessage(null),
  )
})

async function sheetsOf(file: File) {
  const packed = new Uint8Array(await file.arrayBuffer())
  const workbook = await readWorkbook(await storedZip(packed, { change: formulasAsTexts }))
  return workbook.map(({ sheet, data }) => ({ name: sheet, grid: data.map((row) => row.map(textOf)) }))
}

function textOf(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  return typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean' ? String(cell) : ''
}
