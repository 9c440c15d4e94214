import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { maxListed } from '#shared/endpoint.ts'
import { type TestDatabase, testDatabase } from '#test/database.ts'
import { addTenant } from '#test/tenant.ts'
import { allOf, readPage, readRows } from './listPage.ts'
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
    expect((await pageOf(7, 1, 4)).data).toEqual({ items: [1, 2, 4, 5], total: 7 })
    expect((await pageOf(7, 2, 4)).data).toEqual({ items: [7, 3, 6], total: 7 })
    expect((await pageOf(7, 1, 10, 'desc')).data.items).toEqual([7, 5, 4, 2, 1, 6, 3])
    expect((await pageOf(7, 3, 4)).data).toEqual({ items: [], total: 7 })
  })

  describe('with more matches than are counted', () => {
    test('exactly the limit is not capped', async () => {
      const { data } = await pageOf(maxListed, 1, 1)
      expect(data).toEqual({ items: [1], total: maxListed })
    })

    test('reports that there are more', async () => {
      expect((await pageOf(maxListed + 1, 1, 1)).data).toEqual({
        items: [1],
        total: maxListed,
        isCapped: true,
      })
    })

    test('the last page ends with the last counted row', async () => {
      const last = await pageOf(maxListed + 500, maxListed / 200, 200, 'desc')
      expect(last.data.items).toHaveLength(200)
      expect((await pageOf(maxListed + 500, maxListed / 200 + 1, 200)).data.items).toEqual([])
      expect((await pageOf(maxListed + 500, 1_000_000, 200)).data.items).toEqual([])
      // The last page may be incomplete.
      expect((await pageOf(maxListed + 500, 67, 150)).data.items).toHaveLength(maxListed - 66 * 150)
    })

    test('a page is taken from all matches, not only the counted ones', async () => {
      const { items } = (await pageOf(maxListed + 500, 1, 2, 'desc')).data
      expect(items).toEqual([maxListed + 499, maxListed + 498])
    })
  })
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
