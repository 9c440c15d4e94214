import { actorOf, recordChange } from '#server/changes/record.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { type Call, type SignedIn, verb } from '#server/http/http.ts'
import { Refusal } from '#shared/errors.ts'
import { confirmTotp, endTotp, newRecoveryCodes, startTotp } from '#shared/users/profile.ts'
import { notify } from './notices.ts'
import { verifyOwnPassword } from './passwords.ts'
import {
  newRecoveryCodes as makeRecoveryCodes,
  newTotpSecret,
  plainRecoveryCode,
  totpAddress,
  totpStep,
} from './totp.ts'
import { countTry, forgetTries, type TryKey } from './tries.ts'

type Secrets = Call['services']['secrets']

const readTotp = prepared(`
  select totp_secret as sealed, totp_last_step::float8 as "lastStep", totp_confirmed_at is not null as "isConfirmed"
  from users where tenant_id = $1 and id = $2 for update`)
const storeSecret = prepared(`
  update users set totp_secret = $3, totp_last_step = null, totp_confirmed_at = null
  where tenant_id = $1 and id = $2 and totp_confirmed_at is null returning id`)
const confirm = prepared(`
  update users set totp_confirmed_at = $3, totp_last_step = $4, version = version + 1
  where tenant_id = $1 and id = $2`)
const useStep = prepared('update users set totp_last_step = $3 where tenant_id = $1 and id = $2', {
  isUnseen: true,
})
const useRecoveryCode = prepared(
  'delete from recovery_codes where tenant_id = $1 and user_id = $2 and code_hash = $3 returning user_id',
)
const deleteRecoveryCodes = prepared('delete from recovery_codes where tenant_id = $1 and user_id = $2')
const insertRecoveryCodes = prepared(`
  insert into recovery_codes (tenant_id, user_id, code_hash) select $1, $2, hash from unnest($3::bytea[]) c (hash)
  on conflict do nothing`)
const forgetSecret = prepared(`
  update users set totp_secret = null, totp_last_step = null, totp_confirmed_at = null, version = version + 1
  where tenant_id = $1 and id = $2`)

type Totp = { sealed: Buffer | null; lastStep: number | null; isConfirmed: boolean }
/** What a user's authenticator secret is sealed with. */
export const totpContext = (tenantId: string, userId: string) => `totp ${tenantId} ${userId}`

/** Inactive until a code confirms it. */
export const beginTotp = verb(startTotp, async (call, { password }) => {
  const { username } = await verifyOwnPassword(call, password)
  const secret = newTotpSecret()
  const sealed = call.services.secrets.seal(secret, totpContext(call.tenant.id, call.user.id))
  const [stored] = await call.inTenant('write', (tx) => tx.query(storeSecret, call.user.id, sealed))
  // Remove the existing one first.
  if (!stored) throw new Refusal('record.inUse')
  return { secret, address: totpAddress(secret, username, call.tenant.displayName) }
})

/** Returns the recovery codes once; only HMACs are stored. */
export const enableTotp = verb(confirmTotp, async (call, { code }) => {
  const { secrets } = call.services
  const counted: TryKey[] = [{ kind: 'device', key: secrets.mac('try', `totp ${call.user.id}`) }]
  await call.inTenant('write', (tx) => countTry(tx, counted, call.now))
  const recoveryCodes = await call.inTenant('write', async (tx) => {
    const [totp] = await tx.query<Totp>(readTotp, call.user.id)
    if (!totp?.sealed || totp.isConfirmed) throw new Refusal('record.inUse')
    const secret = secrets.open(totp.sealed, totpContext(call.tenant.id, call.user.id))
    const step = totpStep(secret, code, call.now, null)
    if (step === undefined) throw new Refusal('session.badCode')
    await tx.query(confirm, call.user.id, call.now, step)
    await recordTotp(call, tx, 'twoFactorOn')
    await forgetTries(tx, counted)
    return replaceRecoveryCodes(tx, secrets, call.user.id)
  })
  return { recoveryCodes }
})

async function replaceRecoveryCodes(tx: Tx, secrets: Secrets, userId: string): Promise<string[]> {
  const codes = makeRecoveryCodes()
  await tx.query(deleteRecoveryCodes, userId)
  await tx.query(
    insertRecoveryCodes,
    userId,
    codes.map((code) => recoveryHash(secrets, userId, code)),
  )
  return codes
}

const recoveryHash = (secrets: Secrets, userId: string, typed: string) =>
  secrets.mac('recovery', `${userId} ${plainRecoveryCode(typed)}`)

export const renewRecoveryCodes = verb(newRecoveryCodes, async (call, { password }) => {
  await verifyOwnPassword(call, password)
  const recoveryCodes = await call.inTenant('write', async (tx) => {
    const [totp] = await tx.query<Totp>(readTotp, call.user.id)
    if (!totp?.isConfirmed) throw new Refusal('notFound')
    return replaceRecoveryCodes(tx, call.services.secrets, call.user.id)
  })
  return { recoveryCodes }
})

export const disableTotp = verb(endTotp, async (call, { password }) => {
  if (call.user.allRoles.some((role) => call.tenant.totpRoles.includes(role))) {
    throw new Refusal('permission.denied')
  }
  const owner = await verifyOwnPassword(call, password)
  await call.inTenant('write', async (tx) => {
    await removeTotp(tx, call.user.id)
    await recordTotp(call, tx, 'twoFactorOff')
  })
  await notify(call, owner.email, 'mail.twoFactorOff')
})

export async function removeTotp(tx: Tx, userId: string): Promise<void> {
  await tx.query(forgetSecret, userId)
  await tx.query(deleteRecoveryCodes, userId)
}

async function recordTotp(call: SignedIn, tx: Tx, action: 'twoFactorOn' | 'twoFactorOff'): Promise<void> {
  const { id, username } = call.user
  await recordChange(tx, actorOf(call), call.now, {
    subject: 'user',
    subjectId: id,
    subjectName: username,
    action,
  })
}

/** Authenticator or recovery code, each valid once. */
export async function isSecondFactor(
  tx: Tx,
  call: { tenant: { id: string }; services: { secrets: Secrets }; now: Date },
  userId: string,
  typed: string,
): Promise<boolean> {
  const { secrets } = call.services
  const [totp] = await tx.query<Totp>(readTotp, userId)
  if (!totp?.sealed || !totp.isConfirmed) return false
  const secret = secrets.open(totp.sealed, totpContext(call.tenant.id, userId))
  const step = totpStep(secret, typed.replace(/\s/g, ''), call.now, totp.lastStep)
  if (step !== undefined) {
    await tx.query(useStep, userId, step)
    return true
  }
  return (await tx.query(useRecoveryCode, userId, recoveryHash(secrets, userId, typed))).length === 1
}
