import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { oneOf } from '#server/http/refuse.ts'
import { recordTable } from '#server/records/recordTable.ts'
import { Refusal } from '#shared/errors.ts'
import type { RecordOf } from '#shared/records/recordField.ts'
import { userFields } from '#shared/records/userFields.ts'

/** Without a password. */
export type UserForm = RecordOf<typeof userFields>
export type LockedUser = UserForm & { id: string; isDeleted: boolean; version: number }

export const userTable = recordTable({
  table: 'users',
  fields: userFields,
  own: ['username_key', 'auths', 'page_auths', 'agent_id', 'account_id'],
  first: ['password_hash', 'password_changed_at', 'created_at'],
})

const lock = prepared(`
  select u.id, ${userTable.selected('u')}, u.auths, u.page_auths as "pageAuths", coalesce(g.code, '') as "salesPersonCode",
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
