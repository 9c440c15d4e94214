import { describe, expect, test } from 'vitest'
import { seededRandom } from '#demo/random.ts'
import { minor } from '../numbers/money.ts'
import { percentOf, type TaxedLine, type TaxSum, taxOf, taxRoundings, treatmentOf } from './tax.ts'

const line = (netMinor: number, percent: number | null, currency = 'TRY'): TaxedLine => ({
  currency,
  netMinor: minor(netMinor),
  percent,
})

test('is the percent of the net amount, by rate, the highest first', () => {
  expect(taxOf([line(10_000, 10), line(20_000, 20), line(5000, 10)], 'line')).toEqual([
    {
      currency: 'TRY',
      netMinor: 35_000,
      taxMinor: 5500,
      grossMinor: 40_500,
      byRate: [
        { percent: 20, netMinor: 20_000, taxMinor: 4000 },
        { percent: 10, netMinor: 15_000, taxMinor: 1500 },
      ],
    },
  ])
})

test('is rounded for each line, or once for each rate', () => {
  // 10 % of 0,05 is half a cent.
  const lines = [line(5, 10), line(5, 10), line(5, 10)]
  expect(taxOf(lines, 'line')).toMatchObject([{ taxMinor: 3 }])
  expect(taxOf(lines, 'order')).toMatchObject([{ taxMinor: 2 }])
})

test('of half a cent is a cent, away from zero', () => {
  const of = (netMinor: number, percent: number) => taxOf([line(netMinor, percent)], 'line')[0]?.taxMinor
  expect([of(5, 10), of(4, 10), of(-5, 10), of(-4, 10)]).toEqual([1, 0, -1, 0])
  // In binary numbers 1.15 × 100 is less than 115.
  expect(of(10_000, 1.15)).toBe(115)
  expect(of(50, 0.99)).toBe(0)
  expect(of(51, 0.99)).toBe(1)
})

test('is exact for the largest amounts', () => {
  const netMinor = Number.MAX_SAFE_INTEGER
  const exact = (BigInt(netMinor) * 1999n + 5000n) / 10_000n
  expect(BigInt(taxOf([line(netMinor, 19.99)], 'order')[0]?.taxMinor ?? 0)).toBe(exact)
})

test('is apart for each currency, and not known of one with a line without a percent', () => {
  const lines = [line(1000, 10, 'USD'), line(1000, 20), line(1000, null, 'EUR'), line(1000, 10, 'EUR')]
  expect(taxOf(lines, 'line').map(({ currency, taxMinor }) => [currency, taxMinor])).toEqual([
    ['USD', 100],
    ['TRY', 200],
  ])
})

describe('of random lines', () => {
  const randomOf = (seed: string) => {
    const random = seededRandom(seed)
    return (below: number) => Math.floor(random() * below)
  }
  const percents = [0, 1, 4, 5.5, 8, 10, 18, 19.99, 20, 22, 100]
  const cartOf = (seed: string): TaxedLine[] => {
    const random = randomOf(seed)
    const rates = Array.from({ length: 1 + random(4) }, () => percents[random(percents.length)] ?? 0)
    return Array.from({ length: 1 + random(30) }, () =>
      line(
        random(1000) * random(1_000_000),
        rates[random(rates.length)] ?? 0,
        random(5) === 0 ? 'EUR' : 'TRY',
      ),
    )
  }
  const carts = Array.from({ length: 500 }, (_, seed) => cartOf(`cart ${seed}`))
  const byCurrency = (sums: TaxSum[]) =>
    sums.toSorted((one, other) => (one.currency < other.currency ? -1 : 1))

  test.each(taxRoundings)('rates add up to the whole, by %s', (rounding) => {
    for (const cart of carts)
      for (const { netMinor, taxMinor, grossMinor, byRate } of taxOf(cart, rounding)) {
        expect(byRate.reduce((sum, rate) => sum + rate.taxMinor, 0)).toBe(taxMinor)
        expect(byRate.reduce((sum, rate) => sum + rate.netMinor, 0)).toBe(netMinor)
        expect(grossMinor).toBe(netMinor + taxMinor)
      }
  })

  test.each(taxRoundings)('their order does not matter, by %s', (rounding) => {
    for (const [index, cart] of carts.entries()) {
      const random = randomOf(`order ${index}`)
      const mixed = cart
        .map((one) => ({ one, at: random(1_000_000) }))
        .toSorted((one, other) => one.at - other.at)
        .map(({ one }) => one)
      expect(byCurrency(taxOf(mixed, rounding))).toEqual(byCurrency(taxOf(cart, rounding)))
    }
  })

  test('each is off by at most half a cent, for each line or each rate', () => {
    for (const cart of carts)
      for (const rounding of taxRoundings)
        for (const { currency, byRate } of taxOf(cart, rounding))
          for (const { percent, netMinor, taxMinor } of byRate) {
            // Times 20,000: in half hundredths of a percent of a cent, so that all is whole.
            const exact = 2n * BigInt(netMinor) * BigInt(Math.round(percent * 100))
            const off = BigInt(taxMinor) * 20_000n - exact
            const roundings = cart.filter(
              (one) => one.currency === currency && one.percent === percent,
            ).length
            const mostOff = 10_000n * BigInt(rounding === 'order' ? 1 : roundings)
            expect(off <= mostOff && off >= -mostOff).toBe(true)
          }
  })
})

describe('the percent of a product', () => {
  const rates = [
    { code: '10', name: '', percent: 10 },
    { code: '20', name: '', percent: 20 },
  ]

  test('is that of its code, or the first', () =>
    expect(['20', '', undefined, 'gone'].map((code) => percentOf(rates, 'domestic', code))).toEqual([
      20, 10, 10, 10,
    ]))

  test('is zero abroad, and not known of orders without VAT', () => {
    expect(percentOf(rates, 'reverseCharge', '20')).toBe(0)
    // The rates were removed since.
    expect(percentOf([], 'export', '20')).toBe(0)
    expect(percentOf([], 'domestic', '20')).toBe(null)
    expect(percentOf(rates, null, '20')).toBe(null)
    expect(treatmentOf([], 'export')).toBe(null)
    expect(treatmentOf(rates, 'export')).toBe('export')
  })
})
