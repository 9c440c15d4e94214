import { type LotSize, piecesIn } from './lots.ts'

/** A size or a lot that can be ordered. Quantities count units. */
export type AssortmentUnit = {
  id: string
  /** What one unit holds: one piece of a size, or a lot’s pieces. */
  contents: readonly LotSize[]
  /** The order has none of it or at least this many. */
  minimum: number
  /** The quantity is a multiple of this; 1 allows any. */
  multiple: number
  /** Limited by stock and what is agreed. */
  maxQuantity: number
}

export type Assortment = {
  /** By id; units that are not ordered are absent. */
  quantities: Map<string, number>
  /** Always the possible number nearest to the wanted one; if two are equally near, the smaller. */
  pieces: number
}

/** An order has 0, first, first + multiple … or last of it. */
type Offer = {
  id: string
  pieces: number
  perSize: number[]
  first: number
  multiple: number
  last: number
}

type Order = {
  quantities: number[]
  /** Sum over the sizes of (pieces − the curve’s share of all pieces)². */
  distance: number
  loosePieces: number
  /** How many quantities are not 0. */
  units: number
}

/** A fixed limit on tried combinations: the same input has the same result on any machine. Some 30 ms. */
const maxSteps = 2_000_000

/**
 * Finds how many of each size and lot to order for about so many pieces. Its aims, in this order: the number
 * of pieces nearest to `pieces`, sizes nearest to the curve, fewest loose pieces, fewest different units, and
 * most of the lot with more pieces, then of the unit that comes first. The number of pieces is exact, the
 * rest is the best that was found: for the sizes and lots that colours usually have, it is the best there is.
 *
 * The curve has a whole number for each size, such as pieces sold; sizes that cannot be ordered do not count, and if
 * all others have 0, they are equal. `pieces` is a whole number up to some ten thousand: time and memory grow with it.
 */
export function assortmentFor(
  pieces: number,
  units: readonly AssortmentUnit[],
  curve: ReadonlyMap<string, number>,
): Assortment {
  const { sizes, offers } = offersOf(units)
  const total = nearestTotal(offers, pieces)
  const given = sizes.map((size) => Math.max(0, curve.get(size) ?? 0))
  const weights = sumOf(given) > 0 ? given : sizes.map(() => 1)
  const ideal = weights.map((weight) => (total * weight) / sumOf(weights))
  const { lots, loose } = separate(offers.flatMap((offer) => limitedTo(total, offer)))
  const best = total > 0 ? search(lots, loose, ideal, total) : []
  const ordered = [...lots, ...loose].map(({ id }, index) => [id, best[index] ?? 0] as const)
  return { quantities: new Map(ordered.filter(([, quantity]) => quantity > 0)), pieces: total }
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)

function offersOf(units: readonly AssortmentUnit[]): { sizes: string[]; offers: Offer[] } {
  const candidates = units
    .map(({ id, contents, minimum, multiple, maxQuantity }) => ({
      id,
      contents: contents.filter((one) => one.pieces > 0),
      first: Math.max(1, Math.ceil(minimum / multiple)) * multiple,
      multiple,
      last: Math.floor(maxQuantity / multiple) * multiple,
    }))
    .filter(({ contents, first, last }) => contents.length > 0 && first <= last)
  const sizes = [...new Set(candidates.flatMap(({ contents }) => contents.map(({ size }) => size)))]
  const offers = candidates.map(({ contents, ...quantities }) => ({
    ...quantities,
    pieces: piecesIn(contents),
    perSize: sizes.map((size) => piecesIn(contents.filter((one) => one.size === size))),
  }))
  return { sizes, offers }
}

/** The offer, limited to quantities of at most so many pieces; empty if there are none. */
function limitedTo(total: number, offer: Offer): Offer[] {
  const { pieces, first, multiple } = offer
  const last = Math.min(offer.last, Math.floor(total / (pieces * multiple)) * multiple)
  return first <= last ? [{ ...offer, last }] : []
}

/** At most one loose unit for each size; large lots first, which leave the fewest quantities to try below them. */
function separate(offers: Offer[]): { lots: Offer[]; loose: Offer[] } {
  const looseOfSize = new Map<number, Offer>()
  for (const offer of offers) {
    const size = offer.perSize.indexOf(1)
    if (offer.pieces === 1 && !looseOfSize.has(size)) looseOfSize.set(size, offer)
  }
  const loose = new Set(looseOfSize.values())
  const lots = offers.filter((offer) => !loose.has(offer))
  return { lots: lots.toSorted((one, other) => other.pieces - one.pieces), loose: [...loose] }
}

