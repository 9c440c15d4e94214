import type { Money } from '#shared/orders/orders.ts'
import { type Cart, type CartLine, mergeLines } from '../cart/stored/cart.ts'
import { useCart } from '../cart/stored/cartStore.ts'
import { totalsOf } from '../cart/totals/totals.ts'
import { usePricesPending, usePricing } from './pricing.ts'

/** The cart's lines at rule prices; at list prices where the loaded rules are another customer's. */
export function pricedLines(cart: Cart): CartLine[] {
  const { currAccCode, campaignCode } = useCart.getState()
  const isSameBuyer = cart.currAccCode === currAccCode && cart.campaignCode === campaignCode
  const { pricing } = usePricing.getState()
  return isSameBuyer && pricing ? pricing.priced(cart) : cart.lines
}

/** Like {@link pricedLines}, for lines of the open cart. */
export function usePricedLines(lines: CartLine[]): CartLine[] {
  const pricing = usePricing((state) => state.pricing)
  const editing = useCart((cart) => cart.editing)
  const discount = useCart((cart) => cart.discount)
  const campaignCode = useCart((cart) => cart.campaignCode)
  return pricing?.priced({ lines, editing, discount, campaignCode }) ?? lines
}

/** Totals of lines of the open cart; empty while their prices are not known. */
export function usePricedTotals(lines: CartLine[]): Money[] {
  const isPending = usePricesPending()
  const priced = usePricedLines(lines)
  return isPending ? [] : totalsOf(priced)
}

/** Lines at the prices they will have in the cart; undefined while prices are not known. */
export function usePricedBeside(lines: CartLine[]): CartLine[] | undefined {
  const isPending = usePricesPending()
  const pricing = usePricing((state) => state.pricing)
  const cart = useCart()
  if (isPending) return undefined
  if (!pricing) return lines
  const added = new Set(lines.map(({ productId }) => productId))
  const all = pricing.priced({ ...cart, lines: mergeLines(cart.lines, lines) })
  const prices = new Map(
    all.filter(({ productId }) => added.has(productId)).map((line) => [line.productId, line.unitPrice]),
  )
  return lines.map((line) => ({ ...line, unitPrice: prices.get(line.productId) ?? line.unitPrice }))
}
