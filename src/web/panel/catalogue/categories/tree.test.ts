import { expect, test } from 'vitest'
import type { CategoryRow } from '#shared/catalogue/categories.ts'
import { branchOf, dropTarget, fullNames, isAlreadyAt, targetOfStep, visibleRows, withMoved } from './tree.ts'

const row = (categoryId: string, parentId?: string): CategoryRow => ({
  categoryId,
  categoryName: categoryId.toUpperCase(),
  ...(parentId ? { parentId } : {}),
  image: '',
  sortOrder: 0,
  isActive: true,
  isShown: true,
  version: 1,
  ownCount: 0,
  productCount: 0,
})
/** a > (a1 > a11, a2), b, c > c1 */
const items = [row('a'), row('b'), row('c'), row('a1', 'a'), row('a2', 'a'), row('c1', 'c'), row('a11', 'a1')]
const all = new Set(items.map(({ categoryId }) => categoryId))
const find = (id: string) => items.find(({ categoryId }) => categoryId === id) ?? row('?')
const lines = (rows: ReturnType<typeof visibleRows>) =>
  rows.map(({ category, depth }) => '-'.repeat(depth) + category.categoryId)

test('shows rows below open ones, or the paths to search hits', () => {
  expect(lines(visibleRows(items, all, ''))).toEqual(['a', '-a1', '--a11', '-a2', 'b', 'c', '-c1'])
  expect(lines(visibleRows(items, new Set(['c', 'a1']), ''))).toEqual(['a', 'b', 'c', '-c1'])
  expect(lines(visibleRows(items, new Set(), 'A11'))).toEqual(['a', '-a1', '--a11'])
  expect(fullNames(items).get('a11')).toBe('A > A1 > A11')
  expect([...branchOf(items, 'a1')]).toEqual(['a1', 'a11'])
})

test('steps move among siblings, into the one before, and behind the parent', () => {
  expect(targetOfStep(items, find('b'), 'up')).toEqual({ parentId: undefined, beforeId: 'a' })
  expect(targetOfStep(items, find('a'), 'up')).toBeUndefined()
  expect(targetOfStep(items, find('a'), 'down')).toEqual({ parentId: undefined, beforeId: 'c' })
  expect(targetOfStep(items, find('b'), 'down')).toEqual({ parentId: undefined, beforeId: undefined })
  expect(targetOfStep(items, find('c'), 'down')).toBeUndefined()
  expect(targetOfStep(items, find('b'), 'in')).toEqual({ parentId: 'a', beforeId: undefined })
  expect(targetOfStep(items, find('a1'), 'in')).toBeUndefined()
  expect(targetOfStep(items, find('a1'), 'out')).toEqual({ parentId: undefined, beforeId: 'b' })
  expect(targetOfStep(items, find('a11'), 'out')).toEqual({ parentId: 'a', beforeId: 'a2' })
  expect(targetOfStep(items, find('c'), 'out')).toBeUndefined()
})

test('a drop in a gap takes the pointer’s depth, within the gap’s limits', () => {
  const rows = visibleRows(items, all, '')
  const drop = (dragged: string, index: number, zone: 'above' | 'into' | 'below', depth: number) => {
    const place = dropTarget(rows, branchOf(items, dragged), { index, zone, depth })
    return place && [place.depth, place.parentId, place.beforeId]
  }
  expect(drop('c', 0, 'above', 3)).toEqual([0, undefined, 'a'])
  // Between a11 and a2: child of a11, behind a11, or before a2; not at the top.
  expect(drop('c', 2, 'below', 5)).toEqual([3, 'a11', undefined])
  expect(drop('c', 2, 'below', 2)).toEqual([2, 'a1', undefined])
  expect(drop('c', 2, 'below', 0)).toEqual([1, 'a', 'a2'])
  expect(drop('c', 4, 'into', 0)).toEqual([0, 'b', undefined])
  expect(drop('a', 2, 'into', 0)).toBeUndefined()
  // A dragged branch cannot be its own parent.
  expect(drop('a1', 2, 'below', 3)).toEqual([1, 'a', 'a2'])
  expect(drop('b', 6, 'below', 0)).toEqual([0, undefined, undefined])
  expect(drop('a', 0, 'above', 4)).toEqual([0, undefined, 'b'])
})

test('moves a category in the tree, and knows where it already is', () => {
  const moved = withMoved(items, 'a1', { parentId: undefined, beforeId: 'b' })
  expect(lines(visibleRows(moved, all, ''))).toEqual(['a', '-a2', 'a1', '-a11', 'b', 'c', '-c1'])
  expect(isAlreadyAt(items, find('a1'), { parentId: 'a', beforeId: 'a2' })).toBe(true)
  expect(isAlreadyAt(items, find('a2'), { parentId: 'a', beforeId: undefined })).toBe(true)
  expect(isAlreadyAt(items, find('a2'), { parentId: 'a', beforeId: 'a1' })).toBe(false)
  expect(isAlreadyAt(items, find('a2'), { parentId: undefined, beforeId: undefined })).toBe(false)
})
