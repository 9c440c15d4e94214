import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { appRole, connected } from '#server/db/connection.ts'
import { checkAppLogin } from '#server/db/pool.ts'
import { unprepared } from '#server/db/statement.ts'
import { openDatabase } from '#server/db/tenant.ts'
import { runSql, type TestDatabase, testDatabase } from './database.ts'
import { hasPooler, type Pooler, startPooler } from './pooler.ts'
import { addTenant } from './tenant.ts'

let base: TestDatabase
let tenantId: string
beforeAll(async () => {
  base = await testDatabase()
  tenantId = await addTenant(base.connections, 'one')
})
afterAll(() => base.drop())

const direct = () => ({ ...base.connections.owner, user: appRole })

test('a login that may do more than the application is refused', async () => {
  const { owner } = base.connections
  const superuser = { ...owner, user: 'postgres' }
  const role = `${base.name}_login`
  await runSql(superuser, `create role ${role} login in role ${appRole}`)
  onTestFinished(() => void runSql(superuser, `drop role ${role}`))
  expect(await checkAppLogin({ ...owner, user: role })).toMatchObject({ isPooled: false })
  await runSql(superuser, `grant toptan_owner to ${role}`)
  await expect(checkAppLogin({ ...owner, user: role })).rejects.toThrow(`it runs as ${role}`)
  await expect(checkAppLogin(superuser)).rejects.toThrow('it runs as postgres')
  await expect(checkAppLogin(owner)).rejects.toThrow('it runs as toptan_owner')
})

describe.skipIf(!hasPooler)('a database behind PgBouncer', () => {
  let pooler: Pooler
  beforeAll(async () => {
    pooler = await startPooler(inject('postgres'))
  })
  afterAll(() => pooler[Symbol.asyncDispose]())

  const through = () => ({ ...direct(), host: pooler.host, port: pooler.port })

  test('is recognised', async () => {
    expect(await checkAppLogin(direct())).toMatchObject({ isPooled: false })
    expect(await checkAppLogin(through())).toMatchObject({ isPooled: true })
  })

  test('has the same limits, and keeps nothing in its sessions', async () => {
    const database = await openDatabase({ ...base.connections, app: through() })
    onTestFinished(() => database.close())
    const limits = unprepared(
      `select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement,
         current_setting('idle_in_transaction_session_timeout') as idle where $1::uuid is not null`,
    )
    for (const mode of ['read', 'write'] as const)
      expect(await database.inTenant(tenantId, mode, (tx) => tx.query(limits))).toEqual([
        { lock: '8s', statement: '10s', idle: '1min' },
      ])
    await using client = await connected(through())
    const { rows } = await client.query(
      `select current_setting('app.tenant_id', true) as tenant, current_setting('lock_timeout') as lock,
         (select count(*)::int from pg_prepared_statements) as prepared`,
    )
    expect(rows).toEqual([{ tenant: '', lock: '0', prepared: 0 }])
  })
})
