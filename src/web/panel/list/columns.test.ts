import { describe, expect, test, vi } from 'vitest'

vi.mock('#web/session.ts', () => ({}))
const { defaultChoice, orderedColumns, parseChoice, visibleColumns } = await import('./columns.ts')

const columns = [
  { key: 'number', name: 'Number' },
  { key: 'customer', name: 'Customer' },
  { sort: 'date', name: 'Date' },
  { name: 'City', isOptional: true },
  { key: 'secret', name: 'Secret', isHidden: true },
]
const names = (list: { name: string }[]) => list.map(({ name }) => name)

test('by default omits optional and hidden columns', () => {
  expect(names(visibleColumns(columns, defaultChoice))).toEqual(['Number', 'Customer', 'Date'])
  expect(names(orderedColumns(columns, defaultChoice))).toEqual(['Number', 'Customer', 'Date', 'City'])
})

test('applies a stored order and visibility', () => {
  const choice = { order: ['date', 'City', 'customer'], shown: { City: true, customer: false } }
  expect(names(visibleColumns(columns, choice))).toEqual(['Number', 'Date', 'City'])
})

test('the first column stays first and visible', () => {
  const choice = { order: ['date', 'customer', 'number'], shown: { number: false } }
  expect(names(visibleColumns(columns, choice))).toEqual(['Number', 'Date', 'Customer'])
})

test('a hidden column cannot be chosen', () => {
  expect(names(visibleColumns(columns, { order: ['secret'], shown: { secret: true } }))).not.toContain(
    'Secret',
  )
})

test('a column newer than the choice follows its default predecessor', () => {
  const [first, ...others] = columns
  const newer = [first, { name: 'Newest' }, ...others].filter((one) => one !== undefined)
  const choice = { order: ['date', 'customer', 'City'], shown: {} }
  expect(names(visibleColumns(newer, choice))).toEqual(['Number', 'Newest', 'Date', 'Customer'])
})

describe('rejects as a choice', () => {
  test.each(['', 'x', 'null', '[]', '{}', '{"order":[1],"shown":{}}', '{"order":[],"shown":[]}', undefined])(
    '%s',
    (kept) => expect(parseChoice(kept)).toBe(defaultChoice),
  )
})

test('reads a stored choice', () => {
  const choice = { order: ['a'], shown: { b: false } }
  expect(parseChoice(JSON.stringify(choice))).toEqual(choice)
})
