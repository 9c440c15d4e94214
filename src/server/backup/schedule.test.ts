import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { secretsOf } from '#server/process/secrets.ts'
import { runSql } from '#test/database.ts'
import { testFolder } from '#test/folder.ts'
import { useApp } from '#test/useShop.ts'
import { listBackups, manifestKey } from './manifest.ts'
import { openBackupStore } from './place.ts'
import { removeOldBackups } from './removeOld.ts'
import { lastMoment, scheduleBackups } from './schedule.ts'

const app = useApp()
const key = 'the key of the deployment in these tests'
let folder: string

beforeEach(async () => {
  folder = await testFolder()
  await runSql(
    app.connections.owner,
    `delete from secret_key; insert into secret_key values ('${secretsOf(key).fingerprint}'); delete from backups`,
  )
})

const settings = (more: NodeJS.ProcessEnv = {}) => ({
  DATA_DIR: folder,
  SECRET_KEY: key,
  BACKUP_TO: join(folder, 'kept'),
  BACKUP_PASSPHRASE: 'a passphrase to remember',
  ...more,
})

describe('a backup is due', () => {
  const at = { hour: 3, minute: 15 }
  const day = (hour: number, minute: number, second = 0) => new Date(2026, 2, 4, hour, minute, second)

  test.each([
    [24, day(3, 15), day(3, 15)],
    [24, day(23, 59), day(3, 15)],
    [24, day(3, 14, 59), new Date(2026, 2, 3, 3, 15)],
    [1, day(3, 14, 59), day(2, 15)],
    [1, day(3, 15), day(3, 15)],
    [1, day(17, 20), day(17, 15)],
    [6, day(3, 0), new Date(2026, 2, 3, 21, 15)],
    [6, day(20, 0), day(15, 15)],
  ])('every %i hours: at %s since %s', (everyHours, now, moment) => {
    expect(lastMoment({ at, everyHours }, now)).toEqual(moment)
  })

  test('each day by default, or as often as the setting says', () => {
    expect(readConfig(settings()).backup?.everyHours).toBe(24)
    expect(readConfig(settings({ BACKUP_EVERY_HOURS: '1' })).backup?.everyHours).toBe(1)
    for (const wrong of ['0', '-1', '5', '1.5', '48', 'x'])
      expect(() => readConfig(settings({ BACKUP_EVERY_HOURS: wrong }))).toThrow('must divide the day')
  })
})

/** The lines of a server that makes the backup that is due now, until it has ended. */
async function scheduled(environment: NodeJS.ProcessEnv): Promise<string[]> {
  const said: string[] = []
  const { connections, database } = app
  const schedule = scheduleBackups({
    config: { ...readConfig(environment), photos: app.photos.place },
    connections,
    database,
    say: (line) => said.push(line),
  })
  onTestFinished(() => schedule.stop())
  const hasEnded = async () =>
    (await runSql<object>(connections.owner, 'select from backups where ended_at is not null')).length > 0
  await expect.poll(hasEnded, { timeout: 20_000 }).toBe(true)
  await schedule.stop()
  return said
}
const noted = async () =>
  (await runSql<{ error: string }>(app.connections.owner, 'select error from backups')).map(
    ({ error }) => error,
  )

test('a scheduled backup that fails says why, not that photos cannot be stored', async () => {
  await writeFile(join(folder, 'kept'), 'a file where the folder should be')
  const reason = `The backup folder cannot be created: EEXIST: file already exists, mkdir '${join(folder, 'kept')}'`
  expect(await scheduled(settings())).toEqual([`Backup: ${reason}`])
  expect(await noted()).toEqual([reason])
})

test('a bucket of backups that takes nothing is called so', async () => {
  const S3_ENDPOINT = 'http://127.0.0.1:9'
  const login = { S3_ENDPOINT, S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' }
  const [line = ''] = await scheduled(settings({ BACKUP_TO: 's3://kept/own', ...login, S3_BUCKET: 'photos' }))
  expect(line).toMatch(/^Backup: Nothing can be stored in the bucket "kept": The backup store: PUT /)
})

test('a scheduled backup with another key is noted as failed, and not tried again each minute', async () => {
  const said = await scheduled(settings({ SECRET_KEY: 'another key, which is also long enough' }))
  expect(said).toEqual([expect.stringMatching(/^Backup: The key that this database was used with/)])
  expect(await noted()).toEqual([expect.stringMatching(/^The key that this database was used with/)])
})

test('of several backups a day, those older than a day are thinned to the first of each', async () => {
  const store = openBackupStore({ folder: join(folder, 'kept') })
  const manifest = {
    format: 1,
    startedAt: '2026-03-01T00:00:00Z',
    endedAt: '2026-03-01T00:00:00Z',
    migrations: [],
    tenants: [],
    key: { fingerprint: 'unknown' },
  }
  const names = ['01', '02', '03'].flatMap((day) =>
    ['00', '06', '12', '18'].map((hour) => `2026-03-${day}T${hour}-00-00Z`),
  )
  for (const name of names)
    await store.put(manifestKey(name), Buffer.from(JSON.stringify({ ...manifest, name })), 'application/json')
  const left = async () => (await listBackups(store)).map(({ name }) => name.slice(8, 13))
  const now = new Date('2026-03-03T19:00:00Z')
  await removeOldBackups(store, { keepDays: 30, isThinned: true }, now)
  expect(await left()).toEqual(['01T00', '02T00', '03T00', '03T06', '03T12', '03T18'])
  // The newest three stay, and by their age the first of the days before.
  await removeOldBackups(store, { keepDays: 2, isThinned: true }, new Date('2026-03-04T19:00:00Z'))
  expect(await left()).toEqual(['03T00', '03T06', '03T12', '03T18'])
})
