import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { maxListed } from '#shared/endpoint.ts'
import { type TestDatabase, testDatabase } from '#test/database.ts'
import { addTenant } from '#test/tenant.ts'
import { allOf, type PageStart, readPage, readRows, valuesOf } from './listPage.ts'
import { collectValues } from './values.ts'

let db: TestDatabase
let tenantId: string
beforeAll(async () => {
  db = await testDatabase()
  tenantId = await addTenant(db.connections, 'lists')
})
afterAll(() => db.drop())

/** Every third has no key; each is its own tie. */
const rows = `select shown.position, to_json(right(shown.id::text, 12)::int) as item from shown where $1::uuid is not null`
function numbers(most: number, values = collectValues()) {
  const matched = `
    select lpad(n::text, 32, '0')::uuid as id, case when n % 3 <> 0 then n / 2 end as key, n as tie
    from generate_series(1, ${values.add(most)}::int) n where $1::uuid is not null`
  return { matched, rows, values }
}
describe.each([false, true])('isGoneThrough: %s', (isGoneThrough) => {
  const pageOf = (most: number, page: number, limit: number, order: 'asc' | 'desc' = 'asc') =>
    db.database.inTenant(tenantId, 'read', (tx) =>
      readPage<number>(tx, { ...numbers(most), isGoneThrough }, { page, limit, order }),
    )

  test('pages with null keys last in both directions, and the tie in the list’s direction', async () => {
    expect(await pageOf(7, 1, 4)).toEqual({ items: [1, 2, 4, 5], total: 7 })
    expect(await pageOf(7, 2, 4)).toEqual({ items: [7, 3, 6], total: 7 })
    expect((await pageOf(7, 1, 10, 'desc')).items).toEqual([7, 5, 4, 2, 1, 6, 3])
    expect(await pageOf(7, 3, 4)).toEqual({ items: [], total: 7 })
  })

  describe('with more matches than are counted', () => {
    test('exactly the limit is not capped', async () => {
      const data = await pageOf(maxListed, 1, 1)
      expect(data).toEqual({ items: [1], total: maxListed })
    })

    test('reports that there are more', async () => {
      expect(await pageOf(maxListed + 1, 1, 1)).toEqual({
        items: [1],
        total: maxListed,
        isCapped: true,
      })
    })

    test('the last page ends with the last counted row', async () => {
      const last = await pageOf(maxListed + 500, maxListed / 200, 200, 'desc')
      expect(last.items).toHaveLength(200)
      expect((await pageOf(maxListed + 500, maxListed / 200 + 1, 200)).items).toEqual([])
      expect((await pageOf(maxListed + 500, 1_000_000, 200)).items).toEqual([])
      // The last page may be incomplete.
      expect((await pageOf(maxListed + 500, 67, 150)).items).toHaveLength(maxListed - 66 * 150)
    })

    test('a page is taken from all matches, not only the counted ones', async () => {
      const { items } = await pageOf(maxListed + 500, 1, 2, 'desc')
      expect(items).toEqual([maxListed + 499, maxListed + 498])
    })
  })
})

describe.each([false, true])('rows that were looked up, isGoneThrough: %s', (isGoneThrough) => {
  /** Those that divide by 5 were looked up; ties descend from 1,000. */
  function looked(most: number) {
    const values = collectValues()
    const of = (condition: string) => `
      select lpad(n::text, 32, '0')::uuid as id, n / 10 as key, n % 2 as half, 1000 - n as rest
      from generate_series(1, ${placeholder}::int) n where $1::uuid is not null and ${condition}`
    const placeholder = values.add(most)
    const known = `known as materialized (${of('n % 5 = 0')})`
    return { known, matched: of('n % 5 <> 0'), rows, values, ties: ['half', 'rest'], isGoneThrough }
  }
  const pageOf = (page: number, limit: number, order: 'asc' | 'desc' = 'asc') =>
    db.database.inTenant(tenantId, 'read', (tx) => readPage<number>(tx, looked(12), { page, limit, order }))

  test('stand in their place, by all columns of the tie', async () => {
    expect(await pageOf(1, 6)).toEqual({ items: [8, 6, 4, 2, 9, 7], total: 12 })
    expect(await pageOf(2, 6)).toEqual({ items: [5, 3, 1, 12, 10, 11], total: 12 })
    expect((await pageOf(1, 4, 'desc')).items).toEqual([11, 10, 12, 1])
  })

  test('are counted and exported', async () => {
    const count = (most: number) =>
      db.database.inTenant(tenantId, 'read', (tx) =>
        readPage<number>(tx, looked(most), { page: 1, limit: 1, order: 'asc' }),
      )
    expect(await count(maxListed)).toMatchObject({ total: maxListed })
    expect(await count(maxListed + 1)).toMatchObject({ total: maxListed, isCapped: true })
    await db.database.inTenant(tenantId, 'read', async (tx) => {
      const list = { ...looked(6), order: 'asc' } as const
      const { statement, values } = allOf(list, undefined)
      expect(
        (await tx.query<{ id: string }>(statement, ...values)).map(({ id }) => Number(id.slice(-2))),
      ).toEqual([6, 4, 2, 5, 3, 1])
      const select = 'select right(id::text, 2) as value from found order by 1'
      const found = await valuesOf(tx, { ...looked(6), order: 'asc' }, { select, ids: undefined })
      expect(found).toEqual(['01', '02', '03', '04', '05', '06'])
    })
  })
})

test('first rows come from their own query, the total from all matches', async () => {
  const data = await db.database.inTenant(tenantId, 'read', (tx) => {
    const list = numbers(9)
    const first = ({ direction, pageEnd }: PageStart) =>
      `(select * from (${list.matched}) m order by key ${direction} nulls last, tie ${direction} limit ${pageEnd})`
    return readPage<number>(tx, { ...list, first }, { page: 2, limit: 2, order: 'desc' })
  })
  expect(data).toEqual({ items: [5, 4], total: 9 })
})

test('all matches, or some by id, in the list’s order', async () => {
  const idOf = (n: number) => `00000000-0000-0000-0000-${String(n).padStart(12, '0')}`
  const read = (ids?: string[]) =>
    db.database.inTenant(tenantId, 'read', async (tx) => {
      const { statement, values } = allOf({ ...numbers(5), order: 'desc' }, ids)
      return (await tx.query<{ id: string }>(statement, ...values)).map(({ id }) => id)
    })
  expect(await read()).toEqual([5, 4, 2, 1, 3].map(idOf))
  expect(await read([1, 3, 4, 9].map(idOf))).toEqual([4, 1, 3].map(idOf))
  const items = await db.database.inTenant(tenantId, 'read', (tx) =>
    readRows<number>(tx, rows, [3, 1, 2].map(idOf)),
  )
  expect(items).toEqual([3, 1, 2])
})
