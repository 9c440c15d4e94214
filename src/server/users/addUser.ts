import { newId } from '#server/db/newId.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import type { Role } from '#shared/roles.ts'
import { fold } from '#shared/text.ts'

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

const insertUser = prepared(`
  insert into users (tenant_id, id, username, username_key, first_name, last_name, email, password_hash, roles,
                     agent_id, account_id, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12)
  on conflict (tenant_id, username_key) where deleted_at is null do nothing`)
const findUser = prepared(
  'select id from users where tenant_id = $1 and username_key = $2 and deleted_at is null',
)

/** Returns the id, also of an active user with that name. */
export async function addUser(tx: Tx, user: NewUser, now: Date): Promise<string> {
  const key = fold(user.username)
  await tx.query(
    insertUser,
    newId(),
    user.username,
    key,
    user.firstName,
    user.lastName,
    user.email,
    user.passwordHash,
    user.roles,
    user.agentId ?? null,
    user.accountId ?? null,
    now,
  )
  const [row] = await tx.query<{ id: string }>(findUser, key)
  if (!row) throw new Error('The user was not added')
  return row.id
}
