import { expect, test } from 'vitest'
import { pages } from '#shared/pages.ts'
import { closePages, type PageAddress, restartTab, type Tabs, tabsInBar, visitPage } from './tabs.ts'

const none: Tabs = { open: [], active: undefined, alive: [] }
const at = (page: PageAddress['page'], path = page.path, search = {}): PageAddress => ({
  path,
  page,
  params: {},
  search,
})
const nothing = () => false
const visit = (tabs: Tabs, ...addresses: PageAddress[]) =>
  addresses.reduce((before, address) => visitPage(before, address, nothing), tabs)
const paths = (tabs: Tabs) => tabsInBar(tabs.open).map(({ path }) => path)

const order = (id: number) => at(pages.order, `/siparisler/${id}`)

test('one tab per path; another search updates it', () => {
  const tabs = visit(none, at(pages.orders), order(1), order(2), at(pages.orders, undefined, { page: 2 }))
  expect(paths(tabs)).toEqual(['/siparisler/index', '/siparisler/1', '/siparisler/2'])
  expect(tabs.active).toBe('/siparisler/index')
  expect(tabs.open[0]?.search).toEqual({ page: 2 })
  const moved = visit(tabs, at(pages.orders, undefined, { page: 3 }))
  expect(moved.open[0]?.search).toEqual({ page: 3 })
  expect(moved.open[0]?.restartCount).toBe(tabs.open[0]?.restartCount)
  expect(visit(moved, at(pages.orders, undefined, { page: 3 }))).toBe(moved)
})

test('a pinned tab comes first and cannot be closed', () => {
  const tabs = closePages(visit(none, order(1), at(pages.dashboard)), ['/siparisler/1', '/panel/index'])
  expect(paths(tabs)).toEqual(['/panel/index'])
})

test('a page closed while visible stays until another is shown', () => {
  const tabs = closePages(visit(none, at(pages.dashboard), order(1)), ['/siparisler/1'])
  expect(paths(tabs)).toEqual(['/panel/index'])
  expect([tabs.active, tabs.alive]).toEqual(['/siparisler/1', ['/panel/index', '/siparisler/1']])
  const left = visit(tabs, at(pages.dashboard))
  expect(left.open.map(({ path }) => path)).toEqual(['/panel/index'])
  expect(left.alive).toEqual(['/panel/index'])
})

test('a noCache page restarts unless it has changes', () => {
  const form = at(pages.customerCreate)
  const open = visit(none, form)
  const left = visit(open, at(pages.dashboard))
  expect(left.alive).toEqual(['/panel/index'])
  expect(paths(left)).toEqual(['/panel/index', '/customer/create'])
  expect(visit(left, form).open[0]?.restartCount).toBe((left.open[0]?.restartCount ?? 0) + 1)
  const hasChanges = (path: string) => path === form.path
  const kept = visitPage(open, at(pages.dashboard), hasChanges)
  expect(kept.alive).toEqual(['/customer/create', '/panel/index'])
  expect(visitPage(kept, form, hasChanges).open[0]?.restartCount).toBe(kept.open[0]?.restartCount)
  // Saved meanwhile.
  expect(visitPage(kept, form, nothing).open[0]?.restartCount).toBe((kept.open[0]?.restartCount ?? 0) + 1)
})

test('replacing a history entry replaces the tab too, unless it has changes', () => {
  const form = visit(none, at(pages.dashboard), at(pages.customerCreate))
  const edit = at(pages.customerEdit, '/customer/edit/7')
  expect(paths(visitPage(form, edit, nothing, true))).toEqual(['/panel/index', '/customer/edit/7'])
  expect(paths(visitPage(form, edit, () => true, true))).toHaveLength(3)
  expect(paths(visitPage(visit(none, at(pages.dashboard)), edit, nothing, true))).toHaveLength(2)
})

test('fifteen pages stay mounted, plus those with changes', () => {
  const changed = order(1).path
  const hasChanges = (path: string) => path === changed
  let tabs = none
  for (let id = 1; id <= 20; id += 1) tabs = visitPage(tabs, order(id), hasChanges)
  expect(tabs.open).toHaveLength(20)
  expect(tabs.alive).toHaveLength(15)
  expect(tabs.alive[0]).toBe(changed)
  expect(tabs.alive.slice(1)).toEqual(Array.from({ length: 14 }, (_, index) => order(index + 7).path))
})

test('a restarted page keeps its address', () => {
  const tabs = restartTab(visit(none, at(pages.orders, undefined, { page: 2 })), '/siparisler/index')
  expect(tabs.open[0]).toMatchObject({ restartCount: 1, search: { page: 2 } })
})
