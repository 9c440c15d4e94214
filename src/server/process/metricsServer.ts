import cluster from 'node:cluster'
import { createServer, type Server } from 'node:http'
import { AggregatorRegistry, collectDefaultMetrics, Gauge, register } from 'prom-client'
import type { MetricsAddress } from '#server/config.ts'
import type { Database } from '#server/db/tenant.ts'
import { spaceOf } from '#server/files/storageSpace.ts'
import { type FactMetric, factMetrics, readMetricFacts } from '#server/operator/metricFacts.ts'

type Watched = {
  database: Database
  /** Folders whose disks are watched, by name. */
  folders: Record<string, string>
  /** Hours between backups. */
  backupEveryHours: number
}

/** Adds what is looked up when Prometheus asks. What the database does not tell at that moment is absent, not 0. */
export function watch({ database, folders, backupEveryHours }: Watched): void {
  collectDefaultMetrics()
  // Answers when the first process asks.
  if (cluster.isWorker) openAll()
  const connections = new Gauge({
    name: 'toptan_database_connections',
    help: 'Connections by pool, and work that waits for one',
    labelNames: ['pool', 'state'],
    collect: () => {
      for (const { pool, ...counts } of database.poolUse())
        for (const [state, count] of Object.entries(counts)) connections.set({ pool, state }, count)
    },
  })
  const reachable = new Gauge({
    name: 'toptan_database_up',
    help: 'Whether the database answers',
    aggregator: 'min',
    collect: async () => {
      reachable.set((await database.isThere()) === false ? 0 : 1)
    },
  })
  watchFacts(database)
  new Gauge({
    name: 'toptan_backup_interval_seconds',
    help: 'Between scheduled backups; a day where none is scheduled',
    aggregator: 'max',
  }).set(backupEveryHours * 3600)
  const disks = new Gauge({
    name: 'toptan_disk_free_bytes',
    help: 'Free space where Toptan writes',
    labelNames: ['folder'],
    aggregator: 'min',
    collect: () => {
      for (const [folder, path] of Object.entries(folders)) {
        const space = spaceOf(path)
        if (space) disks.set({ folder }, space.freeBytes)
      }
    },
  })
}

/** With one look for all of them. */
function watchFacts(database: Database): void {
  let looking: ReturnType<typeof readMetricFacts> | undefined
  const look = () =>
    (looking ??= readMetricFacts(database).finally(() => {
      looking = undefined
    }))
  const watchOne = (name: FactMetric, help: string, labelNames: string[] = []) => {
    const gauge = new Gauge({
      name,
      help,
      labelNames,
      aggregator: 'max',
      collect: async () => {
        const facts = await look()
        gauge.reset()
        // A reset one without labels would be 0.
        if (labelNames.length === 0) gauge.remove()
        for (const { metric, labels = {}, value } of facts) if (metric === name) gauge.set(labels, value)
      },
    })
  }
  for (const [name, { help, ...more }] of Object.entries(factMetrics))
    watchOne(name as FactMetric, help, 'labelNames' in more ? more.labelNames : [])
}

const openAll = () => new AggregatorRegistry()

/** Answers `GET /metrics`: of this process, or of all that serve. */
export async function serveMetrics({ host, port }: MetricsAddress, ofAll: boolean): Promise<Server> {
  const all = ofAll ? openAll() : undefined
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    const text = all ? all.clusterMetrics() : register.metrics()
    text.then(
      (metrics) => response.writeHead(200, { 'content-type': register.contentType }).end(metrics),
      (error: Error) => response.writeHead(503).end(`${error.message}\n`),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve)
  })
  return server
}
