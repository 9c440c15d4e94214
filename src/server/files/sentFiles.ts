import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyError, FastifyRequest } from 'fastify'
import { isStorageFault } from '#server/db/trouble.ts'
import { Refusal } from '#shared/errors.ts'
import { temporaryFolder } from './temporaryFolder.ts'

/** On disk until the call ends. */
export type SentFile = {
  /** The sender's file name. */
  name: string
  path: string
  /** Hex. */
  sha256: string
  /** Then only the beginning is on disk. */
  isTooLarge: boolean
}

export type SentForm = { fields: Record<string, string>; files: SentFile[]; remove: () => Promise<void> }

/** Streams files to disk, up to the limit. */
export async function receiveFiles(
  request: FastifyRequest,
  { maxBytes, maxFiles }: { maxBytes: number; maxFiles: number },
): Promise<SentForm> {
  if (!request.isMultipart()) throw new Refusal('request.invalid')
  const folder = await temporaryFolder()
  const remove = async () => folder[Symbol.asyncDispose]()
  const fields: Record<string, string> = {}
  const files: SentFile[] = []
  try {
    const limits = { fileSize: maxBytes, files: maxFiles, fields: 20, fieldSize: 10_000 }
    // Size errors concern one file. The parser's types lack this option here.
    const options = { limits, throwFileSizeLimit: false }
    for await (const part of partsOf(request, options)) {
      if (part.type === 'field') {
        fields[part.fieldname] = String(part.value)
        continue
      }
      const path = join(folder.path, String(files.length))
      const sha256 = await saveAndHash(part.file, path)
      files.push({ name: part.filename ?? '', path, sha256, isTooLarge: part.file.truncated })
    }
    return { fields, files, remove }
  } catch (error) {
    await remove()
    // Keep errors with a status and a full disk; broken forms have no status.
    if ((error as FastifyError).statusCode || isStorageFault(error)) throw error
    throw new Refusal('request.invalid')
  }
}

/** The parts of a form. For a sender who has gone before, the parser itself would wait for good. */
export function partsOf(request: FastifyRequest, options: Parameters<FastifyRequest['parts']>[0]) {
  if (request.raw.destroyed) throw new Refusal('request.invalid')
  return request.parts(options)
}

async function saveAndHash(content: NodeJS.ReadableStream, path: string): Promise<string> {
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
