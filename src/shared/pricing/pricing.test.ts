import { describe, expect, test } from 'vitest'
import { seededRandom } from '#demo/random.ts'
import { amountOfLine } from '#shared/numbers/money.ts'
import {
  type BasketLine,
  countBasket,
  indexRules,
  nextTier,
  type PriceRule,
  priceBasket,
  priceOf,
} from './pricing.ts'

const line = (fields: Partial<BasketLine> = {}): BasketLine => ({
  itemCode: 'A1',
  colorCode: '01',
  brandId: 'ayla',
  categoryId: 'dress',
  piecesPerLot: 1,
  qty: 1,
  listPrice: 599,
  currencyCode: 'TRY',
  ...fields,
})

let count = 0
const rule = (fields: Partial<PriceRule> = {}): PriceRule => {
  count += 1
  return {
    id: String(count).padStart(4, '0'),
    name: `Rule ${count}`,
    audience: 'everybody',
    target: 'all',
    basis: 'none',
    effect: 'percent',
    tiers: [{ from: 0, percents: [10] }],
    endsOthers: false,
    ...fields,
  }
}
const percent = (...percents: number[]) => [{ from: 0, percents }]
const parents = new Map([
  ['dress', 'women'],
  ['women', 'all clothes'],
])
const price = (lines: BasketLine[], rules: PriceRule[]) =>
  priceBasket(lines, indexRules(rules, parents)).map(({ unitPrice }) => unitPrice)
const only = (rules: PriceRule[], fields: Partial<BasketLine> = {}) => price([line(fields)], rules)[0]

describe('one rule', () => {
  test('without rules the list price holds', () => {
    expect(priceBasket([line()], indexRules([], parents))).toEqual([{ unitPrice: 599, steps: [] }])
  })

  test('percents follow one another, each rounded to four decimals, half up', () => {
    expect(only([rule({ tiers: percent(20, 5) })])).toBe(455.24)
    expect(only([rule({ tiers: percent(10, 5, 3) })])).toBe(496.7807)
    expect(only([rule({ tiers: percent(50) })], { listPrice: 0.01 })).toBe(0.005)
    expect(only([rule({ tiers: percent(50, 50, 50, 50, 50) })], { listPrice: 0.01 })).toBe(0.0004)
    expect(only([rule({ tiers: percent(100) })])).toBe(0)
    expect(only([rule({ tiers: percent(33.33) })], { listPrice: 100 })).toBe(66.67)
    expect(only([rule({ tiers: percent(0.01) })], { listPrice: 900_000_000 })).toBe(899_910_000)
  })

  test('goods in lots cost what they cost loose', () => {
    const rules = [rule({ tiers: percent(20, 5) })]
    const amounts = [1, 6, 12].map((piecesPerLot) => {
      const listPrice = Math.round(0.35 * 100 * piecesPerLot) / 100
      const qty = 6000 / piecesPerLot
      return amountOfLine({ qty, unitPrice: only(rules, { listPrice, piecesPerLot }) ?? 0 })
    })
    expect(amounts).toEqual([1596, 1596, 1596])
    // Thirds of a cent: a piece of this lot has no price.
    expect(only([rule({ tiers: percent(10) })], { listPrice: 10.01, piecesPerLot: 3 })).toBe(9.009)
  })

  test('amounts are for a piece: a lot of six has six of them', () => {
    const lot = { piecesPerLot: 6, listPrice: 3000 }
    const fixed = { currencyCode: 'TRY', effect: 'fixed' as const, tiers: [{ from: 0, amount: 450 }] }
    expect(only([rule(fixed)], lot)).toBe(2700)
    expect(only([rule({ ...fixed, effect: 'amountOff', tiers: [{ from: 0, amount: 25.5 }] })], lot)).toBe(
      2847,
    )
    expect(only([rule({ ...fixed, effect: 'amountOff', tiers: [{ from: 0, amount: 700 }] })])).toBe(0)
  })

  test('amounts of another currency change nothing', () => {
    const fixed = rule({ currencyCode: 'EUR', effect: 'fixed', tiers: [{ from: 0, amount: 10 }] })
    expect(only([fixed])).toBe(599)
    expect(only([fixed], { currencyCode: 'EUR' })).toBe(10)
  })

  test.each<[Partial<PriceRule>, boolean]>([
    [{ target: 'brand', brandId: 'ayla' }, true],
    [{ target: 'brand', brandId: 'bora' }, false],
    [{ target: 'category', categoryId: 'dress' }, true],
    [{ target: 'category', categoryId: 'women' }, true],
    [{ target: 'category', categoryId: 'all clothes' }, true],
    [{ target: 'category', categoryId: 'shoes' }, false],
    [{ target: 'item', itemCode: 'A1' }, true],
    [{ target: 'item', itemCode: 'A2' }, false],
    [{ target: 'product', itemCode: 'A1', colorCode: '01' }, true],
    [{ target: 'product', itemCode: 'A1', colorCode: '02' }, false],
  ])('is for what it names: %j', (target, isFor) => {
    expect(only([rule(target)])).toBe(isFor ? 539.1 : 599)
  })
})

