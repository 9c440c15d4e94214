import { createRequire } from 'node:module'
import type { Readable } from 'node:stream'
import type fastJson from 'fast-json-stringify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Catalogues } from '#server/catalogue/memory/catalogues.ts'
import { translatedInto } from '#server/catalogue/texts/texts.ts'
import { translated } from '#server/catalogue/texts/translate.ts'
import type { Database, Tx } from '#server/db/tenant.ts'
import type { SentFile } from '#server/files/sentFiles.ts'
import { requestLanguage } from '#server/i18n.ts'
import type { PhotoStore } from '#server/images/photoStore.ts'
import type { JobWaker } from '#server/jobs/jobs.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import type { Deployment } from '#server/operator/overview.ts'
import { noteCall } from '#server/operator/usage.ts'
import type { Placing } from '#server/orders/placing.ts'
import type { PriceRules } from '#server/pricing/tenantRules.ts'
import { noteCatalogueRead } from '#server/process/metrics.ts'
import type { Secrets } from '#server/process/secrets.ts'
import { guestsMayOrder, type Tenant, type Tenants } from '#server/tenancy/tenants.ts'
import type { User } from '#server/users/session.ts'
import type { UserCache } from '#server/users/userCache.ts'
import type { Access, Endpoint } from '#shared/endpoint.ts'
import { Refusal } from '#shared/errors.ts'
import { mayOpen, pages } from '#shared/pages.ts'
import type { Language } from '#shared/tenancy.ts'
import { limitCalls } from './callLimit.ts'
import type { CallPace } from './callPace.ts'
import { type Content, readContent } from './content.ts'
import { type Encoding, JsonBytes } from './jsonBytes.ts'
import { noteCaller } from './requestContext.ts'
import { strict } from './strict.ts'

/** The signed-in user, or undefined where the endpoint allows guests. */
type Caller<Who extends Access> = Who extends 'open' | 'shop' | 'order' | 'operator' ? User | undefined : User

export type Call<E extends Endpoint = Endpoint> = {
  tx: E['transaction'] extends 'own' ? undefined : Tx
  user: Caller<E['access']>
  tenant: Tenant
  language: Language
  /** When the request arrived; used for all timestamps. */
  now: Date
  inTenant: InTenant
  services: Services & Memory
  /** The uploaded file; empty if the endpoint takes none. */
  file: Buffer
  /** Uploaded files; deleted after the call. */
  files: SentFile[]
  request: FastifyRequest
  reply: FastifyReply
}

/** Any signed-in call, for functions shared by several verbs. */
export type SignedIn = Pick<
  Call,
  'tenant' | 'language' | 'now' | 'inTenant' | 'services' | 'request' | 'reply'
> & { user: User }

export type InTenant = <T>(mode: 'read' | 'write' | 'lateRead', work: (tx: Tx) => Promise<T>) => Promise<T>

/** A download; its content type is the endpoint's `download`. */
export class FileAnswer {
  readonly bytes: Buffer
  readonly name: string
  constructor(bytes: Buffer, name: string) {
    this.bytes = bytes
    this.name = name
  }
}

/**
 * A download streamed while it is made. If `content` fails, the response ends early, so that nobody takes it as
 * complete.
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
) => Promise<
  [E['download']] extends [undefined] ? Said<z.input<E['reply']>> | JsonBytes : FileAnswer | StreamAnswer
>

/** What a verb returns: only the data of `{success, data}`, and nothing for a bare `{success}`. */
type Said<Reply> = Reply extends { success: true }
  ? [keyof Reply] extends ['success']
    ? void
    : [keyof Reply] extends ['success' | 'data']
      ? Reply['data' & keyof Reply]
      : Reply
  : Reply

/** Makes the whole reply from what a verb of this endpoint returns. */
function replyOf({ reply }: Endpoint): (said: unknown) => unknown {
  const fields = reply instanceof z.ZodObject ? Object.keys(reply.shape).join(' ') : ''
  if (fields === 'success') return () => ({ success: true })
  return fields === 'success data' ? (data) => ({ success: true, data }) : (said) => said
}

