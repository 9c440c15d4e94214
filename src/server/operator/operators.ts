import { createHash, randomBytes } from 'node:crypto'
import { type Connections, connected } from '#server/db/connection.ts'
import { newId } from '#server/db/newId.ts'
import type { Database } from '#server/db/tenant.ts'
import { StartupProblem } from '#server/startup.ts'
import { isPassword } from '#server/users/passwords.ts'
import { Refusal } from '#shared/errors.ts'

const sessionLifetimeMs = 12 * 60 * 60_000
/** Then each further failure blocks twice as long, up to an hour. */
const freeTries = 5
const firstBlockMs = 60_000
const longestBlockMs = 60 * 60_000

const keyOf = (username: string) => username.normalize('NFKC').toLowerCase()
const hashOf = (token: string) => createHash('sha256').update(token).digest()

type Found = { id: string; username: string; passwordHash: string; isBlocked: boolean; failedTries: number }

/**
 * Returns a session's token.
 * @throws Refusal `session.badCredentials` or `session.tooManyTries`
 */
export async function signIn(
  { global }: Pick<Database, 'global'>,
  username: string,
  password: string,
): Promise<{ token: string; username: string }> {
  const [found] = await global<Found>(
    `select id, username, password_hash as "passwordHash", blocked_until > now() as "isBlocked",
       failed_tries as "failedTries"
     from operators where username_key = $1`,
    [keyOf(username)],
  )
  if (found?.isBlocked) throw new Refusal('session.tooManyTries')
  if (!(await isPassword(password, found?.passwordHash)) || !found) {
    if (found) {
      const blockMs = found.failedTries < freeTries ? 0 : firstBlockMs * 2 ** (found.failedTries - freeTries)
      await global(
        `update operators set failed_tries = failed_tries + 1, blocked_until = now() + $2 * interval '1 ms' where id = $1`,
        [found.id, Math.min(blockMs, longestBlockMs)],
      )
    }
    throw new Refusal('session.badCredentials')
  }
  const token = randomBytes(32).toString('base64url')
  await global('update operators set failed_tries = 0 where id = $1', [found.id])
  await global(
    `with old as (delete from operator_sessions where expires_at < now())
     insert into operator_sessions (token_hash, operator_id, expires_at) values ($1, $2, now() + $3 * interval '1 ms')`,
    [hashOf(token), found.id, sessionLifetimeMs],
  )
  return { token, username: found.username }
}

export async function signOut({ global }: Pick<Database, 'global'>, token: string): Promise<void> {
  await global('delete from operator_sessions where token_hash = $1', [hashOf(token)])
}

/** @throws Refusal `session.required` */
export async function requireOperator(
  { global }: Pick<Database, 'global'>,
  token: string | undefined,
): Promise<void> {
  const found = token
    ? await global('select from operator_sessions where token_hash = $1 and expires_at > now()', [
        hashOf(token),
      ])
    : []
  if (found.length === 0) throw new Refusal('session.required')
}

/** Adds an operator or gives a new password; all sessions end. As the owner of the schema. */
export async function setOperator(
  connections: Pick<Connections, 'owner'>,
  username: string,
  passwordHash: string,
): Promise<'added' | 'changed'> {
  await using client = await connected(connections.owner)
  const { rows } = await client.query<{ id: string; isNew: boolean }>(
    `insert into operators (id, username, username_key, password_hash) values ($1, $2, $3, $4)
     on conflict (username_key) do update
       set password_hash = excluded.password_hash, failed_tries = 0, blocked_until = '-infinity'
     returning id, id = $1 as "isNew"`,
    [newId(), username, keyOf(username), passwordHash],
  )
  await client.query('delete from operator_sessions where operator_id = $1', [rows[0]?.id])
  return rows[0]?.isNew ? 'added' : 'changed'
}

/** @throws StartupProblem if there is none */
export async function removeOperator(
  connections: Pick<Connections, 'owner'>,
  username: string,
): Promise<void> {
  await using client = await connected(connections.owner)
  const { rowCount } = await client.query('delete from operators where username_key = $1', [keyOf(username)])
  if (rowCount === 0) throw new StartupProblem(`There is no operator ${username}.`)
}

export async function listOperators(connections: Pick<Connections, 'owner'>): Promise<string[]> {
  await using client = await connected(connections.owner)
  const { rows } = await client.query<{ username: string }>(
    'select username from operators order by username_key',
  )
  return rows.map(({ username }) => username)
}
