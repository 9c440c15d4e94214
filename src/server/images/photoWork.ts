import { prepared } from '#server/db/statement.ts'
import type { Database, Tx } from '#server/db/tenant.ts'
import type { Tenants } from '#server/tenancy/tenants.ts'
import { cleanUp } from './cleanUp.ts'
import { finishPhoto } from './keptPhotos.ts'
import type { PhotoStore } from './photoStore.ts'
import { turns } from './turns.ts'

/** Makes what the shop shows of photos that have been sent, and takes away what nobody shows any more. */
export type PhotoWork = {
  /** Has a tenant's photos made soon, without waiting. */
  ring(tenantId: string): void
  /** Looks through all tenants from time to time from now on: for what failed, and what another process left. */
  start(): void
  /** Begins nothing more, and resolves when what it was doing is over. */
  stop(): Promise<void>
}

export type House = { database: Database; tenants: Tenants; photos: PhotoStore }
/** Times in milliseconds; `say` hears of what goes wrong. */
type Options = { sweepEvery?: number; cleanEvery?: number; say: (line: string) => void; now?: () => Date }

/** How long a photo is held by whoever makes it: far longer than making takes, in milliseconds. */
const lease = 5 * 60_000
/** Photos taken at once, so few that all are made well within their lease. */
const mostTaken = 4
const minute = 60_000

/** Opens the work of a process. Several on one database share it. */
export function openPhotoWork(house: House, options: Options): PhotoWork {
  const { sweepEvery = minute, cleanEvery = 360 * minute, say, now = () => new Date() } = options
  const rung = new Set<string>()
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> | undefined
  let cleanAt = 0
  const complain = (error: unknown) => say(`Photos: ${(error as Error).message}`)

  // One tenant after the other, a few photos at a time; whoever has more comes last again.
  const work = async () => {
    for (const tenantId of rung) {
      rung.delete(tenantId)
      if (isStopped) return
      try {
        if (await makeSome(house, tenantId, now, { isStopped: () => isStopped, complain })) rung.add(tenantId)
      } catch (error) {
        complain(error)
      }
    }
  }
  const ring = (tenantId: string) => {
    if (isStopped) return
    rung.add(tenantId)
    working ??= work().finally(() => {
      working = undefined
      // Rung while the last was being finished.
      const [waiting] = rung
      if (waiting) ring(waiting)
    })
  }
  const sweep = async () => {
    const mustClean = now().getTime() >= cleanAt
    if (mustClean) cleanAt = now().getTime() + cleanEvery
    for (const { id } of await house.tenants.all()) {
      if (isStopped) return
      if (mustClean) await cleanUp(house, id, now()).catch(complain)
      if (await house.database.inTenant(id, 'read', (tx) => hasDue(tx, now()))) ring(id)
    }
  }
  let sweeping: Promise<void> | undefined
  const sweepAgain = async () => {
    await sweep().catch(complain)
    if (isStopped) return
    timer = setTimeout(() => {
      sweeping = sweepAgain()
    }, sweepEvery)
  }
  return {
    ring,
    start: () => {
      sweeping = sweepAgain()
    },
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await Promise.all([working, sweeping])
    },
  }
}

const anyDue = prepared(`
  select from photos where tenant_id = $1 and state in ('waiting', 'missing') and next_attempt_at <= $2 limit 1`)
const hasDue = async (tx: Tx, now: Date) => (await tx.query(anyDue, now)).length > 0

const take = prepared(`
  with due as materialized (
    select content_hash from photos
    where tenant_id = $1 and state in ('waiting', 'missing') and next_attempt_at <= $2
    order by next_attempt_at, content_hash limit ${mostTaken} for update skip locked)
  update photos f set attempts = f.attempts + 1, next_attempt_at = $3
  from due where f.tenant_id = $1 and f.content_hash = due.content_hash
  returning f.content_hash as hash, f.attempts`)

const putOff = prepared(`
  update photos set next_attempt_at = $4
  where tenant_id = $1 and content_hash = $2 and attempts = $3 and state in ('waiting', 'missing')`)

/** How long to wait after a try for which the store failed or had no original, in milliseconds: longer each time, an hour at most. */
const waitAfter = (attempts: number) => Math.min(60, 2 ** attempts) * minute

/** Makes a few of a tenant's photos; true where there may be more. */
async function makeSome(
  { database, photos }: House,
  tenantId: string,
  now: () => Date,
  { isStopped, complain }: { isStopped: () => boolean; complain: (error: unknown) => void },
): Promise<boolean> {
  const until = new Date(now().getTime() + lease)
  const held = await database.inTenant(tenantId, 'write', (tx) =>
    tx.last<{ hash: string; attempts: number }>(take, now(), until),
  )
  for (const { hash, attempts } of held) {
    if (isStopped()) return false
    const outcome = await finishPhoto({ database, photos }, tenantId, hash, turns.background).catch(complain)
    if (outcome === 'ready' || outcome === 'broken') continue
    const later = new Date(now().getTime() + waitAfter(attempts))
    await database.inTenant(tenantId, 'write', (tx) => tx.last(putOff, hash, attempts, later))
  }
  return held.length === mostTaken
}
