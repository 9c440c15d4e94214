import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type pg from 'pg'
import { StartupProblem } from '#server/process/startup.ts'
import type { Manifest } from './manifest.ts'

/* Writes the table of backups, with the owner's connection. */

const seenEveryMs = 20_000
/** A backup without a sign of life for this long was interrupted. */
const goneAfterMs = 6 * seenEveryMs
/** Delay before a failed scheduled backup is tried again. */
const retryAfterMs = 15 * 60_000
const keptRows = 1000

/** For a backup of one tenant, or of a database without the table: nothing is recorded. */
export const unnoted: NotedBackup = {
  done: async () => {},
  failed: async () => {},
}

/** Calling either one ends the record. */
export type NotedBackup = {
  done(manifest: Manifest): Promise<void>
  failed(error: string): Promise<void>
}

/** SQL: whether a scheduled backup need not be made now: it was made, is being made, or has just failed. */
export const isSettled = `
  case when ended_at is null then seen_at > now() - interval '${goneAfterMs} ms'
    else error = '' or ended_at > now() - interval '${retryAfterMs} ms' end`

/**
 * Records that a backup begins. Undefined if this scheduled one was made, or is being made.
 * @throws StartupProblem if another backup is being made
 */
export async function noteBackup(
  client: pg.Client,
  place: string,
  scheduledFor: Date | undefined,
): Promise<NotedBackup | undefined> {
  // Backups are also made before the update that adds the table.
  const { rows: tables } = await client.query<{ found: string | null }>(
    `select to_regclass('public.backups')::text as found`,
  )
  if (!tables[0]?.found) return unnoted
  const id = randomUUID()
  const server = `${hostname()} ${process.pid}`
  await client.query('begin')
  try {
    await client.query('lock table backups in share row exclusive mode')
    const { rows } = await client.query<{ server: string }>(
      `select server from backups where ended_at is null and seen_at > now() - $1 * interval '1 ms'`,
      [goneAfterMs],
    )
    if (rows[0] && scheduledFor) {
      await client.query('rollback')
      return undefined
    }
    if (rows[0]) throw new StartupProblem(`A backup is being made already, by ${rows[0].server}.`)
    await client.query(
      `update backups set ended_at = now(), error = 'It was interrupted.' where ended_at is null`,
    )
    await client.query(
      `delete from backups where id not in (select id from backups order by started_at desc limit ${keptRows})`,
    )
    // A failed backup makes room for the next attempt.
    if (scheduledFor)
      await client.query(
        `update backups set scheduled_for = null
         where scheduled_for = $1 and error <> '' and ended_at < now() - $2 * interval '1 ms'`,
        [scheduledFor, retryAfterMs],
      )
    const { rowCount } = await client.query(
      `insert into backups (id, place, server, scheduled_for) values ($1, $2, $3, $4)
       on conflict (scheduled_for) do nothing`,
      [id, place, server, scheduledFor ?? null],
    )
    await client.query('commit')
    if (rowCount === 0) return undefined
  } catch (error) {
    await client.query('rollback')
    throw error
  }
  const timer = setInterval(
    () => void client.query('update backups set seen_at = now() where id = $1', [id]).catch(() => {}),
    seenEveryMs,
  )
  const end = async (set: string, values: unknown[]) => {
    clearInterval(timer)
    await client.query(`update backups set ended_at = now(), ${set} where id = $1`, [id, ...values])
  }
  return {
    done: (manifest) => {
      const { tenants, deployment } = manifest
      const sum = (of: (tenant: (typeof tenants)[number]) => number) =>
        tenants.reduce((total, tenant) => total + of(tenant), 0)
      return end('name = $2, tenants = $3, rows = $4, bytes = $5, pictures = $6, missing_pictures = $7', [
        manifest.name,
        tenants.length,
        sum(({ rows: counts }) => Object.values(counts).reduce((total, count) => total + count, 0)),
        sum(({ bytes }) => bytes) + (deployment?.bytes ?? 0),
        sum(({ pictures }) => pictures),
        sum(({ missingPictures }) => missingPictures),
      ])
    },
    failed: (error) => end('error = $2', [error.slice(0, 500)]),
  }
}
