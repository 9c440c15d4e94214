import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { type Call, verb } from '#server/http/http.ts'
import { refuseFields } from '#server/http/refuse.ts'
import { type RecordCall, recordKind } from '#server/records/recordKind.ts'
import { Refusal } from '#shared/errors.ts'
import type { MessageKey } from '#shared/i18n/keys.ts'
import { fold } from '#shared/text/text.ts'
import type { Role } from '#shared/users/roles.ts'
import { addUser, deleteUser, restoreUser, updateUser } from '#shared/users/users.ts'
import { hasAllPermissionsOf, requireAuthority } from './authority.ts'
import { notify } from './notices.ts'
import { replacePassword } from './ownPassword.ts'
import { hashPassword, refuseWeakPassword } from './passwords.ts'
import { endSessionsOf } from './session.ts'
import { type LockedUser, lockUser, requireAnotherAdmin, type UserForm, userTable } from './userGuards.ts'

const findLinkedRecords = prepared(`
  select (select id from agents where tenant_id = $1 and code = $2 and deleted_at is null) as "agentId",
         (select id from accounts where tenant_id = $1 and code = $3 and deleted_at is null) as "accountId",
         exists (select from users where tenant_id = $1 and username_key = $4 and deleted_at is null
                                         and id is distinct from $5::uuid) as "isTaken"`)
type LinkedRecords = { agentId: string | null; accountId: string | null; isTaken: boolean }

/** Refuses taken names and unknown codes. */
async function resolveLinks(call: Pick<Call, 'language'>, tx: Tx, user: UserForm, id: string | null) {
  const { salesPersonCode, currAccCode } = user
  const [linked] = await tx.query<LinkedRecords>(
    findLinkedRecords,
    salesPersonCode,
    currAccCode,
    fold(user.username),
    id,
  )
  const problems: Record<string, MessageKey> = {}
  if (linked?.isTaken) problems.username = 'field.taken'
  // The schema checked only the given fields.
  if (user.roles.includes('sp') && !salesPersonCode) problems.salesPersonCode = 'field.agentNeeded'
  if (user.roles.includes('customer') && !currAccCode) problems.currAccCode = 'field.accountNeeded'
  if (user.emailVerification && !user.email) problems.email = 'field.emailNeeded'
  if (salesPersonCode && !linked?.agentId) problems.salesPersonCode = 'field.unknown'
  if (currAccCode && !linked?.accountId) problems.currAccCode = 'field.unknown'
  if (Object.keys(problems).length > 0) refuseFields(call.language, problems)
  return { agentId: linked?.agentId ?? null, accountId: linked?.accountId ?? null }
}

const findNamesake = prepared(`
  select id from users where tenant_id = $1 and username_key = $2 and deleted_at is null and id <> $3`)

/** `passwordHash`: of a new user, or of one who gets a new password. */
type UserCall = RecordCall & { passwordHash?: string | undefined }

/** The log never has the password. */
export const users = recordKind<UserForm, LockedUser, UserCall>({
  subject: 'user',
  page: 'userEdit',
  fields: userTable.fields,
  nameOf: ({ username }) => username,
  lock: lockUser,
  write: async (call, id, user, before) => {
    const { tx, now, passwordHash } = call
    if (before) await requireMayChange(call, before, user)
    const columns = columnsOf(user, await resolveLinks(call, tx, user, before?.id ?? null))
    if (!before) {
      const first = { password_hash: passwordHash, password_changed_at: now, created_at: now }
      if (!(await userTable.insert(tx, id, user, { ...first, ...columns }, now)))
        refuseFields(call.language, { username: 'field.taken' })
      return { version: 1 }
    }
    const version = await userTable.update(tx, id, user, columns, now)
    if (passwordHash) await replacePassword(tx, id, passwordHash, now, null)
    else if (before.isActive && !user.isActive) await endSessionsOf(tx, id, null)
    return { version: version + (passwordHash ? 1 : 0) }
  },
  remove: async (call, user) => {
    const { tx, now } = call
    requireAuthority(call.user, user)
    if (user.id === call.user.id) throw new Refusal('user.oneself')
    if (user.roles.includes('admin')) await requireAnotherAdmin(tx, user.id)
    await userTable.markDeleted(tx, user.id, now)
    await endSessionsOf(tx, user.id, null)
  },
  /** Refuses with `record.inUse` if the name was taken. */
  restore: async (call, user) => {
    requireAuthority(call.user, user)
    const [namesake] = await call.tx.query(findNamesake, fold(user.username), user.id)
    if (namesake) throw new Refusal('record.inUse')
    await userTable.restore(call.tx, user.id, call.now)
  },
})

export const add = verb(addUser, async (call, user) => {
  requireAuthority(call.user, user)
  refuseWeakPassword(call, 'password', user.password, [user.username, user.email])
  const passwordHash = await hashPassword(user.password)
  return call.inTenant('write', (tx) => users.add({ ...call, tx, passwordHash }, user))
})

/** Disabling, or a new password, signs the user out everywhere. */
export const update = verb(updateUser, async (call, given) => {
  const { password } = given
  // That needs the old one.
  if (password && given.id === call.user.id) throw new Refusal('user.oneself')
  if (password) refuseWeakPassword(call, 'password', password, [given.username, given.email ?? ''])
  const passwordHash = password ? await hashPassword(password) : undefined
  const { version, before, after } = await call.inTenant('write', async (tx) => {
    const changed = await users.change({ ...call, tx, passwordHash }, given.id, given)
    if (passwordHash) await users.log({ ...call, tx }, given.id, 'passwordReset', changed.after)
    return changed
  })
  if (before.email !== after.email) await notify(call, before.email, 'mail.emailChanged')
  else if (passwordHash) await notify(call, before.email, 'mail.passwordChanged')
  return { version }
})

export const remove = verb(deleteUser, (call, { id }) => users.remove(call, id))
export const restore = verb(restoreUser, (call, { id }) => users.restore(call, id))

async function requireMayChange(call: UserCall, before: LockedUser, user: UserForm): Promise<void> {
  requireAuthority(call.user, before)
  requireAuthority(call.user, user)
  if (before.id === call.user.id && !keepsOwn(before, user)) throw new Refusal('user.oneself')
  if (before.roles.includes('admin') && !(user.roles.includes('admin') && user.isActive)) {
    await requireAnotherAdmin(call.tx, before.id)
  }
}

function columnsOf(user: UserForm, links: { agentId: string | null; accountId: string | null }) {
  return {
    username_key: fold(user.username),
    auths: JSON.stringify(user.auths),
    page_auths: JSON.stringify(user.pageAuths),
    agent_id: links.agentId,
    account_id: links.accountId,
  }
}

/**
 * Not their own permissions or reach, nor their e-mail (it could reset the password). Mailed codes may be turned on,
 * not off.
 */
function keepsOwn(before: LockedUser, after: UserForm): boolean {
  if (!after.isActive) return false
  const was = new Set<Role>(before.roles)
  const hasSameRoles = was.size === new Set(after.roles).size && after.roles.every((role) => was.has(role))
  const keepsProofs = before.email === after.email && (after.emailVerification || !before.emailVerification)
  if (!hasSameRoles || !keepsProofs) return false
  if (before.roles.includes('admin')) return true
  return (
    before.salesPersonCode === after.salesPersonCode &&
    before.currAccCode === after.currAccCode &&
    hasAllPermissionsOf(before, after) &&
    hasAllPermissionsOf(after, before)
  )
}
