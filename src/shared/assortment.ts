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
  /** Always the nearest possible to what was wanted; of two equally near, the smaller. */
  pieces: number
  /** Sum over the sizes of (pieces − the curve’s share of all pieces)². */
  distance: number
  /** By how much `distance` could at most be smaller; 0 if it is the smallest possible. */
  gap: number
  /** Whether this is the best in every respect. False if the search reached its limit; `gap` may still be 0. */
  isProven: boolean
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

type Problem = {
  /** In the order in which quantities are chosen. */
  lots: Offer[]
  /** At most one for each size. */
  loose: Offer[]
  weights: number[]
  weightSum: number
  total: number
}

/** Quantities of the first lots, or of all lots and loose sizes. */
type Choice = {
  quantities: number[]
  /** Of the order, or the least that an order with these quantities can cost. */
  cost: number
  /** Loose pieces: of the order, or the fewest that an order with these quantities can have. */
  loose: number
  /** How many quantities are not 0. */
  distinct: number
}

/** A choice for the first lots, to be continued. */
type Node = Choice & {
  perSize: number[]
  /** Pieces still to be ordered. */
  room: number
  /** Part of the cost that comes with the quantities themselves. */
  lotCost: number
}

/** At 2,000 pieces the search then takes some 20 ms. */
const defaultMaxSteps = 500_000

/**
 * Finds how many of each size and lot to order for about so many pieces. In this order it wants: the number of pieces
 * nearest to `pieces`, sizes nearest to the curve, fewest loose pieces, fewest different units, and most of the lot
 * with more pieces, then of the unit that comes first.
 *
 * The curve has a whole number for each size, such as pieces sold; sizes that cannot be ordered do not count, and if
 * all others have 0, they are equal. `pieces` is a whole number up to some ten thousand: time and memory grow with it.
 * The same input always has the same result: the search is limited by steps (`maxSteps`), not by time.
 */
export function assortmentFor(
  pieces: number,
  units: readonly AssortmentUnit[],
  curve: ReadonlyMap<string, number>,
  maxSteps = defaultMaxSteps,
): Assortment {
  const { sizes, offers } = offersOf(units)
  const total = nearestTotal(offers, pieces)
  if (total === 0) return { quantities: new Map(), pieces: 0, distance: 0, gap: 0, isProven: true }

  const given = sizes.map((size) => Math.max(0, curve.get(size) ?? 0))
  const weights = sumOf(given) > 0 ? given : sizes.map(() => 1)
  const weightSum = sumOf(weights)
  const { lots, loose } = separate(offers.flatMap((offer) => limitedTo(total, offer)))
  const { best, openCost } = search({ lots, loose, weights, weightSum, total }, maxSteps)

  const ordered = [...lots, ...loose].map((offer, index) => ({
    offer,
    quantity: best.quantities[index] ?? 0,
  }))
  const offBy = weights.map((weight, size) => {
    const piecesOfSize = sumOf(ordered.map(({ offer, quantity }) => quantity * (offer.perSize[size] ?? 0)))
    return piecesOfSize - (total * weight) / weightSum
  })
  return {
    quantities: new Map(
      ordered.filter(({ quantity }) => quantity > 0).map(({ offer, quantity }) => [offer.id, quantity]),
    ),
    pieces: total,
    distance: sumOf(offBy.map((off) => off ** 2)),
    gap: Math.max(0, best.cost - openCost) / weightSum,
    isProven: openCost > best.cost,
  }
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}

/** Outside a table nothing is possible. */
function at(table: ArrayLike<number> | undefined, index: number): number {
  return table?.[index] ?? Infinity
}

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

/** The offer’s quantities of at most so many pieces; nothing if it has none. */
function limitedTo(total: number, offer: Offer): Offer[] {
  const { pieces, first, multiple } = offer
  const last = Math.min(offer.last, Math.floor(total / (pieces * multiple)) * multiple)
  return first <= last ? [{ ...offer, last }] : []
}

