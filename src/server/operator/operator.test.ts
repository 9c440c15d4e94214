import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connected } from '#server/db/connection.ts'
import { newId } from '#server/db/newId.ts'
import { hashPassword } from '#server/users/passwords.ts'
import type { ListedTenant, Overview } from '#shared/operator.ts'
import type { Client } from '#test/app.ts'
import { runSql } from '#test/database.ts'
import { addTenant } from '#test/tenant.ts'
import { shopPerFile, useApp } from '#test/useShop.ts'
import { figuresJob } from './figures.ts'
import { removeOperator, setOperator } from './operators.ts'
import { writeUsage } from './usage.ts'

const app = useApp()
const shop = shopPerFile(app)
const password = 'gece lambası 4711'
let operator: Client
const owner = () => app.connections.owner

beforeAll(async () => {
  await setOperator(app, 'deniz', await hashPassword(password))
  const { data } = (await shop.visitor.post('/api/Operator/SignIn', { username: 'deniz', password })).body
  operator = shop.visitor.as({ headers: { 'x-operator-token': data.token } })
  // Its session goes on, but nothing is missing.
  await runSql(owner(), `update operators set totp_secret = '\\x01'`)
})
beforeEach(() => runSql(owner(), 'delete from backups'))

const overview = async (): Promise<Overview> => (await operator.get('/api/Operator/GetOverview')).body.data
const addBackup = (set: string) =>
  runSql(
    owner(),
    `insert into backups (id, place, server, name, tenants, rows, bytes, pictures, missing_pictures, ended_at, started_at, error)
     select gen_random_uuid(), '/kept', 'one', 'a backup', 1, 1, 1, 1, b.missing, now(), b.at, b.error
     from (select ${set}) b`,
  )

describe('what needs care', () => {
  const kinds = async () => (await overview()).problems.map(({ kind }) => kind)

  test('is a backup that is not there, is old, failed or lacks photos', async () => {
    expect(await kinds()).toEqual(['backupNone'])
    await addBackup(`0 as missing, now() - interval '50 hours' as at, '' as error`)
    expect((await overview()).problems).toEqual([
      { kind: 'backupOld', about: 'a backup', since: expect.stringMatching(/Z$/) },
    ])
    await addBackup(`0 as missing, now() - interval '1 hour' as at, 'The disk is full' as error`)
    expect(await kinds()).toEqual(['backupFailed', 'backupOld'])
    await addBackup(`3 as missing, now() as at, '' as error`)
    expect((await overview()).problems).toEqual([{ kind: 'backupPictures', about: '', count: 3 }])
  })

  test('is a server that is gone, or whose disk fills', async () => {
    await addBackup(`0 as missing, now() as at, '' as error`)
    expect(await kinds()).toEqual([])
    await app.database.global(
      `insert into servers (id, name, photos, seen_at, disks) values ($1, 'web 7', '', now() - interval '80 seconds', $2)`,
      [newId(), JSON.stringify([{ name: 'data', freeBytes: 1e9, totalBytes: 1e11 }])],
    )
    expect((await overview()).problems).toEqual([
      { kind: 'diskFull', about: 'web 7: data', count: 1e9 },
      { kind: 'serverGone', about: 'web 7' },
    ])
    await app.database.global(`delete from servers`)
  })

  test('is an operator without a second factor', async () => {
    await addBackup(`0 as missing, now() as at, '' as error`)
    await setOperator(app, 'Second', await hashPassword(password))
    expect((await overview()).problems).toEqual([{ kind: 'operatorWithoutTotp', about: 'Second' }])
    await removeOperator(app.connections, 'second')
    expect(await kinds()).toEqual([])
  })

  test('is work in the background that fails', async () => {
    await addBackup(`0 as missing, now() as at, '' as error`)
    await shop.query(
      `update jobs set error = 'no', started_at = now() - interval '1 hour', due_at = now() where tenant_id = $1 and kind = 'retention'`,
    )
    expect((await overview()).problems).toEqual([{ kind: 'jobsFail', about: 'retention', count: 1 }])
    await shop.query(
      `update jobs set error = '', due_at = 'infinity' where tenant_id = $1 and kind = 'retention'`,
    )
  })
})

