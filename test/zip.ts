import { inflateRawSync } from 'node:zlib'
import { readArchive } from '#shared/workbook/archive.ts'

/** The number format of a cell such as `B2` in the first sheet: a built-in one's number, or a pattern. */
export function formatOf(file: Buffer, cell: string): string {
  const id = /numFmtId="(\d+)"/.exec(styleOf(file, cell))?.[1] ?? ''
  const styles = partOf(file, 'xl/styles.xml')
  return new RegExp(`<numFmt numFmtId="${id}" formatCode="([^"]*)"`).exec(styles)?.[1] ?? id
}

/** Whether a cell of the first sheet stays text whatever is in it. */
export const isQuoted = (file: Buffer, cell: string): boolean =>
  styleOf(file, cell).includes('quotePrefix="1"')

function styleOf(file: Buffer, cell: string): string {
  const style = new RegExp(`<c r="${cell}" s="(\\d+)"`).exec(partOf(file, 'xl/worksheets/sheet1.xml'))?.[1]
  const cells = /<cellXfs.*<\/cellXfs>/s.exec(partOf(file, 'xl/styles.xml'))?.[0] ?? ''
  return [...cells.matchAll(/<xf [^>]*>/g)][Number(style)]?.[0] ?? ''
}

export function partOf(file: Buffer, name: string): string {
  const part = readArchive(file, 2000).get(name.toLowerCase())
  if (!part) throw new Error(`There is no ${name} in the file`)
  return (part.isDeflated ? inflateRawSync(part.packed) : Buffer.from(part.packed)).toString()
}
