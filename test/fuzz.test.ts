import { beforeAll, expect, inject, test } from 'vitest'
import { fuzz, pairCount } from './fuzz/fuzz.ts'
import { makeValidCalls } from './fuzz/validCalls.ts'
import { recordStatements, statementsWithoutTenant, unsentStatements } from './statements.ts'
import { useApp } from './useShop.ts'

const app = useApp()
let statements: Set<string>
beforeAll(async () => {
  statements = recordStatements()
})

// FUZZ_CALLS and FUZZ_SEED are set by `npm run fuzz`.
const maxCalls = process.env.FUZZ_CALLS ? Number(process.env.FUZZ_CALLS) : undefined
const seed = Number(process.env.FUZZ_SEED || 1)

test(
  'hostile input never fails the server',
  async () => {
    const { failures, byStatus, ...rest } = await fuzz(app, seed, maxCalls)
    console.log({ seed, ...rest, byStatus })
    expect(failures).toEqual([])
    if (maxCalls) expect(rest.calls).toBe(maxCalls)
    else expect(rest.pairs).toBe(pairCount(rest.operations))
    // Many got through validation.
    expect(byStatus[200]).toBeGreaterThan(rest.calls / 10)
  },
  (maxCalls ?? 2000) * 1000,
)

// Hostile input never applies an import or fetches from an ERP.
test('valid calls send more statements', async () => {
  const before = statements.size
  await makeValidCalls(app)
  // A fuzz of 30,000 calls leaves fewer new ones.
  expect(statements.size).toBeGreaterThan(before + (maxCalls ? 50 : 100))
}, 60_000)

// Explained without values, which a distributed database cannot do.
test.skipIf(inject('isDistributed'))(
  'every statement sent names the tenant for every table',
  async () => {
    expect(statements.size).toBeGreaterThan(100)
    expect(await statementsWithoutTenant(app.connections, statements)).toEqual([])
  },
  180_000,
)

test('every statement of the server was sent', async () => {
  const exceptions = [
    // Reads no table of a tenant.
    'select refresh_catalogue_statistics() where $1::uuid is not null',
    // Writes a temporary table, where a file has a category in other capitals.
    'update import_line l set category_name = s.wanted from unnest($1::text[], $2::text[]) s (name, wanted) where l.category_name = s.name',
  ]
  expect(await unsentStatements([...statements, ...exceptions])).toEqual([])
})