/** Refuses a call by its headers alone. */
export type Admit = (call: Pick<Call, 'inTenant' | 'request' | 'services' | 'now'>) => Promise<void>

/** The parts of a call that an answer from memory is made of. */
export type MemoryCall<Who extends Access = Access> = Pick<
  Call,
  'tenant' | 'language' | 'services' | 'inTenant'
> & {
  user: Caller<Who>
}

/** Answers without a transaction; undefined if memory cannot, so that the verb answers. */
export type FromMemory<E extends Endpoint> = (
  call: MemoryCall<E['access']>,
  input: z.output<E['input']>,
) => JsonBytes | undefined | Promise<JsonBytes | undefined>

/** What the server does for a call. */
export type Served<E extends Endpoint> = {
  endpoint: E
  run: Verb<E>
  /** Runs before the body is read: for large bodies from callers without a session. */
  admit?: Admit
  fromMemory?: FromMemory<E>
}

// oxlint-disable-next-line typescript/no-explicit-any -- the generic worlds of all endpoints meet here and nowhere else
export type AnyServed = Served<any>

/** A verb, typed by its endpoint. */
export function verb<E extends Endpoint>(endpoint: E, run: Verb<E>): Served<E> {
  return { endpoint, run }
}

export type Services = {
  database: Database
  tenants: Tenants
  photos: PhotoStore
  mailer: Mailer
  jobs: JobWaker
  secrets: Secrets
  /** Base URL of links in mails; tenants with their own host use its protocol and port. */
  publicUrl: string | undefined
  /** For the operator. */
  deployment: Deployment
  /** Validates every answer by its schema; too slow for production. */
  checkReplies: boolean
}

/** What a process has for the calls of all tenants. */
export type Memory = {
  users: UserCache
  catalogues: Catalogues
  priceRules: PriceRules
  placing: Placing
  pace: CallPace
}

/**
 * Creates `serve`. A request passes tenant by host, session, permission, parsing and transaction, then the verb.
 * Answer fields missing in the reply schema are not sent.
 */
export function createServe(app: FastifyInstance, services: Services & Memory): (served: AnyServed) => void {
  const { database, tenants, checkReplies } = services
  return (served) => {
    const { admit } = served
    const endpoint: Endpoint = served.endpoint
    const answer = answering(served, services)
    const whole = replyOf(endpoint)
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      ...(endpoint.isUrgent ? {} : { onRequest: async () => refuseWhenBusy(database, endpoint.transaction) }),
      bodyLimit: endpoint.maxBytes ?? (needsNoUser(endpoint) ? maxAnonymousBytes : maxBodyBytes),
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
      ...(endpoint.download ? {} : writingReplies(endpoint.reply)),
      handler: async (request, reply) => {
        const found = tenants.byHost(request.headers.host)
        const tenant = found instanceof Promise ? await found : found
        if (!tenant) throw new Refusal('notFound')
        noteCaller(request, { tenant })
        noteCall(tenant.id)
        const said = await answer({
          tenant,
          inTenant: (mode, work) => database.inTenant(tenant.id, mode, work, endpoint.isUrgent),
          services,
          language: requestLanguage(request.headers),
          now: new Date(),
          request,
          reply,
        })
        if (database.hasReplica && endpoint.transaction !== 'read') noteWritten(reply)
        return send(reply, endpoint, said, { whole, checkReplies })
      },
    })
  }
}

/** A call whose user and content are not known yet. */
type Incoming = Omit<Call, 'tx' | 'user' | 'file' | 'files'>