describe('what waits for servers outside', () => {
  const note = (kind: string, waiting: number, minutes: number, more = '') =>
    shop.query(
      `insert into outbound_waits (tenant_id, kind, host, waiting, oldest_at${more && ', failing_since'}, reason)
       values ($1, $2, 'there.example.com', $3, now() - $4 * interval '1 minute'${more}, 'It says no')`,
      kind,
      waiting,
      minutes,
    )
  const problems = async () => (await overview()).problems
  const since = expect.stringMatching(/Z$/)
  const about = 'there.example.com'
  beforeEach(async () => {
    await addBackup(`0 as missing, now() as at, '' as error`)
    await shop.query('delete from outbound_waits where tenant_id = $1')
    await app.database.global('delete from mail_servers')
  })
  const mailServerFails = (failures: number) =>
    app.database.global(
      `insert into mail_servers (host, failing_since, reason, failures, next_try_at) values ($1, now(), 'It says no', $2, now())`,
      [about, failures],
    )

  test('is a problem at once where a link fails, else after a quarter of an hour', async () => {
    await note('orders', 3, 14)
    expect(await problems()).toEqual([])
    await shop.update(`outbound_waits set oldest_at = now() - interval '16 minutes'`)
    expect(await problems()).toEqual([{ kind: 'ordersWait', about: `shop (${about})`, count: 3, since }])
    await shop.update(`outbound_waits set failing_since = now()`)
    expect(await problems()).toEqual([
      { kind: 'erpFails', about: `shop (${about})`, count: 3, since, reason: 'It says no' },
    ])
  })

  test('is a mail server that fails twice, or mails that a working one does not get out', async () => {
    await note('mails', 1489, 5)
    expect(await problems()).toEqual([])
    await mailServerFails(1)
    expect(await problems()).toEqual([])
    await app.database.global('update mail_servers set failures = 2')
    expect(await problems()).toEqual([
      { kind: 'mailServerFails', about, count: 1489, since, reason: 'It says no' },
    ])
    await app.database.global('delete from mail_servers')
    await shop.update(`outbound_waits set oldest_at = now() - interval '16 minutes'`)
    expect(await problems()).toEqual([{ kind: 'mailsWait', about, count: 1489, since }])
  })

  test('is a mail server that fails though no mail waits for it', async () => {
    await mailServerFails(2)
    expect(await problems()).toEqual([
      { kind: 'mailServerFails', about, count: 0, since, reason: 'It says no' },
    ])
  })

  test('is no single wrong address, but is many refused mails', async () => {
    await note('refusedMails', 9, 3000)
    expect(await problems()).toEqual([])
    await shop.update('outbound_waits set waiting = 10')
    expect(await problems()).toEqual([
      { kind: 'mailsRefused', about, count: 10, since, reason: 'It says no' },
    ])
  })

  test('is summed up beyond twenty wholesalers', async () => {
    for (let count = 0; count < 23; count += 1) {
      const id = await addTenant(app.connections, `many-${count}`)
      await runSql(
        { ...owner(), user: 'postgres' },
        `insert into outbound_waits (tenant_id, kind, waiting, failing_since) values ($1, 'orders', 1, now())`,
        [id],
      )
    }
    const found = await problems()
    expect(found).toHaveLength(21)
    expect(found[20]).toEqual({ kind: 'erpFailsMore', about: '', count: 3 })
  })
})

test('connections are counted over all roles of the database', async () => {
  await addBackup(`0 as missing, now() as at, '' as error`)
  const before = (await overview()).database
  const others = await Promise.all(
    Array.from({ length: 12 }, () => connected({ ...owner(), user: 'postgres', database: 'postgres' })),
  )
  const during = (await overview()).database
  for (const one of others) await one.end()
  const [{ limit } = { limit: 0 }] = await runSql<{ limit: number }>(
    { ...owner(), user: 'postgres' },
    `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as limit`,
  )
  expect(during.connections - before.connections).toBeGreaterThanOrEqual(8)
  expect(during.maxConnections).toBe(limit)
})

test('wholesalers are listed with their size, last order and load', async () => {
  await shop.place({ lines: { 'A1 S': 2 } })
  await writeUsage(app.database)
  await figuresJob({ database: app.database })({
    tenantId: shop.tenantId,
    signal: new AbortController().signal,
    attempt: 1,
    hold: async () => {},
  })
  const list = async (search: string): Promise<ListedTenant[]> =>
    (await operator.post('/api/Operator/GetTenants', { search })).body.data.items
  const [listed] = await list('SHO')
  expect(listed).toMatchObject({
    key: 'shop',
    orders: 1,
    recentOrders: 1,
    products: 6,
    variants: 14,
    users: 3,
  })
  expect(listed?.calls).toBeGreaterThan(0)
  expect(listed?.bytes).toBeGreaterThan(1000)
  expect(Date.now() - new Date(listed?.lastOrderAt ?? 0).getTime()).toBeLessThan(60_000)
  expect(await list('nobody%')).toEqual([])
})