describe('tiers', () => {
  const tiers = [
    { from: 50, percents: [3] },
    { from: 100, percents: [5] },
  ]
  const red = { colorCode: '02', piecesPerLot: 6, listPrice: 3000 }

  test('count the pieces of the item over colours, sizes and lots', () => {
    const rules = [rule({ basis: 'itemPieces', tiers })]
    expect(price([line({ qty: 43 }), line({ ...red, qty: 1 })], rules)).toEqual([599, 3000])
    expect(price([line({ qty: 44 }), line({ ...red, qty: 1 })], rules)).toEqual([581.03, 2910])
    expect(price([line({ qty: 94 }), line({ ...red, qty: 1 })], rules)).toEqual([569.05, 2850])
    expect(price([line({ qty: 49 }), line({ qty: 60, itemCode: 'A2' })], rules)).toEqual([599, 581.03])
  })

  test('count the pieces of the brand over its items', () => {
    const rules = [rule({ basis: 'brandPieces', tiers })]
    const other = line({ itemCode: 'A2', qty: 30, listPrice: 100 })
    expect(price([line({ qty: 20 }), other], rules)).toEqual([581.03, 97])
    expect(price([line({ qty: 20 }), { ...other, brandId: 'bora' }], rules)).toEqual([599, 100])
  })

  test('count the amount of the order as it is without them, in their currency', () => {
    const amounts = rule({
      basis: 'orderAmount',
      currencyCode: 'TRY',
      tiers: [{ from: 1000, percents: [10] }],
    })
    const always = rule({ tiers: percent(50) })
    const lines = [line({ listPrice: 100, qty: 10 }), line({ listPrice: 100, qty: 9, itemCode: 'A2' })]
    expect(price(lines, [amounts, always])).toEqual([50, 50])
    expect(price([...lines, line({ listPrice: 100, qty: 1, itemCode: 'A3' })], [amounts, always])).toEqual([
      45, 45, 45,
    ])
    const euros = line({ listPrice: 100, qty: 100, currencyCode: 'EUR' })
    expect(price([...lines, euros], [amounts, always])).toEqual([50, 50, 50])
  })

  test('the next one that pays is told', () => {
    const rules = indexRules(
      [
        rule({ basis: 'itemPieces', tiers }),
        rule({ basis: 'brandPieces', tiers: [{ from: 90, percents: [1] }] }),
      ],
      parents,
    )
    const next = (qty: number) => {
      const { missing, unitPrice } = nextTier(line(), rules, countBasket([line({ qty })], rules)) ?? {}
      return [missing, unitPrice]
    }
    expect(next(38)).toEqual([12, 581.03])
    expect(next(60)).toEqual([30, 575.2197])
    expect(next(95)).toEqual([5, 563.3595])
    expect(next(100)).toEqual([undefined, undefined])
  })

  test('a tier from one piece is reached by what is offered', () => {
    const fromOne = [
      { from: 1, percents: [3] },
      { from: 10, percents: [5] },
    ]
    const rules = indexRules([rule({ basis: 'itemPieces', tiers: fromOne })], parents)
    const empty = countBasket([], rules)
    expect(priceOf(line(), rules, empty)).toMatchObject({ unitPrice: 581.03, steps: [{ from: 1 }] })
    expect(nextTier(line(), rules, empty)).toMatchObject({ missing: 10, unitPrice: 569.05 })
  })

  test('a tier behind a rule that ends others is not told', () => {
    const net = { effect: 'fixed' as const, currencyCode: 'TRY', tiers: [{ from: 0, amount: 400 }] }
    const rules = indexRules(
      [rule({ ...net, audience: 'account', endsOthers: true }), rule({ basis: 'itemPieces', tiers })],
      parents,
    )
    expect(nextTier(line(), rules, countBasket([line()], rules))).toBeUndefined()
  })
})

