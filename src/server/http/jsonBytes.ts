import type { ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip as gzipCompress } from 'node:zlib'

const brotli = promisify(brotliCompress)
const gzip = promisify(gzipCompress)

export type Encoding = 'br' | 'gzip'

/** Compressed forms of a {@link JsonBytes}, made once for all equal ones. */
export type Packed = Map<Encoding, Buffer>

/** JSON ready to send, in parts. `packed` keeps its compressed bytes. */
export class JsonBytes {
  readonly parts: readonly Buffer[]
  readonly #packed: Packed
  constructor(parts: readonly Buffer[], packed: Packed = new Map()) {
    this.parts = parts
    this.#packed = packed
  }

  /** Takes a text that is JSON already. */
  static ofText(json: string): JsonBytes {
    return new JsonBytes([Buffer.from(json)])
  }

  static of(value: unknown): JsonBytes {
    return JsonBytes.ofText(JSON.stringify(value))
  }

  get length(): number {
    let length = 0
    for (const part of this.parts) length += part.length
    return length
  }

  /** All bytes in one buffer, which may be used again once the response is sent. */
  bytesFor(response: ServerResponse): Buffer {
    const [first] = this.parts
    if (first && this.parts.length === 1) return first
    const length = this.length
    const buffer = borrow(length, response)
    let at = 0
    for (const part of this.parts) {
      buffer.set(part, at)
      at += part.length
    }
    return buffer.subarray(0, length)
  }

  toString(): string {
    return Buffer.concat(this.parts).toString()
  }

  /** Compressed bytes, or a promise of them the first time. */
  compressed(encoding: Encoding): Buffer | Promise<Buffer> {
    return this.#packed.get(encoding) ?? this.#compress(encoding)
  }

  async #compress(encoding: Encoding): Promise<Buffer> {
    const bytes = await compress(Buffer.concat(this.parts), encoding)
    this.#packed.set(encoding, bytes)
    return bytes
  }
}

/** Compresses in one call, which is half the work of streaming. */
function compress(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return gzip(bytes, { level: 1 })
  return brotli(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  })
}

const bufferSize = 128 * 1024
const maxFree = 32
const free: Buffer[] = []

/** Lends a buffer: new memory for each answer would take longer than filling it. */
function borrow(length: number, response: ServerResponse): Buffer {
  if (length > bufferSize) return Buffer.allocUnsafeSlow(length)
  const buffer = free.pop() ?? Buffer.allocUnsafeSlow(bufferSize)
  // After an aborted response the buffer may still be read from, so it is not used again.
  response.once('finish', () => {
    if (free.length < maxFree) free.push(buffer)
  })
  return buffer
}
