import { expect, test } from 'vitest'
import { delimiterOf } from './delimiter.ts'

test.each([
  ['a;b;c', ';'],
  ['a,b,c', ','],
  ['a\tb\tc', '\t'],
  ['"a;x;y",b', ','],
  ['"a\n;;;",b\n;;;;', ','],
  ['"say ""a;b;c""",b', ','],
  ['itemCode', ','],
  ['a;b;c\n1;2,5;3\n', ';'],
  ['a\tb\n1\t2\n', '\t'],
  ['a,b\n"x;y;z",2\n', ','],
  ['a|b\n1|2', '|'],
  ['a;b,c\n5" wide;x,y\n3" wide;z', ';'],
  ['\n\na;b\n,,,,', ';'],
  ['Prices, 2026\na;b;c\n1;2;12,50\n3;4;13,50', ';'],
  ['a,b\n1,x;y\n2,z', ','],
])('the delimiter of %j is %j', (head, expected) => {
  expect(delimiterOf(head)).toBe(expected)
})
