import { promisify } from 'node:util'
import { brotliCompress, constants, gzip as gzipCompress } from 'node:zlib'

const brotli = promisify(brotliCompress)
const gzip = promisify(gzipCompress)

export type Encoding = 'br' | 'gzip'

/** JSON ready to send; what is made of it is kept with it. */
export class JsonBytes {
  readonly #make: () => Buffer
  readonly #packed = new Map<Encoding, Buffer>()
  constructor(make: () => Buffer) {
    this.#make = make
  }

  static of(value: unknown): JsonBytes {
    const bytes = Buffer.from(JSON.stringify(value))
    return new JsonBytes(() => bytes)
  }

  get bytes(): Buffer {
    return this.#make()
  }

  /** Compressed bytes, or a promise of them the first time. */
  packed(encoding: Encoding): Buffer | Promise<Buffer> {
    return this.#packed.get(encoding) ?? this.#pack(encoding)
  }

  async #pack(encoding: Encoding): Promise<Buffer> {
    const packed = await pack(this.bytes, encoding)
    this.#packed.set(encoding, packed)
    return packed
  }
}

/** In one call: half the work of streaming. */
export function pack(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return gzip(bytes, { level: 1 })
  return brotli(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  })
}
