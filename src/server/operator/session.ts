import { createHash, randomBytes } from 'node:crypto'
import { type Database, noTenant } from '#server/db/tenant.ts'
import { type Call, verb } from '#server/http/http.ts'
import { rememberDevice, signInTryKeys } from '#server/users/devices.ts'
import { judgeSignIn } from '#server/users/judgeSignIn.ts'
import { totpStep } from '#server/users/totp.ts'
import { triesIn } from '#server/users/tries.ts'
import { Refusal } from '#shared/errors.ts'
import { signInOperator } from '#shared/operator.ts'
import { operatorNamed, operatorTotpContext } from './operators.ts'

const sessionLifetimeMs = 12 * 60 * 60_000
const { countTry, forgetTries, uncountTry } = triesIn('operator_tries')

const hashOf = (token: string) => createHash('sha256').update(token).digest()

type Found = {
  id: string
  username: string
  passwordHash: string
  sealedTotp: Buffer | null
}
const findForSignIn = `
  select id, username, password_hash as "passwordHash", totp_secret as "sealedTotp"
  from operators where username_key = $1`
/** No row if this code or a later one was used. */
const useStep = `
  update operators set totp_last_step = $2 where id = $1 and coalesce(totp_last_step, -1) < $2 returning id`
/** No row if password or authenticator changed since the check. */
const openSession = `
  with old as (delete from operator_sessions where expires_at < now())
  insert into operator_sessions (token_hash, operator_id, expires_at)
  select $1, id, now() + $2 * interval '1 ms' from operators
  where id = $3 and password_hash = $4 and totp_secret is not distinct from $5 for share
  returning operator_id`

/** Password, then the code of the authenticator if the operator has one. */
export const signIn = verb(signInOperator, (call, given) => {
  const { database } = call.services
  const name = operatorNamed(given.username)
  const counted = signInTryKeys(call, name)
  const inTries: Call['inTenant'] = (mode, work) => database.inTenant(noTenant, mode, work)
  return judgeSignIn(call, given.password, {
    count: () => inTries('write', (tx) => countTry(tx, counted, call.now)),
    find: async () => (await database.global<Found>(findForSignIn, [name.key]))[0],
    open: async (operator) => {
      if (operator.sealedTotp && !given.verificationCode) {
        // Not a failed try: the password was right.
        await inTries('write', (tx) => uncountTry(tx, counted))
        return { totpRequired: true as const }
      }
      if (operator.sealedTotp)
        await useCode(call, operator.id, operator.sealedTotp, given.verificationCode ?? '')
      const token = randomBytes(32).toString('base64url')
      const { id, username, passwordHash, sealedTotp } = operator
      const opened = await database.global(openSession, [
        hashOf(token),
        sessionLifetimeMs,
        id,
        passwordHash,
        sealedTotp,
      ])
      if (opened.length === 0) throw new Refusal('session.badCredentials')
      await inTries('write', (tx) => forgetTries(tx, counted))
      rememberDevice(call, name)
      return { token, username }
    },
  })
})

/** Each code is valid once. Refuses with `session.badCode`. */
async function useCode(
  { services: { database, secrets }, now }: Pick<Call, 'services' | 'now'>,
  operatorId: string,
  sealedTotp: Buffer,
  code: string,
): Promise<void> {
  const step = totpStep(secrets.open(sealedTotp, operatorTotpContext(operatorId)), code, now, null)
  const used = step === undefined ? [] : await database.global(useStep, [operatorId, step])
  if (used.length === 0) throw new Refusal('session.badCode')
}

export async function signOut({ global }: Pick<Database, 'global'>, token: string): Promise<void> {
  await global('delete from operator_sessions where token_hash = $1', [hashOf(token)])
}

/** @throws Refusal `session.required` */
export async function requireOperator(
  { global }: Pick<Database, 'global'>,
  token: string | undefined,
): Promise<void> {
  const found = token
    ? await global('select from operator_sessions where token_hash = $1 and expires_at > now()', [
        hashOf(token),
      ])
    : []
  if (found.length === 0) throw new Refusal('session.required')
}
