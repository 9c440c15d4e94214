import { expect, test } from 'vitest'
import { readEnvironmentFile } from './environmentFile.ts'

const read = (text: string) => readEnvironmentFile(text, 'toptan.env')

test('lines are read as systemd reads them', () => {
  expect(
    read(String.raw`# a comment
; another

PORT=3000
  HOST = 0.0.0.0${'  '}
EMPTY=
KEY=a=b#c;d $e %f 'g' "h"
ESCAPED=a\\b\'c\
d
SINGLE='a "b" #c \n $d'
DOUBLE="a 'b' #c \\ \" \$ \n"
LINES="a
b\
c"
TOGETHER='a'"b"  c d
LAST=x`),
  ).toEqual({
    PORT: '3000',
    HOST: '0.0.0.0',
    EMPTY: '',
    KEY: `a=b#c;d $e %f 'g' "h"`,
    ESCAPED: String.raw`a\b'cd`,
    SINGLE: String.raw`a "b" #c \n $d`,
    DOUBLE: String.raw`a 'b' #c \ " $ \n`,
    LINES: 'a\nbc',
    TOGETHER: 'abc d',
    LAST: 'x',
  })
  expect(read('A=1\r\n\r\nB=2\r\nA=3')).toEqual({ A: '3', B: '2' })
})

test.each(['PORT', 'export PORT=1', '9A=1', `A='open`, 'A="open'])('%s is refused by its line', (line) => {
  expect(() => read(`A=1\n\n${line}\nB=2`)).toThrow('Line 3 of toptan.env is not NAME=value.')
})
