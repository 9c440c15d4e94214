import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from './app.ts'
import { fuzz, pairsOf } from './fuzz/fuzz.ts'
import { walk } from './fuzz/walk.ts'
import { forgetfulStatements, unsent, watchStatements } from './statements.ts'

let app: TestApp
let statements: Set<string>
beforeAll(async () => {
  statements = watchStatements()
  app = await testApp()
})
afterAll(() => app.close())

// As a rule each call once as each caller, and oftener as an admin; `npm run fuzz -- --calls 30000` sends more, by other seeds if told.
const asked = process.env.FUZZ_CALLS ? Number(process.env.FUZZ_CALLS) : undefined
const seed = Number(process.env.FUZZ_SEED || 1)

test(
  'hostile input of every call is refused or taken, and never fails the server',
  async () => {
    const { failures, byStatus, ...rest } = await fuzz(app, seed, asked)
    console.log({ seed, ...rest, byStatus })
    expect(failures).toEqual([])
    if (asked) expect(rest.calls).toBe(asked)
    else expect(rest.pairs).toBe(pairsOf(rest.operations))
    // It got through to the calls themselves.
    expect(byStatus[200]).toBeGreaterThan(rest.calls / 10)
  },
  (asked ?? 2000) * 1000,
)

// Hostile input is refused before an import is applied, or anything is fetched from an ERP.
test('calls that are let through to their end send others', async () => {
  const before = statements.size
  await walk(app)
  expect(statements.size).toBeGreaterThan(before + 100)
}, 60_000)

test('every statement that these calls have sent asks for the tenant on every table that it names', async () => {
  expect(statements.size).toBeGreaterThan(100)
  expect(await forgetfulStatements(app.connections, statements)).toEqual([])
}, 180_000)

test('no statement that the server writes out was left out by them', async () => {
  // Sent once an import has added thousands of sizes; it reads no table of a tenant.
  const exceptions = ['select refresh_catalogue_statistics() where $1::uuid is not null']
  expect(await unsent([...statements, ...exceptions])).toEqual([])
})
