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

test('statements sent after a failing one report its cause, whichever error arrives first', async () => {
  // Deeper nesting delays the error.
  const nested = async (tx: Tx, depth: number): Promise<unknown> =>
    depth === 0 ? tx.query(divided) : await nested(tx, depth - 1).then((rows) => rows)
  const attempt = base.database.inTenant(tenantId, 'write', (tx) =>
    Promise.all([nested(tx, 3), tx.query(fine), tx.query(fine)]),
  )
  expect(errorCode(await attempt.catch((error: unknown) => error))).toBe('22012')
})
