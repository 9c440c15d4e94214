import { connected } from '#server/db/connection.ts'
import type { TestApp } from './app.ts'

/** How many connections to the app's database wait for a lock. */
export async function waitingForLocks({ connections }: Pick<TestApp, 'connections'>): Promise<number> {
  await using client = await connected({ ...connections.owner, user: 'postgres' })
  const { rowCount } = await client.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rowCount ?? 0
}
