import { extname, join } from 'node:path'
import { isoTime } from '#server/db/isoTime.ts'
import { newId } from '#server/db/newId.ts'
import { prepared } from '#server/db/statement.ts'
import type { Database, Tx } from '#server/db/tenant.ts'
import { temporaryFolder } from '#server/files/temporaryFolder.ts'
import { type SignedIn, StreamAnswer } from '#server/http/http.ts'
import { oneOf } from '#server/http/refuse.ts'
import type { PhotoStore } from '#server/images/photoStore.ts'
import { requestJobs } from '#server/jobs/jobs.ts'
import { type ErrorCode, Refusal } from '#shared/errors.ts'
import { exportTypes } from '#shared/exports/exports.ts'

/** Files made in the background after the request was answered. */
const running = new Map<Promise<void>, AbortController>()

/** Waits for all files that are being made; aborts those that exceed the limit. */
export async function finishBackgroundFiles(limitMs: number): Promise<void> {
  const timer = setTimeout(() => {
    for (const abort of running.values()) abort.abort()
  }, limitMs)
  await Promise.all(running.keys())
  clearTimeout(timer)
}

/** How long a file is kept. */
export const fileLifetimeMs = 24 * 60 * 60_000
/** A process reports every `reportIntervalMs`; after this long without a report its file counts as failed. */
const staleAfterMs = 30_000
const reportIntervalMs = 1000

const contentTypes: Record<string, string> = { '.pdf': 'application/pdf', '.xlsx': exportTypes.xlsx }

type Kind = {
  table: 'order_files' | 'photo_catalogues'
  /** The state while it is being made. */
  making: string
  /** The column with the number of things in the file. */
  of: string
  /** Further columns. */
  more?: readonly string[]
  objectOf: (tenantId: string, id: string) => string
}

type NewFile = {
  name: string
  /** Number of things in the file. */
  count: number
  more?: string[]
  /** Refusal while the user has another file that is being made. */
  busy: ErrorCode
  /** Runs in the transaction that starts the file. */
  check?: (tx: Tx) => Promise<void>
  /** Writes the file. `onDone` takes how many of `count` are done. */
  make: (file: string, watch: { onDone: (done: number) => void; signal: AbortSignal }) => Promise<void>
}

function statementsOf({ table, making, of, more = [] }: Kind) {
  return {
    failStale: prepared(`
      update ${table} set state = 'failed' where tenant_id = $1 and user_id = $2 and state = '${making}' and seen_at <= $3`),
    // One at a time per user.
    insert: prepared(`
      insert into ${table} (tenant_id, id, user_id, state, file_name, ${of}, created_at, seen_at${more.map((column) => `, ${column}`).join('')})
      select $1, $2::uuid, $3::uuid, '${making}', $4, $5::integer, $6::timestamptz, $6::timestamptz${more.map((_, index) => `, $${index + 7}`).join('')}
      where not exists (select from ${table} where tenant_id = $1 and user_id = $3 and state = '${making}')
      on conflict do nothing returning id`),
    report: prepared(`
      update ${table} set done = $3, seen_at = $4 where tenant_id = $1 and id = $2 and state = '${making}' returning id`),
    settle: prepared(`
      update ${table} set state = $3, done = $4, seen_at = $5
      where tenant_id = $1 and id = $2 and state = '${making}' returning id`),
    list: prepared(`
      select coalesce(json_agg(json_build_object(
        'id', id, 'state', case when state = '${making}' and seen_at <= $4 then 'failed' else state end,
        'fileName', file_name, '${of}', ${of}, 'done', done, ${more.map((column) => `'${column}', ${column}, `).join('')}
        'createdAt', ${isoTime('created_at')}) order by created_at desc, id desc), '[]') as found
      from ${table} where tenant_id = $1 and user_id = $2 and created_at > $3`),
    find: prepared(`
      select file_name as name from ${table}
      where tenant_id = $1 and id = $2 and user_id = $3 and state = 'ready' and created_at > $4`),
    deleteRow: prepared(
      `delete from ${table} where tenant_id = $1 and id = $2 and user_id = $3 returning id`,
    ),
    findOld: prepared(`select id from ${table} where tenant_id = $1 and created_at <= $2`),
    deleteOld: prepared(`delete from ${table} where tenant_id = $1 and id = any ($2)`),
  }
}

type Making = NewFile & { table: Kind['table']; id: string; key: string; abort: AbortController }

