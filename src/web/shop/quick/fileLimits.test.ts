import { expect, test } from 'vitest'
import { fileLimits, isTooLong } from './fileLimits.ts'

test.each(['\n', '\r\n', '\r'])('counts rows by line ends: %j', (end) => {
  const longestText = `A1;1${end}`.repeat(fileLimits.rows)
  expect(isTooLong(longestText, ';')).toBe(false)
  expect(isTooLong(`${longestText}A1`, ';')).toBe(true)
})

test('counts columns and cells', () => {
  const row = `${','.repeat(fileLimits.columns - 1)}x\n`
  const longestText = row.repeat(fileLimits.cells / fileLimits.columns)
  expect(isTooLong(longestText, ',')).toBe(false)
  expect(isTooLong(`,${row}`, ',')).toBe(true)
  expect(isTooLong(`,${row}`, ';')).toBe(false)
  expect(isTooLong(`${longestText}x,x`, ',')).toBe(true)
})
