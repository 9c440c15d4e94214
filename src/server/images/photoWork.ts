import { prepared } from '#server/db/statement.ts'
import type { Database } from '#server/db/tenant.ts'
import { type JobHandler, nextDue } from '#server/jobs/jobs.ts'
import { cleanUp } from './cleanUp.ts'
import { finishPhoto } from './keptPhotos.ts'
import type { PhotoStore } from './photoStore.ts'
import { turns } from './turns.ts'

type Context = { database: Database; photos: PhotoStore }
type Options = { say: (line: string) => void; now?: () => Date }

/** Photos being processed are skipped this long; processing takes seconds. */
const photoLeaseMs = 5 * 60_000
/** Few, to finish within the lease and let other tenants have their turn. */
const photosPerRun = 4

export function photoJob(
  { database, photos }: Context,
  { say, now = () => new Date() }: Options,
): JobHandler {
  return async ({ tenantId, signal }) => {
    const leaseEnd = new Date(now().getTime() + photoLeaseMs)
    const taken = await database.inTenant(tenantId, 'write', (tx) =>
      tx.last<{ hash: string; attempts: number }>(take, now(), leaseEnd),
    )
    for (const { hash, attempts } of taken) {
      if (signal.aborted) return undefined
      const outcome = await finishPhoto({ database, photos }, tenantId, hash, turns.background).catch(
        (error: unknown) => say(`Photos: ${(error as Error).message}`),
      )
      if (outcome === 'ready' || outcome === 'broken') continue
      const retryAt = new Date(now().getTime() + retryDelayMs(attempts))
      await database.inTenant(tenantId, 'write', (tx) => tx.last(putOff, hash, attempts, retryAt))
    }
    return database.inTenant(tenantId, 'read', (tx) => nextDue(tx, findNext))
  }
}

export function cleanupJob(
  context: Context,
  { now = () => new Date() }: Pick<Options, 'now'> = {},
): JobHandler {
  return async ({ tenantId }) => {
    const { next } = await cleanUp(context, tenantId, now())
    return next
  }
}

const findNext = prepared(`
  select min(next_attempt_at) as "dueAt" from photos where tenant_id = $1 and state in ('waiting', 'missing')`)

const take = prepared(`
  with due as materialized (
    select content_hash from photos
    where tenant_id = $1 and state in ('waiting', 'missing') and next_attempt_at <= $2
    order by next_attempt_at, content_hash limit ${photosPerRun} for update skip locked)
  update photos f set attempts = f.attempts + 1, next_attempt_at = $3
  from due where f.tenant_id = $1 and f.content_hash = due.content_hash
  returning f.content_hash as hash, f.attempts`)

const putOff = prepared(`
  update photos set next_attempt_at = $4
  where tenant_id = $1 and content_hash = $2 and attempts = $3 and state in ('waiting', 'missing')`)

/** After a failure or a missing original; at most an hour. */
const retryDelayMs = (attempts: number) => Math.min(60, 2 ** attempts) * 60_000
