import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip as gzipCompress } from 'node:zlib'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Access, Endpoint } from '#shared/endpoint.ts'
import { Refusal } from '#shared/errors.ts'
import { mayOpen, pages } from '#shared/pages.ts'
import type { Language } from '#shared/tenancy.ts'
import type { ImportFolders } from './catalogue/import/runs/importFolders.ts'
import type { Database, Tx } from './db/tenant.ts'
import { requestLanguage } from './i18n.ts'
import type { PhotoStore } from './images/photoStore.ts'
import type { JobBell } from './jobs/jobs.ts'
import type { Mailer } from './mail/mailer.ts'
import { refuseFields } from './refuse.ts'
import { noteCaller } from './requestContext.ts'
import type { Secrets } from './secrets.ts'
import { receiveFiles, type SentFile } from './sentFiles.ts'
import { storableValue, unstorablePath } from './storable.ts'
import { strict } from './strict.ts'
import { guestsMayOrder, type Tenant, type Tenants } from './tenancy/tenants.ts'
import { type User, userOfToken } from './users/session.ts'

const brotli = promisify(brotliCompress)
const gzip = promisify(gzipCompress)

/** Whoever calls, as far as the endpoint's access makes sure of it. */
type Caller<Who extends Access> = Who extends 'open' | 'shop' | 'order' ? User | undefined : User

/** What a verb gets beside its input. */
export type Call<E extends Endpoint = Endpoint> = {
  tx: E['transaction'] extends 'own' ? undefined : Tx
  user: Caller<E['access']>
  tenant: Tenant
  language: Language
  /** When the request came in; every time written is this one. */
  now: Date
  /** A transaction of the caller's tenant, for verbs that open their own. */
  inTenant: InTenant
  services: Services
  /** The file that came with the call; empty where its endpoint takes none. */
  file: Buffer
  /** The files that came with a call that takes several; gone when it ends. */
  files: SentFile[]
  request: FastifyRequest
  reply: FastifyReply
}

/** What any call of somebody who is signed in has: for what several verbs share. */
export type SignedIn = Pick<
  Call,
  'tenant' | 'language' | 'now' | 'inTenant' | 'services' | 'request' | 'reply'
> & { user: User }

export type InTenant = <T>(mode: 'read' | 'write', work: (tx: Tx) => Promise<T>) => Promise<T>

