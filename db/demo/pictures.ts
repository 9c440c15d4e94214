import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { projectFolder } from '#server/projectFolder.ts'

/**
 * SVGs by what they show: "look, colour, view" for goods (view 2 is the back or a close-up), "look, colour, top
 * category" for categories, the name for brands. Packed to an eightieth: one JSON object, compressed with brotli of a
 * 16 MB window. To change one, unpack, edit and pack the file with node:zlib.
 */
export function readPictures(): (key: string) => string {
  const packed = readFileSync(join(projectFolder, 'db/demo/pictures.br'))
  const pictures: Record<string, string> = JSON.parse(brotliDecompressSync(packed).toString())
  return (key) => {
    const svg = pictures[key]
    if (svg === undefined) throw new Error(`No such picture: ${key}`)
    return svg
  }
}
