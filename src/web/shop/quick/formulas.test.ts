import { expect, test } from 'vitest'
import { isFormula, plainCell } from './formulas.ts'
import { faultOf } from './orderLine.ts'

test('a line with a formula in an order field is reported', () => {
  const line = { original: '', code: 'A100', colorCode: '01', size: 'M', qty: '5' }
  expect(faultOf(line)).toBeUndefined()
  for (const change of [{ code: '=B2' }, { colorCode: '#N/A' }, { size: '#AD?' }, { qty: '=B2*2' }]) {
    expect(faultOf({ ...line, ...change })).toBe('formula')
  }
  expect(['#12', '#RENK', 'A=1', ''].filter(isFormula)).toEqual([])
  expect(plainCell('="0123"')).toBe('0123')
})
