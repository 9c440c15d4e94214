declare module '@20minutes/s3rver' {
  type Options = {
    address: string
    port: number
    silent: boolean
    directory: string
    configureBuckets: { name: string; configs: string[] }[]
  }
  export default class S3rver {
    constructor(options: Options)
    run(): Promise<{ address: string; port: number }>
    close(): Promise<void>
  }
}

declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'

  const ece: {
    decrypt: (body: Buffer, keys: { version: 'aes128gcm'; privateKey: ECDH; authSecret: string }) => Buffer
  }
  export default ece
}
