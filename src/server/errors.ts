import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import pg from 'pg'
import { ZodError } from 'zod'
import { type ErrorBody, type ErrorCode, errorStatus, Refusal } from '#shared/errors.ts'
import { fieldProblems } from '#shared/fieldProblems.ts'
import type { MessageKey } from '#shared/i18n/keys.ts'
import type { Language } from '#shared/tenancy.ts'
import { PoolBusy } from './db/poolQueue.ts'
import { DatabaseAbsent, isStorageFault } from './db/trouble.ts'
import { requestLanguage, translate } from './i18n.ts'
import { isStorageFull, noteStorageFault } from './storageSpace.ts'

/** Answers every failure as an {@link ErrorBody} in the caller's language. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply))
  app.setNotFoundHandler((request, reply) => answerError(new Refusal('notFound'), request, reply))
}

export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const language = requestLanguage(request.headers.langcode)
  const refusal = asRefusal(error, language)
  if (refusal.code === 'server.failed') request.log.error({ err: error }, 'request failed')
  const body: ErrorBody = {
    Message: translate(language, `error.${refusal.code}` as MessageKey, refusal.values),
    code: refusal.code,
    requestId: request.id,
    ...(refusal.fields ? { fields: refusal.fields } : {}),
    ...(refusal.lines ? { lines: refusal.lines } : {}),
    ...(refusal.unmet ? { unmet: refusal.unmet } : {}),
    ...(refusal.seconds ? { seconds: refusal.seconds } : {}),
  }
  const retryAfter = refusal.seconds ?? retryAfterSeconds[refusal.code]
  if (retryAfter) reply.header('retry-after', retryAfter)
  return reply
    .status(errorStatus[refusal.code])
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body)
}

/** Defaults where the refusal has none. */
const retryAfterSeconds: Partial<Record<ErrorCode, number>> = {
  'server.busy': 2,
  'database.absent': 1,
  'storage.full': 30,
}

const codeByHttpStatus: Record<number, ErrorCode> = {
  400: 'request.invalid',
  403: 'notFound',
  404: 'notFound',
  413: 'request.tooLarge',
  415: 'request.invalid',
  429: 'request.tooMany',
  503: 'server.busy',
}

/** SQLSTATE: invalid values, and waits that timed out. */
const codeBySqlState: Record<string, ErrorCode> = {
  '22003': 'request.invalid',
  '22007': 'request.invalid',
  '22008': 'request.invalid',
  '22021': 'request.invalid',
  '22P05': 'request.invalid',
  '55P03': 'server.busy',
  '57014': 'server.busy',
}

function asRefusal(error: unknown, language: Language): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof ZodError)
    return new Refusal('request.invalid', { fields: fieldMessages(error, language) })
  if (isStorageFault(error)) {
    noteStorageFault(error)
    return new Refusal('storage.full')
  }
  // PostgreSQL stops when its log has no space.
  if (error instanceof DatabaseAbsent)
    return new Refusal(isStorageFull() ? 'storage.full' : 'database.absent')
  if (error instanceof PoolBusy) return new Refusal('server.busy')
  if (error instanceof pg.DatabaseError)
    return new Refusal(codeBySqlState[error.code ?? ''] ?? 'server.failed')
  const { statusCode = 500 } = error as FastifyError
  const known = codeByHttpStatus[statusCode]
  return new Refusal(known ?? (statusCode < 500 ? 'request.invalid' : 'server.failed'))
}

function fieldMessages(error: ZodError, language: Language): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fieldProblems(error)).map(([path, { key, values }]) => [
      path,
      translate(language, key, values),
    ]),
  )
}
