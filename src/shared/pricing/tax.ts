import { type Minor, minor, minorOfLine, sumMinor, toTicks } from '#shared/numbers/money.ts'

/* VAT on net prices; see docs/tax.md. */

/** How an account is taxed: with the rates of the table, or with none. */
export const taxTreatments = ['domestic', 'reverseCharge', 'export'] as const
export type TaxTreatment = (typeof taxTreatments)[number]

/** What is rounded to cents: the VAT of each line, or of each rate of the order. */
export const taxRoundings = ['line', 'order'] as const
export type TaxRounding = (typeof taxRoundings)[number]

/** `percent` has at most two decimals. The first rate of a table is that of products without a code. */
export type TaxRate = { code: string; name: string; percent: number }

/** `netMinor`: quantity by unit price. `percent`: null where none is known. */
export type TaxedLine = { currency: string; netMinor: Minor; percent: number | null }

export type RateSum = { percent: number; netMinor: Minor; taxMinor: Minor }
/** `byRate`: the highest percent first. */
export type TaxSum = {
  currency: string
  netMinor: Minor
  taxMinor: Minor
  grossMinor: Minor
  byRate: RateSum[]
}

/** What holds for an account's orders; null where the tenant states no VAT. */
export const treatmentOf = (rates: readonly TaxRate[], treatment: TaxTreatment): TaxTreatment | null =>
  rates.length > 0 ? treatment : null

/** The percent of a product; null if none is known. A code that is not in the table has the first rate. */
export function percentOf(
  rates: readonly TaxRate[],
  treatment: TaxTreatment | null,
  code: string | undefined,
): number | null {
  if (treatment !== 'domestic') return treatment && 0
  return (rates.find((rate) => rate.code === code) ?? rates[0])?.percent ?? null
}

/** By currency, in the order of the lines; none of a currency with a line whose percent is not known. */
export function taxOf(lines: readonly TaxedLine[], rounding: TaxRounding): TaxSum[] {
  return [...Map.groupBy(lines, ({ currency }) => currency)].flatMap(([currency, ofCurrency]) => {
    const known = ofCurrency.flatMap(({ netMinor, percent }) =>
      percent === null ? [] : { netMinor, hundredths: Math.round(percent * 100) },
    )
    return known.length === ofCurrency.length ? [sumOf(currency, known, rounding)] : []
  })
}

/** A line of an order, as it is read. */
export type OrderedLine = {
  qty: number
  unitPrice: number
  currency: string
  taxPercent?: number | null | undefined
}

/** As {@link taxOf}; none of an order without VAT. */
export function taxOfOrder(lines: readonly OrderedLine[], rounding: TaxRounding | undefined): TaxSum[] {
  if (!rounding) return []
  const taxed = lines.map(({ qty, unitPrice, currency, taxPercent = null }) => ({
    currency,
    netMinor: minorOfLine(qty, toTicks(unitPrice)),
    percent: taxPercent,
  }))
  return taxOf(taxed, rounding)
}

type RatedLine = { netMinor: Minor; hundredths: number }

function sumOf(currency: string, lines: RatedLine[], rounding: TaxRounding): TaxSum {
  const byRate = [...Map.groupBy(lines, ({ hundredths }) => hundredths)]
    .toSorted(([one], [other]) => other - one)
    .map(([hundredths, ofRate]) => {
      const netMinor = sumMinor(ofRate.map((line) => line.netMinor))
      const taxMinor =
        rounding === 'order'
          ? taxMinorOf(netMinor, hundredths)
          : sumMinor(ofRate.map((line) => taxMinorOf(line.netMinor, hundredths)))
      return { percent: hundredths / 100, netMinor, taxMinor }
    })
  const netMinor = sumMinor(byRate.map((rate) => rate.netMinor))
  const taxMinor = sumMinor(byRate.map((rate) => rate.taxMinor))
  return { currency, netMinor, taxMinor, grossMinor: sumMinor([netMinor, taxMinor]), byRate }
}

/** Hundredths of a percent in the whole. */
const whole = 10_000

/** Half a cent is rounded away from zero. In whole numbers; in two parts, because the product of both is too large. */
function taxMinorOf(netMinor: Minor, hundredths: number): Minor {
  const size = Math.abs(netMinor)
  const rest = size % whole
  const doubled = rest * hundredths * 2 + whole
  const ofRest = (doubled - (doubled % (2 * whole))) / (2 * whole)
  return minor(Math.sign(netMinor) * (((size - rest) / whole) * hundredths + ofRest))
}
