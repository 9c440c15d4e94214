import { errorCode } from '#server/db/error-code.ts'
import type { Database } from '#server/db/tenant.ts'
import { noteTenantOrder } from '#server/operator/usage.ts'
import type { PriceRules } from '#server/pricing/tenantRules.ts'
import { noteOrder } from '#server/process/metrics.ts'
import {
  type OrderRequest,
  type Outcome,
  type Placed,
  placedAs,
  placedBefore,
  placeOrders,
} from './placeOrder.ts'

/**
 * Places orders, those of a tenant that arrive meanwhile together: they would otherwise wait for each other on the
 * tenant's counters, each until the one before is on disk. Each succeeds or is refused alone.
 */
export type Placing = { place(tenantId: string, request: OrderRequest): Promise<Placed> }

type Waiting = {
  request: OrderRequest
  resolve: (outcome: Outcome) => void
  reject: (error: unknown) => void
}

/** `keys`: guidKeys that are being placed. */
type Queue = { waiting: Waiting[]; runs: number; keys: Set<string> }

/** While one batch is being committed, the next is read. */
const maxRuns = 2
const maxTogether = 32
const maxLinesTogether = 5000

export function openPlacing(
  database: Pick<Database, 'inTenant' | 'bulkInTenant' | 'isDistributed'>,
  priceRules: PriceRules,
): Placing {
  /** By tenant, while orders are being placed. */
  const queues = new Map<string, Queue>()

  // Citus would take the statement apart and send its parts over all nodes.
  const attempt = (tenantId: string, requests: OrderRequest[]) =>
    database.isDistributed
      ? database.bulkInTenant(tenantId, (tx) => placeOrders(tx, priceRules, requests))
      : database.inTenant(tenantId, 'write', (tx) => placeOrders(tx, priceRules, requests), true)

  const placeBatch = async (tenantId: string, batch: Waiting[]) => {
    try {
      const outcomes = await attempt(
        tenantId,
        batch.map(({ request }) => request),
      )
      for (const [index, { resolve }] of batch.entries()) {
        const outcome = outcomes[index] ?? 'isPlaced'
        if (typeof outcome === 'object' && 'orderId' in outcome) {
          noteOrder()
          noteTenantOrder(tenantId)
        }
        resolve(outcome)
      }
    } catch (error) {
      const [first] = batch
      if (batch.length === 1 && first) await placeAlone(tenantId, first, error)
      // One of them failed unexpectedly; the others must not.
      else for (const one of batch) await placeBatch(tenantId, [one])
    }
  }

  /** Another process has just placed an order with the same guidKey. */
  const placeAlone = async (tenantId: string, { request, resolve, reject }: Waiting, error: unknown) => {
    if (errorCode(error) !== '23505') return reject(error)
    await attempt(tenantId, [request]).then(([outcome]) => resolve(outcome ?? 'isPlaced'), reject)
  }

  const run = async (tenantId: string, queue: Queue) => {
    queue.runs += 1
    for (let batch = nextBatch(queue); batch.length > 0; batch = nextBatch(queue)) {
      await placeBatch(tenantId, batch)
      for (const { request } of batch) queue.keys.delete(request.input.guidKey)
    }
    queue.runs -= 1
    if (queue.runs === 0) queues.delete(tenantId)
  }

  const enqueue = (tenantId: string, request: OrderRequest) =>
    new Promise<Outcome>((resolve, reject) => {
      const queue = queues.get(tenantId) ?? { waiting: [], runs: 0, keys: new Set() }
      queues.set(tenantId, queue)
      queue.waiting.push({ request, resolve, reject })
      if (queue.runs < maxRuns) void run(tenantId, queue)
    })

  return {
    place: async (tenantId, request) => {
      const outcome = await enqueue(tenantId, request)
      if (outcome === 'isPlaced')
        return database.inTenant(tenantId, 'read', (tx) => placedBefore(tx, request), true)
      if ('error' in outcome) throw outcome.error
      return placedAs(request.input.guidKey, outcome)
    },
  }
}

/** Takes the first ones from the queue, except those whose guidKey is being placed. */
function nextBatch({ waiting, keys }: Queue): Waiting[] {
  const batch: Waiting[] = []
  let lines = 0
  for (let at = 0; at < waiting.length && batch.length < maxTogether; ) {
    const next = waiting[at] as Waiting
    const { input } = next.request
    if (keys.has(input.guidKey)) at += 1
    else if (batch.length > 0 && lines + input.lines.length > maxLinesTogether) break
    else {
      keys.add(input.guidKey)
      lines += input.lines.length
      batch.push(next)
      waiting.splice(at, 1)
    }
  }
  return batch
}
