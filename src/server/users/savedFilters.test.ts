import { expect, test } from 'vitest'
import { maxSavedFilters } from '#shared/users/savedFilters.ts'
import type { Client } from '#test/app.ts'
import { newShop, shopPerTest, useApp } from '#test/useShop.ts'

const app = useApp()
const shop = shopPerTest(app)

type Fields = Record<string, unknown>
const morning = {
  list: 'orders',
  name: 'My morning',
  query: { state: 'placed', period: 'today', limit: 50 },
  isStart: false,
}
const save = async (client: Client, fields: Fields = {}) =>
  (await client.post('/api/Account/SaveFilter', { ...morning, ...fields })).status
const saved = async (client: Client) => (await client.get('/api/Account/GetSavedFilters')).body.data

test('a filter is saved for its user only, and read back unchanged', async () => {
  expect(await save(shop.admin)).toBe(200)
  expect(await saved(shop.admin)).toEqual([morning])
  expect(await saved(shop.agent)).toEqual([])
  expect(await saved(shop.dealer)).toEqual([])
  const rival = await newShop(app)
  expect(await saved(rival.admin)).toEqual([])
})

test('saving replaces the filter of the same name, but not of another list', async () => {
  await save(shop.admin)
  await save(shop.admin, { list: 'customers', query: { state: 'open' } })
  await save(shop.admin, { query: { state: 'cancelled' }, isStart: true })
  expect(await saved(shop.admin)).toEqual([
    { list: 'customers', name: 'My morning', query: { state: 'open' }, isStart: false },
    { ...morning, query: { state: 'cancelled' }, isStart: true },
  ])
})

test('a list has one start filter', async () => {
  await save(shop.admin, { isStart: true })
  await save(shop.admin, { list: 'customers', isStart: true })
  await save(shop.admin, { name: 'Evening', isStart: true })
  await save(shop.agent, { name: 'Noon', isStart: true })
  const starts = (await saved(shop.admin)).filter((one: { isStart: boolean }) => one.isStart)
  expect(starts.map(({ list, name }: typeof morning) => [list, name])).toEqual([
    ['customers', 'My morning'],
    ['orders', 'Evening'],
  ])
})

test('only its own user can delete a filter', async () => {
  await save(shop.admin)
  const { list, name } = morning
  expect((await shop.agent.post('/api/Account/DeleteSavedFilter', { list, name })).status).toBe(200)
  expect(await saved(shop.admin)).toHaveLength(1)
  expect((await shop.admin.post('/api/Account/DeleteSavedFilter', { list, name })).status).toBe(200)
  expect(await saved(shop.admin)).toEqual([])
})

test.each<Fields>([
  { list: 'nothing' },
  { name: '  ' },
  { name: 'x'.repeat(61) },
  { query: { state: ['placed'] } },
  { query: { state: null } },
  { query: { $1: 'x' } },
  { query: { state: 'x'.repeat(101) } },
  { query: Object.fromEntries([...'abcdefghijklmnopqrstu'].map((name) => [name, 1])) },
])('refuses %o', async (fields) => {
  expect(await save(shop.admin, fields)).toBe(400)
})

test('the limit per user holds for concurrent saves', async () => {
  const many = Array.from({ length: maxSavedFilters - 1 }, (_, at) =>
    save(shop.admin, { name: `Filter ${at}` }),
  )
  expect(new Set(await Promise.all(many))).toEqual(new Set([200]))
  const last = await Promise.all([save(shop.admin, { name: 'Last' }), save(shop.admin, { name: 'One more' })])
  expect(last.toSorted((one, other) => one - other)).toEqual([200, 400])
  expect(await saved(shop.admin)).toHaveLength(maxSavedFilters)
  // An existing one may still be changed.
  expect(await save(shop.admin, { name: 'Filter 1', query: {} })).toBe(200)
})
