import { readdir } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestDatabase, testDatabase } from './database.ts'
import { recordStatements, statementsWithoutTenant } from './statements.ts'

const texts = vi.hoisted(() => new Set<string>())
vi.mock('#server/db/statement.ts', async (original) => {
  const { prepared, ...rest } = await original<typeof import('#server/db/statement.ts')>()
  return {
    ...rest,
    prepared: (text: string) => {
      texts.add(text)
      return prepared(text)
    },
  }
})

let testDb: TestDatabase
beforeAll(async () => {
  testDb = await testDatabase()
})
afterAll(() => testDb.drop())

/** Programs and threads would start their work. */
const programs = /^(main|import|tenant|demo|reset)\.ts$|Thread\.ts$/

/** Other statements are covered by test/fuzz.test.ts. */
test('every prepared statement filters every table by tenant', async () => {
  const folder = new URL('../src/server/', import.meta.url)
  const files = (await readdir(folder, { recursive: true })).filter(
    (name) => /(?<!\.test)\.ts$/.test(name) && !programs.test(name),
  )
  for (const name of files) await import(new URL(name, folder).href)
  expect(texts.size).toBeGreaterThan(300)
  expect(await statementsWithoutTenant(testDb.connections, texts)).toEqual([])
}, 180_000)

test('a table without a tenant condition is found in any kind of statement', async () => {
  const joined = (on: string) => `select v.id from variants v join products p on ${on} where v.tenant_id = $1`
  const update = (from: string) => `update variants v set inventory = 0 from products p
    where v.tenant_id = $1 and v.product_id = p.id ${from}`
  const within = (of: string) => `select p.id from products p where p.tenant_id = $1
    and exists (select from variants v where v.product_id = p.id ${of})`
  const correct = [
    joined('p.tenant_id = v.tenant_id and p.id = v.product_id'),
    update('and p.tenant_id = $1'),
    within('and v.tenant_id = p.tenant_id'),
    'select key from tenants where id = $1',
  ]
  expect(await statementsWithoutTenant(testDb.connections, correct)).toEqual([])
  const faulty = [
    joined('p.id = v.product_id'),
    update(''),
    within(''),
    `with old as (select id from orders) select o.id from orders o join old using (id) where o.tenant_id = $1`,
    'delete from brands where id = $1',
    'select id from tenants where key = $1',
  ]
  const found = await statementsWithoutTenant(testDb.connections, faulty)
  expect(found.map((one) => one.split(':')[0])).toEqual([
    'products',
    'products',
    'variants',
    'orders',
    'brands',
    'tenants',
  ])
})

test('recordStatements sees exactly the statements of tenant transactions', async () => {
  // oxlint-disable-next-line typescript/unbound-method -- put back as it was
  const { query } = pg.Client.prototype
  const recorded = recordStatements()
  try {
    const tenantId = crypto.randomUUID()
    await testDb.database.inTenant(tenantId, 'read', (tx) =>
      tx.query({ text: 'select id from brands where tenant_id = $1' }),
    )
    await testDb.database.global('select 1')
  } finally {
    pg.Client.prototype.query = query
  }
  expect([...recorded]).toEqual(['select id from brands where tenant_id = $1'])
})