/** Finds the user, checks, reads the content, and runs the verb in a transaction, or answers from memory. */
function answering({ endpoint, run, fromMemory }: AnyServed, services: Services & Memory) {
  const { path, perMinute, transaction, isTranslated }: Endpoint = endpoint
  const { database, pace } = services
  const schema = strict(endpoint.input, endpoint.sentBack)
  const contentFor = async (call: Incoming, { token }: Session, user: User | undefined): Promise<Content> => {
    const { request, tenant, language, now } = call
    noteCaller(request, { user })
    pace({ tenantId: tenant.id, userId: user?.id, address: request.ip }, now)
    checkAccess(endpoint, tenant, user, token)
    // Also counts a call that is refused later.
    if (perMinute && !(user && perMinute.onlyVisitors))
      await limitCalls(database, { tenantId: tenant.id, path, address: request.ip }, perMinute.address)
    return readContent(request, endpoint, { schema, language })
  }
  const runVerb = async (call: Incoming, tx: Tx | undefined, user: User | undefined, content: Content) => {
    const { file, files, fields } = content
    try {
      const answer: unknown = await run({ ...call, tx, user, file, files } as never, fields)
      return isTranslated ? inTheirLanguage(call, tx, answer) : answer
    } catch (error) {
      if (error instanceof Refusal && error.lines) await inTheirLanguage(call, tx, error.lines)
      throw error
    }
  }
  const answerFromMemory = async (call: Incoming, session: Session, answerWith: FromMemory<Endpoint>) => {
    const user = await session.user()
    const content = await contentFor(call, session, user)
    const kept = await answerWith({ ...call, user }, content.fields)
    noteCatalogueRead[kept ? 'memory' : 'database'].inc()
    return kept ?? call.inTenant(readModeOf(call), (tx) => runVerb(call, tx, user, content))
  }
  const answerByVerb = async (call: Incoming, session: Session) => {
    const withContent = async (user: User | undefined, use: (content: Content) => Promise<unknown>) => {
      const content = await contentFor(call, session, user)
      try {
        return await use(content)
      } finally {
        await content.remove?.()
      }
    }
    const readMode = readModeOf(call)
    // A call is counted before its transaction begins: counting takes a connection of its own. Users
    // are not read from a copy, because they are kept in memory.
    if (transaction !== 'own' && !perMinute && readMode === 'read')
      return call.inTenant(transaction, async (tx) => {
        const user = await session.user(tx)
        return withContent(user, (content) => runVerb(call, tx, user, content))
      })
    const user = await session.user()
    return withContent(user, (content) => {
      if (transaction === 'own') return runVerb(call, undefined, user, content)
      const mode = transaction === 'read' ? readMode : transaction
      return call.inTenant(mode, (tx) => runVerb(call, tx, user, content))
    })
  }
  return (call: Incoming): Promise<unknown> => {
    const session = sessionOf(call, endpoint)
    return fromMemory ? answerFromMemory(call, session, fromMemory) : answerByVerb(call, session)
  }
}

/** `user`: found by a statement of `tx`, or in a transaction of its own. */
type Session = {
  token: string | undefined
  user: (tx?: Tx) => User | undefined | Promise<User | undefined>
}

function sessionOf({ request, tenant, inTenant, services }: Incoming, { access }: Endpoint): Session {
  const { users } = services
  const token = access === 'open' || access === 'operator' ? undefined : bearer(request)
  if (token === undefined) return { token, user: () => undefined }
  const kept = users.get(tenant.id, token)
  const find = (tx: Tx) => users.find(tx, token)
  return { token, user: (tx) => kept ?? (tx ? find(tx) : inTenant('read', find)) }
}

async function inTheirLanguage<Value>(call: Incoming, tx: Tx | undefined, value: Value) {
  const { tenant, language, inTenant, services } = call
  const into = translatedInto(tenant, language)
  if (!into) return value
  // A replica may answer with what was stored before the tenant's settings were read.
  const keptFor = services.database.hasReplica ? undefined : tenant
  const translate = (own: Tx) => translated(own, into, value, keptFor)
  return tx ? translate(tx) : inTenant('read', translate)
}

const maxBodyBytes = 1024 * 1024
/** Limit for a call without a user, for which nobody is responsible. */
const maxAnonymousBytes = 64 * 1024
const needsNoUser = ({ access }: Endpoint) => access === 'open' || access === 'shop' || access === 'operator'

/** A cookie that lives for two seconds, longer than a copy may be behind. Any server reads it. */
const writtenCookie = 'written'
const hasJustWritten = ({ headers }: FastifyRequest) =>
  new RegExp(`(?:^|; )${writtenCookie}=`).test(headers.cookie ?? '')

