import { describe, expect, test } from 'vitest'
import { mayOpen, openTo, type Page, type Permissions, pages, panelTree } from './pages.ts'
import { panelPrefixes } from './paths.ts'

const nobody: Permissions = { roles: [], auths: [], pageAuths: [] }
const user = (change: Partial<Permissions>): Permissions => ({ ...nobody, ...change })
const page = (change: Partial<Page> = {}): Page => ({ path: '/x', title: 'panel.menu', ...change })

describe('a page is open to', () => {
  test('everybody without a requirement', () => {
    expect(mayOpen(page(), nobody)).toBe(true)
  })

  test('users with one of its roles', () => {
    const forStaff = page({ roles: ['admin', 'sp'] })
    expect(mayOpen(forStaff, user({ roles: ['sp'] }))).toBe(true)
    expect(mayOpen(forStaff, user({ roles: ['customer', 'sp'] }))).toBe(true)
    expect(mayOpen(forStaff, user({ roles: ['customer'] }))).toBe(false)
  })

  test('users with one of its group’s bits', () => {
    const settings = page({ auth: { groupName: 'office', number: 0b101 } })
    const having = (number: number, groupName = 'office') => user({ auths: [{ groupName, number }] })
    expect(mayOpen(settings, having(0b100))).toBe(true)
    expect(mayOpen(settings, having(0b111))).toBe(true)
    expect(mayOpen(settings, having(0b010))).toBe(false)
    expect(mayOpen(settings, having(0b111, 'other'))).toBe(false)
    expect(mayOpen(settings, nobody)).toBe(false)
  })

  test('users whose pageAuths allow it', () => {
    const list = page({ pageId: 23 })
    expect(mayOpen(list, user({ pageAuths: [{ pageId: 23, isAllow: true }] }))).toBe(true)
    expect(mayOpen(list, user({ pageAuths: [{ pageId: 23, isAllow: false }] }))).toBe(false)
    expect(mayOpen(list, user({ pageAuths: [{ pageId: 22, isAllow: true }] }))).toBe(false)
  })

  test('nobody who fails one of several requirements', () => {
    const strict = page({ roles: ['sp'], pageId: 23, auth: { groupName: 'office', number: 1 } })
    const all = user({
      roles: ['sp'],
      pageAuths: [{ pageId: 23, isAllow: true }],
      auths: [{ groupName: 'office', number: 1 }],
    })
    expect(mayOpen(strict, all)).toBe(true)
    expect(mayOpen(strict, { ...all, roles: ['customer'] })).toBe(false)
    expect(mayOpen(strict, { ...all, pageAuths: [] })).toBe(false)
    expect(mayOpen(strict, { ...all, auths: [] })).toBe(false)
  })

  test('admins, whatever it requires', () => {
    const strict = page({ roles: ['sp'], pageId: 23, auth: { groupName: 'office', number: 1 } })
    expect(mayOpen(strict, user({ roles: ['admin'] }))).toBe(true)
    expect(mayOpen(strict, user({ roles: ['Admin'] }))).toBe(true)
  })
})

describe('a tree', () => {
  const child = (path: string, change: Partial<Page> = {}) => page({ path, ...change })

  test('loses closed pages, at every depth', () => {
    const tree = [
      page({
        path: '/a',
        children: [
          page({ path: '/a/b', children: [child('/a/b/1', { roles: ['admin'] }), child('/a/b/2')] }),
          child('/a/c', { roles: ['admin'] }),
        ],
      }),
    ]
    const [top] = openTo(tree, user({ roles: ['sp'] }))
    expect(top?.children?.map(({ path }) => path)).toEqual(['/a/b'])
    expect(top?.children?.[0]?.children?.map(({ path }) => path)).toEqual(['/a/b/2'])
  })

  test('hides a parent whose children are all hidden, but keeps its pages accessible', () => {
    const tree = [page({ path: '/a', children: [child('/a/1', { hidden: true })] })]
    expect(openTo(tree, nobody)).toMatchObject([{ path: '/a', hidden: true, children: [{ path: '/a/1' }] }])
  })

  test('drops a childless top page, unless it allows any', () => {
    expect(openTo([page({ path: '/a' })], nobody)).toEqual([])
    expect(openTo([page({ path: '/a', allowAny: true })], nobody)).toHaveLength(1)
    expect(openTo([page({ path: '/a', children: [child('/a/1', { roles: ['sp'] })] })], nobody)).toEqual([])
  })
})

describe('the panel', () => {
  const paths = (who: Permissions) =>
    openTo(panelTree, who).flatMap(({ children = [] }) => children.map(({ path }) => path))
  const own = ['/user/profile', '/user/sifre-degistir', '/user/security', '/user/sessions']

  test('shows an admin every page', () => {
    expect(paths(user({ roles: ['admin'] })).toSorted()).toEqual(
      Object.values(pages)
        .map(({ path }) => path)
        .toSorted(),
    )
  })

  test('allows editing products to agents with the task, and never to customers', () => {
    const auths = [{ groupName: 'catalogue', number: 1 }]
    const editing = (who: Permissions) =>
      paths(who).filter((path) => /panel-urunler\/(edit|create|sheet)/.test(path))
    expect(editing(user({ roles: ['sp'], auths }))).toEqual([
      '/panel-urunler/create',
      '/panel-urunler/edit/$itemCode',
      '/panel-urunler/sheet',
    ])
    expect(editing(user({ roles: ['customer'], auths }))).toEqual([])
    expect(editing(user({ roles: ['sp'], auths: [{ groupName: 'catalogue', number: 2 }] }))).toEqual([])
  })

  test('allows user pages one by one, by number', () => {
    const given = user({ roles: ['sp'], pageAuths: [23, 41].map((pageId) => ({ pageId, isAllow: true })) })
    expect(paths(given).filter((path) => path.startsWith('/user'))).toEqual([
      '/user/user-list',
      '/user/sp-create',
      ...own,
    ])
  })

  test('hides the people group if only the own account is in it', () => {
    const group = openTo(panelTree, user({ roles: ['customer'] })).find(({ path }) => path === '/user')
    expect(group?.hidden).toBe(true)
  })

  test('uses the server’s panel prefixes', () => {
    const outside = Object.values(pages).filter(
      ({ path }) => !panelPrefixes.some((prefix) => path.startsWith(`${prefix}/`)),
    )
    expect(outside).toEqual([])
  })
})
