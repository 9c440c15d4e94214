import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { projectFolder } from '#server/config.ts'
import { StartupProblem } from '#server/startup.ts'
import { appRole, type Connections, connected } from './connection.ts'

const folder = join(projectFolder, 'db/migrations')

/**
 * Runs new db/migrations in order, one transaction each. Throws if an applied file changed, or is unknown (a newer
 * Toptan's). Returns the files run.
 */
export async function migrate(connections: Connections): Promise<string[]> {
  await using client = await connected(connections.owner)
  // A second server waits here, then finds nothing to do.
  await client.query(`select pg_advisory_lock(hashtext('toptan.migrate'))`)
  await client.query(`grant usage on schema public to ${appRole}`)
  await client.query(
    `create table if not exists schema_migrations (name text primary key, hash text not null, applied_at timestamptz not null)`,
  )
  const { rows } = await client.query<{ name: string; hash: string }>(
    'select name, hash from schema_migrations',
  )
  const applied = new Map(rows.map((row) => [row.name, row.hash]))
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  const unknown = [...applied.keys()].find((name) => !files.includes(name))
  if (unknown)
    throw new StartupProblem(
      `The database was created by a newer version of Toptan (${unknown}). Start that version.`,
    )

  const ran: string[] = []
  for (const name of files) {
    const text = await readFile(join(folder, name), 'utf8')
    const hash = createHash('sha256').update(text).digest('hex')
    const before = applied.get(name)
    if (before === hash) continue
    if (before) throw new StartupProblem(`The migration ${name} was changed after it ran on this database.`)
    await apply(client, name, text, hash)
    ran.push(name)
  }
  return ran
}

async function apply(client: pg.Client, name: string, text: string, hash: string): Promise<void> {
  await client.query('begin')
  try {
    await client.query(text)
    await client.query('insert into schema_migrations values ($1, $2, now())', [name, hash])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}
