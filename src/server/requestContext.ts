import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { RequestContext } from './log.ts'
import type { Tenant } from './tenancy/tenants.ts'
import type { User } from './users/session.ts'

const contexts = new WeakMap<IncomingMessage, RequestContext>()

/** What is known of a request, for every line that is logged about it. Its query is left out: it may carry a token. */
export function contextOf(raw: IncomingMessage): RequestContext {
  const known = contexts.get(raw)
  if (known) return known
  const context: RequestContext = {
    requestId: randomUUID(),
    method: raw.method ?? '',
    path: raw.url?.split('?', 1)[0] ?? '',
    host: raw.headers.host ?? '',
    tenant: null,
    user: null,
  }
  contexts.set(raw, context)
  return context
}

/** Notes whose request it is, as soon as that is known. */
export function noteCaller(
  { raw }: Pick<FastifyRequest, 'raw'>,
  known: { tenant?: Pick<Tenant, 'key'>; user?: Pick<User, 'username'> | undefined },
): void {
  const context = contextOf(raw)
  if (known.tenant) context.tenant = known.tenant.key
  if (known.user) context.user = known.user.username
}
