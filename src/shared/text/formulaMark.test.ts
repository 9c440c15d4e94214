import { describe, expect, test } from 'vitest'
import { escapeFormula, startsFormula, unescapeFormula } from './formulaMark.ts'

describe.each(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'])(
  'a text that begins with %j',
  (sign) => {
    test('is marked, and the mark is taken off again', () => {
      // Also one that has the mark by itself.
      for (const text of [`${sign}1+1`, `'${sign}1+1`, `''${sign}`]) {
        expect(escapeFormula(text)).toBe(`'${text}`)
        expect(unescapeFormula(`'${text}`)).toBe(text)
      }
      expect(startsFormula(`${sign}1+1`)).toBe(true)
      expect(startsFormula(`'${sign}1+1`)).toBe(false)
    })
  },
)

test.each(['', 'A=1', "it's", "'s avonds", '１＋１', '–'])('%j is left as it is', (text) => {
  expect([escapeFormula(text), unescapeFormula(text), startsFormula(text)]).toEqual([text, text, false])
})
