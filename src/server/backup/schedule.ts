import { Worker } from 'node:worker_threads'
import type { Config, ScheduledBackup } from '#server/config.ts'
import type { Connections } from '#server/db/connection.ts'
import type { Database } from '#server/db/tenant.ts'
import { threadFile } from '#server/projectFolder.ts'
import type { ThreadAnswer, ThreadData } from './backupThread.ts'
import { isSettled } from './noted.ts'

const lookEveryMs = 60_000

type Context = {
  config: Config
  connections: Connections
  database: Database
  say: (line: string) => void
}

export type BackupSchedule = { stop(): Promise<void> }

/** Makes the scheduled backups in a thread, each on one server of the deployment; after a failure or an outage, late. */
export function scheduleBackups({ config, connections, database, say }: Context): BackupSchedule {
  const { backup } = config
  if (!backup) return { stop: async () => {} }
  let madeFor = 0
  let running: { worker: Worker; ended: Promise<void> } | undefined
  const look = async () => {
    const scheduledFor = lastMoment(backup, new Date())
    if (running || madeFor === scheduledFor.getTime()) return
    const [last] = await database.global<{ isMade: boolean; isSettled: boolean }>(
      `select ended_at is not null and error = '' as "isMade", ${isSettled} as "isSettled"
       from backups where scheduled_for = $1`,
      [scheduledFor],
    )
    if (last?.isMade) madeFor = scheduledFor.getTime()
    else if (!last?.isSettled) running = start(scheduledFor)
  }
  const start = (scheduledFor: Date) => {
    const worker = new Worker(threadFile('backup/backupThread.ts'), {
      workerData: threadData(config, backup, connections, scheduledFor),
    })
    worker.on('message', ({ name, missingPictures = 0, error }: ThreadAnswer) => {
      if (error) say(`Backup: ${error}`)
      if (missingPictures > 0) say(`Backup ${name}: ${missingPictures} photos are not in their store`)
    })
    worker.on('error', (error) => say(`Backup: ${error instanceof Error ? error.message : String(error)}`))
    const ended = new Promise<void>((resolve) => {
      worker.once('exit', () => {
        running = undefined
        resolve()
      })
    })
    return { worker, ended }
  }
  // A database that is away is told elsewhere.
  const lookOrLater = () => void look().catch(() => {})
  const timer = setInterval(lookOrLater, lookEveryMs)
  timer.unref()
  lookOrLater()
  return {
    stop: async () => {
      clearInterval(timer)
      running?.worker.postMessage('stop', [])
      await running?.ended
    },
  }
}

function threadData(
  { dataDir, secretKey, photos, backupPassphrase }: Config,
  { place, everyHours, keepDays }: ScheduledBackup,
  connections: Connections,
  scheduledFor: Date,
): ThreadData {
  return {
    config: { dataDir, secretKey, photos },
    connections,
    place,
    passphrase: backupPassphrase,
    keeping: { keepDays, isThinned: everyHours < 24 },
    scheduledFor,
  }
}

const hourMs = 60 * 60_000

/** When a backup was last due: at that time of day here, and every so many hours after it. */
export function lastMoment(
  { at: { hour, minute }, everyHours }: Pick<ScheduledBackup, 'at' | 'everyHours'>,
  now: Date,
): Date {
  const moment = new Date(now.getFullYear(), now.getMonth(), now.getDate(), hour, minute)
  if (moment > now) moment.setDate(moment.getDate() - 1)
  const intervals = Math.floor((now.getTime() - moment.getTime()) / (everyHours * hourMs))
  return new Date(moment.getTime() + intervals * everyHours * hourMs)
}
