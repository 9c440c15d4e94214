import { randomBytes } from 'node:crypto'
import { actorOf, recordChange } from '#server/changes/record.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { type Call, verb } from '#server/http/http.ts'
import { translate } from '#server/i18n.ts'
import { Refusal } from '#shared/errors.ts'
import { fold } from '#shared/text/text.ts'
import { requestPasswordReset, resetPassword } from '#shared/users/account.ts'
import { passwordChange } from '#shared/users/profile.ts'
import { networkOf, rememberDevice, signInTryKeys, userNamed } from './devices.ts'
import { logUnsent, notify } from './notices.ts'
import { hashPassword, refuseWeakPassword, verifyOwnPassword } from './passwords.ts'
import { publicAddress } from './publicAddress.ts'
import { endSessionsOf, hashToken, joinLiving, livingRoles } from './session.ts'
import { countTry, forgetTries } from './tries.ts'

const linkLifetimeMinutes = 30

const writePassword = prepared(`
  update users set password_hash = $3, password_changed_at = $4, updated_at = $4, version = version + 1
  where tenant_id = $1 and id = $2`)
const deleteLinks = prepared('delete from password_resets where tenant_id = $1 and user_id = $2')
const deleteCodes = prepared('delete from verification_codes where tenant_id = $1 and user_id = $2')

/** Also ends sessions (but `except`), reset links and codes. */
export async function replacePassword(
  tx: Tx,
  userId: string,
  passwordHash: string,
  now: Date,
  except: string | null,
): Promise<void> {
  await Promise.all([
    tx.query(writePassword, userId, passwordHash, now),
    tx.query(deleteLinks, userId),
    tx.query(deleteCodes, userId),
    endSessionsOf(tx, userId, except),
  ])
}

/** Ends every other session. */
export const changePassword = verb(passwordChange, async (call, { oldPassword, newPassword }) => {
  const owner = await verifyOwnPassword(call, oldPassword)
  refuseWeakPassword(call, 'newPassword', newPassword, [owner.username, owner.email])
  const passwordHash = await hashPassword(newPassword)
  await call.inTenant('write', async (tx) => {
    await replacePassword(tx, call.user.id, passwordHash, call.now, call.user.sessionId)
    await recordChange(tx, actorOf(call), call.now, {
      subject: 'user',
      subjectId: call.user.id,
      subjectName: owner.username,
      action: 'passwordChanged',
    })
  })
  await notify(call, owner.email, 'mail.passwordChanged')
})

type Owner = { id: string; username: string; email: string }
const findByNameOrAddress = prepared(`
  select u.id, u.username, u.email from users u ${joinLiving}
  where u.tenant_id = $1 and (u.username_key = $2 or lower(u.email) = lower($3)) and u.email <> ''
    and u.is_active and u.deleted_at is null and ${livingRoles} <> '{}'
  order by u.id limit 5`)
const writeLink = prepared(`
  insert into password_resets (tenant_id, user_id, token_hash, expires_at) values ($1, $2, $3, $4)
  on conflict (tenant_id, user_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at`)

const noAddress =
  'a password link was not sent: the wholesaler has no host name of its own, and PUBLIC_URL is not set'

/** Mails a reset link. The answer reveals nothing: always the same, without waiting for the mail. */
export const requestReset = verb(requestPasswordReset, async (call, { username }) => {
  const { secrets } = call.services
  const counted = [
    { kind: 'mail' as const, key: secrets.mac('try', `reset ${fold(username)}`) },
    { kind: 'address' as const, key: secrets.mac('try', `reset address ${networkOf(call.request.ip)}`) },
  ]
  await call.inTenant('write', (tx) => countTry(tx, counted, call.now))
  void sendLink(call, username).catch((error: unknown) =>
    logUnsent(call, error, 'a password link was not sent'),
  )
})

async function sendLink(call: Call<typeof requestPasswordReset>, username: string): Promise<void> {
  const users = await call.inTenant('read', (tx) =>
    tx.query<Owner>(findByNameOrAddress, fold(username), username),
  )
  const origin = publicAddress(call)
  if (!origin) {
    // Only for users who exist, so that strangers cannot fill the log.
    if (users.length > 0) call.request.log.warn(noAddress)
    return
  }
  for (const user of users) {
    // Also limited per mailbox, silently.
    const counted = [
      { kind: 'mail' as const, key: call.services.secrets.mac('try', `link ${fold(user.email)}`) },
    ]
    const isLimited = await call
      .inTenant('write', (tx) => countTry(tx, counted, call.now))
      .then(() => false, isRefusal)
    if (isLimited) continue
    const token = randomBytes(32).toString('base64url')
    const expiresAt = new Date(call.now.getTime() + linkLifetimeMinutes * 60_000)
    await call.inTenant('write', (tx) => tx.query(writeLink, user.id, hashToken(token), expiresAt))
    const company = call.tenant.displayName
    const values = {
      company,
      username: user.username,
      minutes: linkLifetimeMinutes,
      link: `${origin}/reset#${token}`,
    }
    await call.services.mailer.send({
      to: user.email,
      fromName: company,
      subject: translate(call.language, 'mail.reset.subject', values),
      text: translate(call.language, 'mail.reset.text', values),
    })
  }
}

function isRefusal(error: unknown): true {
  if (error instanceof Refusal) return true
  throw error
}

const findByLink = prepared(`
  select u.id, u.username, u.email from password_resets r
  join users u on u.tenant_id = $1 and u.id = r.user_id and u.is_active and u.deleted_at is null
  where r.tenant_id = $1 and r.token_hash = $2 and r.expires_at > $3`)
const spendLink = prepared(
  'delete from password_resets where tenant_id = $1 and token_hash = $2 returning user_id',
)

/** A rejected password does not use up the link. */
export const reset = verb(resetPassword, async (call, { token, newPassword }) => {
  const [user] = await call.inTenant('read', (tx) => tx.query<Owner>(findByLink, hashToken(token), call.now))
  if (!user) throw new Refusal('account.resetLinkSpent')
  refuseWeakPassword(call, 'newPassword', newPassword, [user.username, user.email])
  const passwordHash = await hashPassword(newPassword)
  const name = userNamed(call, user.username)
  await call.inTenant('write', async (tx) => {
    const [link] = await tx.query(spendLink, hashToken(token))
    if (!link) throw new Refusal('account.resetLinkSpent')
    await replacePassword(tx, user.id, passwordHash, call.now, null)
    await forgetTries(tx, signInTryKeys(call, name))
    await recordChange(tx, { userId: user.id, name: user.username, address: call.request.ip }, call.now, {
      subject: 'user',
      subjectId: user.id,
      subjectName: user.username,
      action: 'passwordReset',
    })
  })
  // Mailbox access proves more than a password: others' tries no longer block this user.
  rememberDevice(call, name)
  await notify(call, user.email, 'mail.passwordChanged')
})
