import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { z } from 'zod'
import { trackBackgroundFile } from '#server/backgroundFiles.ts'
import { reachOf } from '#server/customers/reach.ts'
import { newId } from '#server/db/newId.ts'
import { prepared } from '#server/db/statement.ts'
import type { Database } from '#server/db/tenant.ts'
import { type Call, StreamAnswer, verb } from '#server/http.ts'
import { translate } from '#server/i18n.ts'
import { type PhotoStore, photoObject, tenantKey } from '#server/images/photoStore.ts'
import { requestJobs } from '#server/jobs/jobs.ts'
import { Refusal } from '#shared/errors.ts'
import { exportTypes } from '#shared/exports.ts'
import {
  deleteOrderFile,
  getOrderFile,
  getOrderFiles,
  type OrderFile,
  startOrderFile,
} from '#shared/orderFiles.ts'
import { maxOrdersPerFile } from '#shared/orderRules.ts'
import { documentsOf } from './orderDocument.ts'
import type { SpooledOrder } from './ordersFile.ts'
import { printOrdersFile } from './printing.ts'

const orderFileLifetimeMs = 24 * 60 * 60_000
/** A process reports every `reportIntervalMs`; after this long without a report its file counts as failed. */
const staleAfterMs = 30_000
const reportIntervalMs = 1000
/** Per process. */
const maxParallelFiles = 2
export const filesInProgress = new Map<string, AbortController>()
const ordersPerRead = 20

const contentTypes = { pdf: 'application/pdf', xlsx: exportTypes.xlsx } as const

const objectOf = (tenantId: string, id: string) => tenantKey(tenantId, 'orders', id)

type Starting = Call<typeof startOrderFile>
type Asked = z.output<typeof startOrderFile.input>

const countReachable = prepared(`
  select count(*)::int as count from orders o join accounts a on a.tenant_id = $1 and a.id = o.account_id
  where o.tenant_id = $1 and o.id = any ($2::uuid[])
    and ($3::uuid is null or a.agent_id = $3) and ($4::uuid is null or o.account_id = $4)`)
const failStale = prepared(`
  update order_files set state = 'failed' where tenant_id = $1 and user_id = $2 and state = 'making' and seen_at <= $3`)
const insert = prepared(`
  insert into order_files (tenant_id, id, user_id, kind, state, file_name, orders, created_at, seen_at)
  values ($1, $2, $3, $4, 'making', $5, $6, $7, $7) on conflict do nothing returning id`)

/** Starts a file of many orders in the background; {@link listOwn} shows its progress. */
export const start = verb(startOrderFile, async (call, { kind, ids: asked }) => {
  const { inTenant, user, now, language } = call
  const ids = [...new Set(asked)]
  if (ids.length > maxOrdersPerFile)
    throw new Refusal('orderFile.tooMany', { values: { limit: maxOrdersPerFile } })
  const { agentId, accountId } = reachOf(user)
  const name = `${translate(language, 'orders.total', { count: ids.length })}.${kind}`
  const id = newId()
  if (filesInProgress.size >= maxParallelFiles) throw new Refusal('server.busy')
  const control = new AbortController()
  filesInProgress.set(id, control)
  try {
    await inTenant('write', async (tx) => {
      const [found] = await tx.query<{ count: number }>(countReachable, ids, agentId, accountId)
      if (found?.count !== ids.length) throw new Refusal('notFound')
      await tx.query(failStale, user.id, new Date(now.getTime() - staleAfterMs))
      const [started] = await tx.query(insert, id, user.id, kind, name, ids.length, now)
      if (!started) throw new Refusal('orderFile.busy')
      await requestJobs(tx, undefined, ['cleanup'], new Date(now.getTime() + orderFileLifetimeMs))
    })
  } catch (error) {
    filesInProgress.delete(id)
    throw error
  }
  const made = make(call, { id, kind, ids }, control).finally(() => filesInProgress.delete(id))
  trackBackgroundFile(made, control)
  return { id }
})

const report = prepared(`
  update order_files set done = $3, seen_at = $4 where tenant_id = $1 and id = $2 and state = 'making' returning id`)
const settle = prepared(`
  update order_files set state = $3, done = $4, seen_at = $5
  where tenant_id = $1 and id = $2 and state = 'making' returning id`)

