import { openDatabase } from '#server/db/tenant.ts'
import { allowNetworks } from '#server/erp/outbound.ts'
import { erpTransferJob } from '#server/erp/transferJob.ts'
import { openJobs } from '#server/jobs/runner.ts'
import { secretsOf } from '#server/process/secrets.ts'
import type { DispatcherSettings } from './processes.ts'

process.once('disconnect', () => process.exit(1))
allowNetworks(['127.0.0.1'])
const { connections, secretKey, timeoutMs, ...pace } = JSON.parse(
  process.argv[2] ?? '{}',
) as DispatcherSettings
const database = await openDatabase(connections, { poolSize: 5 })
const run = erpTransferJob(
  { database, secrets: secretsOf(secretKey) },
  { timeoutMs, orphanCheckMs: pace.lookEveryMs },
)
const table = { erpTransfer: { run, maxAtOnce: 10 } }
openJobs(database, table, { ...pace, say: (line) => console.error(line) }).start()
process.send?.('ready')
