import { inflateRawSync } from 'node:zlib'
import { readArchive } from '#shared/workbook/archive.ts'

export function partOf(file: Buffer, name: string): string {
  const part = readArchive(file, 2000).get(name.toLowerCase())
  if (!part) throw new Error(`There is no ${name} in the file`)
  return (part.isDeflated ? inflateRawSync(part.packed) : Buffer.from(part.packed)).toString()
}
