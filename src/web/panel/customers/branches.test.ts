import { expect, test } from 'vitest'
import { isIncomplete, movedIndex } from './branches.ts'

const branch = (subCurrAccCode: string, companyName = 'Merkez') => ({
  subCurrAccCode,
  companyName,
  address: '',
})

test('a branch without a code or name, or with the code of another, cannot be saved', () => {
  const all = [branch('1'), branch(' '), branch('2', ''), branch('3'), branch(' 3 ')]
  expect(all.map((row) => isIncomplete(row, all))).toEqual([false, true, true, true, true])
})

test('items between the old and the new index shift by one', () => {
  const places = (from: number, to: number) => [0, 1, 2, 3, 4].map((index) => movedIndex(index, from, to))
  expect(places(1, 3)).toEqual([0, 3, 1, 2, 4])
  expect(places(3, 1)).toEqual([0, 2, 3, 1, 4])
  expect(places(2, 2)).toEqual([0, 1, 2, 3, 4])
})
