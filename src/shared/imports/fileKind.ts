/** By content. markup: HTML or XML, also with a spreadsheet's name. */
export type FileKind = 'zip' | 'oldExcel' | 'pdf' | 'markup' | 'binary' | 'utf16le' | 'utf16be' | 'text'

/** The start of the file that {@link fileKind} needs. */
export const kindBytes = 64 * 1024

/** Recognises UTF-16 without a byte order mark too. */
export function fileKind(start: Uint8Array): FileKind {
  const head = Array.from(start.subarray(0, 1024), (byte) => String.fromCharCode(byte)).join('')
  if (head.startsWith('PK')) return 'zip'
  if (head.startsWith('\xd0\xcf\x11\xe0')) return 'oldExcel'
  if (head.startsWith('%PDF')) return 'pdf'
  const plain = head.replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '').replaceAll('\0', '')
  if (/^\s*<(?:!doctype|!--|\?xml|html|head|meta|style|body|div|table)\b/i.test(plain)) return 'markup'
  if (head.startsWith('\xff\xfe')) return 'utf16le'
  if (head.startsWith('\xfe\xff')) return 'utf16be'
  return kindByZeros(start)
}

/** UTF-16 text has zeros beside Latin characters, always on the same side. */
function kindByZeros(start: Uint8Array): FileKind {
  const zeros: [even: number, odd: number] = [0, 0]
  for (const [index, byte] of start.entries()) if (byte === 0) zeros[index % 2 === 0 ? 0 : 1] += 1
  const [even, odd] = zeros
  // A few stray zeros do not make it binary.
  if (even + odd < 2 || even + odd < start.length / 100) return 'text'
  if (Math.max(even, odd) < 0.9 * (even + odd)) return 'binary'
  return even > odd ? 'utf16be' : 'utf16le'
}
