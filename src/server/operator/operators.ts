import { type Connections, connected } from '#server/db/connection.ts'
import { newId } from '#server/db/newId.ts'
import { prepared } from '#server/db/statement.ts'
import { type Database, noTenant } from '#server/db/tenant.ts'
import type { Secrets } from '#server/process/secrets.ts'
import { StartupProblem } from '#server/process/startup.ts'
import { nameTryKey, type SignInName } from '#server/users/devices.ts'

/* What `npm run operator` does, as the owner of the schema. */

type Owner = Pick<Connections, 'owner'>
type Opened = { connections: Owner; database: Database }

const keyOf = (username: string) => username.normalize('NFKC').toLowerCase()

export const operatorNamed = (username: string): SignInName => ({
  key: keyOf(username),
  scope: 'operators',
  cookiePath: '/api/Operator',
})

/** What an operator's authenticator secret is sealed with. */
export const operatorTotpContext = (operatorId: string) => `operator totp ${operatorId}`

const forgetNames = prepared(`delete from operator_tries where tenant_id = $1 and kind <> 'address'`)
const forgetName = prepared(
  `delete from operator_tries where tenant_id = $1 and (kind <> 'name' or key = $2)`,
)

/** Adds an operator or gives a new password; all sessions end, failed tries no longer count. */
export async function setOperator(
  { connections, database }: Opened,
  username: string,
  passwordHash: string,
): Promise<'added' | 'changed'> {
  await using client = await connected(connections.owner)
  const { rows } = await client.query<{ id: string; isNew: boolean }>(
    `insert into operators (id, username, username_key, password_hash) values ($1, $2, $3, $4)
     on conflict (username_key) do update set password_hash = excluded.password_hash
     returning id, id = $1 as "isNew"`,
    [newId(), username, keyOf(username), passwordHash],
  )
  await client.query('delete from operator_sessions where operator_id = $1', [rows[0]?.id])
  await database.inTenant(noTenant, 'write', (tx) => tx.query(forgetNames))
  return rows[0]?.isNew ? 'added' : 'changed'
}

export type Operator = { id: string; username: string; hasTotp: boolean }

export async function listOperators(connections: Owner): Promise<Operator[]> {
  await using client = await connected(connections.owner)
  const { rows } = await client.query<Operator>(
    'select id, username, totp_secret is not null as "hasTotp" from operators order by username_key',
  )
  return rows
}

/** @throws StartupProblem if there is none */
export async function findOperator(connections: Owner, username: string): Promise<Operator> {
  const found = (await listOperators(connections)).find((one) => keyOf(one.username) === keyOf(username))
  if (!found) throw new StartupProblem(`There is no operator ${username}.`)
  return found
}

/** @throws StartupProblem if there is none */
export async function removeOperator(connections: Owner, username: string): Promise<void> {
  const { id } = await findOperator(connections, username)
  await using client = await connected(connections.owner)
  await client.query('delete from operators where id = $1', [id])
}

/** `totp`: the sealed secret and the time step of the code that proved it; null removes it. All sessions end. */
export async function setTotp(
  connections: Owner,
  operatorId: string,
  totp: { sealed: Buffer; step: number } | null,
): Promise<void> {
  await using client = await connected(connections.owner)
  await client.query('update operators set totp_secret = $2, totp_last_step = $3 where id = $1', [
    operatorId,
    totp?.sealed,
    totp?.step,
  ])
  await client.query('delete from operator_sessions where operator_id = $1', [operatorId])
}

/**
 * Failed tries no longer count: those under the name, and those from all addresses and devices, because it is not known
 * which of them are the operator's.
 * @throws StartupProblem if there is none
 */
export async function unlockOperator(
  { connections, database }: Opened,
  secrets: Secrets,
  username: string,
): Promise<void> {
  await findOperator(connections, username)
  const { key } = nameTryKey(secrets, operatorNamed(username))
  await database.inTenant(noTenant, 'write', (tx) => tx.query(forgetName, key))
}