/** Makes and stores the file and records the outcome. Aborts once the row is deleted. */
async function makeFile(
  { inTenant, services, request }: SignedIn,
  { report, settle }: ReturnType<typeof statementsOf>,
  { table, id, key, count, name, make, abort }: Making,
): Promise<void> {
  const { objects } = services.photos
  const { signal } = abort
  const end = async (state: 'ready' | 'failed', ended: number) => {
    const rows = await inTenant('write', (tx) => tx.query(settle, id, state, ended, new Date()))
    return rows.length > 0
  }
  let done = 0
  const reportTimer = setInterval(() => {
    void inTenant('write', (tx) => tx.query(report, id, done, new Date())).then(
      (rows) => rows.length > 0 || abort.abort(),
      () => {},
    )
  }, reportIntervalMs)
  const onDone = (made: number) => {
    done = made
  }
  try {
    // On disk: too large for memory.
    await using folder = await temporaryFolder()
    const file = join(folder.path, 'file')
    await make(file, { onDone, signal })
    await objects.put(key, { file }, contentTypes[extname(name)] ?? '')
    if (!(await end('ready', count))) await objects.remove(key)
  } catch (error) {
    if (!signal.aborted) request.log.error({ err: error, table }, 'a file of the background failed')
    await end('failed', 0).catch(() => {})
  } finally {
    clearInterval(reportTimer)
  }
}

const ago = (now: Date, ms: number) => new Date(now.getTime() - ms)

/** Files of users in a table with their progress, kept for a day. */
export function backgroundFiles<Row>(kind: Kind) {
  const { table, objectOf } = kind
  const statements = statementsOf(kind)
  /** The files that this process is making, by id. */
  const inProgress = new Map<string, AbortController>()

  return {
    inProgress,
    /** Starts making a file; {@link listOwn} shows its progress. */
    start: async (call: SignedIn, file: NewFile): Promise<{ id: string }> => {
      const { inTenant, user, now } = call
      const id = newId()
      const abort = new AbortController()
      inProgress.set(id, abort)
      try {
        await inTenant('write', async (tx) => {
          await file.check?.(tx)
          await tx.query(statements.failStale, user.id, ago(now, staleAfterMs))
          const values = [file.name, file.count, now, ...(file.more ?? [])]
          const [started] = await tx.query(statements.insert, id, user.id, ...values)
          if (!started) throw new Refusal(file.busy)
          await requestJobs(tx, undefined, ['cleanup'], new Date(now.getTime() + fileLifetimeMs))
        })
      } catch (error) {
        inProgress.delete(id)
        throw error
      }
      const key = objectOf(call.tenant.id, id)
      const made = makeFile(call, statements, { ...file, table, id, key, abort }).finally(() =>
        inProgress.delete(id),
      )
      running.set(made, abort)
      void made.finally(() => running.delete(made))
      return { id }
    },
    listOwn: async ({ tx, user, now }: SignedIn & { tx: Tx }): Promise<Row[]> => {
      const dates = [ago(now, fileLifetimeMs), ago(now, staleAfterMs)]
      const [row] = await tx.query<{ found: Row[] }>(statements.list, user.id, ...dates)
      return row?.found ?? []
    },
    download: async ({ inTenant, user, tenant, services, now }: SignedIn, { id }: { id: string }) => {
      const [found] = await inTenant('read', (tx) =>
        tx.query<{ name: string }>(statements.find, id, user.id, ago(now, fileLifetimeMs)),
      )
      const stored = found && (await services.photos.objects.get(objectOf(tenant.id, id)))
      if (!stored) throw new Refusal('notFound')
      return new StreamAnswer(stored.stream, found.name, contentTypes[extname(found.name)] ?? '')
    },
    /** This process aborts unfinished files at once, others within about a second. */
    remove: async (
      { tx, user, tenant, services, request }: SignedIn & { tx: Tx },
      { id }: { id: string },
    ): Promise<void> => {
      await oneOf(tx.query(statements.deleteRow, id, user.id))
      tx.afterCommit(() => {
        inProgress.get(id)?.abort()
        services.photos.objects
          .remove(objectOf(tenant.id, id))
          .catch((error: unknown) => request.log.error({ err: error, table }, 'a file was not removed'))
      })
    },
    /** Deletes stored objects first: without their rows they could not be found. */
    dropOld: async (
      { database, photos }: { database: Database; photos: PhotoStore },
      tenantId: string,
      now: Date,
    ): Promise<void> => {
      const before = ago(now, fileLifetimeMs)
      const found = await database.inTenant(tenantId, 'read', (tx) =>
        tx.query<{ id: string }>(statements.findOld, before),
      )
      if (found.length === 0) return
      const ids = found.map(({ id }) => id)
      await photos.objects.remove(...ids.map((id) => objectOf(tenantId, id)))
      await database.inTenant(tenantId, 'write', (tx) => tx.query(statements.deleteOld, ids))
    },
  }
}