/** Aborts if the row is deleted. */
async function make(
  call: Starting,
  { id, kind, ids }: Asked & { id: string },
  abort: AbortController,
): Promise<void> {
  const { inTenant, tenant, services, language, request } = call
  const { photos } = services
  const end = async (state: 'ready' | 'failed', done: number) => {
    const rows = await inTenant('write', (tx) => tx.query(settle, id, state, done, new Date()))
    return rows.length > 0
  }
  let done = 0
  const reportTimer = setInterval(() => {
    void inTenant('write', (tx) => tx.query(report, id, done, new Date())).then(
      (rows) => rows.length > 0 || abort.abort(),
      () => {},
    )
  }, reportIntervalMs)
  const { signal } = abort
  let folder: string | undefined
  try {
    folder = await mkdtemp(join(tmpdir(), 'orders-'))
    const spool = join(folder, 'spool')
    await pipeline(linesOf(call, ids), createWriteStream(spool, { mode: 0o600 }), { signal })
    const file = join(folder, 'file')
    const onDone = (drawn: number) => {
      done = drawn
    }
    const job = { format: kind, spool, file, count: ids.length }
    await printOrdersFile(job, language, { tenant, photos }, { onDone, signal })
    await photos.objects.put(objectOf(tenant.id, id), { file }, contentTypes[kind])
    if (!(await end('ready', ids.length))) await photos.objects.remove(objectOf(tenant.id, id))
  } catch (error) {
    if (!signal.aborted) request.log.error({ err: error }, 'order file failed')
    await end('failed', 0).catch(() => {})
  } finally {
    clearInterval(reportTimer)
    if (folder) await rm(folder, { recursive: true, force: true }).catch(() => {})
  }
}

/** In batches, to limit memory. */
async function* linesOf({ inTenant, tenant, user }: Starting, ids: string[]): AsyncGenerator<string> {
  for (let from = 0; from < ids.length; from += ordersPerRead) {
    const some = ids.slice(from, from + ordersPerRead)
    const orders = await inTenant('read', (tx) => documentsOf(tx, reachOf(user), some))
    if (orders.length < some.length) throw new Error('An order is out of reach by now')
    for (const order of orders) {
      const hashes = order.groups.flatMap(({ photo }) => photo ?? [])
      const photos = Object.fromEntries(hashes.map((hash) => [hash, photoObject(tenant.id, hash, 640)]))
      const spooled: SpooledOrder = { order, photos }
      yield `${JSON.stringify(spooled)}\n`
    }
  }
}

const list = prepared(`
  select coalesce(json_agg(json_build_object(
    'id', id, 'kind', kind, 'state', case when state = 'making' and seen_at <= $4 then 'failed' else state end,
    'fileName', file_name, 'orders', orders, 'done', done,
    'createdAt', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by created_at desc, id desc), '[]')
    as found
  from order_files where tenant_id = $1 and user_id = $2 and created_at > $3`)

export const listOwn = verb(getOrderFiles, async ({ tx, user, now }) => {
  const since = new Date(now.getTime() - orderFileLifetimeMs)
  const staleBefore = new Date(now.getTime() - staleAfterMs)
  const [row] = await tx.query<{ found: OrderFile[] }>(list, user.id, since, staleBefore)
  return row?.found ?? []
})

const find = prepared(`
  select file_name as name, kind from order_files
  where tenant_id = $1 and id = $2 and user_id = $3 and state = 'ready' and created_at > $4`)

export const download = verb(getOrderFile, async ({ inTenant, user, tenant, services, now }, { id }) => {
  const since = new Date(now.getTime() - orderFileLifetimeMs)
  const [found] = await inTenant('read', (tx) =>
    tx.query<{ name: string; kind: OrderFile['kind'] }>(find, id, user.id, since),
  )
  const stored = found && (await services.photos.objects.get(objectOf(tenant.id, id)))
  if (!stored) throw new Refusal('notFound')
  return new StreamAnswer(stored.stream, found.name, contentTypes[found.kind])
})

const deleteRow = prepared(
  'delete from order_files where tenant_id = $1 and id = $2 and user_id = $3 returning id',
)

/** This process aborts unfinished files at once, others within about a second. */
export const remove = verb(deleteOrderFile, async ({ tx, user, tenant, services, request }, { id }) => {
  const [deleted] = await tx.query(deleteRow, id, user.id)
  if (!deleted) throw new Refusal('notFound')
  tx.afterCommit(() => {
    filesInProgress.get(id)?.abort()
    services.photos.objects
      .remove(objectOf(tenant.id, id))
      .catch((error: unknown) => request.log.error({ err: error }, 'order file not removed'))
  })
})

const findOld = prepared('select id from order_files where tenant_id = $1 and created_at <= $2')
const deleteOld = prepared('delete from order_files where tenant_id = $1 and id = any ($2)')

/** Stored objects first: without their rows they could not be found. */
export async function dropOldOrderFiles(
  { database, photos }: { database: Database; photos: PhotoStore },
  tenantId: string,
  now: Date,
): Promise<void> {
  const before = new Date(now.getTime() - orderFileLifetimeMs)
  const found = await database.inTenant(tenantId, 'read', (tx) => tx.query<{ id: string }>(findOld, before))
  if (found.length === 0) return
  const ids = found.map(({ id }) => id)
  await photos.objects.remove(...ids.map((id) => objectOf(tenantId, id)))
  await database.inTenant(tenantId, 'write', (tx) => tx.query(deleteOld, ids))
}