function separate(offers: Offer[]): Pick<Problem, 'lots' | 'loose'> {
  const looseOfSize = new Map<number, Offer>()
  for (const offer of offers) {
    const size = offer.perSize.indexOf(1)
    if (offer.pieces === 1 && !looseOfSize.has(size)) looseOfSize.set(size, offer)
  }
  const loose = new Set(looseOfSize.values())
  const lots = offers.filter((offer) => !loose.has(offer))
  // Large lots leave the fewest quantities to try below them.
  return { lots: lots.toSorted((one, other) => other.pieces - one.pieces), loose: [...loose] }
}

/** For each number of pieces: the least of `before` at what is left of it without one of the offer’s quantities. */
function leastWith({ first, multiple, last }: Offer, unitPieces: number, before: Float64Array): Float64Array {
  const least = before.slice()
  const stride = multiple * unitPieces
  const start = first * unitPieces
  for (let residue = 0; residue < Math.min(stride, before.length - start); residue += 1) {
    // Places within reach whose values rise, as in any minimum over a sliding window: the first has the least.
    const rising: number[] = []
    let head = 0
    for (let from = residue, to = residue + start; to < before.length; from += stride, to += stride) {
      while (rising.length > head && at(before, rising.at(-1) ?? -1) >= at(before, from)) rising.pop()
      rising.push(from)
      if (to - (rising[head] ?? 0) > last * unitPieces) head += 1
      least[to] = Math.min(at(least, to), at(before, rising[head] ?? -1))
    }
  }
  return least
}

/** 0 at each number of pieces that the offers can make up, else infinite. */
function possibleTotals(offers: Offer[], maxPieces: number): Float64Array {
  const none = new Float64Array(maxPieces + 1).fill(Infinity, 1)
  return offers.reduce<Float64Array>((totals, offer) => leastWith(offer, offer.pieces, totals), none)
}

function nearestTotal(offers: Offer[], wanted: number): number {
  // 0 is always possible, so that more than twice as many are never nearer.
  const totals = possibleTotals(offers, 2 * wanted)
  let off = 0
  while (at(totals, wanted - off) > 0 && at(totals, wanted + off) > 0) off += 1
  return at(totals, wanted - off) === 0 ? wanted - off : wanted + off
}

/**
 * The best order if units could be divided, nearly: its pieces per size and lots, and how much the distance grows with
 * one more piece in all. By coordinate descent; need not be exact, as it only guides the search.
 */
function dividedOrder({ lots, loose, weights, weightSum, total }: Problem) {
  const offers = [...lots, ...loose]
  const quantities = offers.map(() => 0)
  const perSize = weights.map(() => 0)
  const ideal = weights.map((weight) => (total * weight) / weightSum)
  let growth = 0
  for (let round = 0; round < 300; round += 1) {
    offers.forEach((offer, index) => {
      let slope = -growth * offer.pieces
      let curvature = 0
      for (let size = 0; size < weights.length; size += 1) {
        const pieces = offer.perSize[size] ?? 0
        slope += 2 * pieces * ((perSize[size] ?? 0) - (ideal[size] ?? 0))
        curvature += 2 * pieces ** 2
      }
      const old = quantities[index] ?? 0
      const quantity = Math.min(Math.max(old - slope / curvature, 0), offer.last)
      quantities[index] = quantity
      for (let size = 0; size < weights.length; size += 1) {
        perSize[size] = (perSize[size] ?? 0) + (quantity - old) * (offer.perSize[size] ?? 0)
      }
    })
    growth += (2 * (total - sumOf(perSize))) / weights.length
  }
  return { quantities, perSize, ideal, growth }
}

/**
 * Splits weightSum × distance into costs of each size’s pieces and costs of each offer’s quantity. They add up to it,
 * but for a constant, in every order of `total` pieces, whatever the prices: a size gets the price of its pieces, and
 * the offers that bring them pay it. So the sum of the least costs, each taken by itself, is a lower bound for any
 * order. It is a high one at the prices at which a divided order would be the best (a Lagrangian relaxation).
 *
 * With a whole curve, costs are whole numbers, so that equal ones are equal.
 */
