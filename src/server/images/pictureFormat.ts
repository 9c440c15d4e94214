export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'avif'

/** By content, never by name. Other formats are not opened: SVG (a document), and less attacked decoders. */
export function formatOf(bytes: Buffer): PictureFormat | undefined {
  const at = (start: number, length: number) => bytes.toString('latin1', start, start + length)
  if (at(0, 3) === '\xff\xd8\xff') return 'jpeg'
  if (at(0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (at(0, 4) === 'RIFF' && at(8, 4) === 'WEBP') return 'webp'
  if (bytes.length < 16 || at(4, 4) !== 'ftyp') return undefined
  const brands = at(8, Math.min(bytes.readUInt32BE(0), 256) - 8)
  return /^(.{4})*avi[fs]/s.test(brands) ? 'avif' : undefined
}

/** Bytes that {@link formatOf} needs. */
export const sniffedBytes = 264
