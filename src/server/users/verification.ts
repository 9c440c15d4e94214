import { randomInt, timingSafeEqual } from 'node:crypto'
import { prepared } from '#server/db/statement.ts'
import type { Call } from '#server/http/http.ts'
import { translate } from '#server/i18n.ts'
import { maskAddress } from '#server/mail/mailer.ts'
import { Refusal } from '#shared/errors.ts'
import { logUnsent } from './notices.ts'
import { countTry, type TryKey, uncountTry } from './tries.ts'

const codeLifetimeSeconds = 180
/** A new request within this time sends no new code. */
const resendAfterSeconds = 20
const maxTries = 5

type Owner = { id: string; email: string }
type CallParts = Pick<Call, 'inTenant' | 'tenant' | 'services' | 'language' | 'now' | 'request'>

const readCode = prepared(`
  select code_hash as "codeHash", expires_at as "expiresAt", tries_left as "triesLeft", sent_at as "sentAt"
  from verification_codes where tenant_id = $1 and user_id = $2 for update`)
const writeCode = prepared(`
  insert into verification_codes (tenant_id, user_id, code_hash, expires_at, tries_left, sent_at)
  values ($1, $2, $3, $4, $5, $6)
  on conflict (tenant_id, user_id) do update set code_hash = excluded.code_hash, expires_at = excluded.expires_at,
    tries_left = excluded.tries_left, sent_at = excluded.sent_at`)
const useTry = prepared(
  'update verification_codes set tries_left = tries_left - 1 where tenant_id = $1 and user_id = $2',
)
const deleteCode = prepared('delete from verification_codes where tenant_id = $1 and user_id = $2')

type Code = { codeHash: Buffer; expiresAt: Date; triesLeft: number; sentAt: Date }

/**
 * Mails six digits. Returns masked address and seconds left. Refuses with `mail.failed` or `session.tooManyTries`.
 */
export async function sendCode(call: CallParts, user: Owner) {
  const { secrets, mailer } = call.services
  const email = maskAddress(user.email)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const counted: TryKey[] = [{ kind: 'mail', key: secrets.mac('try', `code ${user.id}`) }]
  const secondsLeft = await call.inTenant('write', async (tx) => {
    const [current] = await tx.query<Code>(readCode, user.id)
    const age = current ? (call.now.getTime() - current.sentAt.getTime()) / 1000 : Number.POSITIVE_INFINITY
    if (current && age < resendAfterSeconds && current.triesLeft > 0)
      return Math.floor(codeLifetimeSeconds - age)
    await countTry(tx, counted, call.now)
    const expiresAt = new Date(call.now.getTime() + codeLifetimeSeconds * 1000)
    await tx.query(writeCode, user.id, hashOf(call, user, code), expiresAt, maxTries, call.now)
    return undefined
  })
  if (secondsLeft !== undefined) return { verificationRequired: true as const, email, seconds: secondsLeft }
  const values = { code, seconds: codeLifetimeSeconds, company: call.tenant.displayName }
  await mailer
    .send({
      to: user.email,
      fromName: call.tenant.displayName,
      subject: translate(call.language, 'mail.code.subject', values),
      text: translate(call.language, 'mail.code.text', values),
    })
    .catch(async (error: unknown) => {
      logUnsent(call, error, 'a verification code was not sent')
      // The next try sends a new one.
      await call.inTenant('write', async (tx) => {
        await Promise.all([tx.query(deleteCode, user.id), uncountTry(tx, counted)])
      })
      throw new Refusal('mail.failed')
    })
  return { verificationRequired: true as const, email, seconds: codeLifetimeSeconds }
}

/** Valid once. Refuses with `session.badCode`, or `session.codeSpent` (expired, or wrong too often). */
export async function useCode(call: CallParts, user: Owner, code: string): Promise<void> {
  const verdict = await call.inTenant('write', async (tx) => {
    const [current] = await tx.query<Code>(readCode, user.id)
    if (!current || current.expiresAt <= call.now || current.triesLeft <= 0) return 'session.codeSpent'
    if (timingSafeEqual(current.codeHash, hashOf(call, user, code))) {
      await tx.query(deleteCode, user.id)
      return 'right'
    }
    await tx.query(useTry, user.id)
    return current.triesLeft === 1 ? 'session.codeSpent' : 'session.badCode'
  })
  if (verdict !== 'right') throw new Refusal(verdict)
}

function hashOf(call: CallParts, user: Owner, code: string): Buffer {
  return call.services.secrets.mac('code', `${call.tenant.id} ${user.id} ${code}`)
}
