import { describe, expect, test } from 'vitest'
import { type Random, randomOf } from '#test/fuzz/random.ts'
import { type AssortmentUnit, assortmentFor } from './assortment.ts'
import { piecesIn } from './lots.ts'

const size = (id: string, limits = {}): AssortmentUnit => ({
  id,
  contents: [{ size: id, pieces: 1 }],
  minimum: 0,
  multiple: 1,
  maxQuantity: 1000,
  ...limits,
})
const lot = (id: string, contents: Record<string, number>, limits = {}): AssortmentUnit => ({
  ...size(id, limits),
  contents: Object.entries(contents).map(([name, pieces]) => ({ size: name, pieces })),
})
const curveOf = (weights: Record<string, number>) => new Map(Object.entries(weights))
const quantitiesOf = (...input: Parameters<typeof assortmentFor>) =>
  Object.fromEntries(assortmentFor(...input).quantities)

describe('pieces', () => {
  test('are met exactly where possible, though sizes are off the curve', () =>
    expect(
      assortmentFor(10, [lot('A', { S: 1, M: 1 }, { maxQuantity: 3 }), size('S')], curveOf({ M: 1 })),
    ).toEqual({
      quantities: new Map([
        ['A', 3],
        ['S', 4],
      ]),
      pieces: 10,
    }))

  test('are otherwise as near as possible, and of two equally near the fewer', () => {
    expect(quantitiesOf(50, [lot('A', { S: 12 })], curveOf({}))).toEqual({ A: 4 })
    expect(quantitiesOf(54, [lot('A', { S: 12 })], curveOf({}))).toEqual({ A: 4 })
    expect(quantitiesOf(55, [lot('A', { S: 12 })], curveOf({}))).toEqual({ A: 5 })
    expect(quantitiesOf(60, [lot('A', { S: 100 })], curveOf({}))).toEqual({ A: 1 })
    expect(quantitiesOf(50, [lot('A', { S: 100 })], curveOf({}))).toEqual({})
  })

  test('are none where none can be ordered', () => {
    const nothing = { quantities: new Map(), pieces: 0 }
    expect(assortmentFor(0, [size('S')], curveOf({}))).toEqual(nothing)
    expect(assortmentFor(60, [], curveOf({}))).toEqual(nothing)
    expect(assortmentFor(60, [size('S', { minimum: 5, multiple: 3, maxQuantity: 5 })], curveOf({}))).toEqual(
      nothing,
    )
    expect(assortmentFor(60, [lot('A', {})], curveOf({}))).toEqual(nothing)
  })
})

describe('the curve', () => {
  const sizes = [size('S'), size('M'), size('L')]

  test('divides the pieces among the sizes', () =>
    expect(quantitiesOf(60, sizes, curveOf({ S: 1, M: 3, L: 2 }))).toEqual({ S: 10, M: 30, L: 20 }))

  test('rounds by the largest remainders', () =>
    expect(quantitiesOf(10, sizes, curveOf({ S: 1, M: 1, L: 2 }))).toEqual({ S: 3, M: 2, L: 5 }))

  test('is flat where it has none of the sizes that can be ordered', () =>
    expect(quantitiesOf(6, sizes, curveOf({ XL: 5 }))).toEqual({ S: 2, M: 2, L: 2 }))

  test('counts only sizes that can be ordered', () =>
    expect(quantitiesOf(6, sizes, curveOf({ S: 1, M: 2, XL: 100 }))).toEqual({ S: 2, M: 4 }))

  test('bends to minimums, multiples and stock', () => {
    const limited = [
      size('S', { maxQuantity: 3 }),
      size('M', { multiple: 6 }),
      size('L', { minimum: 25 }),
      size('XL', { multiple: 5, minimum: 11 }),
    ]
    const weights = curveOf({ S: 10, M: 10, L: 10, XL: 10 })
    expect(quantitiesOf(40, limited, weights)).toEqual({ S: 2, M: 18, XL: 20 })
  })
})

