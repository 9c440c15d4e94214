import { expect, test } from 'vitest'
import { pages } from '#shared/pages.ts'
import { begunAnew, closed, inOrder, type PageAddress, type Tabs, visited } from './tabs.ts'

const none: Tabs = { open: [], active: undefined, alive: [] }
const at = (page: PageAddress['page'], path = page.path, search = {}): PageAddress => ({
  path,
  page,
  params: {},
  search,
})
const nothing = () => false
const visit = (tabs: Tabs, ...addresses: PageAddress[]) =>
  addresses.reduce((before, address) => visited(before, address, nothing), tabs)
const paths = (tabs: Tabs) => inOrder(tabs.open).map(({ path }) => path)

const order = (id: number) => at(pages.order, `/siparisler/${id}`)

test('a page has one tab for each of its paths, and another query changes it', () => {
  const tabs = visit(none, at(pages.orders), order(1), order(2), at(pages.orders, undefined, { page: 2 }))
  expect(paths(tabs)).toEqual(['/siparisler/index', '/siparisler/1', '/siparisler/2'])
  expect(tabs.active).toBe('/siparisler/index')
  expect(tabs.open[0]?.search).toEqual({ page: 2 })
  const moved = visit(tabs, at(pages.orders, undefined, { page: 3 }))
  expect(moved.open[0]?.search).toEqual({ page: 3 })
  expect(moved.open[0]?.round).toBe(tabs.open[0]?.round)
  expect(visit(moved, at(pages.orders, undefined, { page: 3 }))).toBe(moved)
})

test('a pinned tab stands first and is never closed', () => {
  const tabs = closed(visit(none, order(1), at(pages.dashboard)), ['/siparisler/1', '/panel/index'])
  expect(paths(tabs)).toEqual(['/panel/index'])
})

test('closed while it is on the screen, a page stays there until it is left', () => {
  const tabs = closed(visit(none, at(pages.dashboard), order(1)), ['/siparisler/1'])
  expect(paths(tabs)).toEqual(['/panel/index'])
  expect([tabs.active, tabs.alive]).toEqual(['/siparisler/1', ['/panel/index', '/siparisler/1']])
  const left = visit(tabs, at(pages.dashboard))
  expect(left.open.map(({ path }) => path)).toEqual(['/panel/index'])
  expect(left.alive).toEqual(['/panel/index'])
})

test('a page that keeps nothing begins anew, unless something in it would be lost', () => {
  const form = at(pages.customerCreate)
  const open = visit(none, form)
  const left = visit(open, at(pages.dashboard))
  expect(left.alive).toEqual(['/panel/index'])
  expect(paths(left)).toEqual(['/panel/index', '/customer/create'])
  expect(visit(left, form).open[0]?.round).toBe((left.open[0]?.round ?? 0) + 1)
  const hasChanges = (path: string) => path === form.path
  const kept = visited(open, at(pages.dashboard), hasChanges)
  expect(kept.alive).toEqual(['/customer/create', '/panel/index'])
  expect(visited(kept, form, hasChanges).open[0]?.round).toBe(kept.open[0]?.round)
  // Saved meanwhile, it begins anew.
  expect(visited(kept, form, nothing).open[0]?.round).toBe((kept.open[0]?.round ?? 0) + 1)
})

test('a page that takes the place of another in the history takes its tab too, if nothing is lost with it', () => {
  const form = visit(none, at(pages.dashboard), at(pages.customerCreate))
  const edit = at(pages.customerEdit, '/customer/edit/7')
  expect(paths(visited(form, edit, nothing, true))).toEqual(['/panel/index', '/customer/edit/7'])
  expect(paths(visited(form, edit, () => true, true))).toHaveLength(3)
  expect(paths(visited(visit(none, at(pages.dashboard)), edit, nothing, true))).toHaveLength(2)
})

test('fifteen pages are kept alive; what has changes is kept beyond them', () => {
  const changed = order(1).path
  const hasChanges = (path: string) => path === changed
  let tabs = none
  for (let id = 1; id <= 20; id += 1) tabs = visited(tabs, order(id), hasChanges)
  expect(tabs.open).toHaveLength(20)
  expect(tabs.alive).toHaveLength(15)
  expect(tabs.alive[0]).toBe(changed)
  expect(tabs.alive.slice(1)).toEqual(Array.from({ length: 14 }, (_, index) => order(index + 7).path))
})

test('a page is begun anew under the address it has', () => {
  const tabs = begunAnew(visit(none, at(pages.orders, undefined, { page: 2 })), '/siparisler/index')
  expect(tabs.open[0]).toMatchObject({ round: 1, search: { page: 2 } })
})
