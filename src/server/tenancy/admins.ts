import { operatorActor, recordChange } from '#server/changes/record.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { addUser } from '#server/users/addUser.ts'
import { replacePassword } from '#server/users/ownPassword.ts'
import { removeTotp } from '#server/users/secondFactor.ts'
import { fold } from '#shared/text/text.ts'
import type { Role } from '#shared/users/roles.ts'

export type Admin = { username: string; email: string; passwordHash: string }

/** Keeps an existing user with that name. */
export async function addAdmin(tx: Tx, { username, email, passwordHash }: Admin, now: Date): Promise<void> {
  const roles: Role[] = ['admin']
  const user = { username, firstName: '', lastName: '', email, passwordHash, roles }
  const subjectId = await addUser(tx, user, now)
  await recordChange(tx, operatorActor, now, {
    subject: 'user',
    subjectId,
    subjectName: username,
    action: 'added',
    after: { username, email, roles },
  })
}

type Found = {
  id: string
  username: string
  email: string
  roles: Role[]
  isActive: boolean
  emailVerification: boolean
  hasTotp: boolean
}
const lockNamed = prepared(`
  select id, username, email, roles, is_active as "isActive", email_verification as "emailVerification",
         totp_confirmed_at is not null as "hasTotp"
  from users where tenant_id = $1 and username_key = $2 and deleted_at is null for update`)
const writeAdmin = prepared(`
  update users set roles = $3, is_active = true, email = $4, email_verification = $5, updated_at = $6,
                   version = version + 1
  where tenant_id = $1 and id = $2`)
const forgetTries = prepared(`delete from sign_in_tries where tenant_id = $1 and kind in ('name', 'device')`)

/**
 * Gives a user admin access with a new password, whatever locked them out: disabled, blocked by tries, with
 * `resetSecondFactor` also a lost authenticator or mailbox. Ends their sessions. Returns whether the user existed.
 */
export async function resetAdmin(
  tx: Tx,
  { username, email, passwordHash }: Admin,
  resetSecondFactor: boolean,
  now: Date,
): Promise<boolean> {
  await tx.query(forgetTries)
  const [found] = await tx.query<Found>(lockNamed, fold(username))
  if (!found) {
    await addAdmin(tx, { username, email, passwordHash }, now)
    return false
  }
  const { id: subjectId, username: subjectName, hasTotp, ...before } = found
  const after = {
    roles: before.roles.includes('admin') ? before.roles : ['admin', ...before.roles],
    isActive: true,
    email: email || before.email,
    emailVerification: before.emailVerification && !resetSecondFactor,
  }
  await tx.query(writeAdmin, subjectId, after.roles, after.email, after.emailVerification, now)
  await replacePassword(tx, subjectId, passwordHash, now, null)
  const about = { subject: 'user', subjectId, subjectName } as const
  await recordChange(tx, operatorActor, now, { ...about, action: 'changed', before, after })
  await recordChange(tx, operatorActor, now, { ...about, action: 'passwordReset' })
  if (resetSecondFactor && hasTotp) {
    await removeTotp(tx, subjectId)
    await recordChange(tx, operatorActor, now, { ...about, action: 'twoFactorOff' })
  }
  return true
}

const readAdmins = prepared(`
  select username from users
  where tenant_id = $1 and 'admin' = any (roles) and is_active and deleted_at is null order by username_key`)

export async function adminsOf(tx: Tx): Promise<string[]> {
  return (await tx.query<{ username: string }>(readAdmins)).map(({ username }) => username)
}
