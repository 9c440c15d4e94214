import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#server/db/newId.ts'
import { hashPassword } from '#server/users/passwords.ts'
import type { ListedTenant, Overview } from '#shared/operator.ts'
import type { Client } from '#test/app.ts'
import { runSql } from '#test/database.ts'
import { shopPerFile, useApp } from '#test/useShop.ts'
import { figuresJob } from './figures.ts'
import { removeOperator, setOperator } from './operators.ts'
import { writeUsage } from './usage.ts'

const app = useApp()
const shop = shopPerFile(app)
const password = 'gece lambası 4711'
const signIn = (given = password, username = 'Deniz') =>
  shop.visitor.post('/api/Operator/SignIn', { username, password: given })
const asOperator = async (): Promise<Client> =>
  shop.visitor.as({ headers: { 'x-operator-token': (await signIn()).body.data.token } })
const owner = () => app.connections.owner

beforeAll(async () => {
  await setOperator(app.connections, 'deniz', await hashPassword(password))
})
beforeEach(() =>
  runSql(
    { ...owner(), user: 'postgres' },
    `delete from backups; delete from call_counts; update operators set failed_tries = 0, blocked_until = 'now'`,
  ),
)

describe('the sign-in of an operator', () => {
  test('takes the name in any case and the right password', async () => {
    expect((await signIn()).status).toBe(200)
    expect((await signIn('something else')).body.code).toBe('session.badCredentials')
    expect((await signIn(password, 'nobody')).body.code).toBe('session.badCredentials')
  })

  test('waits longer and longer after failed tries', async () => {
    await runSql(owner(), `update operators set failed_tries = 7`)
    await signIn('something else')
    expect((await signIn()).body.code).toBe('session.tooManyTries')
    const [found] = await runSql<{ minutes: number }>(
      owner(),
      `select round(extract(epoch from blocked_until - now()) / 60)::int as minutes from operators`,
    )
    expect(found?.minutes).toBe(4)
  })

  test('is another one than that of wholesalers', async () => {
    expect((await shop.admin.get('/api/Operator/GetOverview')).status).toBe(401)
    expect((await shop.signIn('deniz', { password })).status).not.toBe(200)
    const operator = await asOperator()
    expect((await operator.post('/api/Account/GetSystemUsers', {})).status).toBe(401)
  })

  test('ends with the sign-out, a new password and the removal of the operator', async () => {
    const status = async (client: Client) => (await client.get('/api/Operator/GetOverview')).status
    const one = await asOperator()
    expect(await status(one)).toBe(200)
    await one.post('/api/Operator/SignOut')
    expect(await status(one)).toBe(401)
    const other = await asOperator()
    expect(await setOperator(app.connections, 'DENIZ', await hashPassword(password))).toBe('changed')
    expect(await status(other)).toBe(401)
    expect(await setOperator(app.connections, 'second', await hashPassword(password))).toBe('added')
    const { body } = await signIn(password, 'second')
    await removeOperator(app.connections, 'second')
    expect(await status(shop.visitor.as({ headers: { 'x-operator-token': body.data.token } }))).toBe(401)
    await expect(removeOperator(app.connections, 'second')).rejects.toThrow('There is no operator second')
  })
})

const overview = async (): Promise<Overview> =>
  (await (await asOperator()).get('/api/Operator/GetOverview')).body.data
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
    expect((await overview()).problems).toEqual([{ kind: 'backupOld', about: 'a backup', count: 2 }])
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

test('wholesalers are listed with their size, last order and load', async () => {
  await shop.place({ lines: { 'A1 S': 2 } })
  await writeUsage(app.database)
  await figuresJob({ database: app.database })({
    tenantId: shop.tenantId,
    signal: new AbortController().signal,
    attempt: 1,
    hold: async () => {},
  })
  const operator = await asOperator()
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
