import { newId } from '#server/db/newId.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { fold } from '#shared/text/text.ts'
import type { Role } from '#shared/users/roles.ts'
import { userTable } from './userGuards.ts'

export type NewUser = {
  username: string
  firstName: string
  lastName: string
  email: string
  passwordHash: string
  roles: Role[]
  agentId?: string
  accountId?: string
}

const findUser = prepared(
  'select id from users where tenant_id = $1 and username_key = $2 and deleted_at is null',
)

/** Returns the id, also of an active user with that name. */
export async function addUser(tx: Tx, user: NewUser, now: Date): Promise<string> {
  const key = fold(user.username)
  const columns = {
    username_key: key,
    auths: '[]',
    page_auths: '[]',
    agent_id: user.agentId ?? null,
    account_id: user.accountId ?? null,
    password_hash: user.passwordHash,
    password_changed_at: null,
    created_at: now,
  }
  const row = { ...user, phone: '', emailVerification: false, isActive: true }
  await userTable.insert(tx, newId(), row, columns, now)
  const [added] = await tx.query<{ id: string }>(findUser, key)
  if (!added) throw new Error('The user was not added')
  return added.id
}
