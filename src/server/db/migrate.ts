import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { StartupProblem } from '#server/process/startup.ts'
import { version } from '#server/process/version.ts'
import { projectFolder } from '#server/projectFolder.ts'
import { appRole, type Connections, connected } from './connection.ts'
import { errorCode } from './error-code.ts'
import { type MigrationStep, readMigration } from './migrationText.ts'

type Options = {
  /** Folder of the migration files; a test may have its own. */
  folder?: string
  /** Receives lines about steps that take long, or wait. */
  log?: (line: string) => void
  /** Runs only these, while a backup that was made with them is restored. */
  only?: string[]
}

const ownFolder = join(projectFolder, 'db/migrations')

/** Name of the table that exists while a backup is restored. */
export const restoreUnderWay = 'restore_under_way'

/** The migrations, in order. */
export async function readMigrations(folder = ownFolder): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8')
      return { name, text, hash: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/**
 * Runs new db/migrations in order. Servers of the version before keep running meanwhile: no statement waits
 * longer than two seconds for a lock, with others waiting behind it. Returns the files run.
 * @throws StartupProblem if an applied file changed, one of a newer Toptan does not let this version work, or
 *   a restore was interrupted.
 */
export async function migrate(connections: Connections, options: Options = {}): Promise<string[]> {
  const { folder, log = () => {}, only } = options
  await using client = await connected(connections.owner)
  // A second server waits here, then finds nothing to do.
  await client.query(`select pg_advisory_lock(hashtext('toptan.migrate'))`)
  if (!only) await refuseHalfRestored(client)
  await client.query(`grant usage on schema public to ${appRole}`)
  await client.query(
    `create table if not exists schema_migrations (name text primary key, hash text not null, applied_at timestamptz not null)`,
  )
  await client.query('alter table schema_migrations add column if not exists needs text')
  // Version of the Toptan that ran it, shown to those who start an older one afterwards.
  await client.query('alter table schema_migrations add column if not exists version text')
  const { rows } = await client.query<AppliedMigration>(
    `select name, hash, needs, version, to_char(applied_at, 'YYYY-MM-DD') as "appliedOn"
     from schema_migrations order by name`,
  )
  const applied = new Map(rows.map((row) => [row.name, row.hash]))
  const files = await readMigrations(folder)
  const names = files.map(({ name }) => name)
  const newer = rows.filter(({ name }) => !names.includes(name))
  const unfit = newer.findLast(({ needs }) => needs === null || !names.includes(needs))
  if (unfit) throw new StartupProblem(tooOld(unfit))
  const newest = newer.at(-1)
  if (newest) log(`The database is of ${nameOf(newest)}, which this one, ${version}, can work with.`)

  const ran: string[] = []
  for (const file of files) {
    const { name, hash } = file
    if (only && !only.includes(name)) continue
    const before = applied.get(name)
    if (before === hash) continue
    if (before) throw new StartupProblem(`The migration ${name} was changed after it ran on this database.`)
    await apply(client, file, log)
    ran.push(name)
  }
  return ran
}

type AppliedMigration = {
  name: string
  hash: string
  needs: string | null
  version: string | null
  appliedOn: string
}

/** Name of the Toptan that ran a migration. Builds between two releases have the version of the first. */
function nameOf(migration: AppliedMigration): string {
  if (migration.version === null) return 'a newer version of Toptan'
  return migration.version === version ? `a later build of Toptan ${version}` : `Toptan ${migration.version}`
}

function tooOld(migration: AppliedMigration): string {
  const needed =
    migration.version === null || migration.version === version
      ? `the one that has ${migration.name}`
      : `Toptan ${migration.version}`
  return (
    `The database was brought up to date on ${migration.appliedOn} by ${nameOf(migration)} (${migration.name}). ` +
    `This is Toptan ${version}, which cannot work with it: start ${needed} or a newer one, ` +
    'or restore a backup from before into an empty database.'
  )
}

/** @throws StartupProblem if a restore was interrupted: a part of the data must not pass for the whole */
async function refuseHalfRestored(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ found: string | null }>(
    `select to_regclass('public.${restoreUnderWay}')::text as found`,
  )
  if (!rows[0]?.found) return
  const { rows: begun } = await client.query<{ backup: string }>(`select backup from ${restoreUnderWay}`)
  throw new StartupProblem(
    `The backup ${begun[0]?.backup} is being restored into this database, or that was interrupted. ` +
      'Let it end, or start npm run restore again: it goes on where it stopped.',
  )
}

