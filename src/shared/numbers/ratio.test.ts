import { describe, expect, test } from 'vitest'
import { ratioQuantities, readRatio } from './ratio.ts'

describe('reading a ratio', () => {
  test.each([
    '1-2-2-1 × 10',
    '1-2-2-1x10',
    '1 2 2 1 * 10',
    ' 1 / 2/2/1 X 10 ',
    '1-2-2-1 х 10',
    '١-٢-٢-١ × ١٠',
  ])('%s', (text) => expect(readRatio(text)).toEqual({ parts: [1, 2, 2, 1], times: 10 }))

  test('is once unless it says how often', () => {
    expect(readRatio('1/2/2/1')).toEqual({ parts: [1, 2, 2, 1], times: 1 })
    expect(readRatio('0-12 6')).toBeUndefined()
    expect(readRatio('0 12 6')).toEqual({ parts: [0, 12, 6], times: 1 })
  })

  test.each([
    '',
    '60',
    '60 x 2',
    '1-2-',
    '1--2',
    '1-2/2',
    '1-2 x',
    '1-2 x 0',
    '0-0',
    '1,5-2',
    'S-M',
    '1-2 x 10 x 2',
  ])('%s is none', (text) => expect(readRatio(text)).toBeUndefined())
})

describe('quantities of a ratio', () => {
  const size = (id: string, limits = {}) => ({ id, minimum: 0, multiple: 1, maxQuantity: 100, ...limits })
  const ofOne = (wanted: number, limits: object) =>
    ratioQuantities({ parts: [wanted], times: 1 }, [size('S', limits)])

  test('are the parts, so many times', () =>
    expect(ratioQuantities({ parts: [1, 0], times: 10 }, [size('S'), size('M', { minimum: 5 })])).toEqual([
      { id: 'S', wanted: 10, quantity: 10 },
      { id: 'M', wanted: 0, quantity: 0 },
    ]))

  test('need a part for each size', () =>
    expect(ratioQuantities({ parts: [1, 2], times: 1 }, [size('S')])).toBeUndefined())

  test.each([
    [{ maxQuantity: 7 }, 7, 'maxQuantity'],
    [{ maxQuantity: -1 }, 0, 'maxQuantity'],
    [{ maxQuantity: 7, multiple: 3 }, 6, 'maxQuantity'],
    [{ maxQuantity: 7, minimum: 8 }, 0, 'maxQuantity'],
    [{ minimum: 12 }, 0, 'minimum'],
    [{ minimum: 10, multiple: 4 }, 0, 'minimum'],
    [{ multiple: 4 }, 8, 'multiple'],
  ])('are cut to what can be ordered: %o', (limits, quantity, cutBy) =>
    expect(ofOne(10, limits)).toEqual([{ id: 'S', wanted: 10, quantity, cutBy }]),
  )
})
