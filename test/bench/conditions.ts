import { readFileSync } from 'node:fs'
import os from 'node:os'
import type pg from 'pg'

export async function conditions(owner: pg.Client, tenantId: string): Promise<string[]> {
  const { rows } = await owner.query<{
    version: string
    fsync: string
    commit: string
    buffers: string
    size: string
  }>(
    `select current_setting('server_version') as version, current_setting('fsync') as fsync,
            current_setting('synchronous_commit') as commit, current_setting('shared_buffers') as buffers,
            pg_size_pretty(pg_database_size(current_database())) as size`,
  )
  const [database] = rows
  if (!database) throw new Error('The database does not say what it is')
  await owner.query('begin')
  await owner.query(`set local app.tenant_id = '${tenantId}'`)
  const counted = await owner.query<{ text: string }>(
    `select format('%s products, %s variants, %s prices, %s images, %s brands, %s categories, %s accounts, %s orders',
       (select count(*) from products), (select count(*) from variants), (select count(*) from prices),
       (select count(*) from product_images), (select count(*) from brands), (select count(*) from categories),
       (select count(*) from accounts), (select count(*) from orders)) as text`,
  )
  await owner.query('commit')
  return [
    ...machine(),
    `PostgreSQL ${database.version}, fsync ${database.fsync}, synchronous_commit ${database.commit}, shared_buffers ${database.buffers}, database ${database.size}.`,
    `Measured shop at the end: ${counted.rows[0]?.text}; a second shop of the same size beside it.`,
  ]
}

export function machine(): string[] {
  return [
    `${os.cpus()[0]?.model.trim()}, ${os.availableParallelism()} cores, ${Math.round(os.totalmem() / 2 ** 30)} GB; ${os.type()} ${os.release()}; Node ${process.versions.node}.`,
  ]
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
