import {
  percentOf,
  type TaxRounding,
  type TaxSum,
  type TaxTreatment,
  taxOfOrder,
  treatmentOf,
} from '#shared/tax.ts'
import { isCustomer, useSession } from '#web/session.ts'
import { settings } from '#web/settings.ts'
import { useCustomer } from '../account.ts'
import { usePricedLines } from '../pricing/pricedLines.ts'
import { usePricesPending } from '../pricing/pricing.ts'
import type { CartLine, Editing } from './cart.ts'
import { useCart } from './cartStore.ts'

export type CartTax = { taxes: TaxSum[]; treatment: TaxTreatment | null }

/** VAT of lines of the open cart, as the server will store it; none while it is not known. */
export function useCartTax(lines: CartLine[]): CartTax {
  const priced = usePricedLines(lines)
  const isPending = usePricesPending()
  const editing = useCart((cart) => cart.editing)
  const ofBuyer = useTreatment()
  const treatment = editing ? (editing.tax?.treatment ?? null) : ofBuyer
  const rounding = editing ? editing.tax?.rounding : settings.tax?.rounding
  return { taxes: isPending ? [] : cartTaxes(priced, { treatment, rounding, editing }), treatment }
}

/** Null without VAT, or while the chosen customer is not known. */
function useTreatment(): TaxTreatment | null {
  const user = useSession((session) => session.user)
  const chosen = useCart((cart) => cart.currAccCode)
  const isForOther = user !== undefined && !isCustomer(user) && chosen !== ''
  const customer = useCustomer(isForOther && settings.tax ? chosen : '')
  if (!settings.tax) return null
  if (isForOther) return customer.data?.taxTreatment ?? null
  return treatmentOf(settings.tax.rates, user?.taxTreatment ?? 'domestic')
}

type Taxing = {
  treatment: TaxTreatment | null
  rounding: TaxRounding | undefined
  editing: Pick<Editing, 'placed'> | null
}

/** Up to its ordered quantity, a line of an amended order keeps its percent. */
export function cartTaxes(priced: CartLine[], { treatment, rounding, editing }: Taxing): TaxSum[] {
  if (!treatment) return []
  const rates = settings.tax?.rates ?? []
  const lines = priced.map(({ productId, qty, unitPrice, priceCurrencyCode: currency, taxCode }) => {
    const placed = editing?.placed[productId]
    const keeps = placed !== undefined && qty <= placed.qty
    const taxPercent = keeps ? placed.taxPercent : percentOf(rates, treatment, taxCode)
    return { qty, unitPrice, currency, taxPercent }
  })
  return taxOfOrder(lines, rounding)
}