describe('several rules', () => {
  test('add to one another; the steps tell how', () => {
    const rules = [
      rule({ name: 'Season' }),
      rule({ name: 'Dealer', audience: 'account', tiers: percent(5) }),
      rule({ name: '100 pieces', basis: 'itemPieces', tiers: [{ from: 100, percents: [3] }] }),
    ]
    const [priced] = priceBasket([line({ qty: 100 })], indexRules(rules, parents))
    expect(priced).toEqual({
      unitPrice: 496.7807,
      steps: [
        expect.objectContaining({ name: 'Season', percents: [10], unitPrice: 539.1 }),
        expect.objectContaining({ name: 'Dealer', percents: [5], unitPrice: 512.145 }),
        expect.objectContaining({ name: '100 pieces', from: 100, percents: [3], unitPrice: 496.7807 }),
      ],
    })
  })

  test('one that ends others leaves out what comes after it in precedence', () => {
    const season = rule()
    const outlet = rule({ target: 'item', itemCode: 'A1', tiers: percent(50), endsOthers: true })
    const dealer = rule({ audience: 'account', tiers: percent(5) })
    expect(only([season, outlet])).toBe(299.5)
    // The account's rule comes before the item's.
    expect(only([season, outlet, dealer])).toBe(284.525)
    expect(only([season, outlet, { ...dealer, endsOthers: true }])).toBe(569.05)
  })

  test('of fixed prices only the first in precedence holds, and discounts start from it', () => {
    const fixed = (amount: number, fields: Partial<PriceRule> = {}) =>
      rule({ effect: 'fixed', currencyCode: 'TRY', tiers: [{ from: 0, amount }], ...fields })
    const rules = [
      fixed(500),
      fixed(480, { target: 'category', categoryId: 'women' }),
      fixed(470, { target: 'category', categoryId: 'dress' }),
      fixed(460, { target: 'item', itemCode: 'A1' }),
      fixed(490, { audience: 'priceGroup' }),
      fixed(495, { audience: 'account' }),
    ]
    for (const amount of [495, 490, 460, 470, 480, 500]) {
      expect(only([...rules, rule()])).toBe(amount * 0.9)
      rules.splice(
        rules.findIndex(({ tiers }) => tiers[0]?.amount === amount),
        1,
      )
    }
  })

  test('of the same precedence the one valid from a later day comes first, then the newer one', () => {
    const fixed = (amount: number, validFrom?: string) =>
      rule({ effect: 'fixed', currencyCode: 'TRY', tiers: [{ from: 0, amount }], validFrom })
    expect(only([fixed(1, '2026-03-01'), fixed(2, '2026-02-01'), fixed(3)])).toBe(1)
    expect(only([fixed(1), fixed(2)])).toBe(2)
  })
})

