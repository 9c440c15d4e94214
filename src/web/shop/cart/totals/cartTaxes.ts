import {
  percentOf,
  type TaxRate,
  type TaxRounding,
  type TaxSum,
  type TaxTreatment,
  taxOfOrder,
} from '#shared/pricing/tax.ts'
import type { CartLine, Editing } from '../stored/cart.ts'

type Taxing = {
  rates: readonly TaxRate[]
  /** Null without VAT. */
  treatment: TaxTreatment | null
  rounding: TaxRounding | undefined
  editing: Pick<Editing, 'placed'> | null
}

/** VAT of lines at what they cost. Up to its ordered quantity, a line of an amended order keeps its percent. */
export function cartTaxes(priced: CartLine[], { rates, treatment, rounding, editing }: Taxing): TaxSum[] {
  if (!treatment) return []
  const lines = priced.map(({ productId, qty, unitPrice, priceCurrencyCode: currency, taxCode }) => {
    const placed = editing?.placed[productId]
    const keeps = placed !== undefined && qty <= placed.qty
    const taxPercent = keeps ? placed.taxPercent : percentOf(rates, treatment, taxCode)
    return { qty, unitPrice, currency, taxPercent }
  })
  return taxOfOrder(lines, rounding)
}
