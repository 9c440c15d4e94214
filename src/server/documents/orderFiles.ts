import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { translatedInto } from '#server/catalogue/texts/texts.ts'
import { reachOf } from '#server/customers/reach.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { type SignedIn, verb } from '#server/http/http.ts'
import { translate } from '#server/i18n.ts'
import { photoObject, tenantKey } from '#server/images/photoStore.ts'
import { Refusal } from '#shared/errors.ts'
import {
  deleteOrderFile,
  getOrderFile,
  getOrderFiles,
  type OrderFile,
  startOrderFile,
} from '#shared/orders/orderFiles.ts'
import { maxOrdersPerFile } from '#shared/orders/orderRules.ts'
import { backgroundFiles } from './backgroundFiles.ts'
import { documentsOf } from './orderDocument.ts'
import type { SpooledOrder } from './ordersFile.ts'
import { printOrdersFile } from './printing.ts'

/** Per process. */
const maxParallelFiles = 2
const ordersPerRead = 20

export const orderFiles = backgroundFiles<OrderFile>({
  table: 'order_files',
  making: 'making',
  of: 'orders',
  more: ['kind'],
  objectOf: (tenantId, id) => tenantKey(tenantId, 'orders', id),
})

const countReachable = prepared(`
  select count(*)::int as count from orders o join accounts a on a.tenant_id = $1 and a.id = o.account_id
  where o.tenant_id = $1 and o.id = any ($2::uuid[])
    and ($3::uuid is null or a.agent_id = $3) and ($4::uuid is null or o.account_id = $4)`)

/** One file of many orders. */
export const start = verb(startOrderFile, async (call, { kind, ids: asked }) => {
  const { user, language, tenant, services } = call
  const ids = [...new Set(asked)]
  if (ids.length > maxOrdersPerFile)
    throw new Refusal('orderFile.tooMany', { values: { limit: maxOrdersPerFile } })
  if (orderFiles.inProgress.size >= maxParallelFiles) throw new Refusal('server.busy')
  return orderFiles.start(call, {
    name: `${translate(language, 'orders.total', { count: ids.length })}.${kind}`,
    count: ids.length,
    more: [kind],
    busy: 'orderFile.busy',
    check: async (tx: Tx) => {
      const { agentId, accountId } = reachOf(user)
      const [found] = await tx.query<{ count: number }>(countReachable, ids, agentId, accountId)
      if (found?.count !== ids.length) throw new Refusal('notFound')
    },
    make: async (file, watch) => {
      const spool = `${file}.spool`
      await pipeline(linesOf(call, ids), createWriteStream(spool, { mode: 0o600 }), { signal: watch.signal })
      const job = { format: kind, spool, file, count: ids.length }
      await printOrdersFile(job, language, { tenant, photos: services.photos }, watch)
      await rm(spool)
    },
  })
})

/** In batches, to limit memory. */
async function* linesOf(
  { inTenant, tenant, user, language }: SignedIn,
  ids: string[],
): AsyncGenerator<string> {
  const into = translatedInto(tenant, language)
  for (let from = 0; from < ids.length; from += ordersPerRead) {
    const some = ids.slice(from, from + ordersPerRead)
    const orders = await inTenant('read', (tx) => documentsOf(tx, reachOf(user), some, into))
    if (orders.length < some.length) throw new Error('An order is out of reach by now')
    for (const order of orders) {
      const hashes = order.groups.flatMap(({ photo }) => photo ?? [])
      const photos = Object.fromEntries(hashes.map((hash) => [hash, photoObject(tenant.id, hash, 640)]))
      const spooled: SpooledOrder = { order, photos }
      yield `${JSON.stringify(spooled)}\n`
    }
  }
}

export const listOwn = verb(getOrderFiles, orderFiles.listOwn)
export const download = verb(getOrderFile, orderFiles.download)
export const remove = verb(deleteOrderFile, orderFiles.remove)