describe('an amended order', () => {
  /** Ordered at what these rules made of it, and amended to these quantities, 0 for a line that goes. */
  const amend = (
    ordered: BasketLine[],
    rules: PriceRule[],
    { to, today = rules, keepsCode = true }: { to: number[]; today?: PriceRule[]; keepsCode?: boolean },
  ) => {
    const prices = priceBasket(ordered, indexRules(rules, parents))
    const lines = ordered.map((one, at) => ({ ...one, agreed: prices[at] }))
    const basket = to.flatMap((qty, at) => {
      const { agreed, ...listed } = lines[at] as BasketLine
      const isWithinOrdered = qty <= (ordered[at]?.qty ?? 0)
      return qty === 0 ? [] : [isWithinOrdered ? { ...listed, agreed, qty } : { ...listed, qty }]
    })
    const now = indexRules(today, parents)
    const counts = countBasket(basket, now, { lines, keepsCode })
    return priceBasket(basket, now, counts).map(({ unitPrice }) => unitPrice)
  }
  const fromTen = { from: 10, percents: [10] }
  const byItem = rule({ basis: 'itemPieces', tiers: [fromTen, { from: 50, percents: [20] }] })
  const byBrand = rule({ basis: 'brandPieces', tiers: [fromTen] })
  const byAmount = rule({
    basis: 'orderAmount',
    currencyCode: 'TRY',
    tiers: [{ from: 1000, percents: [10] }],
  })
  const ofHundred = (fields: Partial<BasketLine>) => line({ listPrice: 100, ...fields })

  test('keeps its prices while it reaches their tiers', () => {
    expect(amend([ofHundred({ qty: 60 })], [byItem], { to: [50] })).toEqual([80])
    expect(amend([ofHundred({ qty: 60 })], [byItem], { to: [49] })).toEqual([90])
    expect(amend([ofHundred({ qty: 60 })], [byItem], { to: [9] })).toEqual([100])
    expect(amend([ofHundred({ qty: 60 })], [byItem], { to: [60], today: [] })).toEqual([80])
    expect(amend([ofHundred({ qty: 60 })], [byItem], { to: [49], today: [] })).toEqual([100])
  })

  test('loses them also in lines that stay as they are', () => {
    const red = ofHundred({ qty: 5, colorCode: '02' })
    expect(amend([ofHundred({ qty: 5 }), red], [byItem], { to: [5, 4] })).toEqual([100, 100])
    expect(amend([ofHundred({ qty: 5 }), red], [byItem], { to: [5, 0] })).toEqual([100])
    const other = ofHundred({ qty: 5, itemCode: 'A2' })
    expect(amend([ofHundred({ qty: 5 }), other], [byBrand], { to: [5, 4] })).toEqual([100, 100])
    expect(amend([ofHundred({ qty: 5 }), other], [byBrand], { to: [4, 6] })).toEqual([90, 90])
  })

  test('is worth what it is before rules that count its amount', () => {
    const always = rule({ tiers: percent(5) })
    expect(amend([ofHundred({ qty: 11 })], [byAmount, always], { to: [11] })).toEqual([85.5])
    expect(amend([ofHundred({ qty: 12 })], [byAmount, always], { to: [11] })).toEqual([85.5])
    expect(amend([ofHundred({ qty: 12 })], [byAmount, always], { to: [10] })).toEqual([95])
    const more = ofHundred({ qty: 1, itemCode: 'A2' })
    expect(amend([ofHundred({ qty: 11 }), more], [byAmount, always], { to: [10, 2] })).toEqual([85.5, 85.5])
  })

  test('loses the prices of a campaign with its code, and only those', () => {
    const campaign = rule({ target: 'item', itemCode: 'A1', isCampaign: true })
    const all = rule({ tiers: percent(5) })
    const lines = [ofHundred({ qty: 5 }), ofHundred({ qty: 5, itemCode: 'A2' })]
    expect(amend(lines, [campaign, all], { to: [4, 4] })).toEqual([85.5, 95])
    expect(amend(lines, [campaign, all], { to: [4, 4], today: [], keepsCode: false })).toEqual([100, 95])
  })

  test('that has less than its tiers ask for, as a part of a split order has, keeps what it has', () => {
    const ordered = priceBasket([ofHundred({ qty: 60 })], indexRules([byItem], parents))
    const part = (qty: number, to: number) => {
      const agreed = ordered[0]
      const counts = countBasket([ofHundred({ qty: to, agreed })], indexRules([byItem], parents), {
        lines: [ofHundred({ qty, agreed })],
        keepsCode: true,
      })
      return priceBasket([ofHundred({ qty: to, agreed })], indexRules([byItem], parents), counts)[0]
        ?.unitPrice
    }
    expect(part(20, 20)).toBe(80)
    expect(part(20, 19)).toBe(90)
  })

  test('what was agreed counts for what others cost', () => {
    const lines = [ofHundred({ qty: 9 }), ofHundred({ qty: 1, colorCode: '02' })]
    expect(amend(lines, [byItem], { to: [9, 2] })).toEqual([90, 90])
  })
})

