import { createHash } from 'node:crypto'
import { createReadStream, openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import { AwsClient } from 'aws4fetch'
import { StartupProblem } from '#server/process/startup.ts'
import type { Kept, ObjectStore } from './objectStore.ts'

/** A bucket of Amazon S3 or compatible; path-style addresses. */
export type S3Place = {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** Until the answer starts; uploads take longer. */
const timeoutMs = { request: 15_000, upload: 120_000 }
/** A file of a backup may be gigabytes: a line slower than 1 MB a second counts as broken. */
const slowestBytesPerMs = 1000
/** If the store is busy. */
const retries = 3

/** `kept`: what is in the bucket, for errors. */
export function openS3Store({ endpoint, bucket, ...login }: S3Place, kept: Kept = 'photo'): ObjectStore {
  /** Never includes the request, which is signed. */
  const failure = (method: string, reason: string) => new Error(`The ${kept} store: ${method} ${reason}`)
  const client = new AwsClient({ ...login, service: 's3', retries, initRetryMs: 100 })
  const address = `${endpoint.replace(/\/+$/, '')}/${encodeURIComponent(bucket)}`
  /** `path`: of a key, or a query about the bucket. */
  const request = async (
    method: string,
    path: string,
    options: RequestInit = {},
    limitMs = timeoutMs.request,
  ) => {
    const signal = AbortSignal.timeout(limitMs)
    try {
      return await client.fetch(`${address}${path}`, { method, signal, ...options })
    } catch (error) {
      throw failure(method, error instanceof Error ? reasonOf(error) : String(error))
    }
  }
  const put: ObjectStore['put'] = async (key, content, contentType) => {
    // The signature needs the hash. Files are streamed twice instead of held in memory.
    const hash = Buffer.isBuffer(content) ? hashOf([content]) : hashOf(createReadStream(content.file))
    const headers = { 'content-type': contentType, 'x-amz-content-sha256': await hash }
    const body = new Blob([
      Buffer.isBuffer(content) ? new Uint8Array(content) : await openAsBlob(content.file),
    ])
    const limitMs = timeoutMs.upload + Math.ceil(body.size / slowestBytesPerMs)
    const answer = await request('PUT', `/${key}`, { headers, body }, limitMs)
    await finish(answer)
    if (!answer.ok) throw failure('PUT', `HTTP ${answer.status}`)
  }
  return {
    put,
    get: async (key) => {
      const answer = await request('GET', `/${key}`)
      if (answer.ok && answer.body) {
        const bytes = Number(answer.headers.get('content-length'))
        return { bytes, stream: Readable.fromWeb(answer.body) }
      }
      await finish(answer)
      if (answer.status !== 404) throw failure('GET', `HTTP ${answer.status}`)
      return undefined
    },
    has: async (key) => {
      const answer = await request('HEAD', `/${key}`)
      if (!answer.ok && answer.status !== 404) throw failure('HEAD', `HTTP ${answer.status}`)
      return answer.ok
    },
    keys: async function* (start) {
      for (let last: string | undefined = ''; last !== undefined; ) {
        const query = new URLSearchParams({ prefix: start, marker: last })
        const answer = await request('GET', `?${query.toString()}`)
        const text = await answer.text()
        if (!answer.ok) throw failure('GET', `HTTP ${answer.status}`)
        // Our keys have no sign that XML would write otherwise.
        const keys = [...text.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => key)
        yield* keys
        last = text.includes('<IsTruncated>true') ? keys.at(-1) : undefined
      }
    },
    remove: async (...keys) => {
      await Promise.all(
        keys.map(async (key) => {
          const answer = await request('DELETE', `/${key}`)
          await finish(answer)
          if (!answer.ok && answer.status !== 404) throw failure('DELETE', `HTTP ${answer.status}`)
        }),
      )
    },
    check: async () => {
      const note = Buffer.from(`Toptan keeps its ${kept}s here.\n`)
      await put('toptan.txt', note, 'text/plain').catch((error: Error) => {
        throw new StartupProblem(`Nothing can be stored in the bucket "${bucket}": ${error.message}`)
      })
    },
  }
}

async function hashOf(parts: Iterable<Buffer> | AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of parts) hash.update(part)
  return hash.digest('hex')
}

/** fetch's own message only says that it failed. */
const reasonOf = ({ message, cause }: Error) => (cause instanceof Error ? cause.message : message)

/** Frees the connection for reuse. */
async function finish(answer: Response): Promise<void> {
  await answer.arrayBuffer().catch(() => {})
}