/** 1 at each number of pieces made up of none or some of the offer and a number that is 1 in `before`. */
function withOffer({ pieces, first, multiple, last }: Offer, before: Uint8Array): Uint8Array {
  const possible = before.slice()
  const stride = multiple * pieces
  const nearest = new Int32Array(stride).fill(-1)
  for (let from = 0, to = first * pieces; to < before.length; from += 1, to += 1) {
    if (before[from] === 1) nearest[from % stride] = from
    const start = nearest[from % stride] ?? -1
    if (start >= 0 && to - start <= last * pieces) possible[to] = 1
  }
  return possible
}

const onlyNothing = (maxPieces: number) => new Uint8Array(maxPieces + 1).fill(1, 0, 1)

function nearestTotal(offers: Offer[], wanted: number): number {
  // 0 is always possible, so more than twice the wanted number is never nearer.
  const possible = offers.reduce<Uint8Array>(
    (totals, offer) => withOffer(offer, totals),
    onlyNothing(2 * wanted),
  )
  let off = 0
  while (possible[wanted - off] !== 1 && possible[wanted + off] !== 1) off += 1
  return possible[wanted - off] === 1 ? wanted - off : wanted + off
}

/** 0 and the quantities from first to last that are at most `most`. */
function quantitiesOf({ first, multiple, last }: Offer, most: number): number[] {
  const quantities = [0]
  for (let quantity = first; quantity <= Math.min(last, most); quantity += multiple) quantities.push(quantity)
  return quantities
}

/** Roughly what each lot would get if units could be divided; good orders are near. By coordinate descent. */
function dividedLots(lots: Offer[], loose: Offer[], ideal: number[], total: number): number[] {
  const offers = [...lots, ...loose]
  const quantities = offers.map(() => 0)
  const perSize = ideal.map(() => 0)
  let growth = 0
  for (let round = 0; round < 300; round += 1) {
    offers.forEach((offer, index) => {
      const slope = sumOf(
        offer.perSize.map((pieces, size) => pieces * ((perSize[size] ?? 0) - (ideal[size] ?? 0))),
      )
      const curvature = sumOf(offer.perSize.map((pieces) => pieces ** 2))
      const old = quantities[index] ?? 0
      const moved = old - (slope - growth * offer.pieces) / curvature
      const quantity = Math.min(Math.max(moved, 0), offer.last)
      quantities[index] = quantity
      for (const [size, pieces] of offer.perSize.entries())
        perSize[size] = (perSize[size] ?? 0) + (quantity - old) * pieces
    })
    growth += (total - sumOf(perSize)) / ideal.length
  }
  return quantities.slice(0, lots.length)
}

/** Below 0 if the first is better. Equal distances may differ by rounding. */
function compare(one: Order, other: Order): number {
  const nearer = one.distance - other.distance
  if (Math.abs(nearer) > 1e-6) return nearer
  const difference = one.loosePieces - other.loosePieces || one.units - other.units
  if (difference !== 0) return difference
  const place = one.quantities.findIndex((quantity, index) => quantity !== other.quantities[index])
  return (other.quantities[place] ?? 0) - (one.quantities[place] ?? 0)
}

