import cluster from 'node:cluster'
import { createServer, type Server } from 'node:http'
import { AggregatorRegistry, collectDefaultMetrics, Gauge, register } from 'prom-client'
import type { MetricsAddress } from './config.ts'
import type { Database } from './db/tenant.ts'
import { countJobs } from './jobs/jobStates.ts'
import type { JobKind } from './jobs/jobs.ts'
import { spaceOf } from './storageSpace.ts'

type Watched = {
  database: Database
  /** Folders whose disks are watched, by name. */
  folders: Record<string, string>
}

/** Adds what is looked up when Prometheus asks. */
export function watch({ database, folders }: Watched): void {
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
  const jobs = new Gauge({
    name: 'toptan_jobs',
    help: 'Background jobs of all wholesalers that run, are due or failed last time',
    labelNames: ['kind', 'state'],
    aggregator: 'max',
  })
  const oldest = new Gauge({
    name: 'toptan_job_age_seconds',
    help: 'How long the oldest job of a kind has been due, running or failing',
    labelNames: ['kind', 'state'],
    aggregator: 'max',
    collect: async () => {
      jobs.reset()
      oldest.reset()
      const found = await countJobs(database).catch(() => [])
      for (const { kind, state, count, ageSeconds } of found) {
        const labels: { kind: JobKind; state: string } = { kind, state }
        jobs.set(labels, count)
        oldest.set(labels, ageSeconds)
      }
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
  const backup = new Gauge({
    name: 'toptan_backup_age_seconds',
    help: 'Since the last backup, of what is in it',
    aggregator: 'max',
    collect: async () => {
      const [last] = await database
        .global<{ seconds: number | null }>(lastBackup)
        .catch((): { seconds: number | null }[] => [])
      backup.reset()
      if (last?.seconds != null) backup.set(last.seconds)
    },
  })
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

const lastBackup = `
  select extract(epoch from now() - max(started_at))::int as seconds from backups where ended_at is not null and error = ''`

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
