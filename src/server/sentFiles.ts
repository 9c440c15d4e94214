import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyError, FastifyRequest } from 'fastify'
import { Refusal } from '#shared/errors.ts'
import { isStorageFault } from './db/trouble.ts'

/** A file that came with a call, on disk for as long as the call takes. */
export type SentFile = {
  /** As its sender calls it. */
  name: string
  path: string
  /** Of the content, in hexadecimal. */
  sha256: string
  /** Larger than it may be: what is on disk is only its beginning. */
  isTooLarge: boolean
}

export type SentForm = { fields: Record<string, string>; files: SentFile[]; remove: () => Promise<void> }

/** Reads a form of fields and files: the files go to disk as they come, and no more of each than it may have. */
export async function receiveFiles(
  request: FastifyRequest,
  { maxBytes, most }: { maxBytes: number; most: number },
): Promise<SentForm> {
  if (!request.isMultipart()) throw new Refusal('request.invalid')
  const folder = await mkdtemp(join(tmpdir(), 'toptan-sent-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  const fields: Record<string, string> = {}
  const files: SentFile[] = []
  try {
    const limits = { fileSize: maxBytes, files: most, fields: 20, fieldSize: 10_000 }
    // What is too large is said of that one file; the types of the parser know the option elsewhere only.
    const options = { limits, throwFileSizeLimit: false }
    for await (const part of request.parts(options)) {
      if (part.type === 'field') {
        fields[part.fieldname] = String(part.value)
        continue
      }
      const path = join(folder, String(files.length))
      const sha256 = await saved(part.file, path)
      files.push({ name: part.filename ?? '', path, sha256, isTooLarge: part.file.truncated })
    }
    return { fields, files, remove }
  } catch (error) {
    await remove()
    // Too many are said as such, and a full disk; a form that breaks off, or never was one, has no status of its own.
    if ((error as FastifyError).statusCode || isStorageFault(error)) throw error
    throw new Refusal('request.invalid')
  }
}

async function saved(content: NodeJS.ReadableStream, path: string): Promise<string> {
  const hash = createHash('sha256')
  const hashing = new Transform({
    transform: (part: Buffer, _encoding, next) => {
      hash.update(part)
      next(null, part)
    },
  })
  await pipeline(content, hashing, createWriteStream(path))
  return hash.digest('hex')
}