function costsOf(problem: Problem) {
  const { lots, loose, weights, weightSum, total } = problem
  const divided = dividedOrder(problem)
  const prices = divided.perSize.map((pieces, size) =>
    Math.round(2 * weightSum * (pieces - (divided.ideal[size] ?? 0))),
  )
  const piecePrice = Math.round(weightSum * divided.growth)
  const charges = [...lots, ...loose].map(
    ({ perSize, pieces }) =>
      sumOf(perSize.map((count, size) => count * (prices[size] ?? 0))) - piecePrice * pieces,
  )
  const linear = weights.map((weight, size) => 2 * total * weight + (prices[size] ?? 0))
  // What makes the cheapest quantity cost 0.
  const offsets = [...lots, ...loose].map(({ last }, index) => -Math.min(0, (charges[index] ?? 0) * last))
  // One price more for every piece, at which the divided pieces round to the total (by their largest remainders).
  const floors = divided.perSize.map(Math.floor)
  const roundUpCosts = floors
    .map((floor, size) => weightSum * (2 * floor + 1) - (linear[size] ?? 0))
    .toSorted((one, other) => one - other)
  const roundedUp = Math.min(Math.max(total - sumOf(floors), 1), weights.length)
  const commonPrice = roundUpCosts[roundedUp - 1] ?? 0
  return {
    dividedQuantities: divided.quantities,
    ofSize: (size: number, pieces: number) =>
      pieces * (weightSum * pieces - (linear[size] ?? 0) - commonPrice),
    /** Offers count in lots and then loose sizes. Linear; never negative for a possible quantity. */
    ofOffer: (index: number, quantity: number) => (charges[index] ?? 0) * quantity + (offsets[index] ?? 0),
    /** The quantity of a loose size that would cost least if any were possible, beside `pieces` in lots. */
    cheapest: (index: number, size: number, pieces: number) =>
      ((linear[size] ?? 0) + commonPrice - (charges[index] ?? 0)) / (2 * weightSum) - pieces,
  }
}

type Costs = ReturnType<typeof costsOf>

/**
 * By number of lots chosen, size and `total` less the size’s pieces in them: the least that the size can cost when the
 * other lots and the loose size are chosen for it alone.
 */
function leastCostsBySize({ lots, loose, weights, total }: Problem, costs: Costs): Float64Array[][] {
  const withLoose = weights.map((_, size) => {
    const ofSize = Float64Array.from({ length: total + 1 }, (__, room) => costs.ofSize(size, total - room))
    const place = loose.findIndex(({ perSize }) => perSize[size] === 1)
    const offer = loose[place]
    if (!offer) return ofSize
    // The offer's cost is linear: its part for all pieces less that for the pieces in lots.
    const ofOffer = (pieces: number) => costs.ofOffer(lots.length + place, pieces)
    const least = leastWith(
      offer,
      1,
      ofSize.map((cost, room) => cost + ofOffer(total - room)),
    )
    return least.map((cost, room) => cost - ofOffer(total - room) + ofOffer(0))
  })
  return lots.reduceRight<Float64Array[][]>(
    (byLevel, lot) => [
      withLoose.map((_, size) => {
        const before = byLevel[0]?.[size] ?? new Float64Array()
        const unitPieces = lot.perSize[size] ?? 0
        return unitPieces > 0 ? leastWith(lot, unitPieces, before) : before
      }),
      ...byLevel,
    ],
    [withLoose],
  )
}

/** By number of lots chosen and pieces left: the fewest of them that have to be loose, or infinite. */
function fewestLoose({ lots, loose, total }: Problem): Float64Array[] {
  const allLoose = possibleTotals(loose, total).map((possible, pieces) => possible + pieces)
  return lots.reduceRight<Float64Array[]>(
    (byLevel, lot) => [leastWith(lot, lot.pieces, byLevel[0] ?? allLoose), ...byLevel],
    [allLoose],
  )
}

