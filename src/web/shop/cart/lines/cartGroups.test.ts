import { expect, test, vi } from 'vitest'
import { textMatcher } from '#shared/text/textMatch.ts'
import { testLine } from '#web/testing.ts'
import type { CartLine } from '../stored/cart.ts'
import { groupsOf, searchedText } from './cartGroups.ts'

vi.mock('#web/settings.ts', () => ({ settings: { sizeLabels: { STD: 'TU' } } }))

const line = (productId: string, colorCode: string, sortOrder?: number): CartLine =>
  testLine(productId, { colorCode, ...(sortOrder ? { sortOrder } : {}) })
const idsOf = (lines: CartLine[]) => groupsOf(lines).flatMap(({ colors }) => colors.map(({ ids }) => ids))

test('colours are in the order added, sizes in catalogue order', () => {
  const lines = [line('33', 'red', 3), line('40', 'blue', 4), line('31', 'red', 1), line('32', 'red', 2)]
  expect(idsOf(lines)).toEqual([['31', '32', '33'], ['40']])
})

test('sizes without a catalogue order are in the order added', () => {
  expect(idsOf([line('33', 'red'), line('31', 'red')])).toEqual([['33', '31']])
})

test('groups keep their identity while only quantities change', () => {
  const lines = [line('33', 'red'), line('31', 'red')]
  const groups = groupsOf(lines)
  expect(groupsOf(lines.map((one) => ({ ...one, qty: 5 })))).toBe(groups)
  expect(idsOf([line('33', 'red', 3), line('31', 'red', 1)])).toEqual([['31', '33']])
})

test('a line is found by its size and by what the reader calls it', () => {
  const text = searchedText(testLine('1', { itemDim1Code: 'STD' }))
  expect(['std', 'tu', 'xl'].map((size) => textMatcher(size)(text))).toEqual([true, true, false])
})
