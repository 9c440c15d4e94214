import { readdir } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestDatabase, testDatabase } from './database.ts'
import { forgetfulStatements, watchStatements } from './statements.ts'

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

let under: TestDatabase
beforeAll(async () => {
  under = await testDatabase()
})
afterAll(() => under.drop())

/** Programs, and what runs in threads of its own: they would begin their work. */
const programs = /^(main|import|tenant|demo|reset)\.ts$|Thread\.ts$/

/** Those that are made for one call are in test/fuzz.test.ts, which makes every call. */
test('every statement of the server asks for the tenant on every table that it names', async () => {
  const folder = new URL('../src/server/', import.meta.url)
  const files = (await readdir(folder, { recursive: true })).filter(
    (name) => /(?<!\.test)\.ts$/.test(name) && !programs.test(name),
  )
  for (const name of files) await import(new URL(name, folder).href)
  expect(texts.size).toBeGreaterThan(300)
  expect(await forgetfulStatements(under.connections, texts)).toEqual([])
  // All modules are read, and each statement planned, beside other tests.
}, 180_000)

test('a table that is forgotten beside others is found, whatever way the statement names it', async () => {
  const joined = (on: string) => `select v.id from variants v join products p on ${on} where v.tenant_id = $1`
  const update = (from: string) => `update variants v set inventory = 0 from products p
    where v.tenant_id = $1 and v.product_id = p.id ${from}`
  const within = (of: string) => `select p.id from products p where p.tenant_id = $1
    and exists (select from variants v where v.product_id = p.id ${of})`
  const asked = [
    joined('p.tenant_id = v.tenant_id and p.id = v.product_id'),
    update('and p.tenant_id = $1'),
    within('and v.tenant_id = p.tenant_id'),
    'select key from tenants where id = $1',
  ]
  expect(await forgetfulStatements(under.connections, asked)).toEqual([])
  const forgotten = [
    joined('p.id = v.product_id'),
    update(''),
    within(''),
    `with old as (select id from orders) select o.id from orders o join old using (id) where o.tenant_id = $1`,
    'delete from brands where id = $1',
    'select key from tenants where display_name = $1',
  ]
  const found = await forgetfulStatements(under.connections, forgotten)
  expect(found.map((one) => one.split(':')[0])).toEqual([
    'products',
    'products',
    'variants',
    'orders',
    'brands',
    'tenants',
  ])
})

test('what a transaction is sent is seen, and nothing else', async () => {
  // oxlint-disable-next-line typescript/unbound-method -- put back as it was
  const { query } = pg.Client.prototype
  const seen = watchStatements()
  try {
    const tenantId = crypto.randomUUID()
    await under.database.inTenant(tenantId, 'read', (tx) =>
      tx.query({ text: 'select id from brands where tenant_id = $1' }),
    )
    await under.database.global('select 1')
  } finally {
    pg.Client.prototype.query = query
  }
  expect([...seen]).toEqual(['select id from brands where tenant_id = $1'])
})
