import { expect, test } from 'vitest'
import { fileLimits, isTooLong } from './fileLimits.ts'

test.each(['\n', '\r\n', '\r'])('counts rows by line ends: %j', (end) => {
  const most = `A1;1${end}`.repeat(fileLimits.rows)
  expect(isTooLong(most, ';')).toBe(false)
  expect(isTooLong(`${most}A1`, ';')).toBe(true)
})

test('counts columns and cells', () => {
  const row = `${','.repeat(fileLimits.columns - 1)}x\n`
  const most = row.repeat(fileLimits.cells / fileLimits.columns)
  expect(isTooLong(most, ',')).toBe(false)
  expect(isTooLong(`,${row}`, ',')).toBe(true)
  expect(isTooLong(`,${row}`, ';')).toBe(false)
  expect(isTooLong(`${most}x,x`, ',')).toBe(true)
})