describe('equally good sizes', () => {
  test('have as many pieces as possible in lots', () =>
    expect(
      quantitiesOf(60, [size('S'), size('M'), lot('A', { S: 2, M: 3 })], curveOf({ S: 7, M: 8 })),
    ).toEqual({
      A: 10,
      S: 8,
      M: 2,
    }))

  test('have the fewest different units, then more of the larger lot, then of the first unit', () => {
    const units = [
      lot('A', { S: 1, M: 1 }),
      lot('B', { S: 1, M: 1 }),
      lot('C', { S: 2, M: 2 }, { maxQuantity: 2 }),
    ]
    expect(quantitiesOf(20, units, curveOf({}))).toEqual({ A: 10 })
    expect(quantitiesOf(6, units.toReversed(), curveOf({}))).toEqual({ B: 3 })
    expect(quantitiesOf(8, units, curveOf({}))).toEqual({ C: 2 })
  })
})

test('a second unit of one piece of a size is ordered too', () =>
  expect(
    quantitiesOf(
      8,
      [size('S', { maxQuantity: 3 }), { ...size('S'), id: 'S again', maxQuantity: 6 }],
      curveOf({}),
    ),
  ).toEqual({
    S: 2,
    'S again': 6,
  }))

type Found = { pieces: number; quantities: number[] }

/** Lots before loose sizes, large lots first, as equally good orders are told apart. */
function inOrder(units: AssortmentUnit[]) {
  const pieces = ({ contents }: AssortmentUnit) => piecesIn(contents)
  return units.toSorted((one, other) => pieces(other) - pieces(one))
}

const allowed = ({ minimum, multiple, maxQuantity }: AssortmentUnit) =>
  Array.from({ length: Math.max(0, maxQuantity) + 1 }, (_, quantity) => quantity).filter(
    (quantity) => quantity === 0 || (quantity >= minimum && quantity % multiple === 0),
  )

/** Tries every order. */
function exhaustive(wanted: number, units: AssortmentUnit[], curve: ReadonlyMap<string, number>): Found {
  const ordered = inOrder(units)
  const sizes = [
    ...new Set(
      units
        .filter((unit) => allowed(unit).length > 1)
        .flatMap(({ contents }) => contents.map((one) => one.size)),
    ),
  ]
  const given = sizes.map((name) => curve.get(name) ?? 0)
  const weights = given.some((weight) => weight > 0) ? given : sizes.map(() => 1)
  const weightSum = weights.reduce((sum, weight) => sum + weight, 0)
  const perSize = sizes.map(() => 0)
  const quantities: number[] = []
  let best: (Found & { rank: number[] }) | undefined

  const judge = () => {
    const pieces = perSize.reduce((sum, count) => sum + count, 0)
    const off = perSize.map((count, index) => count * weightSum - pieces * (weights[index] ?? 0))
    // Whole numbers, so that equal distances are equal.
    const scaled = off.reduce((sum, each) => sum + each ** 2, 0)
    const inLots = ordered.reduce((sum, { contents }, index) => {
      const unitPieces = piecesIn(contents)
      return unitPieces > 1 ? sum + (quantities[index] ?? 0) * unitPieces : sum
    }, 0)
    const rank = [
      Math.abs(pieces - wanted),
      pieces,
      scaled,
      -inLots,
      quantities.filter((quantity) => quantity > 0).length,
      ...quantities.map((quantity) => -quantity),
    ]
    const differs = rank.findIndex((value, index) => value !== best?.rank[index])
    if (!best || (rank[differs] ?? 0) < (best.rank[differs] ?? 0))
      best = { pieces, quantities: [...quantities], rank }
  }

  const tryAll = () => {
    const unit = ordered[quantities.length]
    if (!unit) {
      judge()
      return
    }
    const add = (quantity: number) => {
      for (const { size: name, pieces } of unit.contents) {
        const index = sizes.indexOf(name)
        if (index >= 0) perSize[index] = (perSize[index] ?? 0) + quantity * pieces
      }
    }
    for (const quantity of allowed(unit)) {
      quantities.push(quantity)
      add(quantity)
      tryAll()
      add(-quantity)
      quantities.pop()
    }
  }
  tryAll()
  const { pieces, quantities: found } = best as unknown as Found
  return { pieces, quantities: found }
}

