/** What a file is by its bytes, whatever it is called. markup: a web page or XML under a spreadsheet's name. */
export type FileKind = 'zip' | 'oldExcel' | 'pdf' | 'markup' | 'binary' | 'utf16le' | 'utf16be' | 'text'

/** How much of a file's start tells what it is. */
export const kindBytes = 64 * 1024

/** Tells by the first {@link kindBytes} of a file what it is. Text in UTF-16 is told without a mark in front, too. */
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

/** A text has no zeros but those that UTF-16 puts beside Latin letters, digits and separators, on one side of each. */
function kindByZeros(start: Uint8Array): FileKind {
  const zeros: [even: number, odd: number] = [0, 0]
  for (const [index, byte] of start.entries()) if (byte === 0) zeros[index % 2 === 0 ? 0 : 1] += 1
  const [even, odd] = zeros
  // One that slipped in does not make a text of something else.
  if (even + odd < 2 || even + odd < start.length / 100) return 'text'
  if (Math.max(even, odd) < 0.9 * (even + odd)) return 'binary'
  return even > odd ? 'utf16be' : 'utf16le'
}
