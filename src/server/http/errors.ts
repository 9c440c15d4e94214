import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import pg from 'pg'
import { ZodError } from 'zod'
import { PoolBusy } from '#server/db/poolQueue.ts'
import { DatabaseAbsent, isStorageFault } from '#server/db/trouble.ts'
import { isStorageFull, noteStorageFault } from '#server/files/storageSpace.ts'
import { requestLanguage, translate } from '#server/i18n.ts'
import { type ErrorBody, type ErrorCode, errorStatus, Refusal } from '#shared/errors.ts'
import { fieldProblems } from '#shared/fieldProblems.ts'
import type { MessageKey } from '#shared/i18n/keys.ts'
import type { Language } from '#shared/tenancy.ts'
import { asksForPage, readersLanguage, sendMessagePage } from './messagePage.ts'
import { logRefusals } from './refusalLog.ts'
import { maxProblems } from './strict.ts'

/** Answers every failure in the caller's language: a browser that asks for a page gets one, others an {@link ErrorBody}. */
export function handleErrors(app: FastifyInstance): void {
  logRefusals(app)
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply))
  app.setNotFoundHandler((request, reply) => answerError(new Refusal('notFound'), request, reply))
}

export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const isPage = asksForPage(request)
  const language = isPage ? readersLanguage(request) : requestLanguage(request.headers)
  const refusal = asRefusal(error, language)
  if (refusal.code === 'server.failed') request.log.error({ err: error }, 'request failed')
  else request.server.logRefusal(request, refusal.code)
  const message = translate(language, `error.${refusal.code}` as MessageKey, refusal.values)
  const retryAfter = refusal.seconds ?? retryAfterSeconds[refusal.code]
  if (retryAfter) reply.header('retry-after', retryAfter)
  reply.status(errorStatus[refusal.code])
  if (isPage) return sendErrorPage(reply, language, refusal, message)
  const body: ErrorBody = {
    Message: message,
    code: refusal.code,
    requestId: request.id,
    ...(refusal.fields ? { fields: refusal.fields } : {}),
    ...(refusal.lines ? { lines: refusal.lines } : {}),
    ...(refusal.brokenLimits ? { unmet: refusal.brokenLimits } : {}),
    ...(refusal.seconds ? { seconds: refusal.seconds } : {}),
  }
  return reply.type('application/json; charset=utf-8').serializer(JSON.stringify).send(body)
}

function sendErrorPage(reply: FastifyReply, language: Language, { code }: Refusal, message: string) {
  // In a request for a page, only the address can be wrong.
  const isWrongAddress = code === 'notFound' || code === 'request.invalid'
  if (!isWrongAddress) return sendMessagePage(reply, language, message)
  const [title, text] = [translate(language, 'notFound.title'), translate(language, 'notFound.text')]
  return sendMessagePage(reply, language, title, text)
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
    Object.entries(fieldProblems(error, maxProblems)).map(([path, { key, values }]) => [
      path,
      translate(language, key, values),
    ]),
  )
}
