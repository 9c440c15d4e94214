import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#test/database.ts'
import { addTenant } from '#test/tenant.ts'
import { errorCode } from './error-code.ts'
import type { Tx } from './tenant.ts'

let base: TestDatabase
let tenantId: string

beforeAll(async () => {
  base = await testDatabase()
  tenantId = await addTenant(base.connections, 'one')
})
afterAll(() => base.drop())

const fine = { text: 'select 1 as one where $1::uuid is not null' }
const divided = { text: 'select 1 / 0 as none where $1::uuid is not null' }

test('statements sent behind one that fails say why it failed, whichever is heard of first', async () => {
  // The deeper the one that fails lies in functions of its own, the later it is heard of.
  const nested = async (tx: Tx, depth: number): Promise<unknown> =>
    depth === 0 ? tx.query(divided) : await nested(tx, depth - 1).then((rows) => rows)
  const attempt = base.database.inTenant(tenantId, 'write', (tx) =>
    Promise.all([nested(tx, 3), tx.query(fine), tx.query(fine)]),
  )
  expect(errorCode(await attempt.catch((error: unknown) => error))).toBe('22012')
})
