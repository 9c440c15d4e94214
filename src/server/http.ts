import { promisify } from 'node:util'
import { brotliCompress, constants, gzip as gzipCompress } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Access, Endpoint } from '#shared/endpoint.ts'
import { Refusal } from '#shared/errors.ts'
import type { Language } from '#shared/tenancy.ts'
import { fold } from '#shared/text.ts'
import type { Database, Tx } from './db/tenant.ts'
import { requestLanguage } from './i18n.ts'
import type { Tenant, Tenants } from './tenancy/tenants.ts'
import { type User, userOfToken } from './users/session.ts'

const brotli = promisify(brotliCompress)
const gzip = promisify(gzipCompress)

/** Whoever calls, as far as the endpoint's access makes sure of it. */
type Caller<Who extends Access> = Who extends 'open' | 'shop' ? User | undefined : User

/** What a verb gets beside its input. */
export type Call<E extends Endpoint = Endpoint> = {
  tx: E['transaction'] extends 'own' ? undefined : Tx
  user: Caller<E['access']>
  tenant: Tenant
  language: Language
  /** When the request came in; every time written is this one. */
  now: Date
  /** A transaction of the caller's tenant, for verbs that open their own. */
  inTenant: <T>(mode: 'read' | 'write', work: (tx: Tx) => Promise<T>) => Promise<T>
  request: FastifyRequest
  reply: FastifyReply
}

/** JSON that PostgreSQL built, handed on as it is. */
export class RawJson {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type Verb<E extends Endpoint> = (
  call: Call<E>,
  input: z.output<E['input']>,
) => Promise<z.input<E['reply']> | RawJson>

declare module 'fastify' {
  interface FastifyRequest {
    /** What the limiter counts this request under. */
    limitKey: string
  }
}

export type Serve = <E extends Endpoint>(endpoint: E, verb: Verb<E>) => void

export type Services = {
  database: Database
  tenants: Tenants
  /** Parse every answer by its schema and fail on a mismatch: for tests; too slow for production. */
  checkReplies: boolean
}

/**
 * Makes `serve`: a request of an endpoint passes, in this order, tenant by host, session, permission, parsing and
 * the transaction, then the verb. What the reply schema does not name does not leave.
 */
export function serving(app: FastifyInstance, { database, tenants, checkReplies }: Services): Serve {
  return (endpoint, verb) => {
    // oxlint-disable-next-line typescript/no-explicit-any -- the two generic worlds meet here and nowhere else
    const run = verb as Verb<any>
    const limit = limiter(app, endpoint.perMinute)
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      schema: { response: { 200: replySchema(endpoint.reply) } },
      handler: async (request, reply) => {
        const tenant = await tenants.byHost(request.headers.host)
        if (!tenant) throw new Refusal('notFound')
        const token = bearer(request)
        const parse = () =>
          endpoint.input.parse(endpoint.method === 'GET' ? request.query : (request.body ?? undefined))
        const inTenant: Call['inTenant'] = (mode, work) => database.inTenant(tenant.id, mode, work)
        const common = {
          tenant,
          inTenant,
          language: requestLanguage(request.headers.langcode),
          now: new Date(),
          request,
          reply,
        }

        const attempt = async (tx: Tx | undefined) => {
          const user = tx && token && needsUser(endpoint.access) ? await userOfToken(tx, token) : undefined
          guard(endpoint.access, tenant, user, token)
          const input = parse()
          await limit(tenant.id, request, input)
          return run({ ...common, tx, user } as never, input)
        }
        const answer =
          endpoint.transaction === 'own'
            ? await attempt(undefined)
            : await database.inTenant(tenant.id, endpoint.transaction, attempt)
        return send(reply, endpoint, answer, checkReplies)
      },
    })
  }
}

type Limiter = (tenantId: string, request: FastifyRequest, input: unknown) => Promise<void>

/** Counts the calls of an endpoint by address and by user name, both within the tenant. */
function limiter(app: FastifyInstance, perMinute: Endpoint['perMinute']): Limiter {
  const counted = (max: number) =>
    app.createRateLimit({ max, timeWindow: 60_000, keyGenerator: ({ limitKey }) => limitKey })
  const byAddress = perMinute ? counted(perMinute.address) : undefined
  const byUsername = perMinute?.username ? counted(perMinute.username) : undefined
  return async (tenantId, request, input) => {
    const { username } = input as { username?: string }
    for (const [count, key] of [
      [byAddress, request.ip],
      [byUsername, fold(username ?? '')],
    ] as const) {
      if (!count) continue
      request.limitKey = `${tenantId} ${key}`
      const verdict = await count(request)
      if (!verdict.isAllowed && verdict.isExceeded) throw new Refusal('request.tooMany')
    }
  }
}

function needsUser(access: Access): boolean {
  return access !== 'open'
}

function bearer(request: FastifyRequest): string | undefined {
  return /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
}

function guard(access: Access, tenant: Tenant, user: User | undefined, token: string | undefined): void {
  if (access === 'open') return
  if (access === 'shop') {
    // A dead token is said to be dead even where none is needed, so that the client renews or drops it.
    if (!user && (tenant.authRequired || token)) throw new Refusal('session.required')
    return
  }
  if (!user) throw new Refusal('session.required')
  if (access !== 'signedIn' && !user.roles.some((role) => access.includes(role)))
    throw new Refusal('permission.denied')
}

function send(reply: FastifyReply, endpoint: Endpoint, answer: unknown, check: boolean): unknown {
  if (!(answer instanceof RawJson)) {
    if (check) z.strictObject({ answer: endpoint.reply }).parse({ answer })
    return answer
  }
  if (check) endpoint.reply.parse(JSON.parse(answer.text))
  return sendJsonText(reply, answer.text)
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
