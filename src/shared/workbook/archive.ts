import { WorkbookFault } from './fault.ts'

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
/** End record, without its comment. */
const endRecordBytes = 22
const maxCommentBytes = 65_535

/** Still compressed. */
export type ArchiveEntry = { packed: Uint8Array; isDeflated: boolean }

/**
 * Entries by lower-case name; unpacks nothing.
 * @throws WorkbookFault for no archive, encryption or too many entries
 */
export function readArchive(bytes: Uint8Array, maxEntries: number): Map<string, ArchiveEntry> {
  try {
    return entriesOf(bytes, maxEntries)
  } catch (error) {
    // Offsets outside the file.
    if (error instanceof RangeError) throw new WorkbookFault('broken', error.message)
    throw error
  }
}

function entriesOf(bytes: Uint8Array, maxEntries: number): Map<string, ArchiveEntry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = endOf(view)
  const count = view.getUint16(end + 10, true)
  if (count > maxEntries) throw new WorkbookFault('tooLarge', `${count} entries`)
  const entries = new Map<string, ArchiveEntry>()
  let at = view.getUint32(end + 16, true)
  for (let index = 0; index < count; index += 1) {
    if (view.getUint32(at, true) !== entrySignature) throw new WorkbookFault('broken', 'archive index')
    const isEncrypted = (view.getUint16(at + 8, true) & 1) === 1
    const method = view.getUint16(at + 10, true)
    if (isEncrypted || (method !== 0 && method !== 8)) throw new WorkbookFault('broken', 'packing method')
    const size = view.getUint32(at + 20, true)
    const nameLength = view.getUint16(at + 28, true)
    const local = view.getUint32(at + 42, true)
    const name = String.fromCharCode(...bytes.subarray(at + 46, at + 46 + nameLength))
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
    entries.set(name.replaceAll('\\', '/').toLowerCase(), {
      packed: bytes.subarray(start, start + size),
      isDeflated: method === 8,
    })
  }
  return entries
}

function endOf(view: DataView): number {
  const last = view.byteLength - endRecordBytes
  for (let at = last; at >= Math.max(0, last - maxCommentBytes); at -= 1) {
    if (view.getUint32(at, true) === endSignature) return at
  }
  throw new WorkbookFault('broken', 'no archive')
}
