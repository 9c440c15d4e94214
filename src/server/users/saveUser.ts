import type { z } from 'zod'
import { actorOf, recordChange } from '#server/changes/record.ts'
import { newId } from '#server/db/newId.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import type { Call } from '#server/http.ts'
import { refuseFields } from '#server/refuse.ts'
import { Refusal } from '#shared/errors.ts'
import type { MessageKey } from '#shared/i18n/keys.ts'
import type { Role } from '#shared/roles.ts'
import { fold } from '#shared/text.ts'
import type { addUser, updateUser } from '#shared/users.ts'
import { covers, insistOnAuthority } from './authority.ts'
import { notify } from './notices.ts'
import { replacePassword } from './ownPassword.ts'
import { hashPassword, refuseWeakPassword } from './passwords.ts'
import { endSessionsOf } from './session.ts'
import { insistOnAnotherAdmin, type Locked, lockUser } from './userGuards.ts'

type Added = z.output<typeof addUser.input>
type Changed = z.output<typeof updateUser.input>
/** A user with all that a change has left unsaid. */
type Whole = Omit<Added, 'password' | 'passwordConfirm'> & { id: string }

const findTies = prepared(`
  select (select id from agents where tenant_id = $1 and code = $2 and deleted_at is null) as "agentId",
         (select id from accounts where tenant_id = $1 and code = $3 and deleted_at is null) as "accountId",
         exists (select from users where tenant_id = $1 and username_key = $4 and deleted_at is null
                                         and id is distinct from $5::uuid) as "isTaken"`)
type Ties = { agentId: string | null; accountId: string | null; isTaken: boolean }

/** The agent and account that a user is tied to. Refuses names that are taken and codes that are not there. */
async function findTiesOf(call: Pick<Call, 'language'>, tx: Tx, user: Added | Whole, id: string | null) {
  const { salesPersonCode, currAccCode } = user
  const [ties] = await tx.query<Ties>(findTies, salesPersonCode, currAccCode, fold(user.username), id)
  const problems: Record<string, MessageKey> = {}
  if (ties?.isTaken) problems.username = 'field.taken'
  // The schema has judged what was said; this is what was left as it was.
  if (user.roles.includes('sp') && !salesPersonCode) problems.salesPersonCode = 'field.agentNeeded'
  if (user.roles.includes('customer') && !currAccCode) problems.currAccCode = 'field.accountNeeded'
  if (user.emailVerification && !user.email) problems.email = 'field.emailNeeded'
  if (salesPersonCode && !ties?.agentId) problems.salesPersonCode = 'field.unknown'
  if (currAccCode && !ties?.accountId) problems.currAccCode = 'field.unknown'
  if (Object.keys(problems).length > 0) refuseFields(call.language, problems)
  return { agentId: ties?.agentId ?? null, accountId: ties?.accountId ?? null }
}

const insertUser = prepared(`
  insert into users (tenant_id, id, username, username_key, first_name, last_name, email, phone, password_hash, roles,
                     auths, page_auths, agent_id, account_id, email_verification, is_active, created_at, updated_at,
                     password_changed_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $17, $17)
  on conflict (tenant_id, username_key) where deleted_at is null do nothing returning id`)

/** Adds a user with a password of the caller's choice. */
export async function add(call: Call<typeof addUser>, user: Added) {
  insistOnAuthority(call.user, user)
  refuseWeakPassword(call, 'password', user.password, [user.username, user.email])
  const passwordHash = await hashPassword(user.password)
  const id = newId()
  await call.inTenant('write', async (tx) => {
    const { agentId, accountId } = await findTiesOf(call, tx, user, null)
    const [added] = await tx.query(
      insertUser,
      id,
      user.username,
      fold(user.username),
      user.firstName,
      user.lastName,
      user.email,
      user.phone,
      passwordHash,
      user.roles,
      JSON.stringify(user.auths),
      JSON.stringify(user.pageAuths),
      agentId,
      accountId,
      user.emailVerification,
      user.isActive,
      call.now,
    )
    if (!added) refuseFields(call.language, { username: 'field.taken' })
    await recordChange(tx, actorOf(call), call.now, {
      subject: 'user',
      subjectId: id,
      subjectName: user.username,
      action: 'added',
      after: recorded(user),
    })
  })
  return { success: true as const, data: { id } }
}

const writeUser = prepared(`
  update users set username = $3, username_key = $4, first_name = $5, last_name = $6, email = $7, phone = $8,
                   roles = $9, auths = $10, page_auths = $11, agent_id = $12, account_id = $13,
                   email_verification = $14, is_active = $15, updated_at = $16, version = version + 1
  where tenant_id = $1 and id = $2 returning version`)

/**
 * Changes a user. Roles and permissions act at the user's next call; whoever is switched off, or gets a new password,
 * is signed out everywhere.
 */
