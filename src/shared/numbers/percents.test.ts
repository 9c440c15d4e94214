import { expect, test } from 'vitest'
import { readPercents } from './percents.ts'

test.each<[string, number[] | undefined]>([
  ['10', [10]],
  ['20+5', [20, 5]],
  [' %20 + 5 + 3 ', [20, 5, 3]],
  ['12,5+2.25', [12.5, 2.25]],
  ['١٠+٥', [10, 5]],
  ['100', [100]],
  ['', undefined],
  ['0', undefined],
  ['101', undefined],
  ['20+', undefined],
  ['20-5', undefined],
  ['1,234', undefined],
])('%s', (text, percents) => {
  expect(readPercents(text)).toEqual(percents)
})
