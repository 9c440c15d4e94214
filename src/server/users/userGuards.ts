import type { z } from 'zod'
import { officeRecords } from '#server/changes/officeRecords.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { oneOf } from '#server/http/refuse.ts'
import { Refusal } from '#shared/errors.ts'
import { type addUser, userFields } from '#shared/users/users.ts'

/** As its form has it, without a password. */
export type UserForm = Omit<z.output<typeof addUser.input>, 'password' | 'passwordConfirm'>
export type LockedUser = UserForm & { isDeleted: boolean; version: number }

/** Its log never has the password. */
export const users = officeRecords({
  table: 'users',
  subject: 'user',
  nameOf: (user: { username: string }) => user.username,
  fields: userFields,
  columns: { auths: null, pageAuths: null, salesPersonCode: null, currAccCode: null },
  own: ['username_key', 'auths', 'page_auths', 'agent_id', 'account_id'],
  first: ['password_hash', 'password_changed_at', 'created_at'],
})

const lock = prepared(`
  select ${users.selected('u')}, u.auths, u.page_auths as "pageAuths", coalesce(g.code, '') as "salesPersonCode",
         coalesce(a.code, '') as "currAccCode", u.deleted_at is not null as "isDeleted", u.version
  from users u
  left join agents g on g.tenant_id = $1 and g.id = u.agent_id
  left join accounts a on a.tenant_id = $1 and a.id = u.account_id
  where u.tenant_id = $1 and u.id = $2 for update of u`)

/** Refuses with `notFound`. */
export async function lockUser(tx: Tx, id: string): Promise<LockedUser> {
  return oneOf(tx.query<LockedUser>(lock, id))
}

const lockAdmins = prepared(`
  select id from users where tenant_id = $1 and 'admin' = any (roles) and is_active and deleted_at is null
  order by id for update`)

/** Refuses with `user.lastAdmin`. Locks all admins, so that two cannot remove each other. */
export async function requireAnotherAdmin(tx: Tx, id: string): Promise<void> {
  const admins = await tx.query<{ id: string }>(lockAdmins)
  if (!admins.some((admin) => admin.id !== id)) throw new Refusal('user.lastAdmin')
}
