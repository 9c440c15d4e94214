import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { RequestContext } from '#server/process/log.ts'
import type { Tenant } from '#server/tenancy/tenants.ts'
import type { User } from '#server/users/session.ts'

/** The request whose work is under way, for what is logged far from it. */
export const currentRequest = new AsyncLocalStorage<RequestContext>()

const key = Symbol('context')
type Noted = IncomingMessage & { [key]?: RequestContext }

/** For the log. Without the query, which may contain a token. */
export function contextOf(raw: Noted): RequestContext {
  const noted = raw[key]
  if (noted) return noted
  const context: RequestContext = {
    requestId: randomUUID(),
    method: raw.method ?? '',
    path: raw.url?.split('?', 1)[0] ?? '',
    host: raw.headers.host ?? '',
    tenant: null,
    user: null,
  }
  raw[key] = context
  return context
}

export function noteCaller(
  { raw }: Pick<FastifyRequest, 'raw'>,
  noted: { tenant?: Pick<Tenant, 'key'>; user?: Pick<User, 'username'> | undefined },
): void {
  const context = contextOf(raw)
  if (noted.tenant) context.tenant = noted.tenant.key
  if (noted.user) context.user = noted.user.username
}