export type MigrationFile = { name: string; text: string; hash: string }
type Log = (line: string) => void

async function apply(client: pg.Client, { name, text, hash }: MigrationFile, log: Log): Promise<void> {
  const { steps, needs, hasTransaction } = readMigration(text)
  // By default, a version must know this very migration.
  const note = () =>
    client.query(
      `insert into schema_migrations (name, hash, applied_at, needs, version) values ($1, $2, now(), $3, $4)`,
      [name, hash, needs ?? name, version],
    )
  const say = (line: string) => log(`Migration ${name}: ${line}`)
  try {
    if (!hasTransaction) {
      for (const step of steps) await applyAlone(client, step, say)
      await note()
      return
    }
    await patiently(say, async () => {
      const begunAt = performance.now()
      await inTransaction(client, async () => {
        for (const step of steps) await client.query(step.text)
        await note()
      })
      const seconds = Math.round((performance.now() - begunAt) / 1000)
      if (seconds * 1000 > lockTimeoutMs) say(`took ${seconds} s, in which its tables could not be used`)
    })
  } catch (error) {
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}

const lockTimeoutMs = 2000
/** Pause between attempts, so that what waited behind goes first. */
const retryDelayMs = 500
const giveUpAfterMs = 30 * 60_000
const progressEveryMs = 5000

async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${lockTimeoutMs}`)
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** Tries again while a table is in use. */
async function patiently<T>(say: Log, attempt: () => Promise<T>): Promise<T> {
  const begunAt = performance.now()
  for (let hasSaid = false; ; hasSaid = true) {
    try {
      return await attempt()
    } catch (error) {
      const isInUse = ['55P03', '40P01'].includes(errorCode(error) ?? '')
      if (!isInUse || performance.now() - begunAt > giveUpAfterMs) throw error
      if (!hasSaid) say('waits until a table is free')
      await sleep(retryDelayMs)
    }
  }
}

/** A step that commits by itself, and that may be done again after an interruption. */
async function applyAlone(client: pg.Client, step: MigrationStep, say: Log): Promise<void> {
  if (step.index) return buildIndex(client, { ...step, index: step.index }, say)
  const tenants = step.isForEachTenant
    ? (await client.query<{ id: string }>('select id from tenants order by id')).rows.map(({ id }) => id)
    : [undefined]
  let rows = 0
  let saidAt = performance.now()
  for (const [index, tenantId] of tenants.entries()) {
    for (;;) {
      const batch = await patiently(say, () => applyBatch(client, step, tenantId))
      rows += batch
      if (!step.isRepeated || batch === 0) break
      if (performance.now() - saidAt < progressEveryMs) continue
      saidAt = performance.now()
      say(`${rows} rows${tenantId ? `, tenant ${index + 1} of ${tenants.length}` : ''}`)
    }
  }
}

/** Returns how many rows it touched. */
function applyBatch(
  client: pg.Client,
  { text }: MigrationStep,
  tenantId: string | undefined,
): Promise<number> {
  return inTransaction(client, async () => {
    if (tenantId) await client.query(`set local app.tenant_id = '${tenantId}'`)
    return (await client.query(text, text.includes('$1') ? [tenantId] : [])).rowCount ?? 0
  })
}

/** Builds an index. It only waits for transactions that began before; nothing waits behind it. */
async function buildIndex(
  client: pg.Client,
  { text, index }: MigrationStep & { index: string },
  say: Log,
): Promise<void> {
  const { rowCount } = await client.query(
    'select from pg_index i join pg_class c on c.oid = i.indexrelid where c.relname = $1 and not i.indisvalid',
    [index],
  )
  // An interruption left it unfinished.
  if (rowCount) await client.query(`drop index concurrently if exists ${index}`)
  say(`builds the index ${index}`)
  await client.query(text)
}
