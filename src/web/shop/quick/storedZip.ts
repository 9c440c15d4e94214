const endMark = 0x06054b50
const entryMark = 0x02014b50
const localMark = 0x04034b50

/** A workbook of the largest file that is read has less; a few kilobytes can be packed so that they fill the memory. */
const mostUnpacked = 400_000_000

type Change = (name: string, content: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>

/**
 * The same archive with everything in it unpacked, and changed where somebody says so. Large parts of a workbook would be unpacked by the library in
 * workers that it makes up from text, which our pages forbid; unpacked ones it takes as they are. Throws where the
 * archive is broken, or holds more than `most` bytes.
 */
export async function storedZip(
  packed: Uint8Array<ArrayBuffer>,
  { most = mostUnpacked, change }: { most?: number; change?: Change } = {},
): Promise<ArrayBuffer> {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
  const end = endOf(view)
  const count = view.getUint16(end + 10, true)
  let at = view.getUint32(end + 16, true)
  const parts: Uint8Array<ArrayBuffer>[] = []
  const index: Uint8Array<ArrayBuffer>[] = []
  let offset = 0
  for (let entry = 0; entry < count; entry += 1) {
    if (view.getUint32(at, true) !== entryMark) throw new Error('The archive is broken')
    const method = view.getUint16(at + 10, true)
    const size = view.getUint32(at + 20, true)
    const nameLength = view.getUint16(at + 28, true)
    const local = view.getUint32(at + 42, true)
    const name = packed.slice(at + 46, at + 46 + nameLength)
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
    const found = await unpacked(packed.slice(start, start + size), method, most - offset)
    const content = change?.(new TextDecoder().decode(name), found) ?? found
    const header = localHeader(name.length, content.length)
    index.push(indexEntry(header, offset), name)
    parts.push(header, name, content)
    offset += header.length + name.length + content.length
  }
  const indexSize = index.reduce((sum, part) => sum + part.length, 0)
  return new Blob([...parts, ...index, endRecord(count, indexSize, offset)]).arrayBuffer()
}

function endOf(view: DataView): number {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 65_558); at -= 1) {
    if (view.getUint32(at, true) === endMark) return at
  }
  throw new Error('The archive has no end')
}

async function unpacked(
  content: Uint8Array<ArrayBuffer>,
  method: number,
  most: number,
): Promise<Uint8Array<ArrayBuffer>> {
  if (method === 0) return content
  let left = most
  const counted = new TransformStream<BufferSource, BufferSource>({
    transform: (part, controller) => {
      left -= part.byteLength
      if (left < 0) throw new Error('The archive holds too much')
      controller.enqueue(part)
    },
  })
  const unpacking = new Blob([content]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  return new Uint8Array(await new Response(unpacking.pipeThrough(counted)).arrayBuffer())
}

function localHeader(nameLength: number, size: number): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(30)
  const view = new DataView(header.buffer)
  view.setUint32(0, localMark, true)
  view.setUint16(4, 20, true)
  // Names in UTF-8.
  view.setUint16(6, 0x800, true)
  view.setUint32(18, size, true)
  view.setUint32(22, size, true)
  view.setUint16(26, nameLength, true)
  return header
}

function indexEntry(header: Uint8Array, offset: number): Uint8Array<ArrayBuffer> {
  const entry = new Uint8Array(46)
  const view = new DataView(entry.buffer)
  view.setUint32(0, entryMark, true)
  view.setUint16(4, 20, true)
  entry.set(header.subarray(4, 28), 6)
  view.setUint32(42, offset, true)
  return entry
}

function endRecord(count: number, indexSize: number, indexAt: number): Uint8Array<ArrayBuffer> {
  const record = new Uint8Array(22)
  const view = new DataView(record.buffer)
  view.setUint32(0, endMark, true)
  view.setUint16(8, count, true)
  view.setUint16(10, count, true)
  view.setUint32(12, indexSize, true)
  view.setUint32(16, indexAt, true)
  return record
}