/** JSON that PostgreSQL built, handed on as it is. */
export class RawJson {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** A file for whoever asked to keep, under a name; its content type is the endpoint's `download`. */
export class FileAnswer {
  readonly bytes: Buffer
  readonly name: string
  constructor(bytes: Buffer, name: string) {
    this.bytes = bytes
    this.name = name
  }
}

/**
 * A file that is sent while it is made, with its own content type. Where it breaks off so does the answer, before its
 * end: nobody takes what has come for the whole of it.
 */
export class StreamAnswer {
  readonly content: Readable
  readonly name: string
  readonly type: string
  constructor(content: Readable, name: string, type: string) {
    this.content = content
    this.name = name
    this.type = type
  }
}

export type Verb<E extends Endpoint> = (
  call: Call<E>,
  input: z.output<E['input']>,
) => Promise<[E['download']] extends [undefined] ? z.input<E['reply']> | RawJson : FileAnswer | StreamAnswer>

declare module 'fastify' {
  interface FastifyRequest {
    /** What the limiter counts this request under. */
    limitKey: string
  }
}

/** Refuses whoever may not call, by what stands in the head of a request alone. */
export type Admit = (call: Pick<Call, 'inTenant' | 'request' | 'services' | 'now'>) => Promise<void>

/** `admit` is asked before anything of the body is read: for calls with large ones that are open to nobody signed in. */
export type Serve = <E extends Endpoint>(endpoint: E, verb: Verb<E>, admit?: Admit) => void

export type Services = {
  database: Database
  tenants: Tenants
  photos: PhotoStore
  mailer: Mailer
  importFolders: ImportFolders
  jobs: JobBell
  secrets: Secrets
  /** Where links in mails lead; tenants with a host name of their own get its protocol and port. */
  publicUrl: string | undefined
  /** Parse every answer by its schema and fail on a mismatch: for tests; too slow for production. */
  checkReplies: boolean
}

/**
 * Makes `serve`: a request of an endpoint passes, in this order, tenant by host, session, permission, parsing and
 * the transaction, then the verb. What the reply schema does not name does not leave.
 */
export function serving(app: FastifyInstance, services: Services): Serve {
  const { database, tenants, checkReplies } = services
  return (endpoint, verb, admit) => {
    // oxlint-disable-next-line typescript/no-explicit-any -- the two generic worlds meet here and nowhere else
    const run = verb as Verb<any>
    const schema = strict(endpoint.input, endpoint.sentBack)
    const limit = limiter(app, endpoint.perMinute)
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      ...(endpoint.isUrgent ? {} : { onRequest: async () => refuseWhenBusy(database, endpoint.transaction) }),
      ...(endpoint.maxBytes ? { bodyLimit: endpoint.maxBytes } : {}),
      ...(admit
        ? {
            preParsing: async (request) => {
              const tenant = await tenants.byHost(request.headers.host)
              if (!tenant) throw new Refusal('notFound')
              noteCaller(request, { tenant })
              const inTenant: InTenant = (mode, work) => database.inTenant(tenant.id, mode, work)
              await admit({ inTenant, request, services, now: new Date() })
            },
          }
        : {}),
      schema: endpoint.download ? {} : { response: { 200: replySchema(endpoint.reply) } },
      handler: async (request, reply) => {
        const tenant = await tenants.byHost(request.headers.host)
        if (!tenant) throw new Refusal('notFound')
        noteCaller(request, { tenant })
        const token = bearer(request)
        const inTenant: InTenant = (mode, work) => database.inTenant(tenant.id, mode, work, endpoint.isUrgent)
        const common = {
          tenant,
          inTenant,
          services,
          language: requestLanguage(request.headers.langcode),
          now: new Date(),
          request,
          reply,
        }
        const isAsked = token !== undefined && endpoint.access !== 'open'
        const whoCalls = async (tx: Tx) => (isAsked ? userOfToken(tx, token) : undefined)
        const attempt = async (tx: Tx | undefined, user: User | undefined) => {
          noteCaller(request, { user })
          guard(endpoint, tenant, user, token)
          const { file, files, fields, remove } = await contentOf(request, endpoint)
          try {
            if (!endpoint.foreignText) refuseUnstorable(common.language, fields, files)
            const parsed = schema.parse(fields, { reportInput: true })
            const input = endpoint.foreignText ? storableValue(parsed) : parsed
            if (!(user && endpoint.perMinute?.onlyVisitors)) await limit(tenant.id, request)
            return await run({ ...common, tx, user, file, files } as never, input)
          } finally {
            await remove?.()
          }
        }
        const answer =
          endpoint.transaction === 'own'
            ? await attempt(undefined, isAsked ? await inTenant('read', whoCalls) : undefined)
            : await inTenant(endpoint.transaction, async (tx) => attempt(tx, await whoCalls(tx)))
        return send(reply, endpoint, answer, checkReplies)
      },
    })
  }
}

/** Whoever would wait longer for a connection to the database is turned away at once, in milliseconds. */
const longestWaitMs = 2000

/** Decides once, before anything of a call is done: what has begun is not turned away. */
function refuseWhenBusy(database: Database, transaction: Endpoint['transaction']): void {
  // Verbs with transactions of their own begin with a read.
  const mode = transaction === 'write' ? 'write' : 'read'
  if (database.expectedWaitMs(mode) > longestWaitMs) throw new Refusal('server.busy')
}

type Limiter = (tenantId: string, request: FastifyRequest) => Promise<void>

/** Counts the calls of an endpoint by address, within the tenant. */
function limiter(app: FastifyInstance, perMinute: Endpoint['perMinute']): Limiter {
  if (!perMinute) return async () => {}
  const count = app.createRateLimit({
    max: perMinute.address,
    timeWindow: 60_000,
    keyGenerator: ({ limitKey }) => limitKey,
  })
  return async (tenantId, request) => {
    request.limitKey = `${tenantId} ${request.ip}`
    const verdict = await count(request)
    if (!verdict.isAllowed && verdict.isExceeded) throw new Refusal('request.tooMany')
  }
}

function bearer(request: FastifyRequest): string | undefined {
  return /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
}

const noFile = Buffer.alloc(0)

/** What the call says: its query or body; of a form with a file, the file's bytes. */
async function contentOf(
  request: FastifyRequest,
  { method, file, files, alsoInQuery }: Endpoint,
): Promise<Content> {
  if (files) return { file: noFile, ...(await receiveFiles(request, files)) }
  const nothingElse = { files: [], file: noFile, fields: {} }
  // A form of another site may carry files without asking: where none is wanted, none is read.
  if (!file && request.isMultipart()) throw new Refusal('request.invalid')
  if (!file) {
    const fields = method === 'GET' ? request.query : withQuery(request, alsoInQuery)
    return { ...nothingElse, fields: fields ?? {} }
  }
  if (!request.isMultipart()) throw new Refusal('request.invalid')
  return { ...nothingElse, ...(await formOf(request, file.maxBytes)) }
}

