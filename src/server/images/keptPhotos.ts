import { prepared } from '#server/db/statement.ts'
import type { Database, Tx } from '#server/db/tenant.ts'
import { requestJobs } from '#server/jobs/jobs.ts'
import { BrokenPicture, type PhotoStore } from './photoStore.ts'
import type { Turns } from './turns.ts'

/** What becomes of a photo that is kept: see the migration that makes the table. */
export type PhotoState = 'waiting' | 'ready' | 'missing' | 'broken' | 'going'

const note = prepared(`
  insert into photos (tenant_id, content_hash, state, next_attempt_at, unused_since) values ($1, $2, $3, $4, $4)
  on conflict (tenant_id, content_hash) do update
    set unused_since = excluded.unused_since,
        state = case when photos.state in ('missing', 'broken') then excluded.state else photos.state end,
        next_attempt_at = case when photos.state in ('missing', 'broken') then excluded.next_attempt_at
                               else photos.next_attempt_at end
  returning state`)

/**
 * Writes down that a photo is kept from now on, before anything shows it: so that it is neither forgotten nor taken
 * away as unused meanwhile. Answers its state; one that is `going` is being removed and can be kept a moment later.
 */
export async function notePhoto(
  tx: Tx,
  contentHash: string,
  state: 'waiting' | 'ready',
  now: Date,
): Promise<PhotoState> {
  const [[noted]] = await Promise.all([
    tx.query<{ state: PhotoState }>(note, contentHash, state, now),
    requestCleanup(tx, now),
    // Whoever keeps the file asks at once; this is for a process that dies before that.
    ...(state === 'waiting'
      ? [requestJobs(tx, undefined, ['photos'], new Date(now.getTime() + 60_000))]
      : []),
  ])
  return noted?.state ?? 'going'
}

const cleanupDelayMs = 6 * 60 * 60_000

/** Has the tenant's photos looked through for unused ones in a few hours. */
export function requestCleanup(tx: Tx, now: Date): Promise<void> {
  return requestJobs(tx, undefined, ['cleanup'], new Date(now.getTime() + cleanupDelayMs))
}

const settle = prepared(`
  update photos set state = $3, attempts = case when $3 = 'ready' then 0 else attempts end
  where tenant_id = $1 and content_hash = $2 and state not in ('going', $3)`)

/** What became of a photo that was looked at. */
export type PhotoOutcome = 'ready' | 'missing' | 'broken'

/**
 * Makes the sizes that a photo lacks, in its turn, and writes down what became of it. An original that is not there is
 * no verdict on the photo: it may come back, or lie where another server finds it.
 */
export async function finishPhoto(
  { database, photos }: { database: Database; photos: PhotoStore },
  tenantId: string,
  contentHash: string,
  turn: Turns,
): Promise<PhotoOutcome> {
  const outcome = await photos.makeWidths(tenantId, contentHash, turn).then(
    (isMade): PhotoOutcome => (isMade ? 'ready' : 'missing'),
    (error: unknown): PhotoOutcome => {
      if (error instanceof BrokenPicture) return 'broken'
      throw error
    },
  )
  await database.inTenant(tenantId, 'write', (tx) => tx.last(settle, contentHash, outcome))
  return outcome
}
