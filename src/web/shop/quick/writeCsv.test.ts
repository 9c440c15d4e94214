import { expect, test } from 'vitest'
import { readCsv } from './readCsv.ts'
import { csvOf } from './writeCsv.ts'

test('a file of lines is read again as it was, and no cell is a formula to a spreadsheet', async () => {
  const rows = [
    ['=A1', '+90 532 x', '-X', '@sum(a1)'],
    ['＝A1', '＋X', '－X', '＠sum(a1)'],
    ["'=A1", "it's", '-5', 'a;b'],
  ]
  const text = await csvOf(rows, 'en').text()
  expect(text.split('\r\n').slice(0, 2)).toEqual([
    "'=A1,'+90 532 x,'-X,'@sum(a1)",
    "'＝A1,'＋X,'－X,'＠sum(a1)",
  ])
  expect(readCsv(text)).toEqual(rows)
})