/** Goes through the quantities of one lot after the other, those near the divided order first; then adds loose sizes. */
function search(lots: Offer[], loose: Offer[], ideal: number[], total: number): number[] {
  const divided = dividedLots(lots, loose, ideal, total)
  /** By number of lots chosen: the pieces that the others and loose sizes can make up. */
  const possible = lots
    .toReversed()
    .reduce<Uint8Array[]>(
      (levels, lot) => [withOffer(lot, levels[0] ?? onlyNothing(total)), ...levels],
      [loose.reduce<Uint8Array>((totals, offer) => withOffer(offer, totals), onlyNothing(total))],
    )
  let best: Order | undefined
  let steps = maxSteps

  const explore = (quantities: number[], perSize: number[], room: number) => {
    const level = quantities.length
    const lot = lots[level]
    // Pieces of a size beyond its share cannot be taken back later.
    const excess = sumOf(perSize.map((pieces, size) => Math.max(0, pieces - (ideal[size] ?? 0)) ** 2))
    if (best && (steps < 0 || excess > best.distance + 1e-6)) return
    if (!lot) {
      steps -= ideal.length
      if (best && leastDistance(perSize, room) > best.distance + 1e-6) return
      const { added, work } = distribute(loose, perSize, ideal, room)
      steps -= work
      const all = [...quantities, ...added]
      const units = all.filter((quantity) => quantity > 0).length
      const order = { quantities: all, distance: distanceWith(added, perSize), loosePieces: room, units }
      if (!best || compare(order, best) < 0) best = order
      return
    }
    const near = (quantity: number) => Math.abs(quantity - (divided[level] ?? 0))
    const choices = quantitiesOf(lot, Math.floor(room / lot.pieces))
      .filter((quantity) => possible[level + 1]?.[room - quantity * lot.pieces] === 1)
      .toSorted((one, other) => near(one) - near(other))
    for (const quantity of choices) {
      steps -= ideal.length
      explore(
        [...quantities, quantity],
        perSize.map((pieces, size) => pieces + quantity * (lot.perSize[size] ?? 0)),
        room - quantity * lot.pieces,
      )
    }
  }
  const isLoose = ideal.map((_, size) => loose.some((offer) => offer.perSize[size] === 1))
  /** The least possible distance, if loose sizes could be divided and taken back. */
  const leastDistance = (perSize: number[], room: number) => {
    const off = ideal.map((share, size) => (perSize[size] ?? 0) - share)
    const fixed = sumOf(off.map((one, size) => (isLoose[size] ? 0 : one ** 2)))
    const missed = sumOf(off.map((one, size) => (isLoose[size] ? one : 0))) + room
    return fixed + missed ** 2 / Math.max(1, loose.length)
  }
  const distanceWith = (added: number[], perSize: number[]) =>
    sumOf(
      ideal.map((share, size) => {
        const place = loose.findIndex((offer) => offer.perSize[size] === 1)
        return ((perSize[size] ?? 0) + (added[place] ?? 0) - share) ** 2
      }),
    )
  explore(
    [],
    ideal.map(() => 0),
    total,
  )
  return best?.quantities ?? []
}

/**
 * Divides `room` pieces, which must be possible, among loose sizes so that they come nearest to their shares beside
 * `perSize` in lots, with the fewest units, then most of the first. By dynamic programming.
 */
function distribute(
  loose: Offer[],
  perSize: number[],
  ideal: number[],
  room: number,
): { added: number[]; work: number } {
  const lacking = loose.map((offer) => {
    const size = offer.perSize.indexOf(1)
    return (ideal[size] ?? 0) - (perSize[size] ?? 0)
  })
  const missed = (room - sumOf(lacking.map((pieces) => Math.max(0, pieces)))) / Math.max(1, loose.length)
  const near = (quantities: number) =>
    loose.map((offer, place) => {
      const [center, reach] = [(lacking[place] ?? 0) + missed, quantities * offer.multiple]
      return quantitiesOf(offer, room).filter((one) => one === 0 || Math.abs(one - center) <= reach)
    })
  const among = (choices: number[][]) => {
    let work = 0
    let costs = new Float64Array(room + 1).fill(Infinity, 1)
    const picks: Int32Array[] = []
    for (let place = loose.length - 1; place >= 0; place -= 1) {
      const next = new Float64Array(room + 1).fill(Infinity)
      const picked = new Int32Array(room + 1)
      for (const quantity of choices[place] ?? []) {
        // One more unit weighs less than any difference in distance that counts.
        const cost = (quantity - (lacking[place] ?? 0)) ** 2 + Math.sign(quantity) * 1e-9
        for (let before = 0; before + quantity <= room; before += 1) {
          const sum = (costs[before] ?? Infinity) + cost
          if (sum <= (next[before + quantity] ?? Infinity) + 1e-10) {
            next[before + quantity] = sum
            picked[before + quantity] = quantity
          }
        }
        work += room + 1
      }
      costs = next
      picks.unshift(picked)
    }
    let rest = room
    const added = picks.map((picked) => {
      const quantity = picked[rest] ?? 0
      rest -= quantity
      return quantity
    })
    return { added, work, isPossible: (costs[room] ?? Infinity) < Infinity }
  }
  // For a small order, nearly all quantities are tried at once.
  for (let quantities = Math.max(4, 400 / room); ; quantities *= 4) {
    const { isPossible, ...found } = among(near(quantities))
    if (isPossible) return found
  }
}