function randomCase(random: Random) {
  const names = ['S', 'M', 'L'].slice(0, 1 + random.below(3))
  const limits = () => ({
    minimum: random.chance(0.4) ? random.below(4) : 0,
    multiple: random.chance(0.3) ? 1 + random.below(3) : 1,
    maxQuantity: random.below(7),
  })
  const loose = names.filter(() => random.chance(0.75)).map((name) => size(name, limits()))
  const lots = ['A', 'B', 'C'].slice(0, random.below(4)).map((id) => {
    const contents = Object.fromEntries(
      names.filter(() => random.chance(0.7)).map((name) => [name, 1 + random.below(3)]),
    )
    const some = Object.keys(contents).length > 0 ? contents : { S: 1 }
    // A lot of one piece would be the size itself.
    return lot(id, piecesIn(lot('', some).contents) > 1 ? some : { S: 2 }, {
      ...limits(),
      maxQuantity: random.below(5),
    })
  })
  return {
    pieces: random.below(36),
    units: random.chance(0.5) ? [...loose, ...lots] : [...lots, ...loose],
    curve: new Map(names.filter(() => random.chance(0.9)).map((name) => [name, random.below(8)])),
  }
}

test('of small orders the best of all is found', () => {
  const random = randomOf(1)
  for (let round = 0; round < 3000; round += 1) {
    const { pieces, units, curve } = randomCase(random)
    const found = assortmentFor(pieces, units, curve)
    const quantities = inOrder(units).map(({ id }) => found.quantities.get(id) ?? 0)
    expect({ pieces: found.pieces, quantities }).toEqual(exhaustive(pieces, units, curve))
  }
})

describe('twelve sizes and six lots', () => {
  const names = Array.from({ length: 12 }, (_, index) => String(36 + index))
  const random = randomOf(3)
  const units = [
    ...names.map((name) => size(name, { minimum: random.below(4), multiple: 1 + random.below(3) })),
    ...['A', 'B', 'C', 'D', 'E', 'F'].map((id) =>
      lot(
        id,
        Object.fromEntries(names.filter(() => random.chance(0.6)).map((name) => [name, 1 + random.below(2)])),
      ),
    ),
  ]
  const curve = new Map(names.map((name) => [name, 1 + random.below(9)]))

  /** Sum over the sizes of (pieces − the curve’s share of all pieces)². */
  const distanceOf = (wanted: number) => {
    const { quantities, pieces } = assortmentFor(wanted, units, curve)
    expect(pieces).toBe(wanted)
    const weightSum = names.reduce((sum, name) => sum + (curve.get(name) ?? 0), 0)
    const off = names.map((name) => {
      const contained = units.map(({ id, contents }) => {
        const { pieces: each = 0 } = contents.find((one) => one.size === name) ?? {}
        return (quantities.get(id) ?? 0) * each
      })
      return contained.reduce((sum, one) => sum + one, 0) - (wanted * (curve.get(name) ?? 0)) / weightSum
    })
    return off.reduce((sum, one) => sum + one ** 2, 0)
  }

  // 5.98 and 3.21 are the least that any order can have.
  test.each([
    [60, 6],
    [2000, 4],
  ])('come near the curve with %i pieces', (wanted, most) => expect(distanceOf(wanted)).toBeLessThan(most))

  test('are the same each time', () =>
    expect(assortmentFor(2000, units, curve)).toEqual(assortmentFor(2000, units, curve)))
})
