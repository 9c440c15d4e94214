import { describe, expect, test } from 'vitest'
import { curveOf, usualParts } from './curve.ts'

const sizes = ['S', 'M', 'L', 'XL', 'XXL']
const pieces = (...counts: number[]) => new Map(sizes.map((size, index) => [size, counts[index] ?? 0]))
const none = new Map<string, number>()
const curve = (own: Map<string, number>, all: Map<string, number>) => {
  const { shares, source } = curveOf(sizes, own, all)
  return [source, ...shares.values()]
}

describe('the curve of an item', () => {
  test('is the usual one where nobody has ordered it', () => {
    expect(curve(none, none)).toEqual(['usual', 111, 222, 333, 222, 111])
    expect([1, 2, 4, 6, 8].map(usualParts)).toEqual([
      [1],
      [1, 1],
      [1, 2, 2, 1],
      [1, 2, 3, 3, 2, 1],
      [1, 2, 3, 3, 3, 3, 2, 1],
    ])
  })

  test('leaves no size out because one stranger’s order did', () => {
    const [source, , medium] = curve(none, pieces(8, 0, 0, 8, 0))
    expect(source).toBe('usual')
    expect(medium).toBe(133)
    expect(Number(medium)).toBeGreaterThan(1000 / sizes.length / 2)
  })

  test('follows a history by its number of pieces: the account’s, then all customers’', () => {
    expect(curve(none, pieces(1000, 0, 0, 0, 0)).slice(0, 3)).toEqual(['all', 979, 5])
    expect(curve(pieces(0, 12, 12, 0, 0), pieces(1000, 0, 0, 0, 0))).toEqual(['own', 490, 253, 254, 3, 1])
    expect(curve(pieces(0, 600, 600, 0, 0), pieces(1000, 0, 0, 0, 0)).slice(0, 3)).toEqual(['own', 19, 490])
    expect(curve(pieces(1, 0, 0, 0, 0), pieces(0, 0, 0, 0, 500))[0]).toBe('all')
  })

  test('has nothing of sizes that the item no longer has', () => {
    expect([...curveOf(['M'], new Map([['XS', 50]]), none).shares]).toEqual([['M', 1000]])
    expect(curveOf([], none, none)).toEqual({ shares: new Map(), source: 'usual' })
  })
})
