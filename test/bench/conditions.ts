import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import os from 'node:os'
import type pg from 'pg'
import { projectFolder } from '#server/projectFolder.ts'

export async function databaseLine(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ line: string }>(
    `select format('PostgreSQL %s, fsync %s, synchronous_commit %s, shared_buffers %s.', current_setting('server_version'),
       current_setting('fsync'), current_setting('synchronous_commit'), current_setting('shared_buffers')) as line`,
  )
  return rows[0]?.line ?? ''
}

/** What the measured shop has, and the size of the whole database. */
export async function shopLine(client: pg.Client, tenantId: string): Promise<string> {
  const tables = ['products', 'variants', 'prices', 'brands', 'categories', 'accounts', 'orders']
  const counts = tables.map((table) => `(select count(*) from ${table} where tenant_id = $1)`)
  const { rows } = await client.query<{ line: string }>(
    `select format('${tables.map((table) => `%s ${table}`).join(', ')}; database %s', ${counts.join(', ')},
       pg_size_pretty(pg_database_size(current_database()))) as line`,
    [tenantId],
  )
  return rows[0]?.line ?? ''
}

export function machine(): string[] {
  return [
    `${os.cpus()[0]?.model.trim()}, ${os.availableParallelism()} cores, ${Math.round(os.totalmem() / 2 ** 30)} GB; ${os.type()} ${os.release()}; Node ${process.versions.node}.`,
  ]
}

export const loads = () =>
  os
    .loadavg()
    .map((value) => value.toFixed(2))
    .join(' ')

/** `isChanged`: the work tree has changes beside results. */
export function commit(): { hash: string; isChanged: boolean } {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: projectFolder, encoding: 'utf8' }).trim()
  try {
    const changed = git('status', '--porcelain', '--', '.', ':!test/bench/results')
    return { hash: git('rev-parse', '--short=7', 'HEAD'), isChanged: changed !== '' }
  } catch {
    return { hash: 'unknown', isChanged: true }
  }
}

/**
 * File pages that were dropped from memory and reread since boot. On such a machine a browser rereads its own
 * program. Linux only.
 */
export function refaultedPages(): number | undefined {
  if (os.type() !== 'Linux') return undefined
  const [, count] = /^workingset_refault_file (\d+)$/m.exec(readFileSync('/proc/vmstat', 'utf8')) ?? []
  return count === undefined ? undefined : Number(count)
}
