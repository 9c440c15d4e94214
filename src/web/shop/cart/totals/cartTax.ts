import { type TaxSum, type TaxTreatment, treatmentOf } from '#shared/pricing/tax.ts'
import { isCustomer, useSession } from '#web/session.ts'
import { settings } from '#web/settings.ts'
import { useCustomer } from '../../account.ts'
import { usePricedLines } from '../../pricing/pricedLines.ts'
import { usePricesPending } from '../../pricing/pricing.ts'
import type { CartLine } from '../stored/cart.ts'
import { useCart } from '../stored/cartStore.ts'
import { cartTaxes } from './cartTaxes.ts'

export type CartTax = { taxes: TaxSum[]; treatment: TaxTreatment | null }

/** VAT of lines of the open cart, as the server will store it; none while it is not known. */
export function useCartTax(lines: CartLine[]): CartTax {
  const priced = usePricedLines(lines)
  const isPending = usePricesPending()
  const editing = useCart((cart) => cart.editing)
  const ofBuyer = useTreatment()
  const treatment = editing ? (editing.tax?.treatment ?? null) : ofBuyer
  const rounding = editing ? editing.tax?.rounding : settings.tax?.rounding
  const rates = settings.tax?.rates ?? []
  return { taxes: isPending ? [] : cartTaxes(priced, { rates, treatment, rounding, editing }), treatment }
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
