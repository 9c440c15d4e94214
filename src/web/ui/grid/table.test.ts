import { expect, test } from 'vitest'
import { readTable, writeTable } from './table.ts'

test('parses cells of a spreadsheet', () => {
  expect(readTable('a\tb\r\nc\t\r\n')).toEqual([
    ['a', 'b'],
    ['c', ''],
  ])
  expect(readTable('8690;12,50\n8691;13')).toEqual([
    ['8690', '12,50'],
    ['8691', '13'],
  ])
  expect(readTable('one; two\tthree')).toEqual([['one; two', 'three']])
  expect(readTable('5')).toEqual([['5']])
  expect(readTable('')).toEqual([['']])
  expect(readTable('\tx')).toEqual([['', 'x']])
})

test('a quoted cell may contain tabs, lines and quotes', () => {
  expect(readTable('"a\tb"\t"c\nd"\n"5"" pipe"\te')).toEqual([
    ['a\tb', 'c\nd'],
    ['5" pipe', 'e'],
  ])
  expect(readTable('5" pipe\te')).toEqual([['5" pipe', 'e']])
})

test('a file’s separator may be any; an unclosed quote is text', () => {
  expect(readTable('a|"b|c" |d', '|')).toEqual([['a', 'b|c', 'd']])
  expect(readTable('a,"b\nc,d', ',')).toEqual([
    ['a', '"b'],
    ['c', 'd'],
  ])
})

test('written cells read back unchanged', () => {
  const rows = [
    ['a', 'b "c"', ''],
    ['d\te', 'f', 'g'],
    ['', '', ''],
  ]
  expect(readTable(writeTable(rows))).toEqual(rows)
})