const maker = (next: () => number) => {
  const oneOf = <One>(all: readonly One[]) => all[Math.floor(next() * all.length)] as One
  const whole = (most: number) => Math.floor(next() * (most + 1))
  const tiersFor = (effect: PriceRule['effect'], basis: PriceRule['basis']) => {
    const steps = basis === 'none' ? 1 : 1 + whole(2)
    return Array.from({ length: steps }, (_, at) => {
      const from = basis === 'none' ? 0 : (at + 1) * (basis === 'orderAmount' ? 5000 : 20)
      // Later tiers are never dearer.
      if (effect === 'percent') return { from, percents: [(at + 1) * 3, 0.5 + whole(20) / 10 + at * 3] }
      return { from, amount: effect === 'fixed' ? 90 - at * 20 : 5 + at * 10 }
    })
  }
  const makeRule = (at: number): PriceRule => {
    const target = oneOf(['all', 'brand', 'category', 'item', 'product'] as const)
    const basis = oneOf(['none', 'itemPieces', 'brandPieces', 'orderAmount'] as const)
    const effect = oneOf(['percent', 'percent', 'fixed', 'amountOff'] as const)
    return {
      id: `r${at}`,
      name: `Rule ${at}`,
      audience: oneOf(['everybody', 'priceGroup', 'account'] as const),
      target,
      ...(target === 'brand' ? { brandId: oneOf(['ayla', 'bora']) } : {}),
      ...(target === 'category' ? { categoryId: oneOf(['dress', 'women', 'shoes']) } : {}),
      ...(target === 'item' || target === 'product' ? { itemCode: oneOf(['A1', 'A2', 'A3']) } : {}),
      ...(target === 'product' ? { colorCode: oneOf(['01', '02']) } : {}),
      basis,
      effect,
      ...(effect !== 'percent' || basis === 'orderAmount'
        ? { currencyCode: oneOf(['TRY', 'TRY', 'EUR']) }
        : {}),
      tiers: tiersFor(effect, basis),
      endsOthers: next() < 0.15,
      ...(next() < 0.3 ? { validFrom: `2026-0${1 + whole(8)}-01` } : {}),
    }
  }
  const makeLine = (at: number): BasketLine =>
    line({
      itemCode: oneOf(['A1', 'A2', 'A3', 'A4']),
      colorCode: oneOf(['01', '02', '03']),
      brandId: at % 2 === 0 ? 'ayla' : 'bora',
      categoryId: oneOf(['dress', 'women', 'shoes']),
      piecesPerLot: oneOf([1, 1, 1, 6]),
      qty: 1 + whole(40),
      listPrice: (1 + whole(60_000)) / 100,
      currencyCode: oneOf(['TRY', 'TRY', 'TRY', 'EUR']),
    })
  return {
    whole,
    rules: Array.from({ length: whole(12) }, (_, at) => makeRule(at)),
    lines: Array.from({ length: 1 + whole(8) }, (_, at) => makeLine(at)),
  }
}

