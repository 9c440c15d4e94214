import { Counter, Histogram } from 'prom-client'

/* What Prometheus reads, counted by each process for itself. */

const latencyBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const answers = new Histogram({
  name: 'toptan_http_request_duration_seconds',
  help: 'Answered calls, by route and status',
  labelNames: ['method', 'route', 'status'],
  buckets: latencyBuckets,
})
const waits = new Histogram({
  name: 'toptan_database_wait_seconds',
  help: 'How long work waited for a connection',
  labelNames: ['pool'],
  buckets: latencyBuckets,
})
const orders = new Counter({ name: 'toptan_orders_placed_total', help: 'Orders that were placed' })
const catalogueReads = new Counter({
  name: 'toptan_catalogue_reads_total',
  help: 'Reads of the shop, by where they were answered from',
  labelNames: ['source'],
})

/** Kept by method, route and status, because looking up the labels takes longer than counting. */
const answerOf = new Map<string, { observe(seconds: number): void }>()

export function noteAnswer(method: string, route: string, status: number, seconds: number): void {
  const key = `${method} ${route} ${status}`
  let answer = answerOf.get(key)
  if (!answer) {
    answer = answers.labels({ method, route, status })
    answerOf.set(key, answer)
  }
  answer.observe(seconds)
}

export const noteWait = {
  read: waits.labels({ pool: 'read' }),
  write: waits.labels({ pool: 'write' }),
}

export const noteOrder = (): void => orders.inc()

export const noteCatalogueRead = {
  memory: catalogueReads.labels({ source: 'memory' }),
  database: catalogueReads.labels({ source: 'database' }),
}
