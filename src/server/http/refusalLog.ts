import type { FastifyInstance } from 'fastify'
import { boundedMap } from '#server/boundedMap.ts'
import type { ErrorCode } from '#shared/errors.ts'

/* Refusals that say somebody tries what they may not: logged (ASVS 16.3.2, 16.3.3), without letting them fill the log. */

const logged: ReadonlySet<ErrorCode> = new Set([
  'permission.denied',
  'request.tooMany',
  'request.tooLarge',
  'session.secondFactorRequired',
  'session.tooManyTries',
  'user.notYours',
  'user.oneself',
])
const quietMs = 60_000

declare module 'fastify' {
  interface FastifyInstance {
    logRefusal: (request: FastifyRequest, code: ErrorCode) => void
  }
}

/** At most one line a minute for each address and kind, with how many there were. */
export function logRefusals(app: FastifyInstance): void {
  /** How many of a kind an address had since the last line, and when that was. */
  const recent = boundedMap<{ unlogged: number; since: number }>({ maxBytes: 1_000_000, bytesOf: () => 50 })
  app.decorate('logRefusal', ({ log, ip: address }, code) => {
    if (!logged.has(code)) return
    const key = `${code} ${address}`
    const now = Date.now()
    const before = recent.get(key)
    if (before && now - before.since < quietMs) {
      before.unlogged += 1
      return
    }
    const count = 1 + (before?.unlogged ?? 0)
    recent.set(key, { unlogged: 0, since: now })
    log.warn({ address, refusal: code, ...(count > 1 ? { count } : {}) }, 'a call was refused')
  })
}
