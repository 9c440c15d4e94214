import { expect, test } from 'vitest'
import { officeTasks } from '#shared/officeTasks.ts'
import { hasPage, hasTask, inOrder, withPage, withTask } from './permissions.ts'

const pageAuths = [
  { pageId: 22, isAllow: false },
  { pageId: 23, isAllow: true },
  { pageId: 777, isAllow: true },
]

test('a page is given and taken without a trace, and others stay as they are', () => {
  const given = withPage(pageAuths, 41, true)
  expect(given).toEqual([...pageAuths.slice(0, 2), { pageId: 41, isAllow: true }, pageAuths[2]])
  expect(withPage(given, 41, false)).toEqual(pageAuths)
})

test('a page that was refused is given', () => {
  expect(hasPage({ pageAuths }, 22)).toBe(false)
  expect(hasPage({ pageAuths: withPage(pageAuths, 22, true) }, 22)).toBe(true)
})

test('a task is one bit of its group, whose other bits stay, as do other groups', () => {
  const [settings, changes] = officeTasks
  if (!settings || !changes) throw new Error('No tasks')
  const auths = [
    { groupName: 'office', number: 8 },
    { groupName: 'warehouse', number: 5 },
  ]
  const given = withTask(withTask(auths, settings, true), changes, true)
  expect(given).toEqual([{ groupName: 'office', number: 8 + 1 + 2 }, auths[1]])
  expect(hasTask({ auths: given }, changes)).toBe(true)
  expect(withTask(withTask(given, settings, false), changes, false)).toEqual(auths)
})

test('a group without a task left is gone', () => {
  const [settings] = officeTasks
  if (!settings) throw new Error('No tasks')
  expect(withTask([{ groupName: 'office', number: settings.bit }], settings, false)).toEqual([])
})

test('the order is always the same, so that only what is given counts as a change', () => {
  const auths = [
    { groupName: 'b', number: 1 },
    { groupName: 'a', number: 1 },
  ]
  expect(inOrder({ pageAuths: pageAuths.toReversed(), auths })).toEqual({
    pageAuths,
    auths: auths.toReversed(),
  })
})