const readModeOf = ({ request, services }: Incoming) =>
  services.database.hasReplica && !hasJustWritten(request) ? 'lateRead' : 'read'

function noteWritten(reply: FastifyReply): void {
  const secure = reply.request.protocol === 'https' ? '; Secure' : ''
  const set = `${writtenCookie}=1; Max-Age=2; Path=/; HttpOnly${secure}; SameSite=Lax`
  reply.header('set-cookie', [reply.getHeader('set-cookie') ?? [], set].flat().map(String))
}

/** Requests that would wait longer for a database connection are refused. */
const maxConnectionWaitMs = 2000

/** Checked once, before any work. */
function refuseWhenBusy(database: Database, transaction: Endpoint['transaction']): void {
  // Verbs with their own transactions start with a read.
  const mode = transaction === 'write' ? 'write' : 'read'
  if (database.expectedWaitMs(mode) > maxConnectionWaitMs) throw new Refusal('server.busy')
}

function bearer(request: FastifyRequest): string | undefined {
  return /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
}

/** Uses the page table of the panel's menu and routes. */
function checkAccess(
  endpoint: Endpoint,
  tenant: Tenant,
  user: User | undefined,
  token: string | undefined,
): void {
  const { access } = endpoint
  // The verb itself asks for the operator's token.
  if (access === 'open' || access === 'operator') return
  if (!user) {
    // A token that is not valid is refused even where none is needed, so that the client renews or drops it.
    const isOpen = access === 'shop' ? !tenant.authRequired : access === 'order' && guestsMayOrder(tenant)
    if (!isOpen || token) throw new Refusal('session.required')
    return
  }
  if (user.owesSecondFactor && !endpoint.beforeSecondFactor) throw new Refusal('session.secondFactorRequired')
  if (typeof access === 'object' && !access.pages.some((name) => mayOpen(pages[name], user)))
    throw new Refusal('permission.denied')
}

function send(
  reply: FastifyReply,
  endpoint: Endpoint,
  said: unknown,
  { whole, checkReplies }: { whole: (said: unknown) => unknown; checkReplies: boolean },
): unknown {
  if (said instanceof FileAnswer)
    return asFile(reply, [endpoint.download].flat()[0] ?? '', said.name).send(said.bytes)
  if (said instanceof StreamAnswer) return asFile(reply, said.type, said.name).send(said.content)
  if (said instanceof JsonBytes) {
    if (checkReplies) endpoint.reply.parse(JSON.parse(said.toString()))
    return sendJson(reply, said)
  }
  const answer = whole(said)
  if (checkReplies) z.strictObject({ answer: endpoint.reply }).parse({ answer })
  return answer
}

function asFile(reply: FastifyReply, type: string, name: string): FastifyReply {
  const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(name)}`
  return reply.type(type).header('content-disposition', disposition)
}

/** Shorter answers are sent as they are. */
const minCompressedBytes = 1024

function sendJson(reply: FastifyReply, json: JsonBytes): FastifyReply | Promise<FastifyReply> {
  const encoding = acceptedEncoding(reply.request)
  reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding')
  if (!encoding || json.length < minCompressedBytes) return reply.send(json.bytesFor(reply.raw))
  const packed = json.compressed(encoding)
  const answer = (bytes: Buffer) => reply.header('content-encoding', encoding).send(bytes)
  return packed instanceof Promise ? packed.then(answer) : answer(packed)
}

function acceptedEncoding({ headers }: FastifyRequest): Encoding | undefined {
  const accepted = headers['accept-encoding']?.toString() ?? ''
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : undefined
}

/** Fastify's options for answers of this schema. Compiled at the first answer: all would delay the start. */
function writingReplies(reply: z.ZodType) {
  let write: ((answer: unknown) => string) | undefined
  return {
    schema: { response: { 200: {} } },
    serializerCompiler: () => (answer: unknown) => (write ??= compiled(reply))(answer),
  }
}

function compiled(reply: z.ZodType): (answer: unknown) => string {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(reply, { target: 'draft-7', io: 'output' })
  const build: typeof fastJson = createRequire(import.meta.url)('fast-json-stringify')
  return build(schema as fastJson.AnySchema)
}
