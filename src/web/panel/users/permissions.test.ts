import { expect, test } from 'vitest'
import { officeTasks } from '#shared/users/officeTasks.ts'
import { hasPage, hasTask, sortGrants, withPage, withTask } from './permissions.ts'

const pageAuths = [
  { pageId: 22, isAllow: false },
  { pageId: 23, isAllow: true },
  { pageId: 777, isAllow: true },
]

test('granting and revoking a page leaves the others as they were', () => {
  const granted = withPage(pageAuths, 41, true)
  expect(granted).toEqual([...pageAuths.slice(0, 2), { pageId: 41, isAllow: true }, pageAuths[2]])
  expect(withPage(granted, 41, false)).toEqual(pageAuths)
})

test('a refused page can be granted', () => {
  expect(hasPage({ pageAuths }, 22)).toBe(false)
  expect(hasPage({ pageAuths: withPage(pageAuths, 22, true) }, 22)).toBe(true)
})

test('a task is one bit of its group; other bits and groups stay', () => {
  const [settings, changes] = officeTasks
  if (!settings || !changes) throw new Error('No tasks')
  const auths = [
    { groupName: 'office', number: 8 },
    { groupName: 'warehouse', number: 5 },
  ]
  const granted = withTask(withTask(auths, settings, true), changes, true)
  expect(granted).toEqual([{ groupName: 'office', number: 8 + 1 + 2 }, auths[1]])
  expect(hasTask({ auths: granted }, changes)).toBe(true)
  expect(withTask(withTask(granted, settings, false), changes, false)).toEqual(auths)
})

test('a group without tasks is removed', () => {
  const [settings] = officeTasks
  if (!settings) throw new Error('No tasks')
  expect(withTask([{ groupName: 'office', number: settings.bit }], settings, false)).toEqual([])
})

test('the order is always the same, so that only grants count as a change', () => {
  const auths = [
    { groupName: 'b', number: 1 },
    { groupName: 'a', number: 1 },
  ]
  expect(sortGrants({ pageAuths: pageAuths.toReversed(), auths })).toEqual({
    pageAuths,
    auths: auths.toReversed(),
  })
})