/** The order of precedence as docs/pricing.md tells it, without an index, in ten-thousandths. */
function byTheBook(lines: BasketLine[], rules: PriceRule[]): bigint[] {
  const above = (id: string): string[] => (id ? [id, ...above(parents.get(id) ?? '')] : [])
  const fits = (one: PriceRule, { itemCode, colorCode, brandId, categoryId, currencyCode }: BasketLine) =>
    (one.currencyCode ?? currencyCode) === currencyCode &&
    (one.target === 'all' ||
      (one.target === 'brand' && one.brandId === brandId) ||
      (one.target === 'category' && above(categoryId).includes(one.categoryId ?? '')) ||
      (one.target === 'item' && one.itemCode === itemCode) ||
      (one.target === 'product' && one.itemCode === itemCode && one.colorCode === colorCode))
  const places = (one: PriceRule): (number | string)[] => [
    ['everybody', 'priceGroup', 'account'].indexOf(one.audience),
    ['all', 'brand', 'category', 'item', 'product'].indexOf(one.target),
    one.target === 'category' ? above(one.categoryId ?? '').length : 0,
    one.effect === 'fixed' ? 1 : 0,
    one.validFrom ?? '',
    one.id,
  ]
  const higherFirst = (one: PriceRule, other: PriceRule) => {
    const [left, right] = [places(one), places(other)]
    const at = left.findIndex((value, index) => value !== right[index])
    return (left[at] as never) < (right[at] as never) ? 1 : -1
  }
  const sum = (is: (other: BasketLine) => boolean) =>
    lines.reduce((total, one) => total + (is(one) ? one.qty * one.piecesPerLot : 0), 0)
  const minor = (amount: number) => BigInt(Math.round(amount * 100))
  const fine = (amount: number) => minor(amount) * 100n
  const priceAt = (one: BasketLine, amounts: Map<string, bigint> | undefined): bigint => {
    const taken: { rule: PriceRule; tier: PriceRule['tiers'][number] }[] = []
    for (const each of rules.filter((candidate) => fits(candidate, one)).toSorted(higherFirst)) {
      if (each.basis === 'orderAmount' && !amounts) continue
      const reached = (from: number) => {
        if (each.basis === 'none') return true
        if (each.basis === 'orderAmount') return minor(from) <= (amounts?.get(one.currencyCode) ?? 0n)
        return (
          from <=
          sum((other) =>
            each.basis === 'itemPieces' ? other.itemCode === one.itemCode : other.brandId === one.brandId,
          )
        )
      }
      const tier = each.tiers.filter(({ from }) => reached(from)).at(-1)
      if (!tier || (each.effect === 'fixed' && taken.some((before) => before.rule.effect === 'fixed')))
        continue
      taken.push({ rule: each, tier })
      if (each.endsOthers) break
    }
    const stage = ({ effect, basis }: PriceRule) =>
      effect === 'fixed' ? 0 : basis === 'none' ? 1 : basis === 'orderAmount' ? 3 : 2
    const ordered = taken.toReversed().toSorted((left, right) => stage(left.rule) - stage(right.rule))
    const whole = BigInt(one.piecesPerLot)
    const isDivisible = fine(one.listPrice) % whole === 0n
    const [parts, pieces] = isDivisible ? [whole, 1n] : [1n, whole]
    const priceOfPart = ordered.reduce((now, { rule: each, tier }) => {
      if (each.effect === 'fixed') return fine(tier.amount ?? 0) * pieces
      const off = fine(tier.amount ?? 0) * pieces
      if (each.effect === 'amountOff') return off > now ? 0n : now - off
      return (tier.percents ?? []).reduce(
        (left, share) => (left * (10_000n - minor(share)) + 5000n) / 10_000n,
        now,
      )
    }, fine(one.listPrice) / parts)
    return priceOfPart * parts
  }
  const amounts = new Map<string, bigint>()
  for (const one of lines)
    amounts.set(
      one.currencyCode,
      (amounts.get(one.currencyCode) ?? 0n) + (priceAt(one, undefined) * BigInt(one.qty) + 50n) / 100n,
    )
  return lines.map((one) => priceAt(one, amounts))
}

describe('random baskets', () => {
  test('cost what the order of precedence says, and the last step is the price', () => {
    for (let seed = 0; seed < 20_000; seed += 1) {
      const { rules, lines } = maker(seededRandom(`basket ${seed}`))
      const priced = priceBasket(lines, indexRules(rules, parents))
      const found = priced.map(({ unitPrice }) => BigInt(Math.round(unitPrice * 10_000)))
      expect({ seed, found }).toEqual({ seed, found: byTheBook(lines, rules) })
      for (const [index, { unitPrice, steps }] of priced.entries())
        expect(steps.at(-1)?.unitPrice ?? lines[index]?.listPrice).toBe(unitPrice)
    }
  })

  test('a piece never costs more in a larger basket, where no rule ends others and later tiers give more', () => {
    for (let seed = 0; seed < 5000; seed += 1) {
      const next = seededRandom(`basket ${seed}`)
      const { rules, lines, whole } = maker(next)
      const kind = rules.filter(({ endsOthers, effect }) => !endsOthers && effect !== 'fixed')
      const index = indexRules(kind, parents)
      const more = lines.map((one) => ({ ...one, qty: one.qty + whole(30) }))
      const [before, after] = [priceBasket(lines, index), priceBasket(more, index)]
      // Amounts of the order fall when tiers of pieces are reached, so they are left out.
      if (index.hasOrderAmounts) continue
      for (const [at, { unitPrice }] of after.entries())
        expect(unitPrice).toBeLessThanOrEqual(before[at]?.unitPrice ?? 0)
    }
  })

  test('a price beside the basket is that of a line with the same counts', () => {
    for (let seed = 0; seed < 2000; seed += 1) {
      const { rules, lines } = maker(seededRandom(`basket ${seed}`))
      const index = indexRules(rules, parents)
      const counts = countBasket(lines, index)
      const prices = priceBasket(lines, index)
      for (const [at, one] of lines.entries()) expect(priceOf(one, index, counts)).toEqual(prices[at])
    }
  })
})
