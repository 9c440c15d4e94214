import { prepared } from '#server/db/statement.ts'
import type { Database, Tx } from '#server/db/tenant.ts'
import { type JobWaker, requestJobs } from '#server/jobs/jobs.ts'
import { BrokenPicture, type PhotoStore } from './photoStore.ts'
import type { Turns } from './turns.ts'

/** Described in the table's migration. */
export type PhotoState = 'waiting' | 'ready' | 'missing' | 'broken' | 'going'

const note = prepared(`
  insert into photos (tenant_id, content_hash, state, next_attempt_at, unused_since) values ($1, $2, $3, $4, $5)
  on conflict (tenant_id, content_hash) do update
    set unused_since = excluded.unused_since,
        state = case when photos.state in ('missing', 'broken') then excluded.state else photos.state end,
        next_attempt_at = case when photos.state in ('missing', 'broken') then excluded.next_attempt_at
                               else photos.next_attempt_at end
  returning state`)

/** Sizes of a photo are not made this long after it was noted: its file is still being stored. */
const storingMs = 60_000

/**
 * Call before anything shows the photo, so that the clean-up does not remove it. Returns its state; a `going` one is
 * being deleted and can be stored a moment later.
 */
export async function notePhoto(
  tx: Tx,
  contentHash: string,
  state: 'waiting' | 'ready',
  now: Date,
): Promise<PhotoState> {
  const dueAt = state === 'waiting' ? new Date(now.getTime() + storingMs) : now
  const [[noted]] = await Promise.all([
    tx.query<{ state: PhotoState }>(note, contentHash, state, dueAt, now),
    requestCleanup(tx, now),
    // For a process that dies before it asks for the sizes.
    ...(state === 'waiting' ? [requestJobs(tx, undefined, ['photos'], dueAt)] : []),
  ])
  return noted?.state ?? 'going'
}

const noteShown = prepared(`
  insert into photos (tenant_id, content_hash, state, next_attempt_at)
  select $1, s.hash, $2, $3 from (
    select content_hash as hash from product_images where tenant_id = $1
    union select image from brands where tenant_id = $1 and image ~ '^[0-9a-f]{64}$'
    union select image from categories where tenant_id = $1 and image ~ '^[0-9a-f]{64}$') s
  where not exists (select from photos f where f.tenant_id = $1 and f.content_hash = s.hash)
  on conflict (tenant_id, content_hash) do nothing`)

/**
 * Notes those that are shown and not noted yet: an import by command shows them first. Sizes of `waiting` ones are made by
 * a job, or when somebody looks at one.
 */
export async function noteShownPhotos(tx: Tx, state: 'waiting' | 'ready', now: Date): Promise<void> {
  await tx.query(noteShown, state, now)
  if (state === 'waiting') await requestJobs(tx, undefined, ['photos'], now)
}

const makeDue = prepared(`
  update photos set state = 'waiting', next_attempt_at = $3
  where tenant_id = $1 and content_hash = $2 and state in ('waiting', 'missing', 'broken')`)

/** Has the sizes of a photo made whose file has just been stored. */
export async function requestSizes(
  tx: Tx,
  waker: JobWaker | undefined,
  contentHash: string,
  now: Date,
): Promise<void> {
  await Promise.all([tx.query(makeDue, contentHash, now), requestJobs(tx, waker, ['photos'], now)])
}

const cleanupDelayMs = 6 * 60 * 60_000

/** Has the tenant's photos looked through for unused ones in a few hours. */
export function requestCleanup(tx: Tx, now: Date): Promise<void> {
  return requestJobs(tx, undefined, ['cleanup'], new Date(now.getTime() + cleanupDelayMs))
}

const settle = prepared(`
  update photos set state = $3, attempts = case when $3 = 'ready' then 0 else attempts end
  where tenant_id = $1 and content_hash = $2 and state not in ('going', $3)
  returning next_attempt_at as "retryAt"`)

export type PhotoOutcome = 'ready' | 'missing' | 'broken'

/**
 * Creates missing sizes, in turn, and records the outcome. A missing original is not final: it may reappear, or exist
 * on another server.
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
  await database.inTenant(tenantId, 'write', async (tx) => {
    const [settled] = await tx.query<{ retryAt: Date }>(settle, contentHash, outcome)
    if (settled && outcome === 'missing') await requestJobs(tx, undefined, ['photos'], settled.retryAt)
  })
  return outcome
}
