import { createInflateRaw } from 'node:zlib'
import { WorkbookFault } from '#shared/workbook/fault.ts'
import type { UnpackText } from '#shared/workbook/openWorkbook.ts'

const pieceBytes = 64 * 1024

/** Unpacks lazily. */
export const unpackText: UnpackText = async function* ({ packed, isDeflated }) {
  const decoder = new TextDecoder()
  for await (const piece of isDeflated ? inflated(packed) : sliced(packed)) {
    yield decoder.decode(piece, { stream: true })
  }
}

async function* inflated(packed: Uint8Array): AsyncGenerator<Uint8Array> {
  const inflate = createInflateRaw({ chunkSize: pieceBytes })
  inflate.end(packed)
  try {
    yield* inflate as AsyncIterable<Uint8Array>
  } catch (error) {
    throw error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
      ? new WorkbookFault('broken', error.message)
      : error
  }
}

function* sliced(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}
