import { describe, expect, test } from 'vitest'
import { chosen, noChoice, ordered, readChoice } from './columns.ts'

const columns = [
  { key: 'number', name: 'Number' },
  { key: 'customer', name: 'Customer' },
  { sort: 'date', name: 'Date' },
  { name: 'City', isOptional: true },
  { key: 'secret', name: 'Secret', isHidden: true },
]
const names = (list: { name: string }[]) => list.map(({ name }) => name)

test('as they come, without the optional and the hidden', () => {
  expect(names(chosen(columns, noChoice))).toEqual(['Number', 'Customer', 'Date'])
  expect(names(ordered(columns, noChoice))).toEqual(['Number', 'Customer', 'Date', 'City'])
})

test('as somebody put and chose them', () => {
  const choice = { order: ['date', 'City', 'customer'], shown: { City: true, customer: false } }
  expect(names(chosen(columns, choice))).toEqual(['Number', 'Date', 'City'])
})

test('the first stays first and shown, whatever was kept', () => {
  const choice = { order: ['date', 'customer', 'number'], shown: { number: false } }
  expect(names(chosen(columns, choice))).toEqual(['Number', 'Date', 'Customer'])
})

test('a hidden one cannot be chosen', () => {
  expect(names(chosen(columns, { order: ['secret'], shown: { secret: true } }))).not.toContain('Secret')
})

test('one that is newer than the choice stands behind the one it comes behind', () => {
  const [first, ...others] = columns
  const newer = [first, { name: 'Newest' }, ...others].filter((one) => one !== undefined)
  const choice = { order: ['date', 'customer', 'City'], shown: {} }
  expect(names(chosen(newer, choice))).toEqual(['Number', 'Newest', 'Date', 'Customer'])
})

describe('reads no choice of', () => {
  test.each(['', 'x', 'null', '[]', '{}', '{"order":[1],"shown":{}}', '{"order":[],"shown":[]}', undefined])(
    '%s',
    (kept) => expect(readChoice(kept)).toBe(noChoice),
  )
})

test('reads a choice as it was kept', () => {
  const choice = { order: ['a'], shown: { b: false } }
  expect(readChoice(JSON.stringify(choice))).toEqual(choice)
})