export async function update(call: Call<typeof updateUser>, given: Changed) {
  const { password } = given
  // Whoever is signed in changes their own password by the old one.
  if (password && given.id === call.user.id) throw new Refusal('user.oneself')
  if (password) refuseWeakPassword(call, 'password', password, [given.username, given.email ?? ''])
  const passwordHash = password ? await hashPassword(password) : undefined
  const { version, before, user } = await call.inTenant('write', async (tx) => {
    const held = await lockUser(tx, given.id)
    const whole = completed(held, given)
    await insistOnMayChange(call, tx, held, whole, given.version)
    const written = await write(call, tx, whole)
    if (passwordHash) await replacePassword(tx, whole.id, passwordHash, call.now, null)
    else if (held.isActive && !whole.isActive) await endSessionsOf(tx, whole.id, null)
    await recordUpdate(call, tx, held, whole, passwordHash !== undefined)
    return { version: written, before: held, user: whole }
  })
  if (before.email !== user.email) await notify(call, before.email, 'mail.emailChanged')
  else if (passwordHash) await notify(call, before.email, 'mail.passwordChanged')
  return { success: true as const, data: { version: version + (passwordHash ? 1 : 0) } }
}

/** The change, with what it does not say as it stands. */
function completed(before: Locked, given: Changed): Whole {
  const { id, username, roles } = given
  return {
    id,
    username,
    roles,
    firstName: given.firstName ?? before.firstName,
    lastName: given.lastName ?? before.lastName,
    email: given.email ?? before.email,
    phone: given.phone ?? before.phone,
    auths: given.auths ?? before.auths,
    pageAuths: given.pageAuths ?? before.pageAuths,
    salesPersonCode: given.salesPersonCode ?? before.salesPersonCode ?? '',
    currAccCode: given.currAccCode ?? before.currAccCode ?? '',
    emailVerification: given.emailVerification ?? before.emailVerification,
    isActive: given.isActive ?? before.isActive,
  }
}

async function insistOnMayChange(
  call: Call<typeof updateUser>,
  tx: Tx,
  before: Locked,
  user: Whole,
  seenVersion: number | undefined,
): Promise<void> {
  if (before.isDeleted) throw new Refusal('notFound')
  if (seenVersion !== undefined && seenVersion !== before.version) throw new Refusal('record.changed')
  insistOnAuthority(call.user, before)
  insistOnAuthority(call.user, user)
  if (user.id === call.user.id && !keepsOwn(before, user)) throw new Refusal('user.oneself')
  if (before.roles.includes('admin') && !(user.roles.includes('admin') && user.isActive)) {
    await insistOnAnotherAdmin(tx, user.id)
  }
}

async function write(call: Call<typeof updateUser>, tx: Tx, user: Whole): Promise<number> {
  const { agentId, accountId } = await findTiesOf(call, tx, user, user.id)
  const [written] = await tx.query<{ version: number }>(
    writeUser,
    user.id,
    user.username,
    fold(user.username),
    user.firstName,
    user.lastName,
    user.email,
    user.phone,
    user.roles,
    JSON.stringify(user.auths),
    JSON.stringify(user.pageAuths),
    agentId,
    accountId,
    user.emailVerification,
    user.isActive,
    call.now,
  )
  if (!written) throw new Refusal('notFound')
  return written.version
}

/**
 * Nobody changes here what decides what they themselves may do and whom they reach; nor their e-mail address, which
 * could reset their password: that is changed in the profile, by the password. Codes by mail they turn on, not off.
 */
function keepsOwn(before: Locked, after: Whole): boolean {
  if (!after.isActive) return false
  const was = new Set<Role>(before.roles)
  const hasSameRoles = was.size === new Set(after.roles).size && after.roles.every((role) => was.has(role))
  const keepsProofs = before.email === after.email && (after.emailVerification || !before.emailVerification)
  if (!hasSameRoles || !keepsProofs) return false
  if (before.roles.includes('admin')) return true
  return (
    (before.salesPersonCode ?? '') === after.salesPersonCode &&
    (before.currAccCode ?? '') === after.currAccCode &&
    covers(before, after) &&
    covers(after, before)
  )
}

async function recordUpdate(
  call: Call<typeof updateUser>,
  tx: Tx,
  before: Locked,
  user: Whole,
  hasNewPassword: boolean,
) {
  const about = { subject: 'user', subjectId: user.id, subjectName: user.username } as const
  await recordChange(tx, actorOf(call), call.now, {
    ...about,
    action: 'changed',
    before: recorded(before),
    after: recorded(user),
  })
  if (hasNewPassword) await recordChange(tx, actorOf(call), call.now, { ...about, action: 'passwordReset' })
}

/** What the change log keeps of a user: all but the password. */
function recorded(user: Locked | Added | Whole) {
  return {
    username: user.username,
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    phone: user.phone,
    roles: user.roles,
    auths: user.auths,
    pageAuths: user.pageAuths,
    salesPersonCode: user.salesPersonCode ?? '',
    currAccCode: user.currAccCode ?? '',
    emailVerification: user.emailVerification,
    isActive: user.isActive,
  }
}