/** Below 0 if the first is better, as far as both have quantities. */
function compare(one: Choice, other: Choice): number {
  const difference = one.cost - other.cost || one.loose - other.loose || one.distinct - other.distinct
  if (difference !== 0) return difference
  const place = one.quantities.findIndex((quantity, index) => quantity !== other.quantities[index])
  return (other.quantities[place] ?? 0) - (one.quantities[place] ?? 0)
}

/** A quantity of a loose size. */
type Option = { quantity: number; extraCost: number }
/** What the search may still do, so that the same input has the same result on any machine. */
type Budget = { steps: number }

/**
 * Picks one option of each list so that their quantities make up `room`, for the least extra cost, at most `slack`,
 * then the fewest units, then the most of the first. By dynamic programming. Options are in rising quantities.
 */
function distribute(lists: Option[][], room: number, slack: number, budget: Budget): Option[] | undefined {
  // One number for cost and units: all units together weigh less than the smallest difference in cost.
  const costFactor = lists.length + 1
  const limit = slack * costFactor + lists.length
  let values = new Float64Array(room + 1).fill(Infinity, 1)
  let highest = 0
  const picks: Uint32Array[] = []
  for (const options of lists.toReversed()) {
    const next = new Float64Array(room + 1).fill(Infinity)
    const picked = new Uint32Array(room + 1)
    options.forEach(({ quantity, extraCost }, index) => {
      const extra = extraCost * costFactor + Math.sign(quantity)
      const end = Math.min(highest, room - quantity)
      for (let before = 0; before <= end; before += 1) {
        const value = at(values, before) + extra
        if (value <= limit && value <= at(next, before + quantity)) {
          next[before + quantity] = value
          picked[before + quantity] = index
        }
      }
      budget.steps -= Math.max(0, end) + 1
    })
    values = next
    highest = Math.min(room, highest + (options.at(-1)?.quantity ?? 0))
    picks.unshift(picked)
  }
  if (at(values, room) === Infinity) return undefined
  let rest = room
  return lists.flatMap((options, place) => {
    const option = options[picks[place]?.[rest] ?? 0]
    rest -= option?.quantity ?? 0
    return option ?? []
  })
}

/**
 * Branch and bound: chooses the quantity of one lot after the other, and drops a choice as soon as its lower bound is
 * behind the best order so far. With all lots chosen, the loose sizes are solved exactly. `openCost` is the lowest
 * bound of the choices that were left when the steps were used up; infinite if none was.
 */
