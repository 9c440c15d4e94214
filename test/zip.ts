import { inflateRawSync } from 'node:zlib'
import { readArchive } from '#shared/workbook/archive.ts'

/** The number format of a cell such as `B2` in the first sheet: a built-in one's number, or a pattern. */
export function formatOf(file: Buffer, cell: string): string {
  const style = new RegExp(`<c r="${cell}" s="(\\d+)"`).exec(partOf(file, 'xl/worksheets/sheet1.xml'))?.[1]
  const styles = partOf(file, 'xl/styles.xml')
  const cells = /<cellXfs.*<\/cellXfs>/s.exec(styles)?.[0] ?? ''
  const id = [...cells.matchAll(/<xf numFmtId="(\d+)"/g)][Number(style)]?.[1] ?? ''
  return new RegExp(`<numFmt numFmtId="${id}" formatCode="([^"]*)"`).exec(styles)?.[1] ?? id
}

export function partOf(file: Buffer, name: string): string {
  const part = readArchive(file, 2000).get(name.toLowerCase())
  if (!part) throw new Error(`There is no ${name} in the file`)
  return (part.isDeflated ? inflateRawSync(part.packed) : Buffer.from(part.packed)).toString()
}
