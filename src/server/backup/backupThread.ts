import { parentPort, workerData } from 'node:worker_threads'
import { type BackupSettings, runBackup } from './runBackup.ts'

/* A scheduled backup, beside the requests of its process. */

export type ThreadData = Pick<
  BackupSettings,
  'config' | 'connections' | 'place' | 'passphrase' | 'keeping'
> & {
  scheduledFor: Date
}
export type ThreadAnswer = { name?: string; missingPictures?: number; error?: string }

const stopping = new AbortController()
parentPort?.once('message', () => stopping.abort(new Error('The server stops.')))

const answer = await runBackup({ ...(workerData as ThreadData), signal: stopping.signal }).then(
  (report): ThreadAnswer => {
    if (!report) return {}
    const { name, tenants } = report.manifest
    return { name, missingPictures: tenants.reduce((sum, tenant) => sum + tenant.missingPictures, 0) }
  },
  (error: unknown): ThreadAnswer => ({ error: error instanceof Error ? error.message : String(error) }),
)
parentPort?.postMessage(answer, [])
parentPort?.close()
