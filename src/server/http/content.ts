import type { FastifyError, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { storableValue, unstorablePath } from '#server/db/storable.ts'
import { partsOf, receiveFiles, type SentFile } from '#server/files/sentFiles.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { Refusal } from '#shared/errors.ts'
import type { Language } from '#shared/tenancy.ts'
import { refuseFields } from './refuse.ts'

/** What a call brings. `remove`: deletes its files. */
export type Content = { file: Buffer; files: SentFile[]; fields: unknown; remove?: () => Promise<void> }

/** Its fields are parsed by `schema`, the strict one of the endpoint's input. */
export async function readContent(
  request: FastifyRequest,
  endpoint: Endpoint,
  { schema, language }: { schema: z.ZodType; language: Language },
): Promise<Content> {
  const content = await receive(request, endpoint)
  try {
    const { files, fields } = content
    if (!endpoint.foreignText && mayBeUnstorable(request)) refuseUnstorable(language, fields, files)
    const parsed = schema.parse(fields, { reportInput: true })
    return { ...content, fields: endpoint.foreignText ? storableValue(parsed) : parsed }
  } catch (error) {
    await content.remove?.()
    throw error
  }
}

const noFile = Buffer.alloc(0)

async function receive(
  request: FastifyRequest,
  { method, file, files, alsoInQuery }: Endpoint,
): Promise<Content> {
  if (files) return { file: noFile, ...(await receiveFiles(request, files)) }
  const nothingElse = { files: [], file: noFile, fields: {} }
  // Other sites' forms can send files without CORS preflight.
  if (!file && request.isMultipart?.()) throw new Refusal('request.invalid')
  if (!file) {
    const fields = method === 'GET' ? request.query : withQuery(request, alsoInQuery)
    return { ...nothingElse, fields: fields ?? {} }
  }
  if (!request.isMultipart()) throw new Refusal('request.invalid')
  return { ...nothingElse, ...(await readForm(request, file.maxBytes)) }
}

/** Body fields win over query fields. */
function withQuery(request: FastifyRequest, names: readonly string[] = []): unknown {
  const body = request.body ?? {}
  const given = Object.entries(request.query ?? {}).filter(([name]) => names.includes(name))
  if (given.length === 0 || typeof body !== 'object' || Array.isArray(body)) return body
  return { ...Object.fromEntries(given), ...body }
}

const storableBodies = new WeakSet<FastifyRequest>()

/** JSON without an escaped NUL or surrogate has neither: its values need not be looked at one by one. */
export function noteMayBeUnstorable(request: FastifyRequest, json: string): void {
  if (!/\\u(?:0000|d[89a-f])/i.test(json) && Object.keys(request.query ?? {}).length === 0)
    storableBodies.add(request)
}

const mayBeUnstorable = (request: FastifyRequest) => !storableBodies.has(request)

/** Refuses texts and keys that PostgreSQL cannot store. Done here so that no schema can forget it. */
function refuseUnstorable(language: Language, fields: unknown, files: SentFile[]): void {
  const path = unstorablePath(fields) ?? unstorablePath({ files: files.map(({ name }) => name) })
  if (path) refuseFields(language, { [path.join('.') || 'body']: 'field.unstorable' })
}

async function readForm(
  request: FastifyRequest,
  maxBytes: number,
): Promise<Pick<Content, 'file' | 'fields'>> {
  const fields: Record<string, string> = {}
  let file: Buffer | undefined
  try {
    for await (const part of partsOf(request, { limits: { fileSize: maxBytes, files: 1, fields: 20 } })) {
      if (part.type === 'file') file = await part.toBuffer()
      else fields[part.fieldname] = String(part.value)
    }
  } catch (error) {
    // Only broken forms lack a status.
    if ((error as FastifyError).statusCode) throw error
    throw new Refusal('request.invalid')
  }
  if (!file) throw new Refusal('request.invalid')
  return { file, fields }
}
