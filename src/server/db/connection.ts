import pg from 'pg'
import { StartupProblem } from '#server/process/startup.ts'

/** The schema's owner (migrations), and the role bound by row-level security: where it writes, and a copy to read. */
export type Connections = { owner: pg.ClientConfig; app: pg.ClientConfig; replica?: pg.ClientConfig }

/** Owns nothing and cannot bypass row-level security. */
export const appRole = 'toptan_app'
const ownerRole = 'toptan_owner'
export const databaseName = 'toptan'

export function embeddedConnections(
  socketDirectory: string,
  port: number,
  database = databaseName,
): Connections {
  const where = { host: socketDirectory, port, database }
  return { owner: { ...where, user: ownerRole }, app: { ...where, user: appRole } }
}

const startConnectTimeoutMs = 5000

const externalLogin = (url: string) => ({
  connectionString: url,
  connectionTimeoutMillis: startConnectTimeoutMs,
})

/** The owner's login, the application's own, and the application's to a copy. */
export type DatabaseUrls = { url: string; appUrl: string | undefined; readUrl: string | undefined }

/**
 * Database and server, without a password.
 * @throws StartupProblem if the address cannot be read
 */
export function nameOfExternal({ url }: Pick<DatabaseUrls, 'url'>): string {
  try {
    const { database, host, port } = new pg.Client({ connectionString: url })
    return `${database} at ${host}${port === 5432 ? '' : `:${port}`}`
  } catch {
    throw new StartupProblem(
      'DATABASE_URL must be an address such as postgres://owner@db.example.com/toptan.',
    )
  }
}

/** @throws StartupProblem if a database that another process runs cannot be reached from here */
export async function checkEmbedded({ owner }: Connections): Promise<void> {
  const client = await connected(owner).catch((error: Error) => {
    throw new StartupProblem(
      `Toptan runs, but its database cannot be reached from here (${error.message}): run the command as the same ` +
        'user, and in the same container.',
    )
  })
  await client.end()
}

/** Without a login of its own the application signs in as the owner and switches to {@link appRole}. */
export function externalConnections({ url, appUrl, readUrl }: DatabaseUrls): Connections {
  const app = appUrl ? externalLogin(appUrl) : { ...externalLogin(url), options: `-c role=${appRole}` }
  return { owner: externalLogin(url), app, ...(readUrl ? { replica: externalLogin(readUrl) } : {}) }
}

/** A client that ends with the block that uses it, which rolls back what is not committed. */
export async function connected(config: pg.ClientConfig): Promise<pg.Client & AsyncDisposable> {
  const client = new pg.Client(config)
  await client.connect()
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() })
}

/** Creates missing roles and the database, as superuser. */
export async function prepareEmbedded(
  socketDirectory: string,
  port: number,
  database = databaseName,
): Promise<void> {
  await using client = await connected({
    host: socketDirectory,
    port,
    user: 'postgres',
    database: 'postgres',
  })
  await createRole(client, ownerRole, 'login createdb')
  await createRole(client, appRole, 'login')
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database])
  if (rowCount === 0)
    await client.query(`create database ${pg.escapeIdentifier(database)} owner ${ownerRole}`)
}

/**
 * Checks version (15 or newer), UTF-8 and role.
 * @throws StartupProblem with what to do.
 */
export async function prepareExternal({ url, appUrl }: Omit<DatabaseUrls, 'readUrl'>): Promise<void> {
  await using client = await connected(externalLogin(url)).catch((error: Error) => {
    throw new StartupProblem(`The database of DATABASE_URL cannot be reached: ${error.message}.`)
  })
  const { rows } = await client.query<{ version: number; encoding: string; login: string }>(
    `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
            current_user::text as login`,
  )
  const { version = 0, encoding = '', login = '' } = rows[0] ?? {}
  if (version < 150000)
    throw new StartupProblem('DATABASE_URL must name a PostgreSQL server of version 15 or newer.')
  if (encoding !== 'UTF8')
    throw new StartupProblem(`The database of DATABASE_URL uses ${encoding}; it must use UTF8.`)
  if (login === appRole) {
    throw new StartupProblem(`DATABASE_URL must name the owner of the schema, not ${appRole}.`)
  }
  try {
    await createRole(client, appRole, 'nologin')
    if (appUrl) return
    await client.query(
      // From 16 on, the creator of a role may at first not SET it.
      `do $$ begin if not pg_has_role(current_user, '${appRole}', '${version >= 160000 ? 'SET' : 'MEMBER'}') then
         execute format('grant ${appRole} to %I', current_user); end if; end $$`,
    )
  } catch (error) {
    throw new StartupProblem(
      `The role ${appRole} cannot be created (${(error as Error).message}); as a superuser run: ` +
        `CREATE ROLE ${appRole} NOLOGIN; GRANT ${appRole} TO the login of DATABASE_URL;`,
    )
  }
}

async function createRole(client: pg.Client, role: string, options: string): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [role])
  if (rowCount === 0) await client.query(`create role ${role} ${options}`)
}