function search(problem: Problem, maxSteps: number): { best: Choice; openCost: number } {
  const { lots, loose, weights, weightSum, total } = problem
  const costs = costsOf(problem)
  const leastCosts = leastCostsBySize(problem, costs)
  const leastLoose = fewestLoose(problem)
  let best: Choice | undefined
  let openCost = Infinity
  const budget: Budget = { steps: maxSteps }

  const isBehind = (choice: Choice) => best !== undefined && compare(choice, best) > 0

  const explore = (node: Node) => {
    if (isBehind(node)) return
    if (best && budget.steps < 0) {
      openCost = Math.min(openCost, node.cost)
      return
    }
    const level = node.quantities.length
    const lot = lots[level]
    if (!lot) {
      complete(node)
      return
    }
    const dividedQuantity = costs.dividedQuantities[level] ?? 0
    branchesOf(node, lot)
      .map((branch) => ({
        ...branch,
        // Near the divided order, orders are good that the bound cannot tell from others.
        promise: branch.cost + weightSum * (branch.quantity - dividedQuantity) ** 2,
      }))
      .toSorted((one, other) => one.promise - other.promise)
      .forEach(({ quantity, lotCost, cost, fewest }) =>
        explore({
          quantities: [...node.quantities, quantity],
          perSize: node.perSize.map((pieces, size) => pieces + quantity * (lot.perSize[size] ?? 0)),
          room: node.room - quantity * lot.pieces,
          lotCost,
          cost,
          loose: fewest,
          distinct: node.distinct + Math.sign(quantity),
        }),
      )
  }

  /** The lot’s quantities that may lead to the best order, with their bounds. */
  const branchesOf = (node: Node, lot: Offer) => {
    const level = node.quantities.length
    const branches: { quantity: number; lotCost: number; cost: number; fewest: number }[] = []
    const maxQuantity = Math.min(lot.last, Math.floor(node.room / lot.pieces))
    for (let quantity = 0; quantity <= maxQuantity; quantity = Math.max(lot.first, quantity + lot.multiple)) {
      budget.steps -= weights.length
      const lotCost = node.lotCost + costs.ofOffer(level, quantity)
      let cost = lotCost
      for (let size = 0; size < weights.length; size += 1) {
        const pieces = (node.perSize[size] ?? 0) + quantity * (lot.perSize[size] ?? 0)
        cost += at(leastCosts[level + 1]?.[size], total - pieces)
      }
      const fewest = at(leastLoose[level + 1], node.room - quantity * lot.pieces)
      if (fewest < Infinity && cost <= (best?.cost ?? Infinity))
        branches.push({ quantity, lotCost, cost, fewest })
    }
    return branches
  }

  /** Adds the loose sizes to all lots, if the order can become the best. */
  const complete = (node: Node) => {
    const mostSlack = (best?.cost ?? Infinity) - node.cost
    // A good order is near the bound: the little that may cost more is tried first.
    for (let slack = Math.min(weightSum, mostSlack); ; slack = Math.min(4 * slack, mostSlack)) {
      const found = distribute(looseOptions(node, slack), node.room, slack, budget)
      if (found) {
        const order = {
          quantities: [...node.quantities, ...found.map(({ quantity }) => quantity)],
          cost: node.cost + sumOf(found.map(({ extraCost }) => extraCost)),
          loose: node.room,
          distinct: node.distinct + found.filter(({ quantity }) => quantity > 0).length,
        }
        if (!isBehind(order)) best = order
      }
      if (found || slack === mostSlack) return
    }
  }

  /** For each loose size the quantities that cost at most `slack` more than its cheapest. */
  const looseOptions = (node: Node, slack: number): Option[][] =>
    loose.map(({ perSize, first, multiple, last }, place) => {
      const size = perSize.indexOf(1)
      const inLots = node.perSize[size] ?? 0
      const least = at(leastCosts[lots.length]?.[size], total - inLots)
      const extraCost = (quantity: number) =>
        costs.ofSize(size, inLots + quantity) + costs.ofOffer(lots.length + place, quantity) - least
      const options: Option[] = []
      const add = (quantity: number) => {
        const extra = extraCost(quantity)
        if (extra <= slack) options.push({ quantity, extraCost: extra })
        return extra <= slack
      }
      // Costs rise on both sides of the cheapest.
      const cheapest = costs.cheapest(lots.length + place, size, inLots)
      const above = Math.min(Math.max(Math.ceil(cheapest / multiple) * multiple, first), last)
      let quantity = above
      while (quantity <= last && add(quantity)) quantity += multiple
      quantity = above - multiple
      while (quantity >= first && add(quantity)) quantity -= multiple
      add(0)
      budget.steps -= options.length
      return options.toSorted((one, other) => one.quantity - other.quantity)
    })

  explore({
    quantities: [],
    perSize: weights.map(() => 0),
    room: total,
    lotCost: 0,
    cost: sumOf(weights.map((_, size) => at(leastCosts[0]?.[size], total))),
    loose: at(leastLoose[0], total),
    distinct: 0,
  })
  if (!best) throw new Error('The total was found to be possible')
  return { best, openCost }
}