/** A body with those fields that clients may send in the query instead; the body's own win. */
function withQuery(request: FastifyRequest, names: readonly string[] = []): unknown {
  const body = request.body ?? {}
  const given = Object.entries(request.query ?? {}).filter(([name]) => names.includes(name))
  if (given.length === 0 || typeof body !== 'object' || Array.isArray(body)) return body
  return { ...Object.fromEntries(given), ...body }
}

/**
 * Refuses what PostgreSQL cannot store, in any text or key of a call, by its field. Here and not in the schemas, so that
 * no schema can forget it.
 */
function refuseUnstorable(language: Language, fields: unknown, files: SentFile[]): void {
  const path = unstorablePath(fields) ?? unstorablePath({ files: files.map(({ name }) => name) })
  if (path) refuseFields(language, { [path.join('.') || 'body']: 'field.unstorable' })
}

type Content = { file: Buffer; files: SentFile[]; fields: unknown; remove?: () => Promise<void> }

/** A form's one file, in memory, and its fields. */
async function formOf(request: FastifyRequest, maxBytes: number): Promise<Pick<Content, 'file' | 'fields'>> {
  const fields: Record<string, string> = {}
  let file: Buffer | undefined
  try {
    for await (const part of request.parts({ limits: { fileSize: maxBytes, files: 1, fields: 20 } })) {
      if (part.type === 'file') file = await part.toBuffer()
      else fields[part.fieldname] = String(part.value)
    }
  } catch (error) {
    // Too large is said as such; a form that breaks off, or never was one, has no status of its own.
    if ((error as FastifyError).statusCode) throw error
    throw new Refusal('request.invalid')
  }
  if (!file) throw new Refusal('request.invalid')
  return { file, fields }
}

/** Refuses whoever may not call: the same table of pages that the panel's menu and routes follow. */
function guard(endpoint: Endpoint, tenant: Tenant, user: User | undefined, token: string | undefined): void {
  const { access } = endpoint
  if (access === 'open') return
  if (!user) {
    // A dead token is said to be dead even where none is needed, so that the client renews or drops it.
    const isOpen = access === 'shop' ? !tenant.authRequired : access === 'order' && guestsMayOrder(tenant)
    if (!isOpen || token) throw new Refusal('session.required')
    return
  }
  if (user.owesSecondFactor && !endpoint.beforeSecondFactor) throw new Refusal('session.secondFactorRequired')
  if (typeof access === 'object' && !access.pages.some((name) => mayOpen(pages[name], user)))
    throw new Refusal('permission.denied')
}

function send(reply: FastifyReply, endpoint: Endpoint, answer: unknown, check: boolean): unknown {
  if (answer instanceof FileAnswer)
    return asFile(reply, [endpoint.download].flat()[0] ?? '', answer.name).send(answer.bytes)
  if (answer instanceof StreamAnswer) return sendStream(reply, answer)
  if (!(answer instanceof RawJson)) {
    if (check) z.strictObject({ answer: endpoint.reply }).parse({ answer })
    return answer
  }
  if (check) endpoint.reply.parse(JSON.parse(answer.text))
  return sendJsonText(reply, answer.text)
}

function asFile(reply: FastifyReply, type: string, name: string): FastifyReply {
  const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(name)}`
  return reply.type(type).header('content-disposition', disposition)
}

/** A download that has been idle this long is aborted. */
const downloadIdleTimeoutMs = 60_000

function sendStream(reply: FastifyReply, { content, name, type }: StreamAnswer): FastifyReply {
  const { socket } = reply.request
  const abort = () => content.destroy()
  socket.setTimeout(downloadIdleTimeoutMs, abort)
  // The connection may serve more downloads: each takes its listener away.
  content.once('close', () => socket.off('timeout', abort))
  return asFile(reply, type, name).send(content)
}

/** Compressed in one go: half the work of the streams that other answers pass through. */
async function sendJsonText(reply: FastifyReply, text: string): Promise<FastifyReply> {
  const accepted = reply.request.headers['accept-encoding']?.toString() ?? ''
  reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding')
  if (text.length < 1024 || !/\b(br|gzip)\b/.test(accepted)) return reply.serializer(String).send(text)
  const bytes = Buffer.from(text)
  const isBrotli = /\bbr\b/.test(accepted)
  const packed = isBrotli
    ? await brotli(bytes, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
      })
    : await gzip(bytes, { level: 1 })
  return reply.header('content-encoding', isBrotli ? 'br' : 'gzip').send(packed)
}

function replySchema(reply: z.ZodType): object {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(reply, { target: 'draft-7', io: 'output' })
  return schema
}
