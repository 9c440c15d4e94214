import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { Refusal } from '#shared/errors.ts'

/**
 * Tries from a known device count for the device, so that others cannot lock the user out (OWASP: device cookies).
 */
export type TryKind = 'address' | 'name' | 'device' | 'mail'
export type TryKey = { kind: TryKind; key: Buffer }

/** After `free` tries the wait doubles, up to the longest. */
const rules: Record<TryKind, { free: number; waitSeconds: number; longestWaitSeconds: number }> = {
  name: { free: 5, waitSeconds: 30, longestWaitSeconds: 900 },
  device: { free: 10, waitSeconds: 30, longestWaitSeconds: 900 },
  // An office or a fair shares one address.
  address: { free: 60, waitSeconds: 30, longestWaitSeconds: 900 },
  mail: { free: 5, waitSeconds: 60, longestWaitSeconds: 900 },
}
const windowMs = 3_600_000

type Row = { kind: TryKind; key: Buffer; tries: number; windowEndsAt: Date; blockedUntil: Date | null }

/** Failed tries in one table, of the transaction's tenant. */
export function triesIn(table: 'sign_in_tries' | 'operator_tries') {
  const addRows = prepared(`
    insert into ${table} (tenant_id, kind, key, tries, window_ends_at)
    select $1, kind, key, 0, $4 from unnest($2::text[], $3::bytea[]) c (kind, key)
    on conflict (tenant_id, kind, key) do nothing`)
  const lockRows = prepared(`
    select kind, key, tries, window_ends_at as "windowEndsAt", blocked_until as "blockedUntil" from ${table}
    where tenant_id = $1 and (kind, key) in (select * from unnest($2::text[], $3::bytea[]))
    order by kind, key for update`)
  const writeRow = prepared(`
    update ${table} set tries = $4, window_ends_at = $5, blocked_until = $6
    where tenant_id = $1 and kind = $2 and key = $3`)
  const forgetOld = prepared(`
    delete from ${table} where tenant_id = $1 and (kind, key) in (
      select kind, key from ${table} where tenant_id = $1 and window_ends_at < $2
      limit 20 for update skip locked)`)
  const forget = prepared(`
    delete from ${table} where tenant_id = $1 and kind <> 'address'
      and (kind, key) in (select * from unnest($2::text[], $3::bytea[]))`)
  const takeBack = prepared(`
    update ${table} set tries = greatest(tries - 1, 0), blocked_until = null
    where tenant_id = $1 and (kind, key) in (select * from unnest($2::text[], $3::bytea[]))`)
  return {
    /**
     * Counts before judging: concurrent tries cannot exceed the limit. Refuses with `session.tooManyTries` and the
     * seconds to wait; refused tries do not count.
     */
    countTry: async (tx: Tx, counted: TryKey[], now: Date): Promise<void> => {
      const windowEndsAt = new Date(now.getTime() + windowMs)
      const [, , rows] = await Promise.all([
        tx.query(forgetOld, now),
        tx.query(addRows, ...columns(counted), windowEndsAt),
        tx.query<Row>(lockRows, ...columns(counted)),
      ])
      const waitsMs = rows.map((row) => (row.blockedUntil?.getTime() ?? 0) - now.getTime())
      const longestWaitMs = Math.max(...waitsMs)
      if (longestWaitMs > 0) {
        const seconds = Math.ceil(longestWaitMs / 1000)
        throw new Refusal('session.tooManyTries', { seconds, values: { seconds } })
      }
      await Promise.all(
        rows.map((row) => {
          const tries = row.windowEndsAt > now ? row.tries + 1 : 1
          return tx.query(
            writeRow,
            row.kind,
            row.key,
            tries,
            windowEndsAt,
            blockedUntil(row.kind, tries, now),
          )
        }),
      )
    },

    /** After a successful proof. The address keeps its tries: others use it too. */
    forgetTries: async (tx: Tx, counted: TryKey[]): Promise<void> => {
      await Promise.all([tx.query(forget, ...columns(counted)), tx.query(takeBack, ...columns(counted))])
    },

    uncountTry: async (tx: Tx, counted: TryKey[]): Promise<void> => {
      await tx.query(takeBack, ...columns(counted))
    },
  }
}

/** Sign-in tries of users. */
export const { countTry, forgetTries, uncountTry } = triesIn('sign_in_tries')

function blockedUntil(kind: TryKind, tries: number, now: Date): Date | null {
  const { free, waitSeconds, longestWaitSeconds } = rules[kind]
  if (tries < free) return null
  return new Date(now.getTime() + 1000 * Math.min(waitSeconds * 2 ** (tries - free), longestWaitSeconds))
}

const columns = (counted: TryKey[]) => [counted.map(({ kind }) => kind), counted.map(({ key }) => key)]
